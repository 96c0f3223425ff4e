/** What people look for. Counted in memory and written every few seconds: a search never waits for its own record. */
import { sql } from 'kysely'

import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { messageOf } from '#platform/message.ts'

import { addInterest } from './interest.server.ts'
import { worth } from './interest.ts'

const write_every_ms = 5_000
/** Beyond so many waiting terms new ones are not counted: whoever sends that many is no buyer. */
const most_waiting = 5_000
const longest_term = 100
/** Nobody wants a thing more by asking more often: each counts once a day for each visitor, as far as is remembered. */
const most_noted = 100_000
const day_ms = 86_400_000
const month_ms = 30 * 86_400_000
const year_ms = 365 * 86_400_000

/** "  Golden   HOUR " → "golden hour"; empty for what is no term. */
export const termOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longest_term)
    .trim()

export type Logged = { term: string; searches: number; clicks: number; found: number }

/** Adds to the record of a day. */
export const logSearches = async (db: Db, logged: readonly Logged[], day: Date): Promise<void> => {
  if (logged.length === 0) return
  // In one order, so that two writers never wait for each other.
  const rows = logged.toSorted((a, b) => (a.term < b.term ? -1 : 1))
  await sql`
    insert into search_log (day, term, searches, clicks, found)
    select (${day}::timestamptz at time zone 'UTC')::date, term, searches, clicks, found
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(term text, searches int, clicks int, found int)
    on conflict (day, term) do update set
      searches = search_log.searches + excluded.searches,
      clicks = search_log.clicks + excluded.clicks,
      found = case when excluded.searches > 0 then excluded.found else search_log.found end`.execute(db)
}

/**
 * The terms of the last thirty days that found something, most wanted first: a click counts as much as three searches. They are
 * shown to everybody, so each of their words must have been found: nothing with `or`, quotes, or words that are left out.
 */
export const popularSearches = async (db: Db, n: number, now: Date): Promise<{ term: string }[]> => {
  const { rows } = await sql<{ term: string }>`
    select term from search_log where day > (${new Date(now.getTime() - month_ms)}::timestamptz at time zone 'UTC')::date
      and term !~ '"|(^| )(-|or( |$))'
    group by term having max(found) > 0 and sum(searches) > 1
    order by sum(searches) + 3 * sum(clicks) desc, term limit ${n}`.execute(db)
  return rows
}

export const forgetOldSearches = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from search_log where day < ${new Date(now.getTime() - year_ms)}::timestamptz`.execute(db)
}

export const openSearchLog = ({ db, clock }: { db: Db; clock: Clock }) => {
  let waiting = new Map<string, Logged>()
  let clicked = new Map<number, number>()
  let noted = { day: 0, by: new Set<string>() }
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = Promise.resolve()

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const [terms, clips] = [[...waiting.values()], clicked]
    waiting = new Map()
    clicked = new Map()
    const now = clock.now()
    await db.transaction().execute(async (trx: Trx) => {
      await logSearches(trx, terms, now)
      await addInterest(trx, clips, now)
    })
  }

  const flush = () => {
    // What cannot be written is lost: it is a count, and the next is written again.
    writing = writing.then(write).catch((error: unknown) => console.error(`search log: ${messageOf(error)}`))
    return writing
  }

  /** Whether a visitor is the first time today at something. */
  const isNew = (visitor: string, what: string): boolean => {
    const day = Math.floor(clock.now().getTime() / day_ms)
    if (noted.day !== day || noted.by.size >= most_noted) noted = { day, by: new Set() }
    const key = `${visitor} ${what}`
    if (noted.by.has(key)) return false
    noted.by.add(key)
    return true
  }

  const add = (term: string, counts: Partial<Logged>) => {
    const known = waiting.get(term) ?? { term, searches: 0, clicks: 0, found: 0 }
    if (!waiting.has(term) && waiting.size >= most_waiting) return
    waiting.set(term, {
      term,
      searches: known.searches + (counts.searches ?? 0),
      clicks: known.clicks + (counts.clicks ?? 0),
      found: counts.found ?? known.found,
    })
    timer ??= setTimeout(() => void flush(), write_every_ms).unref()
  }

  /** `visitor`: whatever tells one from another; kept in memory for a day. */
  return {
    searched: (text: string, found: number, visitor: string): void => {
      const term = termOf(text)
      if (term !== '' && isNew(visitor, term)) add(term, { searches: 1, found })
    },
    clicked: (text: string, clip_id: number, visitor: string): void => {
      const term = termOf(text)
      if (term === '' || !isNew(visitor, `#${clip_id}`)) return
      clicked.set(clip_id, (clicked.get(clip_id) ?? 0) + worth.click)
      add(term, { clicks: 1 })
    },
    /** Writes what waits. */
    flush,
  }
}
