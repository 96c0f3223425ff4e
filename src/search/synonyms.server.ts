/** The editors’ synonyms. Call `markSynonymsChanged` after the commit, so that the next search uses them. */
import { sql } from 'kysely'

import type { StaffActor } from '#catalog/review.server.ts'
import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { parseAlternatives, formatAlternatives } from './synonyms.ts'

/** Truncates a term to the audit log’s key length. */
const auditKeyOf = (term: string) => term.slice(0, 60)

const findSynonym = (trx: Trx, term: string) =>
  trx.selectFrom('synonyms').where('said', '=', term).select('also').executeTakeFirst()

/** Creates or updates the synonyms of `said`. Throws 422 for terms that the search ignores or cannot tell apart. */
export const saveSynonym = async (
  trx: Trx,
  input: { said: string; also: readonly string[] },
  actor: StaffActor,
): Promise<void> => {
  // Editors who save the same term at once wait for each other.
  await sql`lock table synonyms in share row exclusive mode`.execute(trx)
  const said = input.said.toLowerCase()
  const also = [...new Set(input.also.map(word => word.toLowerCase()))]
  const { rows } = await sql<{ word: string; is_empty: boolean; is_same: boolean }>`
    select word, to_tsvector('footage', word) = ''::tsvector as is_empty,
           plainto_tsquery('footage', word) = plainto_tsquery('footage', ${said}) as is_same
    from unnest(${[said, ...also]}::text[]) with ordinality as w(word, place) order by place`.execute(trx)
  const [self, ...others] = rows
  if (self?.is_empty) throw refuse.fields({ said: ['The search ignores this word: choose another.'] })
  const redundant = others.find(({ is_empty, is_same }) => is_empty || is_same)
  if (redundant)
    throw refuse.fields({
      also: [
        redundant.is_empty
          ? `The search ignores “${redundant.word}”.`
          : `“${redundant.word}” is already found by “${said}”.`,
      ],
    })
  const duplicates = await sql<{ said: string }>`
    select said from synonyms where stems = tsvector_to_array(to_tsvector('footage', ${said})) and said <> ${said}`.execute(
    trx,
  )
  const duplicate = duplicates.rows[0]?.said
  if (duplicate !== undefined)
    throw refuse.fields({
      said: [`For the search this is the same as “${duplicate}”, which already exists: edit that one.`],
    })
  const existing = await findSynonym(trx, said)
  const text = formatAlternatives(also)
  await trx
    .insertInto('synonyms')
    .values({ said, also: text })
    .onConflict(conflict => conflict.column('said').doUpdateSet({ also: text }))
    .execute()
  const previous = { also_means: existing ? parseAlternatives(existing.also).join(', ') : null }
  const changes = diffFields<{ also_means: string | null }>(previous, { also_means: also.join(', ') })
  const action = existing ? 'Changed' : 'Made'
  await writeAuditEntry(trx, { ...actor, about: 'synonym', about_key: auditKeyOf(said), action, changes })
}

/** Throws 404. */
export const deleteSynonym = async (trx: Trx, said: string, actor: StaffActor): Promise<void> => {
  const existing = await findSynonym(trx, said)
  if (!existing) throw refuse.missing('synonym')
  await trx.deleteFrom('synonyms').where('said', '=', said).execute()
  const changes = { also_means: [parseAlternatives(existing.also).join(', '), null] as const }
  await writeAuditEntry(trx, { ...actor, about: 'synonym', about_key: auditKeyOf(said), action: 'Removed', changes })
}
