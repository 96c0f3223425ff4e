/** The queue and the outbox as our people look into them: what waits, what failed and why, what was never handed on. Reads the queue's own tables. */
import { sql } from 'kysely'

import type { Db, Trx } from './database.server.ts'
import { dead_letters } from './jobs.server.ts'
import { eventOfKey } from './outbox.server.ts'
import { scrub, scrubAll } from './scrub.ts'

const error_length = 400
const value_length = 120
const most_facts = 12

/** Before the first worker has started there are no tables. */
const isThere = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

export type QueueFacts = {
  name: string
  waiting: number
  /** For a time that has not come. */
  later: number
  /** They failed, and are tried again. */
  retrying: number
  working: number
  /** Of the last seven days. */
  done: number
  /** Among the dead letters. */
  failed: number
  schedule: string | null
  ended_at: Date | null
  ended_well: boolean | null
}

/** Each queue, by name. */
export const queuesOf = async (db: Db): Promise<QueueFacts[]> => {
  if (!(await isThere(db))) return []
  const { rows } = await sql<QueueFacts>`
    with counted as (
      select name,
             count(*) filter (where state = 'created' and start_after <= now())::int as waiting,
             count(*) filter (where state = 'created' and start_after > now())::int as later,
             count(*) filter (where state = 'retry')::int as retrying,
             count(*) filter (where state = 'active')::int as working,
             count(*) filter (where state = 'completed')::int as done,
             max(completed_on) as ended_at,
             max(completed_on) filter (where state = 'completed') as done_at
      from jobs.job group by name
    ), dead as (
      select source_name as name, count(*)::int as failed from jobs.job where name = ${dead_letters} group by 1
    )
    select q.name, coalesce(waiting, 0) as waiting, coalesce(later, 0) as later, coalesce(retrying, 0) as retrying,
           coalesce(working, 0) as working, coalesce(done, 0) as done, coalesce(failed, 0) as failed, s.cron as schedule,
           ended_at, case when ended_at is not null then coalesce(done_at = ended_at, false) end as ended_well
    from jobs.queue q
    left join counted c on c.name = q.name
    left join dead d on d.name = q.name
    left join jobs.schedule s on s.name = q.name and s.key = ''
    where q.name <> ${dead_letters} and q.name not like '\\_\\_pgboss%'
    order by q.name`.execute(db)
  return rows
}

export type DeadLetter = {
  id: string
  /** The job's. */
  name: string
  sent_at: Date | null
  failed_at: Date
  tries: number
  /** Scrubbed and shortened, as are the values of what it was about. */
  error: string
  facts: { field: string; value: string }[]
  /** The news that it reacts to. */
  event_id: number | null
}

type LetterRow = {
  id: string
  name: string | null
  sent_at: Date | null
  failed_at: Date
  tries: number
  data: unknown
  output: unknown
  key: string | null
}

const letters = sql`
  select id, source_name as name, source_created_on as sent_at, created_on as failed_at,
         coalesce(source_retry_count, 0) + 1 as tries, data, coalesce(source_output, output) as output, singleton_key as key
  from jobs.job where name = ${dead_letters}`

const byName = (name: string | undefined) => (name === undefined ? sql`true` : sql`name = ${name}`)

type Slice = { name?: string | undefined; limit: number; offset: number }

/** Newest first. */
export const deadLetters = async (db: Db, { name, limit, offset }: Slice) => {
  if (!(await isThere(db))) return { rows: [], total: 0 }
  const found = await sql<LetterRow>`
    select * from (${letters}) l where ${byName(name)} order by failed_at desc, id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ n: number }>`select count(*)::int as n from (${letters}) l where ${byName(name)}`.execute(
    db,
  )
  return { rows: found.rows.map(shown), total: counted.rows[0]?.n ?? 0 }
}

/** Of these ids, or of one piece of news. Held until the transaction ends. */
export const lockLetters = async (
  trx: Trx,
  which: { ids: readonly string[] } | { event_key: string },
): Promise<DeadLetter[]> => {
  if (!(await isThere(trx))) return []
  const wanted = 'ids' in which ? sql`id = any(${which.ids}::uuid[])` : sql`singleton_key = ${which.event_key}`
  const { rows } = await sql<LetterRow>`${letters} and ${wanted} order by id for update`.execute(trx)
  return rows.map(shown)
}

const shown = ({ id, name, sent_at, failed_at, tries, data, output, key }: LetterRow): DeadLetter => ({
  id,
  name: name ?? 'unknown',
  sent_at,
  failed_at,
  tries,
  error: errorOf(output),
  facts: factsOf(data),
  event_id: eventOfKey(key),
})

const errorOf = (output: unknown): string => {
  const said = (output as { message?: unknown } | null)?.message
  return scrub(typeof said === 'string' ? said : JSON.stringify(output ?? 'It ended without a word.')).slice(
    0,
    error_length,
  )
}

/** What a payload says, as far as people may read it. */
export const factsOf = (data: unknown): DeadLetter['facts'] =>
  Object.entries(scrubAll((data ?? {}) as object))
    .slice(0, most_facts)
    .map(([field, value]) => ({
      field,
      value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, value_length),
    }))

export type OutboxRow = {
  id: number
  name: string
  facts: DeadLetter['facts']
  recorded_at: Date
  dispatched_at: Date | null
  /** Reactions of it among the dead letters. */
  failed: string[]
}

type OutboxQuery = { every: boolean; name?: string | undefined; limit: number; offset: number }

/** Handed on twice a second: what has waited for so long is stuck. */
const stuck = sql`dispatched_at is null and recorded_at < now() - interval '1 minute'`

/** News that did not reach everybody it was for, or every piece of it; newest first. */
export const outboxOf = async (db: Db, { every, name, limit, offset }: OutboxQuery) => {
  const dead = (await isThere(db))
    ? sql`select substring(singleton_key from '^event:([0-9]+)$')::bigint as event_id, array_agg(source_name order by source_name) as failed
          from jobs.job where name = ${dead_letters} and singleton_key ~ '^event:[0-9]+$' group by 1`
    : sql`select null::bigint as event_id, null::text[] as failed where false`
  const news = sql`
    select e.id, e.name, e.payload, e.recorded_at, e.dispatched_at, coalesce(d.failed, '{}') as failed
    from events e left join (${dead}) d on d.event_id = e.id`
  const wanted = sql`${byName(name)} and (${every} or cardinality(failed) > 0 or (${stuck}))`
  const { rows } = await sql<Omit<OutboxRow, 'facts'> & { payload: unknown }>`
    select * from (${news}) n where ${wanted} order by id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n from (${news}) n where ${wanted}`.execute(db)
  return {
    rows: rows.map(({ payload, ...row }): OutboxRow => ({ ...row, facts: factsOf(payload) })),
    total: counted.rows[0]?.n ?? 0,
  }
}
