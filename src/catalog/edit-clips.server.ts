/** Edits the metadata of one clip, or applies one change to many clips. */

import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { StaffAction } from '#platform/audit/staff-actions.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { recordReleaseChanges } from './clips.server.ts'
import { holdCategories } from './edit-categories.server.ts'
import { lockClips, type StaffActor } from './review.server.ts'
import { indexClips } from './search-index.server.ts'
import type { Release } from './traits.ts'

export const MAX_KEYWORDS = 50

/** The metadata that a person writes about a clip; facts of the picture are probed instead. */
export type ClipMetadata = {
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
  camera: string
  lens: string
  releases: Release[]
  tier: 'standard' | 'premium' | 'signature'
  loopable: boolean
  flashing: boolean
}

/** A change that applies to many clips; fields that are left out stay. */
export type BulkClipChange = Partial<
  Pick<
    ClipMetadata,
    | 'category_id'
    | 'subcategory_id'
    | 'camera_look'
    | 'motion'
    | 'time_of_day'
    | 'location_type'
    | 'people_count'
    | 'camera'
    | 'lens'
    | 'tier'
  >
> & { add_keywords?: readonly string[]; remove_keywords?: readonly string[] }

const metadataFields = [
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
  'camera',
  'lens',
  'releases',
  'tier',
  'loopable',
  'flashing',
] as const satisfies readonly (keyof ClipMetadata)[]

type LockedClip = Awaited<ReturnType<typeof lockClips>>[number]
const metadataOf = (row: LockedClip): ClipMetadata =>
  Object.fromEntries(metadataFields.map(field => [field, row[field]])) as unknown as ClipMetadata

const normalizeKeyword = (keyword: string) => keyword.toLowerCase()

/** Adds and removes keywords, ignoring case and duplicates; the first spelling wins. */
export const mergeKeywords = (
  current: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[] | undefined; remove?: readonly string[] | undefined },
): string[] => {
  const removedKeywords = new Set(remove.map(normalizeKeyword))
  const merged = [...current.filter(keyword => !removedKeywords.has(normalizeKeyword(keyword))), ...add]
  // An existing keyword keeps its position and spelling.
  return merged.filter(
    (keyword, index) => merged.findIndex(other => normalizeKeyword(other) === normalizeKeyword(keyword)) === index,
  )
}

/** Throws 422 unless the category exists and the subcategory belongs to it. */
export const requireCategory = async (
  trx: Trx,
  { category_id, subcategory_id }: Pick<ClipMetadata, 'category_id' | 'subcategory_id'>,
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

/** Saves metadata with an audit entry for each clip. Returns how many clips changed. */
export const saveMetadata = async (
  trx: Trx,
  edits: readonly { row: LockedClip; metadata: Partial<ClipMetadata> }[],
  actor: StaffActor,
  action: StaffAction,
): Promise<number> => {
  const changedIds: number[] = []
  for (const { row, metadata } of edits) {
    const before = metadataOf(row)
    const changes = diffFields(before, { ...before, ...metadata })
    if (Object.keys(changes).length === 0) continue
    await trx
      .updateTable('clips')
      .set({ ...metadata, updated_at: actor.now })
      .where('id', '=', row.id)
      .execute()
    await writeAuditEntry(trx, { ...actor, about: 'clip', about_key: row.id, action, changes })
    changedIds.push(row.id)
  }
  if (changedIds.length > 0) await indexClips(trx, changedIds)
  await recordReleaseChanges(
    trx,
    edits.map(({ row, metadata }) => {
      const { releases: before } = metadataOf(row)
      return { id: row.id, before, after: metadata.releases ?? before }
    }),
  )
  return changedIds.length
}

/** Throws 404, or 422 for an invalid category. */
export const editClip = async (trx: Trx, id: number, metadata: ClipMetadata, actor: StaffActor): Promise<void> => {
  await holdCategories(trx)
  const [row] = await lockClips(trx, [id])
  if (!row) throw refuse.missing('clip')
  await requireCategory(trx, metadata)
  await saveMetadata(trx, [{ row, metadata }], actor, 'edited')
}

/** Applies one change to many clips, or to none if any would have too many keywords. Returns how many changed. */
export const updateClips = async (
  trx: Trx,
  ids: readonly number[],
  change: BulkClipChange,
  actor: StaffActor,
): Promise<number> => {
  const { add_keywords: add, remove_keywords: remove, ...fields } = change
  if (fields.category_id !== undefined) await holdCategories(trx)
  const rows = await lockClips(trx, ids)
  if (fields.category_id !== undefined)
    await requireCategory(trx, { category_id: fields.category_id, subcategory_id: fields.subcategory_id ?? null })
  const edits = rows.map(row => ({
    row,
    metadata: {
      ...fields,
      // A subcategory belongs to one category, so a new category clears it.
      ...(fields.category_id !== undefined && { subcategory_id: fields.subcategory_id ?? null }),
      keywords: mergeKeywords(row.keywords, { add, remove }),
    },
  }))
  const tooMany = edits.find(({ metadata }) => metadata.keywords.length > MAX_KEYWORDS)
  if (tooMany)
    throw refuse.fields({
      add_keywords: [`“${tooMany.row.name}” would have more than ${MAX_KEYWORDS} keywords. Nothing was changed.`],
    })
  return saveMetadata(trx, edits, actor, 'keywords_changed')
}
