/** Our editors' words on clips: one clip whole, or the same change to many. */
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { changesOf, logStaff } from '#platform/staff-log.server.ts'

import { indexClips } from './index.server.ts'
import { holdClips, type By } from './review.server.ts'
import type { Release } from './traits.ts'

export const most_keywords = 50

/** What a person says of a clip; what follows from the picture is never typed. */
export type Words = {
  name: string
  description: string
  keywords: string[]
  category_id: number
  subcategory_id: number | null
  camera_look: string
  motion: string
  time_of_day: string
  location_type: string
  people_count: number
  releases: Release[]
  tier: 'standard' | 'premium' | 'signature'
  loopable: boolean
  flashing: boolean
}

/** The same for many clips: what is left out stays. */
export type BulkChange = Partial<
  Pick<
    Words,
    | 'category_id'
    | 'subcategory_id'
    | 'camera_look'
    | 'motion'
    | 'time_of_day'
    | 'location_type'
    | 'people_count'
    | 'tier'
  >
> & { add_keywords?: readonly string[]; remove_keywords?: readonly string[] }

const fields = [
  'name',
  'description',
  'keywords',
  'category_id',
  'subcategory_id',
  'camera_look',
  'motion',
  'time_of_day',
  'location_type',
  'people_count',
  'releases',
  'tier',
  'loopable',
  'flashing',
] as const satisfies readonly (keyof Words)[]

type Row = Awaited<ReturnType<typeof holdClips>>[number]
const wordsOf = (row: Row): Words => Object.fromEntries(fields.map(field => [field, row[field]])) as unknown as Words

const same = (word: string) => word.toLowerCase()

/** Keywords with some added and some taken away, each once however it is written; the first way to write it stays. */
export const withKeywords = (
  now: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[] | undefined; remove?: readonly string[] | undefined },
): string[] => {
  const gone = new Set(remove.map(same))
  const kept = [...now.filter(word => !gone.has(same(word))), ...add]
  // One that is there already stays where it is and as it is written.
  return kept.filter((word, place) => kept.findIndex(other => same(other) === same(word)) === place)
}

/** Throws 422 unless the category is one and the subcategory one of its own. */
export const needCategory = async (
  trx: Trx,
  { category_id, subcategory_id }: Pick<Words, 'category_id' | 'subcategory_id'>,
): Promise<void> => {
  const rows = await trx
    .selectFrom('categories')
    .where('id', 'in', [category_id, subcategory_id ?? category_id])
    .select(['id', 'parent_id'])
    .execute()
  if (!rows.some(row => row.id === category_id && row.parent_id === null))
    throw refuse.fields({ category_id: ['Choose a category.'] })
  if (subcategory_id !== null && !rows.some(row => row.id === subcategory_id && row.parent_id === category_id))
    throw refuse.fields({ subcategory_id: ['This subcategory belongs to another category.'] })
}

/** Writes what became of each and answers how many are different now. */
export const writeWords = async (
  trx: Trx,
  changed: readonly { row: Row; words: Partial<Words> }[],
  by: By,
  action: string,
): Promise<number> => {
  const written: number[] = []
  for (const { row, words } of changed) {
    const before = wordsOf(row)
    const changes = changesOf(before, { ...before, ...words })
    if (Object.keys(changes).length === 0) continue
    await trx
      .updateTable('clips')
      .set({ ...words, updated_at: by.now })
      .where('id', '=', row.id)
      .execute()
    await logStaff(trx, { ...by, about: 'clip', about_key: row.id, action, changes })
    written.push(row.id)
  }
  if (written.length > 0) await indexClips(trx, written)
  return written.length
}

/** Throws 404, or 422 for a category that does not fit. */
export const editClip = async (trx: Trx, id: number, words: Words, by: By): Promise<void> => {
  const [row] = await holdClips(trx, [id])
  if (!row) throw refuse.missing('clip')
  await needCategory(trx, words)
  await writeWords(trx, [{ row, words }], by, 'Edited')
}

/** One change to many clips; a clip that would have too many keywords stops all of them. Answers how many differ now. */
export const changeClips = async (trx: Trx, ids: readonly number[], change: BulkChange, by: By): Promise<number> => {
  const { add_keywords: add, remove_keywords: remove, ...facts } = change
  const rows = await holdClips(trx, ids)
  if (facts.category_id !== undefined)
    await needCategory(trx, { category_id: facts.category_id, subcategory_id: facts.subcategory_id ?? null })
  const changed = rows.map(row => ({
    row,
    words: {
      ...facts,
      // A subcategory of another category would be left behind.
      ...(facts.category_id !== undefined && { subcategory_id: facts.subcategory_id ?? null }),
      keywords: withKeywords(row.keywords, { add, remove }),
    },
  }))
  const full = changed.find(({ words }) => words.keywords.length > most_keywords)
  if (full)
    throw refuse.fields({
      add_keywords: [`“${full.row.name}” would have more than ${most_keywords} keywords. Nothing was changed.`],
    })
  return writeWords(trx, changed, by, 'Keyworded')
}
