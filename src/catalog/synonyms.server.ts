/** The editors' synonyms. After the commit `synonymsChanged` has to be called, so that the next search knows. */
import { sql } from 'kysely'

import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { changesOf, logStaff } from '#platform/staff-log.server.ts'

import type { By } from './review.server.ts'
import { alsoIn, writeAlso } from './synonyms.ts'

/** The log's key has room for this much. */
const keyOf = (said: string) => said.slice(0, 60)

const stands = (trx: Trx, said: string) =>
  trx.selectFrom('synonyms').where('said', '=', said).select('also').executeTakeFirst()

/** Makes or changes what else is meant by `said`. Throws 422 for words that the search cannot tell apart or has no letters of. */
export const saveSynonym = async (trx: Trx, wish: { said: string; also: readonly string[] }, by: By): Promise<void> => {
  // Two editors who write the same word wait for each other.
  await sql`lock table synonyms in share row exclusive mode`.execute(trx)
  const said = wish.said.toLowerCase()
  const also = [...new Set(wish.also.map(word => word.toLowerCase()))]
  const { rows } = await sql<{ word: string; is_empty: boolean; is_same: boolean }>`
    select word, to_tsvector('footage', word) = ''::tsvector as is_empty,
           plainto_tsquery('footage', word) = plainto_tsquery('footage', ${said}) as is_same
    from unnest(${[said, ...also]}::text[]) with ordinality as w(word, place) order by place`.execute(trx)
  const [self, ...others] = rows
  if (self?.is_empty) throw refuse.fields({ said: ['The search leaves this word out: choose another.'] })
  const useless = others.find(({ is_empty, is_same }) => is_empty || is_same)
  if (useless)
    throw refuse.fields({
      also: [
        useless.is_empty
          ? `The search leaves “${useless.word}” out.`
          : `“${useless.word}” is found by “${said}” already.`,
      ],
    })
  const twin = await sql<{ said: string }>`
    select said from synonyms where stems = tsvector_to_array(to_tsvector('footage', ${said})) and said <> ${said}`.execute(
    trx,
  )
  const other = twin.rows[0]?.said
  if (other !== undefined)
    throw refuse.fields({ said: [`To the search this is “${other}”, which is there already: change that.`] })
  const before = await stands(trx, said)
  const text = writeAlso(also)
  await trx
    .insertInto('synonyms')
    .values({ said, also: text })
    .onConflict(conflict => conflict.column('said').doUpdateSet({ also: text }))
    .execute()
  const was = { also_means: before ? alsoIn(before.also).join(', ') : null }
  const changes = changesOf<{ also_means: string | null }>(was, { also_means: also.join(', ') })
  const action = before ? 'Changed' : 'Made'
  await logStaff(trx, { ...by, about: 'synonym', about_key: keyOf(said), action, changes })
}

/** Throws 404. */
export const dropSynonym = async (trx: Trx, said: string, by: By): Promise<void> => {
  const before = await stands(trx, said)
  if (!before) throw refuse.missing('synonym')
  await trx.deleteFrom('synonyms').where('said', '=', said).execute()
  const changes = { also_means: [alsoIn(before.also).join(', '), null] as const }
  await logStaff(trx, { ...by, about: 'synonym', about_key: keyOf(said), action: 'Removed', changes })
}
