/** Categories and their subcategories, in the editors' order, with what the whole catalog holds of each. */
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { Category } from './collections-contract.ts'
import { coverOf } from './covers.server.ts'

type Row = {
  id: number
  parent_id: number | null
  slug: string
  name: string
  description: string
  cover_card: string | null
}

const cover_candidates = 20

/** The best clip of each stands for it, before any that flashes. */
const categoryRows = async (db: Db): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select ca.id, ca.parent_id, ca.slug, ca.name, ca.description,
           (select best.card
            from (select clip_id, score, card from clip_search where words @@ quote_literal('~category=' || ca.slug)::tsquery
                  order by score desc, clip_id desc limit ${cover_candidates}) best
            join clips c on c.id = best.clip_id order by c.flashing, best.score desc, best.clip_id desc limit 1) as cover_card
    from categories ca order by ca.position, ca.id`.execute(db)
  return rows
}

/** Published clips by category and subcategory id. Reads every clip: for lists that are kept. */
const clipCounts = async (db: Db): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; clip_count: number }>`
    select id, sum(n)::integer as clip_count
    from (select category_id, subcategory_id, count(*) as n from clips where status = 'published' group by 1, 2) counted
    cross join lateral (values (category_id), (subcategory_id)) of(id) where id is not null group by id`.execute(db)
  return new Map(rows.map(({ id, clip_count }) => [id, clip_count]))
}

/** Categories and subcategories with published clips, in the editors' order. */
export const categoryList = async (db: Db): Promise<Category[]> => {
  const [all, counts] = await Promise.all([categoryRows(db), clipCounts(db)])
  const rows = all.filter(({ id }) => counts.has(id))
  const cardOf = ({ id, slug, name, cover_card }: Row) => ({
    slug,
    name,
    clip_count: counts.get(id) ?? 0,
    cover: coverOf(cover_card),
  })
  return rows.map(row => {
    const parent = all.find(one => one.id === row.parent_id)
    return {
      ...cardOf(row),
      description: row.description,
      parent: parent ? { slug: parent.slug, name: parent.name } : null,
      subcategories: rows.filter(one => one.parent_id === row.id).map(cardOf),
    }
  })
}

/** Throws a 404 Refusal. */
export const categoryIn = (categories: readonly Category[], slug: string): Category => {
  const found = categories.find(one => one.slug === slug)
  if (!found) throw refuse.missing('category')
  return found
}
