import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { call } from '#platform/call.ts'
import { callContext } from '#platform/context.ts'
import { pageMeta } from '#platform/page.ts'
import { callKey } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession } from '../contract.ts'
import { OwnPage } from '../parts/own-page.tsx'
import { getDeletionByLink, keepAccountByLink } from '../privacy/contract.ts'
import type { Route } from './+types/keep-account'

import css from './preferences-by-link.module.css'

export const meta = (page: Route.MetaArgs) =>
  pageMeta(page, { title: 'Keep your account', path: '/account/privacy', noindex: true })

export const loader = async ({ context, params: { hash } }: Route.LoaderArgs) => {
  try {
    const { data } = await context.get(callContext)(getDeletionByLink, { params: { token: hash } })
    return { due_at: data.due_at, problem: null }
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return { problem: error.message }
    throw error
  }
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export default function KeepAccount({ loaderData, params: { hash } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      {loaderData.problem === null ? (
        <OwnPage
          title="Keep your account?"
          lead={`It is to be deleted on ${days.format(new Date(loaderData.due_at))}. One click, and everything stays as it is.`}
        >
          <Keep token={hash} />
        </OwnPage>
      ) : (
        <OwnPage title="Keep your account" lead="By the link of our mail, or in your account.">
          <Banner kind="danger">
            {loaderData.problem} If you took it back already, your account stays: <Link to="/login">log in</Link> to
            see.
          </Banner>
        </OwnPage>
      )}
    </div>
  )
}

/** By a button, because programs that look through mails open every link. */
const Keep = ({ token }: { token: string }) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const keep = async () => {
    setIsBusy(true)
    try {
      await call(keepAccountByLink, { params: { token } })
      toast('Your account stays.', { kind: 'success' })
      await client.invalidateQueries({ queryKey: callKey(getSession, {}) })
      await navigate('/', { replace: true })
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
      setIsBusy(false)
    }
  }
  return (
    <Button kind="primary" size="lg" busy={isBusy && 'One moment…'} onClick={() => void keep()}>
      Keep my account
    </Button>
  )
}
