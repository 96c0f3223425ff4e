/** Resolves a new clip’s filmmaker, shoot, scene and category by name, and creates missing ones. Existing ones stay as they are. */
import { sql } from 'kysely'

import { findCategoryBySlug, holdCategories, UNSORTED_SLUG } from '#catalog/edit-categories.server.ts'
import { findFilmmakerBySlug } from '#catalog/edit-filmmakers.server.ts'
import { saveCategory, saveCollection, saveFilmmaker, saveScene } from '#catalog/save-catalog.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { toSlug } from '#platform/slug.ts'

import type { IngestMetadata } from './metadata.ts'

export type ClipPlacement = {
  filmmaker_id: number
  shoot_id: number
  scene_id: number | null
  category_id: number
  subcategory_id: number | null
}

/** Returns the id of the category of clips that an editor has not sorted yet. */
export const resolveUnsortedCategory = async (trx: Trx): Promise<number> => {
  const existing = await trx.selectFrom('categories').where('slug', '=', UNSORTED_SLUG).select('id').executeTakeFirst()
  return existing?.id ?? saveCategory(trx, { slug: UNSORTED_SLUG, name: 'Unsorted', position: 999 })
}

const resolveFilmmaker = async (trx: Trx, { filmmaker: name, filmmaker_id }: IngestMetadata) => {
  if (filmmaker_id !== undefined)
    return trx.selectFrom('filmmakers').where('id', '=', filmmaker_id).select(['id', 'slug']).executeTakeFirstOrThrow()
  const slug = toSlug(name)
  return (await findFilmmakerBySlug(trx, slug)) ?? { slug, id: await saveFilmmaker(trx, { slug, name }) }
}

/** Returns the id of a filmmaker’s shoot. If another filmmaker has the name already, the slug gets this filmmaker’s slug. */
export const resolveShoot = async (trx: Trx, name: string, filmmaker: { id: number; slug: string }) => {
  const baseSlug = toSlug(name)
  for (const slug of [baseSlug, `${baseSlug}-${filmmaker.slug}`, `${baseSlug}-${filmmaker.id}`]) {
    const existing = await trx
      .selectFrom('collections')
      .where('slug', '=', slug)
      .select(['id', 'filmmaker_id'])
      .executeTakeFirst()
    if (existing?.filmmaker_id === filmmaker.id) return existing.id
    if (!existing) return saveCollection(trx, { kind: 'shoot', slug, name, filmmaker_id: filmmaker.id })
  }
  throw new Error(`There is no free address for the shoot “${name}”.`)
}

const resolveScene = async (trx: Trx, shoot_id: number, name: string) => {
  const scenes = await trx.selectFrom('scenes').where('shoot_id', '=', shoot_id).select(['id', 'slug']).execute()
  const slug = toSlug(name)
  return (
    scenes.find(scene => scene.slug === slug)?.id ??
    (await saveScene(trx, { shoot_id, slug, name, position: scenes.length }))
  )
}

const resolveCategory = async (trx: Trx, name: string, parent_id: number | null) => {
  const existing = await findCategory(trx, name, parent_id)
  if (existing) return existing.id
  const slug = toSlug(name)
  return saveCategory(trx, {
    slug: (await findCategoryBySlug(trx, slug)) ? `${slug}-${parent_id ?? 'all'}` : slug,
    name,
    parent_id,
  })
}

/** Finds by slug, name or an earlier slug, among the top categories (`parent_id` null) or the subcategories of one. */
export const findCategory = async (db: Db | Trx, name: string, parent_id: number | null) => {
  const siblings = await db
    .selectFrom('categories')
    .where('parent_id', parent_id === null ? 'is' : '=', parent_id)
    .select(['id', 'slug', 'name'])
    .orderBy('position')
    .execute()
  const slug = toSlug(name)
  const existing = siblings.find(sibling => sibling.slug === slug || toSlug(sibling.name) === slug)
  if (existing) return existing
  const renamed = await findCategoryBySlug(db, slug)
  return renamed?.parent_id === parent_id ? renamed : undefined
}

export const resolvePlacement = async (trx: Trx, metadata: IngestMetadata): Promise<ClipPlacement> => {
  await holdCategories(trx)
  const filmmaker = await resolveFilmmaker(trx, metadata)
  const shoot_id = await resolveShoot(trx, metadata.shoot, filmmaker)
  const category_id = metadata.category
    ? await resolveCategory(trx, metadata.category, null)
    : await resolveUnsortedCategory(trx)
  return {
    filmmaker_id: filmmaker.id,
    shoot_id,
    scene_id: metadata.scene ? await resolveScene(trx, shoot_id, metadata.scene) : null,
    category_id,
    subcategory_id: metadata.subcategory ? await resolveCategory(trx, metadata.subcategory, category_id) : null,
  }
}

/**
 * Returns a slug that no other clip of the shoot has. Concurrent callers wait until the transaction ends. It is not a row lock:
 * publishing a clip locks the clip and its related rows first, and then counts its collections in a fixed order.
 */
export const findFreeSlug = async (trx: Trx, shoot_id: number, name: string): Promise<string> => {
  await sql`select pg_advisory_xact_lock(73, ${shoot_id})`.execute(trx)
  const rows = await trx.selectFrom('clips').where('shoot_id', '=', shoot_id).select('slug').execute()
  const usedSlugs = new Set(rows.map(row => row.slug))
  const baseSlug = toSlug(name)
  for (let n = 1; ; n++) {
    const slug = n === 1 ? baseSlug : `${baseSlug}-${n}`
    if (!usedSlugs.has(slug)) return slug
  }
}
