/** Categories: create, edit, reorder, merge and delete, each with an audit entry. */
import { sql } from 'kysely'

import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { reorder } from '#platform/reorder.ts'
import { toSlug } from '#platform/slug.ts'

import type { StaffActor } from './review.server.ts'
import { reindexClipsWhere } from './search-index.server.ts'

export const REINDEX_CATEGORY_JOB = 'catalog.reindex-category'

/** The address of the category of clips that are not sorted yet. Ingest finds the category by it. */
export const UNSORTED_SLUG = 'unsorted'

const MAX_SLUG_LENGTH = 80

type CategoryRow = { id: number; parent_id: number | null; slug: string; name: string; description: string }
type CategoryText = Omit<CategoryRow, 'id'>

/**
 * Keeps categories as they are until the transaction ends. Whatever puts a clip into a category calls it before it locks
 * a clip, because a merge locks the categories first and its clips after that.
 */
export const holdCategories = (trx: Trx) => sql`select pg_advisory_xact_lock_shared(73, 0)`.execute(trx)
/** Serializes changes to categories, and waits for whatever puts clips into them. */
const lockCategories = (trx: Trx) => sql`select pg_advisory_xact_lock(73, 0)`.execute(trx)

const lockCategory = async (trx: Trx, id: number) => {
  await lockCategories(trx)
  const row = await trx.selectFrom('categories').where('id', '=', id).selectAll().executeTakeFirst()
  if (!row) throw refuse.missing('category')
  return row
}

/** Returns the category that has this address, or had it before; undefined if there is none. */
export const findCategoryBySlug = async (db: Db | Trx, slug: string) =>
  (await db
    .selectFrom('categories')
    .where('slug', '=', slug)
    .select(['id', 'slug', 'name', 'parent_id'])
    .executeTakeFirst()) ??
  db
    .selectFrom('category_redirects as r')
    .innerJoin('categories as ca', 'ca.id', 'r.category_id')
    .where('r.slug', '=', slug)
    .select(['ca.id', 'ca.slug', 'ca.name', 'ca.parent_id'])
    .executeTakeFirst()

const hasSubcategories = async (trx: Trx, id: number): Promise<boolean> =>
  (await trx.selectFrom('categories').where('parent_id', '=', id).select('id').limit(1).executeTakeFirst()) !==
  undefined

/** Throws 422 unless a category may have this parent: there are two levels. */
const requireParent = async (trx: Trx, parent_id: number | null, id?: number): Promise<void> => {
  if (parent_id === null) return
  const refuseParent = (text: string) => refuse.fields({ parent_id: [text] })
  if (parent_id === id) throw refuseParent('A category can’t be inside itself.')
  const parent = await trx
    .selectFrom('categories')
    .where('id', '=', parent_id)
    .select(['name', 'slug', 'parent_id'])
    .executeTakeFirst()
  if (!parent) throw refuseParent('This category no longer exists. Choose another one.')
  if (id !== undefined && parent.parent_id === id) throw refuseParent(`“${parent.name}” is inside this category.`)
  if (parent.parent_id !== null)
    throw refuseParent(`“${parent.name}” is a subcategory, which has no subcategories of its own.`)
  if (parent.slug === UNSORTED_SLUG) throw refuseParent(`“${parent.name}” has no subcategories.`)
  if (id !== undefined && (await hasSubcategories(trx, id)))
    throw refuseParent('It has subcategories. Move them first.')
}

const requireFreeSlug = async (trx: Trx, id: number, slug: string): Promise<void> => {
  const owner = await findCategoryBySlug(trx, slug)
  if (!owner || owner.id === id) return
  throw refuse.fields({
    slug: [
      owner.slug === slug
        ? `“${owner.name}” has this address.`
        : `“${owner.name}” had this address before, and links with it still lead there.`,
    ],
  })
}

