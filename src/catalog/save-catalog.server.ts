/** Creates or updates the entities of the catalog by slug, so that running it twice changes nothing. */

import { sql } from 'kysely'

import { formatOf } from '#licensing/terms.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'

import { recordReleaseChanges } from './clips.server.ts'
import { indexClips, recountClips } from './search-index.server.ts'
import type { Release } from './traits.ts'

type FilmmakerInput = { slug: string; name: string; location?: string; bio?: string }

/** Returns the filmmaker’s id. */
export const saveFilmmaker = async (trx: Trx, { slug, ...fields }: FilmmakerInput): Promise<number> => {
  const { id } = await trx
    .insertInto('filmmakers')
    .values({ slug, ...fields })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type CategoryInput = { slug: string; name: string; description?: string; position?: number; parent_id?: number | null }

/** Returns the category’s id; with a parent it is a subcategory. */
export const saveCategory = async (trx: Trx, { slug, ...fields }: CategoryInput): Promise<number> => {
  const { id } = await trx
    .insertInto('categories')
    .values({ slug, ...fields })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type CollectionInput = {
  slug: string
  name: string
  description?: string
  featured?: boolean
  position?: number
  created_at?: Date
} & ({ kind: 'shoot'; filmmaker_id: number } | { kind: 'curated' })

/** Returns the id of the shoot or curated collection. */
export const saveCollection = async (trx: Trx, { slug, ...fields }: CollectionInput): Promise<number> => {
  const { id } = await trx
    .insertInto('collections')
    .values({ slug, ...fields })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type SceneInput = { shoot_id: number; slug: string; name: string; position?: number }

/** Returns the scene’s id. */
export const saveScene = async (trx: Trx, { shoot_id, slug, ...fields }: SceneInput): Promise<number> => {
  const { id } = await trx
    .insertInto('scenes')
    .values({ shoot_id, slug, ...fields })
    .onConflict(conflict => conflict.columns(['shoot_id', 'slug']).doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type ClipFormatInput = {
  format_id: number
  width: number
  height: number
  codec: string
  size_bytes: number
  /** null: transcoded from the master on first request; `size_bytes` is an estimate. */
  storage_key: string | null
  file_name: string
}

type ClipInput = {
  /** A reserved number; by default, the next one. */
  id?: number | undefined
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
  camera?: string
  lens?: string
  people_count?: number
  loopable?: boolean
  releases?: Release[]
  flashing?: boolean
  production?: 'filmed' | 'computer-generated'
  tier?: 'standard' | 'premium' | 'signature'
  /** 0 to 1. */
  popularity?: number
  formats: ClipFormatInput[]
}

/** Returns the number of a clip that will be saved later. */
export const reserveClipNumber = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('clips', 'id'))::integer as id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database gave no clip number.')
  return row.id
}

/** Saves a clip with its formats; a new clip is a draft. Returns its id. A clip is identified by its shoot and slug. */
export const saveClip = async (
  trx: Trx,
  { formats, id: reserved_id, slug, shoot_id, ...fields }: ClipInput,
): Promise<number> => {
  const before = await trx
    .selectFrom('clips')
    .where('shoot_id', '=', shoot_id)
    .where('slug', '=', slug)
    .select('releases')
    .executeTakeFirst()
  const { id, status, releases } = await trx
    .insertInto('clips')
    .values({ id: reserved_id, slug, shoot_id, ...fields })
    .onConflict(conflict => conflict.columns(['shoot_id', 'slug']).doUpdateSet({ ...fields, updated_at: new Date() }))
    .returning(['id', 'status', 'releases'])
    .executeTakeFirstOrThrow()
  if (before) await recordReleaseChanges(trx, [{ id, before: before.releases, after: releases }])
  await replaceFormats(trx, id, formats)
  if (status === 'published') await indexClips(trx, [id])
  return id
}

/** Replaces the formats in which a clip is sold. */
export const replaceFormats = async (trx: Trx, clip_id: number, formats: readonly ClipFormatInput[]): Promise<void> => {
  const rows = formats.map(format => ({ clip_id, priority: formatOf(format.format_id).priority, ...format }))
  await trx.deleteFrom('clip_formats').where('clip_id', '=', clip_id).execute()
  if (rows.length > 0) await trx.insertInto('clip_formats').values(rows).execute()
}

/** Publishes clips and adds them to the search. The date of a first publication stays. */
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

/** Submits a draft for review; a clip in any other state stays as it is. */
export const submitClip = async (trx: Trx, id: number): Promise<void> => {
  await trx
    .updateTable('clips')
    .set({ status: 'in_review' })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute()
}

type CollectionClipsInput = { collection_id: number; clip_ids: readonly number[]; trailer_clip_id?: number | null }

/** Sets a curated collection’s clips, in the editors’ order, and its trailer. */
export const setCollectionClips = async (
  trx: Trx,
  { collection_id, clip_ids, trailer_clip_id = null }: CollectionClipsInput,
): Promise<void> => {
  const previous = await trx
    .deleteFrom('collection_clips')
    .where('collection_id', '=', collection_id)
    .returning('clip_id')
    .execute()
  const rows = clip_ids.map((clip_id, position) => ({ collection_id, clip_id, position }))
  if (rows.length > 0) await trx.insertInto('collection_clips').values(rows).execute()
  await trx.updateTable('collections').set({ trailer_clip_id }).where('id', '=', collection_id).execute()
  await indexClips(trx, [...new Set([...previous.map(row => row.clip_id), ...clip_ids])])
  await recountClips(trx, [collection_id], [])
}
