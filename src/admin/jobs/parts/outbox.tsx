/** News of one feature for the others: what did not reach everybody, or all of it; each piece can be handed on again. */
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { call } from '#platform/call.ts'
import { Button } from '#ui/button.tsx'

import { momentOf } from '../../parts/moment.ts'
import { Pages } from '../../parts/pages.tsx'
import { replayNews, type OutboxRow } from '../contract.ts'
import { Facts } from './facts.tsx'
import { useDeed } from './failed-jobs.tsx'

import page from '../../pages/person.module.css'
import css from '../pages/jobs.module.css'

const ReplayDialog = lazy(() => import('./replay-dialog.tsx').then(part => ({ default: part.ReplayDialog })))

type Props = {
  news: readonly OutboxRow[]
  pagination: { page: number; total: number; total_pages: number }
  every: boolean
}

export const Outbox = ({ news, pagination, every }: Props) => {
  const [query] = useSearchParams()
  const { busy, carryOut } = useDeed()
  const [asked, setAsked] = useState<OutboxRow>()
  const replay = ({ id, name, dispatched_at, failed }: OutboxRow, mails_again = false) =>
    carryOut(String(id), async () => {
      const body = { seen_dispatched_at: dispatched_at ?? '', only_failed: failed.length > 0, mails_again }
      await call(replayNews, { params: { id: String(id) }, body })
      return `${name} is handed on again.`
    })
  const turned = new URLSearchParams(query)
  turned.delete('news_page')
  if (every) turned.delete('news')
  else turned.set('news', 'every')
  return (
    <section aria-labelledby="outbox">
      <header className={css.head}>
        <h2 id="outbox">{every ? 'News of the last month' : 'News that did not reach everybody'}</h2>
        <Link to={`?${turned}`} preventScrollReset className={css.turn}>
          {every ? 'Only what did not arrive' : 'Show all of the last month'}
        </Link>
      </header>
      {news.length === 0 ? (
        <p className={page.none}>{every ? 'Nothing happened in the last month.' : 'Nothing: all of it arrived.'}</p>
      ) : (
        <ul className={css.list} aria-labelledby="outbox">
          {news.map(row => {
            const { id, name, recorded_at, dispatched_at, failed, facts } = row
            return (
              <li key={id}>
                <div className={css.what}>
                  <h3 className="mono">{name}</h3>
                  <p className={css.when}>
                    <span className="mono">
                      {id}, {momentOf(recorded_at)}
                    </span>
                  </p>
                </div>
                <p className={dispatched_at === null || failed.length > 0 ? css.error : css.when}>
                  {dispatched_at === null
                    ? 'Waits to be handed on.'
                    : failed.length > 0
                      ? `Given up: ${failed.join(', ')}.`
                      : `Handed on ${momentOf(dispatched_at)}.`}
                </p>
                <Facts facts={facts} />
                <div className={css.ways}>
                  {dispatched_at !== null && (
                    <Button
                      size="sm"
                      busy={busy === String(id) && 'Handing on…'}
                      aria-label={`${failed.length > 0 ? 'Try again' : 'Hand on again'}: ${name} ${id}`}
                      onClick={() => (failed.length > 0 ? void replay(row) : setAsked(row))}
                    >
                      {failed.length > 0 ? 'Try again' : 'Hand on again'}
                    </Button>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <Pages {...pagination} param="news_page" words={['Newer', 'Older']} label="Pages of news" />
      <Suspense>
        {asked && (
          <ReplayDialog
            name={asked.name}
            onClose={() => setAsked(undefined)}
            onConfirm={mails_again => {
              setAsked(undefined)
              void replay(asked, mails_again)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
