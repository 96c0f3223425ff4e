import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callContext } from '#platform/http/context.ts'
import { pageMeta } from '#platform/http/page.ts'
import { callKey } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession } from '../contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
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

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export default function KeepAccount({ loaderData, params: { hash } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      {loaderData.problem === null ? (
        <AccountPage
          title="Keep your account?"
          lead={`It will be deleted on ${dateFormat.format(new Date(loaderData.due_at))}. One click, and nothing changes.`}
        >
          <KeepAccountByLinkButton token={hash} />
        </AccountPage>
      ) : (
        <AccountPage title="Keep your account" lead="With the link in our mail, or in your account.">
          <Banner kind="danger">
            {loaderData.problem} If you took it back already, your account stays: <Link to="/login">log in</Link> to
            see.
          </Banner>
        </AccountPage>
      )}
    </div>
  )
}

/** Requires a click, because mail scanners open every link. */
const KeepAccountByLinkButton = ({ token }: { token: string }) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const cancelDeletion = async () => {
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
    <Button kind="primary" size="lg" busy={isBusy && 'One moment…'} onClick={() => void cancelDeletion()}>
      Keep my account
    </Button>
  )
}
