import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/call.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { callKey } from '#platform/query.ts'
import { Refusal } from '#platform/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession } from '../contract.ts'
import { OwnPage } from '../parts/own-page.tsx'
import { askForDeletion, askForExport, downloadExport, getPrivacy, type Privacy } from '../privacy/contract.ts'
import { KeepAccountButton } from '../privacy/keep-account-button.tsx'
import type { Route } from './+types/account-privacy'

import css from './account-privacy.module.css'

const ProofDialog = lazy(() => import('../privacy/proof-dialog.tsx').then(part => ({ default: part.ProofDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Privacy', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await pageCall(args, getPrivacy, {})).data

export default function AccountPrivacy({ loaderData: state }: Route.ComponentProps) {
  return (
    <OwnPage
      title="Privacy"
      lead={
        <>
          What we hold about you is yours to see and to take away. Why we hold it, our{' '}
          <Link to="/privacy-policy">privacy policy</Link> tells.
        </>
      }
    >
      <YourData state={state} />
      <Leaving state={state} />
    </OwnPage>
  )
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (moment: string) => days.format(new Date(moment))
const sizeOf = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_024))} kB`

type ExportStep = 'ask' | 'download'

const YourData = ({ state }: { state: Privacy }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [busy, setBusy] = useState<ExportStep>()
  const [step, setStep] = useState<ExportStep>()
  const work: Record<ExportStep, (body: { password: string; code: string }) => Promise<void>> = {
    ask: async body => {
      await call(askForExport, { body })
      await revalidate()
    },
    download: async body => {
      const { data } = await call(downloadExport, { body })
      window.location.assign(data.url)
    },
  }
  const begin = async (next: ExportStep) => {
    if (state.has_password || state.has_app) return setStep(next)
    setBusy(next)
    try {
      await work[next]({ password: '', code: '' })
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
    }
    setBusy(undefined)
  }
  const last = state.export
  return (
    <section className={css.part}>
      <h2>Your data</h2>
      <p>
        Your profile, sessions, workspaces, boards, carts, orders, licenses and messages, in one file that people and
        programs can read (JSON). We put it together and send you a mail when it is ready.
      </p>
      {last?.size_bytes && last.expires_at ? (
        <div className={css.actions}>
          <Button
            kind="primary"
            size="lg"
            busy={busy === 'download' && 'One moment…'}
            onClick={() => void begin('download')}
          >
            Download your data
          </Button>
          <p className={css.facts}>
            {sizeOf(last.size_bytes)}, as of {dayOf(last.asked_at)}. There until {dayOf(last.expires_at)}.
          </p>
        </div>
      ) : null}
      {last && !last.size_bytes ? (
        <Banner title="Your file is being made">We send you a mail when it is ready. You can leave this page.</Banner>
      ) : (
        <Button size="lg" busy={busy === 'ask' && 'One moment…'} onClick={() => void begin('ask')}>
          {last ? 'Make a new file' : 'Ask for your data'}
        </Button>
      )}
      {step && (
        <Suspense>
          <ProofDialog
            title="Confirm that it is you"
            description="The file holds everything that we know about you."
            verb={step === 'ask' ? 'Ask for your data' : 'Download'}
            has_password={state.has_password}
            work={work[step]}
            onClose={() => setStep(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

const Leaving = ({ state }: { state: Privacy }) => {
  const { revalidate } = useRevalidator()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { deletion, obstacles, has_password, has_app } = state
  return (
    <section className={css.part}>
      <h2>Delete your account</h2>
      {deletion ? (
        <Banner
          kind="danger"
          title={deletion.is_held ? 'Your account could not be deleted yet' : `On ${dayOf(deletion.due_at)} it is gone`}
          action={<KeepAccountButton onKept={revalidate} />}
        >
          {deletion.is_held ? obstacles.join(' ') : 'Until then, everything is as it was, and you can take it back.'}
        </Banner>
      ) : (
        <>
          <WhatBecomes />
          {obstacles.map(text => (
            <Banner key={text}>{text}</Banner>
          ))}
          {!has_password && !has_app && (
            <Banner>
              To confirm that it is you, please <Link to="/account/password">set a password</Link> first.
            </Banner>
          )}
          {obstacles.length === 0 && (has_password || has_app) && (
            <Button size="lg" onClick={() => setIsOpen(true)}>
              Delete account
            </Button>
          )}
        </>
      )}
      {isOpen && (
        <Suspense>
          <ProofDialog
            title="Delete your account?"
            description="In 14 days it is gone. Until then you can take it back, here or by the link in our mail. All other sessions are signed out."
            verb="Delete account"
            danger
            has_password={has_password}
            work={async body => {
              await call(askForDeletion, { body })
              await Promise.all([client.invalidateQueries({ queryKey: callKey(getSession, {}) }), revalidate()])
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

const WhatBecomes = () => (
  <dl className={css.becomes}>
    <dt>Goes</dt>
    <dd>
      Your name, email, picture and everything of your profile; sessions, passkeys and your link to Google; your carts
      and saved payment methods; the boards of your own workspace; what you wrote to us. Your email is free again.
    </dd>
    <dt>Stays</dt>
    <dd>
      Invoices and the orders that they belong to, with whom they were made out to: tax law wants them kept. Licenses,
      because films that were cut with them rely on them. Logs of who changed what, which know you by a number and
      workspaces by the names that they had. Boards that you made in a team’s workspace, which belong to the team.
    </dd>
    <dt>Downloads</dt>
    <dd>
      Clips that you licensed in your own workspace can no longer be downloaded by you. Please download what you need
      before.
    </dd>
  </dl>
)