const nextPosition = async (trx: Trx, parent_id: number | null): Promise<number> => {
  const { last } = await trx
    .selectFrom('categories')
    .where('parent_id', parent_id === null ? 'is' : '=', parent_id)
    .where('slug', '<>', UNSORTED_SLUG)
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Creates a category, last among its siblings, with a slug made from its name. Returns its id. Throws 422 for an invalid parent. */
export const createCategory = async (
  trx: Trx,
  { name, description, parent_id }: Omit<CategoryText, 'slug'>,
  actor: StaffActor,
): Promise<number> => {
  await lockCategories(trx)
  await requireParent(trx, parent_id)
  const baseSlug = toSlug(name).slice(0, MAX_SLUG_LENGTH - 4)
  let slug = baseSlug
  for (let n = 2; await findCategoryBySlug(trx, slug); n++) slug = `${baseSlug}-${n}`
  const position = await nextPosition(trx, parent_id)
  const { id } = await trx
    .insertInto('categories')
    .values({ slug, name, description, parent_id, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  const changes = { name: [null, name], slug: [null, slug], parent_id: [null, parent_id] } as const
  await writeAuditEntry(trx, { ...actor, about: 'category', about_key: id, action: 'created', changes })
  return id
}

/**
 * Updates the text, the slug and the parent. Returns whether the search must follow, by `reindexCategory` after the
 * commit. Throws 404, 409 when somebody saved another version since, 422 for a slug that is taken or an invalid parent.
 */
export const updateCategory = async (
  trx: Trx,
  id: number,
  { version, ...text }: CategoryText & { version: number },
  actor: StaffActor,
): Promise<boolean> => {
  const row = await lockCategory(trx, id)
  if (row.version !== version)
    throw refuse(
      409,
      'Somebody else saved changes to this category. Check the history, then save again to overwrite them.',
    )
  const { name, slug, description, parent_id } = row
  const changes = diffFields<CategoryText>({ name, slug, description, parent_id }, text)
  if (Object.keys(changes).length === 0) return false
  if (slug === UNSORTED_SLUG && (text.slug !== slug || text.parent_id !== parent_id)) throw refuse(409, KEEPS_UNSORTED)
  if (text.slug !== slug) await changeSlug(trx, row, text.slug)
  if (text.parent_id !== parent_id) {
    await requireParent(trx, text.parent_id, id)
    await moveClips(trx, row, placeIn(id, text.parent_id))
  }
  await trx
    .updateTable('categories')
    .set({
      ...text,
      ...(text.parent_id !== parent_id && { position: await nextPosition(trx, text.parent_id) }),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute()
  await writeAuditEntry(trx, { ...actor, about: 'category', about_key: id, action: 'edited', changes })
  return text.name !== name || text.slug !== slug || text.parent_id !== parent_id
}

const KEEPS_UNSORTED = 'New footage without a category goes here, so this category keeps its address and its place.'

/** The old slug leads to the category from now on; one that it had before becomes its own again. */
const changeSlug = async (trx: Trx, { id, slug: old_slug }: CategoryRow, slug: string) => {
  await requireFreeSlug(trx, id, slug)
  await trx.deleteFrom('category_redirects').where('slug', '=', slug).execute()
  await trx.insertInto('category_redirects').values({ slug: old_slug, category_id: id }).execute()
}

type ClipPlace = { category_id: number; subcategory_id: number | null }

/** Where the clips of a category with this parent are. */
const placeIn = (id: number, parent_id: number | null): ClipPlace =>
  parent_id === null ? { category_id: id, subcategory_id: null } : { category_id: parent_id, subcategory_id: id }

/** Moves every clip of a category, in any state. Clips of its subcategories keep their subcategory. Returns how many moved. */
const moveClips = async (trx: Trx, from: CategoryRow, { category_id, subcategory_id }: ClipPlace): Promise<number> => {
  const column = sql.ref(from.parent_id === null ? 'category_id' : 'subcategory_id')
  // Locked in the order of their ids, like everywhere.
  const { rows } = await sql`select id from clips where ${column} = ${from.id} order by id for no key update`.execute(
    trx,
  )
  const newSubcategory =
    from.parent_id === null && subcategory_id === null ? sql.ref('subcategory_id') : sql`${subcategory_id}::integer`
  await sql`
    update clips set category_id = ${category_id}, subcategory_id = ${newSubcategory} where ${column} = ${from.id}`.execute(
    trx,
  )
  return rows.length
}

const countClipsOf = async (trx: Trx, { id, parent_id }: CategoryRow): Promise<number> => {
  const { n } = await trx
    .selectFrom('clips')
    .where(parent_id === null ? 'category_id' : 'subcategory_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * Merges a category into another one: its clips and subcategories move there, its addresses lead there, and it is
 * deleted. The search follows by `reindexCategory` of the other one. Throws 404, 422 for a category that can’t take it in.
 */
export const mergeCategory = async (trx: Trx, id: number, into_id: number, actor: StaffActor): Promise<void> => {
  const source = await lockCategory(trx, id)
  const refuseTarget = (text: string) => refuse.fields({ into_id: [text] })
  if (id === into_id) throw refuseTarget('A category can’t be merged into itself.')
  if (source.slug === UNSORTED_SLUG) throw refuse(409, KEEPS_UNSORTED)
  const target = await trx.selectFrom('categories').where('id', '=', into_id).selectAll().executeTakeFirst()
  if (!target) throw refuseTarget('This category no longer exists. Choose another one.')
  const isParent = await hasSubcategories(trx, id)
  if (isParent && (target.parent_id !== null || target.slug === UNSORTED_SLUG))
    throw refuseTarget(`“${source.name}” has subcategories, which “${target.name}” can’t have. Move them first.`)
  const before = await countClipsOf(trx, target)
  const moved = await moveClips(trx, source, placeIn(target.id, target.parent_id))
  if (isParent) {
    const offset = await nextPosition(trx, into_id)
    await trx
      .updateTable('categories')
      .set(({ eb }) => ({ parent_id: into_id, position: eb('position', '+', offset), version: eb('version', '+', 1) }))
      .where('parent_id', '=', id)
      .execute()
  }
  await trx.updateTable('category_redirects').set({ category_id: into_id }).where('category_id', '=', id).execute()
  await trx.deleteFrom('categories').where('id', '=', id).execute()
  await trx.insertInto('category_redirects').values({ slug: source.slug, category_id: into_id }).execute()
  const merged = [`${source.name} (${source.slug})`, `${target.name} (${target.slug})`] as const
  const entry = { ...actor, about: 'category', action: 'merged' } as const
  await writeAuditEntry(trx, { ...entry, about_key: id, changes: { category: merged, clips: [moved, 0] } })
  const clips = [before, await countClipsOf(trx, target)] as const
  await writeAuditEntry(trx, { ...entry, about_key: into_id, changes: { category: merged, clips } })
}

/** Deletes a category that has no clips and no subcategories. Throws 404, 409. */
export const deleteCategory = async (trx: Trx, id: number, actor: StaffActor): Promise<void> => {
  const row = await lockCategory(trx, id)
  if (row.slug === UNSORTED_SLUG) throw refuse(409, KEEPS_UNSORTED)
  if (await hasSubcategories(trx, id))
    throw refuse(409, `“${row.name}” has subcategories. Merge it into another category instead, and they move with it.`)
  const clips = await countClipsOf(trx, row)
  if (clips > 0)
    throw refuse(
      409,
      `“${row.name}” has ${clips === 1 ? '1 clip' : `${clips.toLocaleString('en-US')} clips`}. Merge it into another category instead.`,
    )
  await trx.deleteFrom('categories').where('id', '=', id).execute()
  const changes = { name: [row.name, null], slug: [row.slug, null], parent_id: [row.parent_id, null] } as const
  await writeAuditEntry(trx, { ...actor, about: 'category', about_key: id, action: 'deleted', changes })
}

/** Sets the cover’s clip; null for the best clip. Throws 404, 409 for a clip of another category. */
export const setCategoryCover = async (
  trx: Trx,
  id: number,
  clip_id: number | null,
  actor: StaffActor,
): Promise<void> => {
  const row = await lockCategory(trx, id)
  if (row.cover_clip_id === clip_id) return
  if (clip_id !== null) {
    const clip = await trx
      .selectFrom('clips')
      .where('id', '=', clip_id)
      .where(row.parent_id === null ? 'category_id' : 'subcategory_id', '=', id)
      .select('status')
      .executeTakeFirst()
    if (!clip) throw refuse(409, 'This clip is not in the category anymore.')
    if (clip.status !== 'published') throw refuse(409, 'This clip is not published, so nobody would see it.')
  }
  await trx.updateTable('categories').set({ cover_clip_id: clip_id }).where('id', '=', id).execute()
  const changes = { cover: [row.cover_clip_id, clip_id] } as const
  await writeAuditEntry(trx, { ...actor, about: 'category', about_key: id, action: 'cover_changed', changes })
}

/** Moves a category before a sibling, or to the end. Throws 404, 409 for one that is no sibling. */
export const reorderCategory = async (
  trx: Trx,
  id: number,
  before: number | null,
  actor: StaffActor,
): Promise<void> => {
  const { parent_id } = await lockCategory(trx, id)
  const siblings = await trx
    .selectFrom('categories')
    .where('parent_id', parent_id === null ? 'is' : '=', parent_id)
    .orderBy('position')
    .orderBy('id')
    .select('id')
    .execute()
  const ids = siblings.map(sibling => sibling.id)
  if (before !== null && !ids.includes(before))
    throw refuse(409, 'The category that should follow it is no longer beside it.')
  const order = reorder(ids, [id], before)
  const positions = [ids.indexOf(id) + 1, order.indexOf(id) + 1] as const
  if (positions[0] === positions[1]) return
  await sql`
    update categories ca set position = o.nth
    from unnest(${order}::int[]) with ordinality as o (id, nth)
    where ca.id = o.id and ca.position <> o.nth`.execute(trx)
  const changes = { place: positions }
  await writeAuditEntry(trx, { ...actor, about: 'category', about_key: id, action: 'moved', changes })
}

/** Reindexes the clips of a category after it was changed or took in another. Runs as a job: it may have many clips. */
export const reindexCategory = (db: Db, id: number): Promise<void> =>
  reindexClipsWhere(db, sql`${id} in (c.category_id, c.subcategory_id)`)
