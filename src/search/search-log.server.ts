/** Logs searches. Counts are kept in memory and written every few seconds, so that a search never waits for its log. */
import { sql } from 'kysely'

import { addInterest } from '#catalog/interest.server.ts'
import { interestPoints } from '#catalog/interest.ts'
import { DAY_MS, type Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

const FLUSH_INTERVAL_MS = 5_000
/** The most pending terms; more within one interval are abuse and not counted. */
const MAX_PENDING_TERMS = 5_000
const MAX_TERM_LENGTH = 100
/** The most remembered actions: each counts once a day for each visitor. */
const MAX_SEEN_ACTIONS = 100_000
const POPULAR_PERIOD_MS = 30 * DAY_MS

/** "  Golden   HOUR " → "golden hour"; empty for text without a term. */
export const normalizeTerm = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TERM_LENGTH)
    .trim()

export type LoggedTerm = {
  term: string
  searches: number
  clicks: number
  /** The sum of the places of the clicked clips, from 1. */
  clicked_places?: number
  /** The clicks on clips without any of the words. */
  meaning_clicks?: number
  result_count: number
  /** The results with every word. Without it, all of them. */
  full_count?: number
}

/** `place`: the clip's place among the results, from 1. `by_meaning`: whether it has none of the words. */
type Click = { place?: number | undefined; by_meaning?: boolean }

/** Adds counts to the log of a day. */
export const logSearches = async (db: Db, terms: readonly LoggedTerm[], day: Date): Promise<void> => {
  if (terms.length === 0) return
  // A fixed order, so that concurrent writers never deadlock.
  const rows = terms.toSorted((a, b) => (a.term < b.term ? -1 : 1))
  await sql`
    insert into search_log (day, term, searches, clicks, clicked_places, meaning_clicks, result_count, full_count)
    select (${day}::timestamptz at time zone 'UTC')::date, term, searches, clicks,
           coalesce(clicked_places, 0), coalesce(meaning_clicks, 0), result_count, coalesce(full_count, result_count)
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as g(term text, searches int, clicks int, clicked_places bigint, meaning_clicks int, result_count int, full_count int)
    on conflict (day, term) do update set
      searches = search_log.searches + excluded.searches,
      clicks = search_log.clicks + excluded.clicks,
      clicked_places = search_log.clicked_places + excluded.clicked_places,
      meaning_clicks = search_log.meaning_clicks + excluded.meaning_clicks,
      full_count = case when excluded.searches > 0 then excluded.full_count else search_log.full_count end,
      result_count = case when excluded.searches > 0 then excluded.result_count else search_log.result_count end`.execute(
    db,
  )
}

/**
 * Returns the terms of the last thirty days that found clips, most popular first; a click counts as much as three searches. They
 * are public, so each of their words must have been searched: no `or`, quotes or excluded words.
 */
export const loadPopularTerms = async (db: Db, n: number, now: Date): Promise<{ term: string }[]> => {
  const { rows } = await sql<{ term: string }>`
    select term from search_log where day > (${new Date(now.getTime() - POPULAR_PERIOD_MS)}::timestamptz at time zone 'UTC')::date
      and term !~ '"|(^| )(-|or( |$))'
    group by term having max(result_count) > 0 and sum(searches) > 1
    order by sum(searches) + 3 * sum(clicks) desc, term limit ${n}`.execute(db)
  return rows
}

export const deleteOldSearches = async (db: Db, now: Date, retention_days: number): Promise<void> => {
  await sql`delete from search_log where day < ${retentionCutoff(now, retention_days)}::timestamptz`.execute(db)
}

export const openSearchLog = ({ db, clock }: { db: Db; clock: Clock }) => {
  let pendingTerms = new Map<string, LoggedTerm>()
  let pendingClicks = new Map<number, number>()
  let seen = { day: 0, actions: new Set<string>() }
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastWrite = Promise.resolve()

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const [loggedTerms, clicks] = [[...pendingTerms.values()], pendingClicks]
    pendingTerms = new Map()
    pendingClicks = new Map()
    const now = clock.now()
    await db.transaction().execute(async (trx: Trx) => {
      await logSearches(trx, loggedTerms, now)
      await addInterest(trx, clicks, now)
    })
  }

  const flush = () => {
    // Counts that cannot be written are lost; later ones are written again.
    lastWrite = lastWrite.then(write).catch((error: unknown) => console.error(`search log: ${messageOf(error)}`))
    return lastWrite
  }

  /** Returns whether this is the visitor’s first such action today. */
  const isFirstToday = (visitor: string, action: string): boolean => {
    const day = Math.floor(clock.now().getTime() / DAY_MS)
    if (seen.day !== day || seen.actions.size >= MAX_SEEN_ACTIONS) seen = { day, actions: new Set() }
    const key = `${visitor} ${action}`
    if (seen.actions.has(key)) return false
    seen.actions.add(key)
    return true
  }

  const add = (term: string, counts: Partial<LoggedTerm>) => {
    const current = pendingTerms.get(term) ?? { term, searches: 0, clicks: 0, clicked_places: 0, result_count: 0 }
    if (!pendingTerms.has(term) && pendingTerms.size >= MAX_PENDING_TERMS) return
    pendingTerms.set(term, {
      term,
      searches: current.searches + (counts.searches ?? 0),
      clicks: current.clicks + (counts.clicks ?? 0),
      clicked_places: (current.clicked_places ?? 0) + (counts.clicked_places ?? 0),
      meaning_clicks: (current.meaning_clicks ?? 0) + (counts.meaning_clicks ?? 0),
      result_count: counts.result_count ?? current.result_count,
      full_count: counts.full_count ?? current.full_count ?? 0,
    })
    timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref()
  }

  /** `visitor` is any key that identifies a visitor; kept in memory for a day. */
  return {
    recordSearch: (text: string, result_count: number, visitor: string, full_count = result_count): void => {
      const term = normalizeTerm(text)
      if (term !== '' && isFirstToday(visitor, term)) add(term, { searches: 1, result_count, full_count })
    },
    recordClick: (
      text: string,
      clip_id: number,
      visitor: string,
      { place = 1, by_meaning = false }: Click = {},
    ): void => {
      const term = normalizeTerm(text)
      if (term === '' || !isFirstToday(visitor, `#${clip_id}`)) return
      pendingClicks.set(clip_id, (pendingClicks.get(clip_id) ?? 0) + interestPoints.click)
      add(term, { clicks: 1, clicked_places: place, meaning_clicks: by_meaning ? 1 : 0 })
    },
    /** Writes the pending counts. */
    flush,
  }
}
