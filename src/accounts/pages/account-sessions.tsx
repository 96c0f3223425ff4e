import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { call } from '#platform/http/call.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { endOneSession, endOtherSessions, listSessions, type Session } from '../own/contract.ts'
import { AccountPage } from '../parts/account-page.tsx'
import type { Route } from './+types/account-sessions'

import css from './account-sessions.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Sessions', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, listSessions, {})).data

export default function AccountSessions({ loaderData: sessions }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [busy, setBusy] = useState<number | 'others'>()
  const others = sessions.filter(({ is_current }) => !is_current)

  const end = async (target: number | 'others') => {
    setBusy(target)
    try {
      await (target === 'others' ? call(endOtherSessions, {}) : call(endOneSession, { params: { id: String(target) } }))
      await revalidate()
      toast(target === 'others' ? 'All other sessions have been signed out.' : 'The session has been signed out.')
    } catch {
      toast('Something went wrong.', { kind: 'danger' })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <AccountPage
      title="Sessions"
      lead="Where you are signed in. If you do not recognize a session, sign it out and change your password."
    >
      <ul className={css.list}>
        {sessions.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy === session.id}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button size="lg" busy={busy === 'others' && 'Signing out…'} onClick={() => void end('others')}>
          Sign out others
        </Button>
      )}
    </AccountPage>
  )
}

const dateTimeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const formatDateTime = (date: string) => `${dateTimeFormat.format(new Date(date))} UTC`

type SessionRowProps = { session: Session; busy: boolean; onEnd: () => void }

const SessionRow = ({ session, busy, onEnd }: SessionRowProps) => {
  const { device, address, started_at, last_seen_at, is_current } = session
  return (
    <li className={css.row}>
      <div>
        <p className={css.device}>
          {device}
          {is_current && <span className={css.here}>This session</span>}
        </p>
        <p className={css.facts}>
          {is_current ? 'Signed in' : `Last seen ${formatDateTime(last_seen_at)}, signed in`}{' '}
          {formatDateTime(started_at)}
          {address && (
            <>
              , from <span className="mono">{address}</span>
            </>
          )}
        </p>
      </div>
      {!is_current && (
        <Button size="sm" busy={busy && 'Signing out…'} onClick={onEnd} aria-label={`Sign out ${device}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
