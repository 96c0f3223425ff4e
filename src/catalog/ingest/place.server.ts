/** Where a new clip belongs: its filmmaker, shoot, scene and category, found by name or made. What is there stays as it is. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { slugOf } from '#platform/slug.ts'

import { saveCategory, saveCollection, saveFilmmaker, saveScene } from '../save.server.ts'
import type { ClipWords } from './words.ts'

export type Place = {
  filmmaker_id: number
  shoot_id: number
  scene_id: number | null
  category_id: number
  subcategory_id: number | null
}

/** Where clips wait for an editor who sorts them. */
export const unsorted = { slug: 'unsorted', name: 'Unsorted', position: 999 }

const filmmakerOf = async (trx: Trx, { filmmaker: name, filmmaker_id }: ClipWords) => {
  if (filmmaker_id !== undefined)
    return trx.selectFrom('filmmakers').where('id', '=', filmmaker_id).select(['id', 'slug']).executeTakeFirstOrThrow()
  const slug = slugOf(name)
  const known = await trx.selectFrom('filmmakers').where('slug', '=', slug).select('id').executeTakeFirst()
  return { slug, id: known?.id ?? (await saveFilmmaker(trx, { slug, name })) }
}

/** Two filmmakers may have a shoot of the same name: the second one's address carries their own. */
export const shootOf = async (trx: Trx, name: string, filmmaker: { id: number; slug: string }) => {
  const plain = slugOf(name)
  for (const slug of [plain, `${plain}-${filmmaker.slug}`, `${plain}-${filmmaker.id}`]) {
    const known = await trx
      .selectFrom('collections')
      .where('slug', '=', slug)
      .select(['id', 'filmmaker_id'])
      .executeTakeFirst()
    if (known?.filmmaker_id === filmmaker.id) return known.id
    if (!known) return saveCollection(trx, { kind: 'shoot', slug, name, filmmaker_id: filmmaker.id })
  }
  throw new Error(`There is no free address for the shoot “${name}”.`)
}

const sceneOf = async (trx: Trx, shoot_id: number, name: string) => {
  const scenes = await trx.selectFrom('scenes').where('shoot_id', '=', shoot_id).select(['id', 'slug']).execute()
  const slug = slugOf(name)
  return (
    scenes.find(scene => scene.slug === slug)?.id ??
    (await saveScene(trx, { shoot_id, slug, name, position: scenes.length }))
  )
}

const categoryOf = async (trx: Trx, name: string, parent_id: number | null) => {
  const found = await findCategory(trx, name, parent_id)
  if (found) return found.id
  const slug = slugOf(name)
  const taken = await trx.selectFrom('categories').where('slug', '=', slug).select('id').executeTakeFirst()
  return saveCategory(trx, { slug: taken ? `${slug}-${parent_id ?? 'all'}` : slug, name, parent_id })
}

/** By slug or name, among the categories (`parent_id` null) or the subcategories of one. */
export const findCategory = async (db: Db | Trx, name: string, parent_id: number | null) => {
  const siblings = await db
    .selectFrom('categories')
    .where('parent_id', parent_id === null ? 'is' : '=', parent_id)
    .select(['id', 'slug', 'name'])
    .orderBy('position')
    .execute()
  return siblings.find(one => one.slug === slugOf(name) || slugOf(one.name) === slugOf(name))
}

export const placeOf = async (trx: Trx, words: ClipWords): Promise<Place> => {
  const filmmaker = await filmmakerOf(trx, words)
  const shoot_id = await shootOf(trx, words.shoot, filmmaker)
  const category_id = words.category ? await categoryOf(trx, words.category, null) : await saveCategory(trx, unsorted)
  return {
    filmmaker_id: filmmaker.id,
    shoot_id,
    scene_id: words.scene ? await sceneOf(trx, shoot_id, words.scene) : null,
    category_id,
    subcategory_id: words.subcategory ? await categoryOf(trx, words.subcategory, category_id) : null,
  }
}

/**
 * A name for the clip's address that no other clip of the shoot has. Others who look for one wait until we are done. It is no
 * lock of the row: what publishes a clip holds the clip and what it says, and then counts its collections in one order.
 */
export const freeSlug = async (trx: Trx, shoot_id: number, name: string): Promise<string> => {
  await sql`select pg_advisory_xact_lock(73, ${shoot_id})`.execute(trx)
  const rows = await trx.selectFrom('clips').where('shoot_id', '=', shoot_id).select('slug').execute()
  const taken = new Set(rows.map(row => row.slug))
  const plain = slugOf(name)
  for (let n = 1; ; n++) {
    const slug = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(slug)) return slug
  }
}
