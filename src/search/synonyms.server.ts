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
  trx.selectFrom('synonyms').where('term', '=', term).select('alternatives').executeTakeFirst()

/** Creates or updates the synonyms of `term`. Throws 422 for terms that the search ignores or cannot tell apart. */
export const saveSynonym = async (
  trx: Trx,
  input: { term: string; alternatives: readonly string[]; kind?: 'synonym' | 'concept' | undefined },
  actor: StaffActor,
): Promise<void> => {
  // Editors who save the same term at once wait for each other.
  await sql`lock table synonyms in share row exclusive mode`.execute(trx)
  const term = input.term.toLowerCase()
  const alternatives = [...new Set(input.alternatives.map(word => word.toLowerCase()))]
  const { rows } = await sql<{ word: string; is_empty: boolean; is_same: boolean }>`
    select word, to_tsvector('footage', word) = ''::tsvector as is_empty,
           plainto_tsquery('footage', word) = plainto_tsquery('footage', ${term}) as is_same
    from unnest(${[term, ...alternatives]}::text[]) with ordinality as w(word, place) order by place`.execute(trx)
  const [self, ...others] = rows
  if (self?.is_empty) throw refuse.fields({ term: ['The search ignores this word: choose another.'] })
  const redundant = others.find(({ is_empty, is_same }) => is_empty || is_same)
  if (redundant)
    throw refuse.fields({
      alternatives: [
        redundant.is_empty
          ? `The search ignores “${redundant.word}”.`
          : `“${redundant.word}” is already found by “${term}”.`,
      ],
    })
  const duplicates = await sql<{ term: string }>`
    select term from synonyms where stems = tsvector_to_array(to_tsvector('footage', ${term})) and term <> ${term}`.execute(
    trx,
  )
  const duplicate = duplicates.rows[0]?.term
  if (duplicate !== undefined)
    throw refuse.fields({
      term: [`For the search this is the same as “${duplicate}”, which already exists: edit that one.`],
    })
  const existing = await findSynonym(trx, term)
  const text = formatAlternatives(alternatives)
  await trx
    .insertInto('synonyms')
    .values({ term, alternatives: text, ...(input.kind && { kind: input.kind }) })
    .onConflict(conflict =>
      conflict.column('term').doUpdateSet({ alternatives: text, ...(input.kind && { kind: input.kind }) }),
    )
    .execute()
  const previous = { also_means: existing ? parseAlternatives(existing.alternatives).join(', ') : null }
  const changes = diffFields<{ also_means: string | null }>(previous, { also_means: alternatives.join(', ') })
  const action = existing ? 'changed' : 'created'
  await writeAuditEntry(trx, { ...actor, about: 'synonym', about_key: auditKeyOf(term), action, changes })
}

/** Throws 404. */
export const deleteSynonym = async (trx: Trx, term: string, actor: StaffActor): Promise<void> => {
  const existing = await findSynonym(trx, term)
  if (!existing) throw refuse.missing('synonym')
  await trx.deleteFrom('synonyms').where('term', '=', term).execute()
  const changes = { also_means: [parseAlternatives(existing.alternatives).join(', '), null] as const }
  await writeAuditEntry(trx, { ...actor, about: 'synonym', about_key: auditKeyOf(term), action: 'removed', changes })
}
