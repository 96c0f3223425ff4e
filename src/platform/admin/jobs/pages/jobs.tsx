/** The jobs page: failed jobs, queues, scheduled jobs, and undelivered events. */
import { useRevalidator } from 'react-router'

import { formatDateTime } from '#ui/admin/format-date.ts'
import { listQuery } from '#ui/admin/list-query.ts'
import { SortedTable, type SortedColumn } from '#ui/admin/sorted-table.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

import { callForPage, pageMeta } from '../../../http/page.ts'
import { listFailedJobs, listJobs, listOutbox, type JobQueue } from '../contract.ts'
import { FailedJobs } from '../parts/failed-jobs.tsx'
import { Outbox } from '../parts/outbox.tsx'
import type { Route } from './+types/jobs'

import adminPage from '#ui/admin/admin-page.module.css'
import page from '#ui/admin/detail-page.module.css'
import listPage from '#ui/admin/resource-list.module.css'
import css from './jobs.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Jobs', noindex: true })

const readQuery = (params: URLSearchParams) => ({
  name: /^[\w.-]{1,80}$/.exec(params.get('name') ?? '')?.[0],
  page: listQuery(params).page,
  every: params.get('events') === 'all',
  events_page: /^[1-9]\d{0,5}$/.exec(params.get('events_page') ?? '')?.[0],
})

export const loader = async (args: Route.LoaderArgs) => {
  const { name, page, every, events_page } = readQuery(args.url.searchParams)
  const outboxQuery = { every: every ? ('yes' as const) : undefined, page: events_page }
  const [queues, failed, outbox] = await Promise.all([
    callForPage(args, listJobs, {}),
    callForPage(args, listFailedJobs, { query: { name, page } }),
    callForPage(args, listOutbox, { query: outboxQuery }),
  ])
  return { queues: queues.data, failed, outbox, name, every }
}

const sumOf = (queues: readonly JobQueue[], field: 'waiting' | 'later' | 'working' | 'retrying' | 'failed' | 'done') =>
  queues.reduce((total, queue) => total + queue[field], 0)

export default function Jobs({ loaderData: { queues, failed, outbox, name, every } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const figures: [string, number, boolean?][] = [
    ['Failed', sumOf(queues, 'failed'), true],
    ['Retrying', sumOf(queues, 'retrying')],
    ['Waiting', sumOf(queues, 'waiting')],
    ['Running', sumOf(queues, 'working')],
    ['Scheduled', sumOf(queues, 'later')],
    ['Done in seven days', sumOf(queues, 'done')],
  ]
  return (
    <div className={cx(page.person, css.jobs)}>
      <header className={page.head}>
        <h1>Jobs</h1>
        <p className={adminPage.ways}>
          <Button busy={state === 'loading' && 'Loading…'} onClick={() => void revalidate()}>
            Refresh
          </Button>
        </p>
      </header>
      <dl className={page.facts}>
        {figures.map(([label, value, isBad]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={cx(css.figure, isBad && value > 0 && listPage.bad)}>{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <FailedJobs
        jobs={failed.data}
        pagination={failed.meta.pagination}
        kinds={queues.filter(queue => queue.failed > 0)}
        name={name}
      />
      <Outbox events={outbox.data} pagination={outbox.meta.pagination} every={every} />
      <section aria-labelledby="clock">
        <h2 id="clock">Scheduled jobs</h2>
        <SortedTable
          columns={clockColumns}
          rows={queues.filter(({ schedule }) => schedule !== null)}
          rowKey={({ name }) => name}
          caption="Scheduled jobs"
        />
      </section>
      <section aria-labelledby="kinds">
        <h2 id="kinds">All kinds</h2>
        <SortedTable columns={kindColumns} rows={queues} rowKey={({ name }) => name} caption="All kinds of jobs" />
      </section>
    </div>
  )
}

const countColumn = (
  id: keyof JobQueue & ('waiting' | 'later' | 'working' | 'retrying' | 'failed' | 'done'),
  label: string,
) => ({
  id,
  label,
  by: (queue: JobQueue) => queue[id],
  cell: ({ [id]: n }: JobQueue) =>
    n === 0 ? <span className={page.none}>0</span> : <span className={cx(id === 'failed' && listPage.bad)}>{n}</span>,
  isNumber: true,
})

const nameColumn: SortedColumn<JobQueue> = {
  id: 'name',
  label: 'Job',
  by: queue => queue.name,
  cell: queue => <span className="mono">{queue.name}</span>,
}
const endedColumn: SortedColumn<JobQueue> = {
  id: 'ended',
  label: 'Last run',
  by: ({ ended_at }) => ended_at ?? '',
  cell: ({ ended_at, succeeded }) =>
    ended_at === null ? (
      <span className={page.none}>none in seven days</span>
    ) : (
      <span className={css.ended}>
        <span className="mono">{formatDateTime(ended_at)}</span>{' '}
        <span className={adminPage.state} data-tone={succeeded ? 'good' : 'bad'}>
          {succeeded ? 'done' : 'failed'}
        </span>
      </span>
    ),
}

const kindColumns: readonly SortedColumn<JobQueue>[] = [
  nameColumn,
  countColumn('failed', 'Failed'),
  countColumn('retrying', 'Retrying'),
  countColumn('waiting', 'Waiting'),
  countColumn('working', 'Running'),
  countColumn('later', 'Scheduled'),
  countColumn('done', 'Done'),
  endedColumn,
]

const clockColumns: readonly SortedColumn<JobQueue>[] = [
  nameColumn,
  {
    id: 'next',
    label: 'Next (UTC)',
    by: ({ next_at }) => next_at ?? '',
    cell: ({ next_at }) => <span className="mono">{next_at && formatDateTime(next_at)}</span>,
  },
  {
    id: 'schedule',
    label: 'Schedule',
    by: ({ schedule }) => schedule ?? '',
    cell: ({ schedule }) => <span className={cx('mono', css.cron)}>{schedule}</span>,
  },
  endedColumn,
]
