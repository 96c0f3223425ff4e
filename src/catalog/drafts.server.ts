/** A filmmaker's own hand on a clip that is not before the editors: its words, and laying it before them. */
import type { TechFacts } from '#media/rendition-set.ts'
import type { Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { needCategory, type Words } from './edit.server.ts'
import { formatsOf } from './ingest/ingest.server.ts'
import { freeSlug, shootOf, unsorted } from './ingest/place.server.ts'
import type { ClipState } from './review.ts'
import { replaceFormats, saveCategory } from './save.server.ts'

/** All that a filmmaker says of a clip: what it costs is the editors' to say. */
export type DraftWords = Omit<Words, 'category_id' | 'tier'> & {
  shoot: string
  /** null: it waits among the unsorted. */
  category_id: number | null
  production: 'filmed' | 'computer-generated'
  /** Flat color, to be graded: sold as LOG. */
  log: boolean
}

type Draft = { clip_id: number; filmmaker_id: number }

/** Throws 404 for what is not this filmmaker's. */
const holdOwn = async (trx: Trx, { clip_id, filmmaker_id }: Draft) => {
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

/** Throws 404, 409 for what is no draft any more. */
const holdDraft = async (trx: Trx, draft: Draft) => {
  const clip = await holdOwn(trx, draft)
  if (clip.status !== 'draft')
    throw refuse(409, 'This clip is with our editors. It can be changed again when they send it back.')
  return clip
}

/** What a draft is called and said to be from now on. Throws 404, 409, or 422 for a category that does not fit. */
export const saveDraft = async (trx: Trx, draft: Draft, words: DraftWords, now: Date): Promise<void> => {
  const clip = await holdDraft(trx, draft)
  const { shoot, log, category_id: chosen, ...facts } = words
  const { filmmaker_id } = draft
  if (chosen !== null) await needCategory(trx, { ...words, category_id: chosen })
  const category = chosen === null ? { category_id: await saveCategory(trx, unsorted), subcategory_id: null } : {}
  const filmmaker = await trx
    .selectFrom('filmmakers')
    .where('id', '=', filmmaker_id)
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
  const shoot_id = await shootOf(trx, shoot, filmmaker)
  const isSame = shoot_id === clip.shoot_id && words.name === clip.name
  await trx
    .updateTable('clips')
    .set({
      ...facts,
      ...(chosen !== null && { category_id: chosen }),
      ...category,
      shoot_id,
      // A scene is a part of its shoot.
      ...(shoot_id !== clip.shoot_id && { scene_id: null }),
      slug: isSame ? clip.slug : await freeSlug(trx, shoot_id, words.name),
      updated_at: now,
    })
    .where('id', '=', clip.id)
    .execute()
  await sellAs(trx, clip, log)
}

/** A draft was never sold: what it is offered as may still change. */
const sellAs = async (trx: Trx, { id, master_id }: { id: number; master_id: number }, log: boolean) => {
  const { facts, ...stored } = await trx
    .selectFrom('masters')
    .where('id', '=', master_id)
    .select(['facts', 'storage_key', 'file_name'])
    .executeTakeFirstOrThrow()
  const tech = facts as TechFacts | Record<string, never>
  if ('width' in tech) await replaceFormats(trx, id, formatsOf(tech as TechFacts, { log }, stored))
}

/** Lays a draft before the editors; what they said of it before is answered with that. Throws 404, 409. */
export const submitDraft = async (trx: Trx, draft: Draft, now: Date): Promise<void> => {
  const { id } = await holdDraft(trx, draft)
  await trx
    .updateTable('clips')
    .set({ status: 'in_review', review_note: '', updated_at: now })
    .where('id', '=', id)
    .execute()
}

const notWithEditors: Record<Exclude<ClipState, 'in_review'>, string> = {
  draft: 'It is not with our editors any more: you can change it yourself.',
  published: 'Our editors have published it: it is in the shop. Write to us to have it taken out.',
  withdrawn: 'Our editors have taken it out of the shop already.',
}

/** Takes a clip back from the editors, who have not decided yet. Answers its name. Throws 404, 409 when they have. */
export const takeBack = async (trx: Trx, draft: Draft, now: Date): Promise<string> => {
  const { id, name, status } = await holdOwn(trx, draft)
  if (status !== 'in_review') throw refuse(409, notWithEditors[status])
  await trx.updateTable('clips').set({ status: 'draft', updated_at: now }).where('id', '=', id).execute()
  return name
}

const noDraft: Record<Exclude<ClipState, 'draft'>, string> = {
  in_review: 'Our editors have it by now: take it back first.',
  published: notWithEditors.published,
  withdrawn: 'It was in the shop: whoever licensed it keeps it. Write to us about it.',
}

/** Deletes a draft; a sweep takes its files away. Answers its name. Throws 404, 409 for what is no draft any more. */
export const deleteDraft = async (trx: Trx, draft: Draft): Promise<string> => {
  const { id, name, status } = await holdOwn(trx, draft)
  if (status !== 'draft') throw refuse(409, noDraft[status])
  await dropDraft(trx, id)
  return name
}

/** A clip that was never in the shop is gone, with its place as a cover. Its master goes with the next sweep. */
export const dropDraft = async (trx: Trx, id: number): Promise<void> => {
  await trx.updateTable('collections').set({ trailer_clip_id: null }).where('trailer_clip_id', '=', id).execute()
  await trx.deleteFrom('clips').where('id', '=', id).where('status', '=', 'draft').execute()
}
