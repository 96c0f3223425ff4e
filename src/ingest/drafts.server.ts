/** Drafts of a filmmaker: edit, submit for review, recall and delete. */

import { holdCategories } from '#catalog/edit-categories.server.ts'
import { requireCategory, type ClipMetadata } from '#catalog/edit-clips.server.ts'
import type { ClipState } from '#catalog/review.ts'
import { replaceFormats } from '#catalog/save-catalog.server.ts'
import type { TechFacts } from '#media/rendition-set.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { clipFormatsOf } from './ingest.server.ts'
import { findFreeSlug, resolveShoot, resolveUnsortedCategory } from './placement.server.ts'

/** The metadata that a filmmaker can set; editors set the tier. */
export type DraftMetadata = Omit<ClipMetadata, 'category_id' | 'tier'> & {
  shoot: string
  /** null: unsorted. */
  category_id: number | null
  production: 'filmed' | 'computer-generated'
  /** Flat color, to be graded: sold as LOG. */
  log: boolean
}

type DraftReference = { clip_id: number; filmmaker_id: number }

/** Loads and locks a clip of this filmmaker. Throws 404. */
const lockOwnClip = async (trx: Trx, { clip_id, filmmaker_id }: DraftReference) => {
  const clip = await trx
    .selectFrom('clips')
    .where('id', '=', clip_id)
    .where('filmmaker_id', '=', filmmaker_id)
    .select(['id', 'slug', 'name', 'status', 'shoot_id', 'master_id'])
    .$narrowType<{ status: ClipState }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!clip) throw refuse.missing('clip')
  return clip
}

/** Locks a draft. Throws 404, 409 when it is no longer a draft. */
const lockDraft = async (trx: Trx, draft: DraftReference) => {
  const clip = await lockOwnClip(trx, draft)
  if (clip.status !== 'draft')
    throw refuse(409, 'This clip is with our editors. It can be changed again when they send it back.')
  return clip
}

/** Saves a draft’s metadata. Throws 404, 409, or 422 for an invalid category. */
export const saveDraft = async (trx: Trx, draft: DraftReference, metadata: DraftMetadata, now: Date): Promise<void> => {
  await holdCategories(trx)
  const clip = await lockDraft(trx, draft)
  const { shoot, log, category_id: selected_category_id, ...fields } = metadata
  const { filmmaker_id } = draft
  if (selected_category_id !== null) await requireCategory(trx, { ...metadata, category_id: selected_category_id })
  const category =
    selected_category_id === null ? { category_id: await resolveUnsortedCategory(trx), subcategory_id: null } : {}
  const filmmaker = await trx
    .selectFrom('filmmakers')
    .where('id', '=', filmmaker_id)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  const shoot_id = await resolveShoot(trx, shoot, filmmaker)
  const isSame = shoot_id === clip.shoot_id && metadata.name === clip.name
  await trx
    .updateTable('clips')
    .set({
      ...fields,
      ...(selected_category_id !== null && { category_id: selected_category_id }),
      ...category,
      shoot_id,
      // A scene belongs to one shoot.
      ...(shoot_id !== clip.shoot_id && { scene_id: null }),
      slug: isSame ? clip.slug : await findFreeSlug(trx, shoot_id, metadata.name),
      updated_at: now,
    })
    .where('id', '=', clip.id)
    .execute()
  await updateDraftFormats(trx, clip, log)
}

/** Updates the formats of a draft, which was never sold. */
const updateDraftFormats = async (trx: Trx, { id, master_id }: { id: number; master_id: number }, log: boolean) => {
  const { facts, ...stored } = await trx
    .selectFrom('masters')
    .where('id', '=', master_id)
    .select(['facts', 'storage_key', 'file_name'])
    .executeTakeFirstOrThrow()
  const tech = facts as TechFacts | Record<string, never>
  if ('width' in tech) await replaceFormats(trx, id, clipFormatsOf(tech as TechFacts, { log }, stored))
}

/** Submits a draft for review and clears the editors’ last note. Throws 404, 409. */
export const submitDraft = async (trx: Trx, draft: DraftReference, now: Date): Promise<void> => {
  const { id } = await lockDraft(trx, draft)
  await trx
    .updateTable('clips')
    .set({ status: 'in_review', review_note: '', updated_at: now })
    .where('id', '=', id)
    .execute()
}

const recallRefusals: Record<Exclude<ClipState, 'in_review'>, string> = {
  draft: 'It is no longer with our editors: you can edit it yourself.',
  published: 'Our editors have published it: it is in the shop. Contact us to have it removed.',
  withdrawn: 'Our editors have already removed it from the shop.',
}

/** Recalls a clip that waits for review. Returns its name. Throws 404, 409 after the editors’ decision. */
export const recallDraft = async (trx: Trx, draft: DraftReference, now: Date): Promise<string> => {
  const { id, name, status } = await lockOwnClip(trx, draft)
  if (status !== 'in_review') throw refuse(409, recallRefusals[status])
  await trx.updateTable('clips').set({ status: 'draft', updated_at: now }).where('id', '=', id).execute()
  return name
}

const deletionRefusals: Record<Exclude<ClipState, 'draft'>, string> = {
  in_review: 'Our editors are reviewing it: recall it first.',
  published: recallRefusals.published,
  withdrawn: 'It was in the shop, and licenses that were sold stay valid. Contact us about it.',
}

/** Deletes a draft; a sweep removes its files. Returns its name. Throws 404, 409 when it is no longer a draft. */
export const deleteDraft = async (trx: Trx, draft: DraftReference): Promise<string> => {
  const { id, name, status } = await lockOwnClip(trx, draft)
  if (status !== 'draft') throw refuse(409, deletionRefusals[status])
  await removeDraftClip(trx, id)
  return name
}

/** Deletes a clip that was never published, and clears it as a cover. The next sweep removes its master. */
export const removeDraftClip = async (trx: Trx, id: number): Promise<void> => {
  await trx.updateTable('collections').set({ trailer_clip_id: null }).where('trailer_clip_id', '=', id).execute()
  await trx.deleteFrom('clips').where('id', '=', id).where('status', '=', 'draft').execute()
}
