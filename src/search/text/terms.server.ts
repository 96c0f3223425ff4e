/** The terms of the catalog and popular searches, cached in memory. */

import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'

import { loadPopularTerms } from '../search-log.server.ts'
import { createPrefixIndex } from './prefix-index.ts'
import { createSpellChecker } from './spell-checker.ts'

/** The most frequent terms, at most 20 MB. */
const MAX_TERMS = 50_000
const MAX_POPULAR = 1_000
const CACHE_MS = 5 * 60_000

type TermCount = { term: string; clips: number }

const loadTerms = async (db: Db, now: Date) => {
  const popular = await loadPopularTerms(db, MAX_POPULAR, now)
  const terms: TermCount[] = await db
    .selectFrom('search_terms')
    .select(['term', 'clips'])
    .orderBy('clips', 'desc')
    .orderBy('term')
    .limit(MAX_TERMS)
    .execute()
  const clipsOf = ({ clips }: TermCount) => clips
  const words = terms.filter(({ term }) => !term.includes(' '))
  return {
    spellChecker: createSpellChecker(words.map(({ term, clips }) => ({ word: term, clips }))),
    /** Popular searches with results that have a word with this prefix. */
    popular: createPrefixIndex(
      popular.map(({ term }, i) => ({ term, clips: popular.length - i })),
      ({ term }) => term,
      clipsOf,
    ),
    /** Words and keywords that have a word with this prefix. */
    startingWith: createPrefixIndex(terms, ({ term }) => term, clipsOf),
    /** Single words with this prefix. */
    wordsStartingWith: createPrefixIndex(words, ({ term }) => term, clipsOf),
  }
}

export type TermIndex = Awaited<ReturnType<typeof loadTerms>>

export const createTermIndex = (db: Db, clock: Clock) =>
  cacheWithRefresh(clock, CACHE_MS, () => loadTerms(db, clock.now()))
