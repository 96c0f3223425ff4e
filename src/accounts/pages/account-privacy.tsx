import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { callKey } from '#platform/http/query.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { getSession } from '../contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import { requestDeletion, requestExport, downloadExport, getPrivacy, type Privacy } from '../privacy/contract.ts'
import { KeepAccountButton } from '../privacy/keep-account-button.tsx'
import type { Route } from './+types/account-privacy'

import css from './account-privacy.module.css'

const ProofDialog = lazy(() => import('../privacy/reauth-dialog.tsx').then(part => ({ default: part.ReauthDialog })))

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Privacy', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, getPrivacy, {})).data

export default function AccountPrivacy({ loaderData: state }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Privacy"
      lead={
        <>
          You can download the data that we store about you, or delete your account. For why we store it, see our{' '}
          <Link to="/privacy-policy">privacy policy</Link>.
        </>
      }
    >
      <ExportSection state={state} />
      <DeleteAccountSection state={state} />
    </AccountPage>
  )
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (date: string) => dateFormat.format(new Date(date))
const formatSize = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_024))} kB`

type ExportAction = 'ask' | 'download'

const ExportSection = ({ state }: { state: Privacy }) => {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [busy, setBusy] = useState<ExportAction>()
  const [action, setAction] = useState<ExportAction>()
  const runAction: Record<ExportAction, (body: { password: string; code: string }) => Promise<void>> = {
    ask: async body => {
      await call(requestExport, { body })
      await revalidate()
    },
    download: async body => {
      const { data } = await call(downloadExport, { body })
      window.location.assign(data.url)
    },
  }
  const startAction = async (nextAction: ExportAction) => {
    if (state.has_password || state.has_app) return setAction(nextAction)
    setBusy(nextAction)
    try {
      await runAction[nextAction]({ password: '', code: '' })
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'Something went wrong.', { kind: 'danger' })
    }
    setBusy(undefined)
  }
  const latestExport = state.export
  return (
    <section className={css.part}>
      <h2>Your data</h2>
      <p>
        Your profile, sessions, workspaces, boards, carts, orders, licenses and messages, in one file that people and
        programs can read (JSON). We’ll email you when it’s ready.
      </p>
      {latestExport?.size_bytes && latestExport.expires_at ? (
        <div className={css.actions}>
          <Button
            kind="primary"
            size="lg"
            busy={busy === 'download' && 'One moment…'}
            onClick={() => void startAction('download')}
          >
            Download your data
          </Button>
          <p className={css.facts}>
            {formatSize(latestExport.size_bytes)}, as of {formatDay(latestExport.requested_at)}. Available until{' '}
            {formatDay(latestExport.expires_at)}.
          </p>
        </div>
      ) : null}
      {latestExport && !latestExport.size_bytes ? (
        <Banner title="We’re preparing your file">We’ll email you when it’s ready. You can leave this page.</Banner>
      ) : (
        <Button size="lg" busy={busy === 'ask' && 'One moment…'} onClick={() => void startAction('ask')}>
          {latestExport ? 'Request a new file' : 'Request your data'}
        </Button>
      )}
      {action && (
        <Suspense>
          <ProofDialog
            title="Confirm it’s you"
            description="The file holds all data that we store about you."
            verb={action === 'ask' ? 'Request your data' : 'Download'}
            has_password={state.has_password}
            work={runAction[action]}
            onClose={() => setAction(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

const DeleteAccountSection = ({ state }: { state: Privacy }) => {
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
          title={
            deletion.is_blocked
              ? 'Your account could not be deleted yet'
              : `On ${formatDay(deletion.due_at)} it will be deleted`
          }
          action={<KeepAccountButton onCanceled={revalidate} />}
        >
          {deletion.is_blocked ? obstacles.join(' ') : 'Until then, nothing changes, and you can cancel the deletion.'}
        </Banner>
      ) : (
        <>
          <DeletionEffects />
          {obstacles.map(text => (
            <Banner key={text}>{text}</Banner>
          ))}
          {!has_password && !has_app && (
            <Banner>
              To confirm it’s you, please <Link to="/account/password">set a password</Link> first.
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
            description="It will be deleted in 14 days. Until then you can cancel this, here or by the link in our mail. All other sessions are signed out."
            verb="Delete account"
            danger
            has_password={has_password}
            work={async body => {
              await call(requestDeletion, { body })
              await Promise.all([client.invalidateQueries({ queryKey: callKey(getSession, {}) }), revalidate()])
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

const DeletionEffects = () => (
  <dl className={css.becomes}>
    <dt>Deleted</dt>
    <dd>
      Your name, email, picture and everything else in your profile; sessions, passkeys and your link to Google; your
      carts and saved payment methods; the boards of your own workspace; your messages to us. Your email can be used
      again.
    </dd>
    <dt>Kept</dt>
    <dd>
      Invoices and their orders, with the billing details: tax law requires us to keep them. Licenses, because finished
      films depend on them. Audit logs, which identify you by a number and workspaces by their names. Boards that you
      made in a team’s workspace, which belong to the team.
    </dd>
    <dt>Downloads</dt>
    <dd>
      Clips that you licensed in your own workspace can no longer be downloaded. Please download what you need before.
    </dd>
  </dl>
)
