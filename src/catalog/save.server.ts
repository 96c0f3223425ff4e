import { formatOf } from '#licensing/terms.ts'
/** The verbs that fill the catalog. Each knows its thing by slug, so that running it twice changes nothing. */
import type { Trx } from '#platform/database.server.ts'

import { indexClips, recount } from './index.server.ts'
import type { Release } from './traits.ts'

type Filmmaker = { slug: string; name: string; location?: string; bio?: string }

/** Answers the filmmaker's id. */
export const saveFilmmaker = async (trx: Trx, { slug, ...facts }: Filmmaker): Promise<number> => {
  const { id } = await trx
    .insertInto('filmmakers')
    .values({ slug, ...facts })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Category = { slug: string; name: string; description?: string; position?: number; parent_id?: number | null }

/** Answers the category's id; with a parent it is a subcategory. */
export const saveCategory = async (trx: Trx, { slug, ...facts }: Category): Promise<number> => {
  const { id } = await trx
    .insertInto('categories')
    .values({ slug, ...facts })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Collection = {
  slug: string
  name: string
  description?: string
  featured?: boolean
  position?: number
  created_at?: Date
} & ({ kind: 'shoot'; filmmaker_id: number } | { kind: 'curated' })

/** Answers the id of the shoot or curated set. */
export const saveCollection = async (trx: Trx, { slug, ...facts }: Collection): Promise<number> => {
  const { id } = await trx
    .insertInto('collections')
    .values({ slug, ...facts })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Scene = { shoot_id: number; slug: string; name: string; position?: number }

/** Answers the scene's id. */
export const saveScene = async (trx: Trx, { shoot_id, slug, ...facts }: Scene): Promise<number> => {
  const { id } = await trx
    .insertInto('scenes')
    .values({ shoot_id, slug, ...facts })
    .onConflict(conflict => conflict.columns(['shoot_id', 'slug']).doUpdateSet(facts))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type SoldFormat = {
  format_id: number
  width: number
  height: number
  codec: string
  size_bytes: number
  /** null: made of the master when somebody first asks; `size_bytes` is about what it will be. */
  storage_key: string | null
  file_name: string
}

type Clip = {
  slug: string
  name: string
  description?: string
  filmmaker_id: number
  shoot_id: number
  scene_id?: number | null
  category_id: number
  subcategory_id?: number | null
  keywords?: string[]
  master_id: number
  width: number
  height: number
  /** Frames per second. */
  fps: number
  duration_ms: number
  camera_look: string
  motion: string
  time_of_day: string
  location_type?: string
  people_count?: number
  loopable?: boolean
  releases?: Release[]
  flashing?: boolean
  production?: 'filmed' | 'computer-generated'
  tier?: 'standard' | 'premium' | 'signature'
  /** 0 to 1. */
  popularity?: number
  formats: SoldFormat[]
}

/** Saves a clip with what can be bought of it; new ones are drafts. Answers its id. A clip is known by its shoot and slug. */
export const saveClip = async (trx: Trx, { formats, slug, shoot_id, ...facts }: Clip): Promise<number> => {
  const { id, status } = await trx
    .insertInto('clips')
    .values({ slug, shoot_id, ...facts })
    .onConflict(conflict => conflict.columns(['shoot_id', 'slug']).doUpdateSet({ ...facts, updated_at: new Date() }))
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow()
  await replaceFormats(trx, id, formats)
  if (status === 'published') await indexClips(trx, [id])
  return id
}

/** What can be bought of a clip from now on. */
export const replaceFormats = async (trx: Trx, clip_id: number, formats: readonly SoldFormat[]): Promise<void> => {
  const offered = formats.map(format => ({ clip_id, priority: formatOf(format.format_id).priority, ...format }))
  await trx.deleteFrom('clip_formats').where('clip_id', '=', clip_id).execute()
  if (offered.length > 0) await trx.insertInto('clip_formats').values(offered).execute()
}

/** Opens clips to buyers and to the search; the day of a first publication stays. */
export const publishClips = async (trx: Trx, ids: readonly number[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await trx
    .updateTable('clips')
    .set(clip => ({ status: 'published', published_at: clip.fn.coalesce('published_at', clip.val(now)) }))
    .where('id', 'in', ids)
    .execute()
  await indexClips(trx, ids)
}

export const publishClip = (trx: Trx, id: number, now: Date): Promise<void> => publishClips(trx, [id], now)

/** Lays a draft before the editors; a clip that is further already stays as it is. */
export const submitClip = async (trx: Trx, id: number): Promise<void> => {
  await trx
    .updateTable('clips')
    .set({ status: 'in_review' })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
}

/** Takes a clip out of search and sale; who licensed it keeps it. */
export const withdrawClip = async (trx: Trx, id: number): Promise<void> => {
  await trx.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', id).execute()
  await indexClips(trx, [id])
}

type Choice = { collection_id: number; clip_ids: readonly number[]; trailer_clip_id?: number | null }

/** Sets a curated collection's clips, in the editors' order, and its trailer. */
export const curate = async (trx: Trx, { collection_id, clip_ids, trailer_clip_id = null }: Choice): Promise<void> => {
  const before = await trx
    .deleteFrom('collection_clips')
    .where('collection_id', '=', collection_id)
    .returning('clip_id')
    .execute()
  const rows = clip_ids.map((clip_id, position) => ({ collection_id, clip_id, position }))
  if (rows.length > 0) await trx.insertInto('collection_clips').values(rows).execute()
  await trx.updateTable('collections').set({ trailer_clip_id }).where('id', '=', collection_id).execute()
  await indexClips(trx, [...new Set([...before.map(row => row.clip_id), ...clip_ids])])
  await recount(trx, [collection_id], [])
}
