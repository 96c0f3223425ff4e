/** Collections and filmmakers by name, in memory: those with published clips. */
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { remember } from '#platform/remember.server.ts'

import { fold } from './pieces.ts'
import { openPrefixes } from './prefixes.ts'

const fresh_ms = 60_000
/** Of each, those with most clips. */
const most_kept = 20_000

export type Name = { id: number; slug: string; name: string; clip_count: number }

const load = async (db: Db) => {
  const namesOf = (table: 'collections' | 'filmmakers'): Promise<Name[]> =>
    db
      .selectFrom(table)
      .select(['id', 'slug', 'name', 'clip_count'])
      .where('clip_count', '>', 0)
      .orderBy('clip_count', 'desc')
      .orderBy('id')
      .limit(most_kept)
      .execute()
  const [collections, filmmakers] = await Promise.all([namesOf('collections'), namesOf('filmmakers')])
  const byPrefix = (names: readonly Name[]) =>
    openPrefixes(
      names,
      ({ name }) => name,
      ({ clip_count }) => clip_count,
    )
  return { collections: byPrefix(collections), filmmakers: byPrefix(filmmakers), all: { collections, filmmakers } }
}

export type Names = Awaited<ReturnType<typeof load>>

export const openNames = (db: Db, clock: Clock) => remember(clock, fresh_ms, () => load(db))

/** "Salt & Swell" as a person types it: `salt and swell`. */
export const sayName = (name: string): string =>
  fold(name)
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()
