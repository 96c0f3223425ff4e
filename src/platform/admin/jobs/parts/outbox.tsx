/** Outbox events: those with failed or pending reactions, or all of them. Staff can replay each. */
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { AdminPagination } from '#ui/admin/admin-pagination.tsx'
import { formatDateTime } from '#ui/admin/format-date.ts'
import { Button } from '#ui/button.tsx'

import { call } from '../../../http/call.ts'
import { replayEvent, type OutboxRow } from '../contract.ts'
import { useAction } from './failed-jobs.tsx'
import { PayloadFields } from './payload-fields.tsx'

import page from '#ui/admin/detail-page.module.css'
import css from '../pages/jobs.module.css'

const ReplayDialog = lazy(() => import('./replay-dialog.tsx').then(part => ({ default: part.ReplayDialog })))

type OutboxProps = {
  events: readonly OutboxRow[]
  pagination: { page: number; total: number; total_pages: number }
  every: boolean
}

export const Outbox = ({ events, pagination, every }: OutboxProps) => {
  const [query] = useSearchParams()
  const { busy, run } = useAction()
  const [eventToReplay, setEventToReplay] = useState<OutboxRow>()
  const replay = ({ id, name, dispatched_at, failed }: OutboxRow, resend_mails = false) =>
    run(String(id), async () => {
      const body = { last_dispatched_at: dispatched_at ?? '', only_failed: failed.length > 0, resend_mails }
      await call(replayEvent, { params: { id: String(id) }, body })
      return `${name} was replayed.`
    })
  const toggledParams = new URLSearchParams(query)
  toggledParams.delete('events_page')
  if (every) toggledParams.delete('events')
  else toggledParams.set('events', 'all')
  return (
    <section aria-labelledby="outbox">
      <header className={css.head}>
        <h2 id="outbox">{every ? 'Events of the last month' : 'Undelivered events'}</h2>
        <Link to={`?${toggledParams}`} preventScrollReset className={css.turn}>
          {every ? 'Show only undelivered events' : 'Show all of the last month'}
        </Link>
      </header>
      {events.length === 0 ? (
        <p className={page.none}>{every ? 'No events in the last month.' : 'All events were delivered.'}</p>
      ) : (
        <ul className={css.list} aria-labelledby="outbox">
          {events.map(row => {
            const { id, name, recorded_at, dispatched_at, failed, facts } = row
            return (
              <li key={id}>
                <div className={css.what}>
                  <h3 className="mono">{name}</h3>
                  <p className={css.when}>
                    <span className="mono">
                      {id}, {formatDateTime(recorded_at)}
                    </span>
                  </p>
                </div>
                <p className={dispatched_at === null || failed.length > 0 ? css.error : css.when}>
                  {dispatched_at === null
                    ? 'Waiting for dispatch.'
                    : failed.length > 0
                      ? `Failed: ${failed.join(', ')}.`
                      : `Dispatched ${formatDateTime(dispatched_at)}.`}
                </p>
                <PayloadFields fields={facts} />
                <div className={css.ways}>
                  {dispatched_at !== null && (
                    <Button
                      size="sm"
                      busy={busy === String(id) && 'Sending…'}
                      aria-label={`${failed.length > 0 ? 'Retry' : 'Replay'}: ${name} ${id}`}
                      onClick={() => (failed.length > 0 ? void replay(row) : setEventToReplay(row))}
                    >
                      {failed.length > 0 ? 'Retry' : 'Replay'}
                    </Button>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <AdminPagination {...pagination} param="events_page" labels={['Newer', 'Older']} label="Pages of events" />
      <Suspense>
        {eventToReplay && (
          <ReplayDialog
            name={eventToReplay.name}
            onClose={() => setEventToReplay(undefined)}
            onConfirm={resend_mails => {
              setEventToReplay(undefined)
              void replay(eventToReplay, resend_mails)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
