/** What the shop does by itself: what failed for good, what waits, what comes round by the clock, and news that did not arrive. */
import { useRevalidator } from 'react-router'

import { pageCall, pageMeta } from '#platform/page.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

import { momentOf } from '../../parts/moment.ts'
import { roomQuery } from '../../parts/room-query.ts'
import { SortedTable, type SortedColumn } from '../../parts/sorted-table.tsx'
import { listFailedJobs, listJobs, listOutbox, type Queue } from '../contract.ts'
import { FailedJobs } from '../parts/failed-jobs.tsx'
import { Outbox } from '../parts/outbox.tsx'
import type { Route } from './+types/jobs'

import page from '../../pages/person.module.css'
import desk from '../../parts/desk.module.css'
import room from '../../parts/room.module.css'
import css from './jobs.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Jobs', noindex: true })

const queryOf = (asked: URLSearchParams) => ({
  name: /^[\w.-]{1,80}$/.exec(asked.get('name') ?? '')?.[0],
  page: roomQuery(asked).page,
  every: asked.get('news') === 'every',
  news_page: /^[1-9]\d{0,5}$/.exec(asked.get('news_page') ?? '')?.[0],
})

export const loader = async (args: Route.LoaderArgs) => {
  const { name, page, every, news_page } = queryOf(args.url.searchParams)
  const news = { every: every ? ('yes' as const) : undefined, page: news_page }
  const [queues, failed, outbox] = await Promise.all([
    pageCall(args, listJobs, {}),
    pageCall(args, listFailedJobs, { query: { name, page } }),
    pageCall(args, listOutbox, { query: news }),
  ])
  return { queues: queues.data, failed, outbox, name, every }
}

const sum = (queues: readonly Queue[], field: 'waiting' | 'later' | 'working' | 'retrying' | 'failed' | 'done') =>
  queues.reduce((n, queue) => n + queue[field], 0)

export default function Jobs({ loaderData: { queues, failed, outbox, name, every } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const figures: [string, number, boolean?][] = [
    ['Given up', sum(queues, 'failed'), true],
    ['Being tried again', sum(queues, 'retrying')],
    ['Waiting', sum(queues, 'waiting')],
    ['Being worked on', sum(queues, 'working')],
    ['For later', sum(queues, 'later')],
    ['Done in seven days', sum(queues, 'done')],
  ]
  return (
    <main className={cx(page.person, css.jobs)}>
      <header className={page.head}>
        <h1>Jobs</h1>
        <p className={desk.ways}>
          <Button busy={state === 'loading' && 'Looking…'} onClick={() => void revalidate()}>
            Look again
          </Button>
        </p>
      </header>
      <dl className={page.facts}>
        {figures.map(([label, n, isBad]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={cx(css.figure, isBad && n > 0 && room.bad)}>{n.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <FailedJobs
        jobs={failed.data}
        pagination={failed.meta.pagination}
        kinds={queues.filter(queue => queue.failed > 0)}
        name={name}
      />
      <Outbox news={outbox.data} pagination={outbox.meta.pagination} every={every} />
      <section aria-labelledby="clock">
        <h2 id="clock">By the clock</h2>
        <SortedTable
          columns={clockColumns}
          rows={queues.filter(({ schedule }) => schedule !== null)}
          rowKey={({ name }) => name}
          caption="Jobs that come round by the clock"
        />
      </section>
      <section aria-labelledby="kinds">
        <h2 id="kinds">Every kind</h2>
        <SortedTable columns={columns} rows={queues} rowKey={({ name }) => name} caption="Every kind of job" />
      </section>
    </main>
  )
}

const count = (
  id: keyof Queue & ('waiting' | 'later' | 'working' | 'retrying' | 'failed' | 'done'),
  label: string,
) => ({
  id,
  label,
  by: (queue: Queue) => queue[id],
  cell: ({ [id]: n }: Queue) =>
    n === 0 ? <span className={page.none}>0</span> : <span className={cx(id === 'failed' && room.bad)}>{n}</span>,
  isNumber: true,
})

const name: SortedColumn<Queue> = {
  id: 'name',
  label: 'Job',
  by: queue => queue.name,
  cell: queue => <span className="mono">{queue.name}</span>,
}
const ended: SortedColumn<Queue> = {
  id: 'ended',
  label: 'Ended last',
  by: ({ ended_at }) => ended_at ?? '',
  cell: ({ ended_at, ended_well }) =>
    ended_at === null ? (
      <span className={page.none}>not in seven days</span>
    ) : (
      <span className={css.ended}>
        <span className="mono">{momentOf(ended_at)}</span>{' '}
        <span className={desk.state} data-tone={ended_well ? 'good' : 'bad'}>
          {ended_well ? 'well' : 'badly'}
        </span>
      </span>
    ),
}

const columns: readonly SortedColumn<Queue>[] = [
  name,
  count('failed', 'Given up'),
  count('retrying', 'Tried again'),
  count('waiting', 'Waiting'),
  count('working', 'Working'),
  count('later', 'Later'),
  count('done', 'Done'),
  ended,
]

const clockColumns: readonly SortedColumn<Queue>[] = [
  name,
  {
    id: 'next',
    label: 'Next (UTC)',
    by: ({ next_at }) => next_at ?? '',
    cell: ({ next_at }) => <span className="mono">{next_at && momentOf(next_at)}</span>,
  },
  {
    id: 'schedule',
    label: 'Schedule',
    by: ({ schedule }) => schedule ?? '',
    cell: ({ schedule }) => <span className={cx('mono', css.cron)}>{schedule}</span>,
  },
  ended,
]
