import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { money } from '#platform/money.ts'
import type { Tables } from '#platform/tables.ts'

import type { orderSearchFields, orderSorts, orderTypes, OrderRow } from './contract.ts'
import { daysOwed } from './due.ts'
import type { OrderState } from './states.ts'
import { thumbsOf } from './thumbs.server.ts'

const per_page = 20
/** How many pictures stand for an order in the list. */
const pictures = 4

type SearchField = (typeof orderSearchFields)[number]

export type OrderQuery = {
  workspace_id: number
  now: Date
  page?: number | undefined
  sort?: (typeof orderSorts)[number] | undefined
  type?: (typeof orderTypes)[number] | undefined
  /** Those with clips under this preferred rate. */
  rate_id?: number | undefined
  search?: { query: string; field?: SearchField | undefined } | undefined
}

const statesOf: Record<(typeof orderTypes)[number], OrderState[]> = {
  paid: ['paid', 'partially_refunded'],
  open: ['processing', 'invoiced', 'overdue', 'disputed'],
  ended: ['failed', 'cancelled', 'refunded'],
}

/** A workspace's placed orders, a page at a time. Tries to pay that failed are no orders and stay out. */
export const ordersOf = async (
  db: Db,
  { workspace_id, now, page = 1, sort = 'newest', type, rate_id, search }: OrderQuery,
) => {
  const wanted = db
    .selectFrom('orders as o')
    .where('o.workspace_id', '=', workspace_id)
    .where('o.universal_invoice_number', 'is not', null)
    .$if(type !== undefined, query => query.where('o.state', 'in', type ? statesOf[type] : []))
    .$if(rate_id !== undefined, query =>
      query.where(eb =>
        eb.exists(
          eb
            .selectFrom('order_items as i')
            .whereRef('i.order_id', '=', 'o.id')
            .where('i.rate_id', '=', rate_id ?? 0)
            .select('i.id'),
        ),
      ),
    )
    .$if(Boolean(search?.query), query => query.where(eb => orderMatches(eb, search?.query ?? '', search?.field)))
  const { total } = await wanted.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .select(['o.id', 'o.universal_invoice_number', 'o.state', 'o.placed_at', 'o.due_at', 'o.total_cents'])
    .select(eb => [
      eb
        .selectFrom('order_items as i')
        .whereRef('i.order_id', '=', 'o.id')
        .select(sql<number[]>`array_agg(i.clip_id order by i.id)`.as('ids'))
        .as('clip_ids'),
      eb
        .selectFrom('project_details as p')
        .whereRef('p.order_id', '=', 'o.id')
        .select(sql<string[]>`coalesce(array_agg(p.project_name order by p.id), '{}')`.as('names'))
        .as('project_names'),
    ])
    .$if(sort === 'total', query => query.orderBy('o.total_cents', 'desc'))
    .orderBy('o.placed_at', sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('o.id', sort === 'oldest' ? 'asc' : 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const clips = rows.map(row => [...new Set(row.clip_ids)])
  const thumbs = await thumbsOf(
    db,
    clips.flatMap(ids => ids.slice(0, pictures)),
  )
  const data = rows.map((row, i): OrderRow => ({
    id: row.id,
    universal_invoice_number: row.universal_invoice_number ?? '',
    state: row.state as OrderState,
    placed_at: (row.placed_at ?? new Date(0)).toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    days_overdue: daysOwed({ state: row.state as OrderState, due_at: row.due_at }, now),
    total: money(row.total_cents),
    clips_count: clips[i]?.length ?? 0,
    thumbs: (clips[i] ?? []).slice(0, pictures).flatMap(id => (thumbs.has(id) ? [thumbs.get(id) ?? []] : [])),
    project_names: row.project_names ?? [],
  }))
  return { data, meta: pagination(page, per_page, total) }
}

type Orders = Tables & { o: Tables['orders'] }

/** Text anywhere in one field, or in any of them. */
export const orderMatches = (eb: ExpressionBuilder<Orders, 'o'>, query: string, field: SearchField | undefined) => {
  const like = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
  const project = (column: 'project_name' | 'client_name' | 'po_number') =>
    eb.exists(
      eb
        .selectFrom('project_details as p')
        .whereRef('p.order_id', '=', 'o.id')
        .where(`p.${column}`, 'ilike', like)
        .select('p.id'),
    )
  const clip = eb.exists(
    eb
      .selectFrom('order_items as i')
      .whereRef('i.order_id', '=', 'o.id')
      .where(sql<SqlBool>`(i.sold_as->>'name' ilike ${like} or i.clip_id::text = ${query.trim()})`)
      .select('i.id'),
  )
  const fields: Record<SearchField, Expression<SqlBool>> = {
    number: eb('o.universal_invoice_number', 'ilike', like),
    clip,
    project: project('project_name'),
    client: project('client_name'),
    po_number: eb.or([eb('o.po_number', 'ilike', like), project('po_number')]),
  }
  return field ? fields[field] : eb.or(Object.values(fields))
}
