/** Loads categories and subcategories, in the editors’ order, with clip counts and covers. */
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { Category } from './collections-contract.ts'
import { coverOf } from './covers.server.ts'
import { findCategoryBySlug } from './edit-categories.server.ts'

type CategoryRow = {
  id: number
  parent_id: number | null
  slug: string
  name: string
  description: string
  cover_card: string | null
}

const COVER_CANDIDATES = 20

/** The card of the chosen cover of a category `ca` while that is published in it, or else of its best clip; flashing clips come last. */
export const coverCardSql = sql<string | null>`coalesce(
  (select s.card from clip_search s join clips c on c.id = s.clip_id
   where s.clip_id = ca.cover_clip_id and (c.category_id = ca.id or c.subcategory_id = ca.id)),
  (select best.card
   from (select clip_id, score, card from clip_search where words @@ quote_literal('~category=' || ca.slug)::tsquery
         order by score desc, clip_id desc limit ${sql.lit(COVER_CANDIDATES)}) best
   join clips c on c.id = best.clip_id order by c.flashing, best.score desc, best.clip_id desc limit 1))`

const categoryRows = async (db: Db): Promise<CategoryRow[]> => {
  const { rows } = await sql<CategoryRow>`
    select ca.id, ca.parent_id, ca.slug, ca.name, ca.description, ${coverCardSql} as cover_card
    from categories ca order by ca.position, ca.id`.execute(db)
  return rows
}

/** Counts published clips by category and subcategory id. Reads every clip, so the result must be cached. */
const countClips = async (db: Db): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; clip_count: number }>`
    select id, sum(n)::integer as clip_count
    from (select category_id, subcategory_id, count(*) as n from clips where status = 'published' group by 1, 2) counted
    cross join lateral (values (category_id), (subcategory_id)) of(id) where id is not null group by id`.execute(db)
  return new Map(rows.map(({ id, clip_count }) => [id, clip_count]))
}

/** Returns categories and subcategories with published clips, in the editors’ order. */
export const loadCategories = async (db: Db): Promise<Category[]> => {
  const [allRows, counts] = await Promise.all([categoryRows(db), countClips(db)])
  const rows = allRows.filter(({ id }) => counts.has(id))
  const toSummary = ({ id, slug, name, cover_card }: CategoryRow) => ({
    slug,
    name,
    clip_count: counts.get(id) ?? 0,
    cover: coverOf(cover_card),
  })
  return rows.map(row => {
    const parent = allRows.find(candidate => candidate.id === row.parent_id)
    return {
      ...toSummary(row),
      description: row.description,
      parent: parent ? { slug: parent.slug, name: parent.name } : null,
      subcategories: rows.filter(child => child.parent_id === row.id).map(toSummary),
    }
  })
}

type CategoryList = { get: () => Promise<Category[]>; refresh: () => Promise<Category[]> }

/** Returns the category that has this address or had it before. `list` may be older than the category. Throws a 404 Refusal. */
export const getCategoryBySlug = async (db: Db, list: CategoryList, slug: string): Promise<Category> => {
  const cached = (await list.get()).find(category => category.slug === slug)
  if (cached) return cached
  const current = await findCategoryBySlug(db, slug)
  if (!current || !(await hasPublishedClips(db, current.id))) throw refuse.missing('category')
  const findCurrent = (categories: readonly Category[]) => categories.find(category => category.slug === current.slug)
  const category = findCurrent(await list.get()) ?? findCurrent(await list.refresh())
  if (!category) throw refuse.missing('category')
  return category
}

const hasPublishedClips = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('clips')
    .where('status', '=', 'published')
    .where(({ or, eb }) => or([eb('category_id', '=', id), eb('subcategory_id', '=', id)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined
