/** Counts the words and keywords of the catalog for suggestions and corrections. */
import { sql } from 'kysely'

import { toPgBossDb, type Db, type Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

/** The other terms occur in one or two of a million clips. */
const MAX_TERMS = 200_000
const MAX_TERM_LENGTH = 60
export const COUNT_TERMS_JOB = 'catalog.count-terms'
const MINUTE_MS = 60_000
/** The clocks of several machines differ. */
const CLOCK_TOLERANCE_MS = 5_000

/**
 * Recounts the terms after the current minute: once, however many clips were published in it. With a transaction, only
 * if it commits.
 */
export const queueTermCount = async ({ jobs, clock }: Pick<Deps, 'jobs' | 'clock'>, trx?: Trx): Promise<void> => {
  const end_ms = (Math.floor(clock.now().getTime() / MINUTE_MS) + 1) * MINUTE_MS
  const startAfter = new Date(end_ms + CLOCK_TOLERANCE_MS)
  const db = trx && { db: toPgBossDb(trx) }
  await jobs.send(COUNT_TERMS_JOB, {}, { singletonKey: startAfter.toISOString(), startAfter, ...db })
}

/**
 * Recounts all terms, as a job: one statement that reads every published clip (2 s for 100,000). Unchanged rows are not written.
 */
export const countTerms = async (db: Db): Promise<void> => {
  await sql`
    with named as (
      select c.id, c.keywords, concat_ws(' ', c.name, array_to_string(c.keywords, ' '), shoot.name, f.name) as text
      from clips c join collections shoot on shoot.id = c.shoot_id join filmmakers f on f.id = c.filmmaker_id
      where c.status = 'published'
    ),
    -- Words as the search splits them: words, words with digits, parts of hyphenated words.
    terms as (
      select id, lower(token) as term from named, ts_parse('default', text) where tokid in (1, 2, 3, 9, 10, 11)
      union
      select id, lower(keyword) from named, unnest(keywords) keyword where keyword ~ ' '
    ),
    counted as (
      select term, count(*)::integer as clips from terms where length(term) between 2 and ${MAX_TERM_LENGTH} group by term
    ),
    -- Stop words such as "the" are not suggested.
    best as (
      select term, clips from counted where to_tsvector('footage', term) <> ''::tsvector
      order by clips desc, term limit ${MAX_TERMS}
    ),
    gone as (delete from search_terms old where not exists (select from best where best.term = old.term))
    insert into search_terms (term, clips)
    select best.term, best.clips from best left join search_terms old on old.term = best.term
    where old.clips is distinct from best.clips
    on conflict (term) do update set clips = excluded.clips`.execute(db)
}
