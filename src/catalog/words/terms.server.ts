/** The catalog's words and keywords, and what people search for, kept in memory. */
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { remember } from '#platform/remember.server.ts'

import { popularSearches } from '../search-log.server.ts'
import { openNear } from './near.ts'
import { openPrefixes } from './prefixes.ts'

/** The most frequent: 20 MB at most. */
const most_kept = 50_000
const most_popular = 1_000
const fresh_ms = 5 * 60_000

type Term = { term: string; clips: number }

const load = async (db: Db, now: Date) => {
  const popular = await popularSearches(db, most_popular, now)
  const terms: Term[] = await db
    .selectFrom('search_terms')
    .select(['term', 'clips'])
    .orderBy('clips', 'desc')
    .orderBy('term')
    .limit(most_kept)
    .execute()
  const clipsOf = ({ clips }: Term) => clips
  const words = terms.filter(({ term }) => !term.includes(' '))
  return {
    near: openNear(words.map(({ term, clips }) => ({ word: term, clips }))),
    /** What people searched for and found, of which a word begins so. */
    popular: openPrefixes(
      popular.map(({ term }, i) => ({ term, clips: popular.length - i })),
      ({ term }) => term,
      clipsOf,
    ),
    /** Words and keywords of which a word begins so. */
    beginning: openPrefixes(terms, ({ term }) => term, clipsOf),
    /** Single words that begin so. */
    wordBeginning: openPrefixes(words, ({ term }) => term, clipsOf),
  }
}

export type Terms = Awaited<ReturnType<typeof load>>

export const openTerms = (db: Db, clock: Clock) => remember(clock, fresh_ms, () => load(db, clock.now()))
