import { sql } from 'kysely'

import { listStaffAuditEntries } from '#platform/admin/audit-log/list.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'

import { coverCardSql } from '../../categories.server.ts'
import { coverOf } from '../../covers.server.ts'
import { UNSORTED_SLUG } from '../../edit-categories.server.ts'
import type { StaffCategory, StaffCategorySummary } from './contract.ts'

type CategorySummaryRow = Omit<StaffCategorySummary, 'thumbs' | 'is_unsorted'> & { cover_card: string | null }

/** Returns every category in order, each followed by its subcategories. */
const loadSummaries = async (db: Db, pattern: string | undefined, number = 0): Promise<StaffCategorySummary[]> => {
  const { rows } = await sql<CategorySummaryRow>`
    with counted as (
      select id, sum(n)::integer as clips, (sum(n) filter (where status = 'published'))::integer as published_clips
      from (select category_id, subcategory_id, status, count(*) as n from clips group by 1, 2, 3) c
      cross join lateral (values (category_id), (subcategory_id)) of(id) where id is not null group by id
    )
    select ca.id, ca.name, ca.slug, ca.parent_id, p.name as parent, coalesce(n.clips, 0) as clips,
           coalesce(n.published_clips, 0) as published_clips, ${coverCardSql} as cover_card
    from categories ca left join categories p on p.id = ca.parent_id left join counted n on n.id = ca.id
    where ${pattern === undefined ? sql`true` : sql`(ca.name || ' ' || ca.slug ilike ${pattern} or ca.id = ${number})`}
    order by coalesce(p.position, ca.position), coalesce(p.id, ca.id), ca.parent_id is not null, ca.position, ca.id`.execute(
    db,
  )
  return rows.map(({ cover_card, ...row }) => ({
    ...row,
    thumbs: coverOf(cover_card)?.thumbs ?? [],
    is_unsorted: row.slug === UNSORTED_SLUG,
  }))
}

export const listCategoriesForStaff = async (db: Db, { search }: { search?: string | undefined }) => {
  const number = /^\s*#?(\d{1,9})\s*$/.exec(search ?? '')?.[1]
  const data = await loadSummaries(db, toLikePattern(search), Number(number ?? 0))
  return { data, meta: toPagination(1, Math.max(1, data.length), data.length) }
}

/** Returns one category. Throws 404. */
export const loadStaffCategory = async (db: Db, id: number): Promise<StaffCategory> => {
  const [row, categories, formerSlugs, { data: history }] = await Promise.all([
    db
      .selectFrom('categories')
      .where('id', '=', id)
      .select(['description', 'version', 'cover_clip_id'])
      .executeTakeFirst(),
    loadSummaries(db, undefined),
    db.selectFrom('category_redirects').where('category_id', '=', id).orderBy('slug').select('slug').execute(),
    listStaffAuditEntries(db, { about: 'category', key: String(id) }),
  ])
  const summary = categories.find(category => category.id === id)
  if (!row || !summary) throw refuse.missing('category')
  return {
    ...summary,
    ...row,
    order: categories.filter(({ parent_id }) => parent_id === summary.parent_id).map(category => category.id),
    subcategories: categories.filter(({ parent_id }) => parent_id === id).length,
    former_slugs: formerSlugs.map(({ slug }) => slug),
    history,
  }
}
