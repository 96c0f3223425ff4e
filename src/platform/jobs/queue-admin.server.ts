/**
 * The job queue and the outbox for admin pages: waiting and failed jobs, and undispatched events. Reads the queue's
 * own tables.
 */
import { sql } from 'kysely'

import type { Db, Trx } from '../db/database.server.ts'
import { scrub, scrubAll } from '../monitoring/scrub.ts'
import { DEAD_LETTER_QUEUE } from './jobs.server.ts'
import { parseEventJobKey } from './outbox.server.ts'

const MAX_ERROR_LENGTH = 400
const MAX_VALUE_LENGTH = 120
const MAX_FIELDS = 12

/** The queue's tables are created when the first worker starts. */
const hasQueueTables = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

export type QueueStats = {
  name: string
  waiting: number
  /** Scheduled for later. */
  later: number
  /** Failed and waiting for a retry. */
  retrying: number
  working: number
  /** In the last seven days. */
  done: number
  /** In the dead letter queue. */
  failed: number
  schedule: string | null
  ended_at: Date | null
  succeeded: boolean | null
}

/** Returns the statistics of each queue, sorted by name. */
export const listQueues = async (db: Db): Promise<QueueStats[]> => {
  if (!(await hasQueueTables(db))) return []
  const { rows } = await sql<QueueStats>`
    with counted as (
      select name,
             count(*) filter (where state = 'created' and start_after <= now())::int as waiting,
             count(*) filter (where state = 'created' and start_after > now())::int as later,
             count(*) filter (where state = 'retry')::int as retrying,
             count(*) filter (where state = 'active')::int as working,
             count(*) filter (where state = 'completed')::int as done,
             max(completed_on) as ended_at,
             max(completed_on) filter (where state = 'completed') as completed_at
      from jobs.job group by name
    ), dead as (
      select source_name as name, count(*)::int as failed from jobs.job where name = ${DEAD_LETTER_QUEUE} group by 1
    )
    select q.name, coalesce(waiting, 0) as waiting, coalesce(later, 0) as later, coalesce(retrying, 0) as retrying,
           coalesce(working, 0) as working, coalesce(done, 0) as done, coalesce(failed, 0) as failed, s.cron as schedule,
           ended_at, case when ended_at is not null then coalesce(completed_at = ended_at, false) end as succeeded
    from jobs.queue q
    left join counted c on c.name = q.name
    left join dead d on d.name = q.name
    left join jobs.schedule s on s.name = q.name and s.key = ''
    where q.name <> ${DEAD_LETTER_QUEUE} and q.name not like '\\_\\_pgboss%'
    order by q.name`.execute(db)
  return rows
}

export type DeadLetter = {
  id: string
  /** The name of the job. */
  name: string
  sent_at: Date | null
  failed_at: Date
  tries: number
  /** The error message, scrubbed and truncated like the payload's values. */
  error: string
  facts: { field: string; value: string }[]
  /** The event that the job reacts to. */
  event_id: number | null
}

type DeadLetterRow = {
  id: string
  name: string | null
  sent_at: Date | null
  failed_at: Date
  tries: number
  data: unknown
  output: unknown
  key: string | null
}

const deadLetterRows = sql`
  select id, source_name as name, source_created_on as sent_at, created_on as failed_at,
         coalesce(source_retry_count, 0) + 1 as tries, data, coalesce(source_output, output) as output, singleton_key as key
  from jobs.job where name = ${DEAD_LETTER_QUEUE}`

const whereName = (name: string | undefined) => (name === undefined ? sql`true` : sql`name = ${name}`)

type DeadLetterQuery = { name?: string | undefined; limit: number; offset: number }

/** Returns dead letters, newest first. */
export const listDeadLetters = async (db: Db, { name, limit, offset }: DeadLetterQuery) => {
  if (!(await hasQueueTables(db))) return { rows: [], total: 0 }
  const page = await sql<DeadLetterRow>`
    select * from (${deadLetterRows}) l where ${whereName(name)} order by failed_at desc, id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{
    n: number
  }>`select count(*)::int as n from (${deadLetterRows}) l where ${whereName(name)}`.execute(db)
  return { rows: page.rows.map(toDeadLetter), total: counted.rows[0]?.n ?? 0 }
}

/** Returns and locks the dead letters with these ids, or of one event, until the transaction ends. */
export const lockDeadLetters = async (
  trx: Trx,
  selection: { ids: readonly string[] } | { event_key: string },
): Promise<DeadLetter[]> => {
  if (!(await hasQueueTables(trx))) return []
  const condition =
    'ids' in selection ? sql`id = any(${selection.ids}::uuid[])` : sql`singleton_key = ${selection.event_key}`
  const { rows } = await sql<DeadLetterRow>`${deadLetterRows} and ${condition} order by id for update`.execute(trx)
  return rows.map(toDeadLetter)
}

const toDeadLetter = ({ id, name, sent_at, failed_at, tries, data, output, key }: DeadLetterRow): DeadLetter => ({
  id,
  name: name ?? 'unknown',
  sent_at,
  failed_at,
  tries,
  error: toErrorText(output),
  facts: summarizePayload(data),
  event_id: parseEventJobKey(key),
})

const toErrorText = (output: unknown): string => {
  const message = (output as { message?: unknown } | null)?.message
  return scrub(
    typeof message === 'string' ? message : JSON.stringify(output ?? 'It failed without an error message.'),
  ).slice(0, MAX_ERROR_LENGTH)
}

/** Returns a payload's fields as scrubbed, truncated text. */
export const summarizePayload = (data: unknown): DeadLetter['facts'] =>
  Object.entries(scrubAll((data ?? {}) as object))
    .slice(0, MAX_FIELDS)
    .map(([field, value]) => ({
      field,
      value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE_LENGTH),
    }))

export type OutboxEventRow = {
  id: number
  name: string
  facts: DeadLetter['facts']
  recorded_at: Date
  dispatched_at: Date | null
  /** The event's reactions in the dead letter queue. */
  failed: string[]
}

type OutboxQuery = { every: boolean; name?: string | undefined; limit: number; offset: number }

/** Events are dispatched twice a second, so one that waits for a minute is stuck. */
const isStuck = sql`dispatched_at is null and recorded_at < now() - interval '1 minute'`

/** Returns events that are stuck or have failed reactions, or all events; newest first. */
export const listOutboxEvents = async (db: Db, { every, name, limit, offset }: OutboxQuery) => {
  const deadLetterEvents = (await hasQueueTables(db))
    ? sql`select substring(singleton_key from '^event:([0-9]+)$')::bigint as event_id, array_agg(source_name order by source_name) as failed
          from jobs.job where name = ${DEAD_LETTER_QUEUE} and singleton_key ~ '^event:[0-9]+$' group by 1`
    : sql`select null::bigint as event_id, null::text[] as failed where false`
  const eventRows = sql`
    select e.id, e.name, e.payload, e.recorded_at, e.dispatched_at, coalesce(d.failed, '{}') as failed
    from events e left join (${deadLetterEvents}) d on d.event_id = e.id`
  const condition = sql`${whereName(name)} and (${every} or cardinality(failed) > 0 or (${isStuck}))`
  const { rows } = await sql<Omit<OutboxEventRow, 'facts'> & { payload: unknown }>`
    select * from (${eventRows}) n where ${condition} order by id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n from (${eventRows}) n where ${condition}`.execute(
    db,
  )
  return {
    rows: rows.map(({ payload, ...row }): OutboxEventRow => ({ ...row, facts: summarizePayload(payload) })),
    total: counted.rows[0]?.n ?? 0,
  }
}
