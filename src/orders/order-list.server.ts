import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import { loadClipsForSale } from '#catalog/clips.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import { toPagination } from '#platform/http/lists.ts'
import { toMoney } from '#platform/money.ts'

import type { orderSearchFields, orderSorts, OrderSummary, orderTypes } from './contract.ts'
import { orderDaysOverdue } from './due.ts'
import type { OrderState } from './states.ts'

/** Loads small pictures by clip id, in every available file format, whatever the clip's current status. */
const loadThumbs = async (db: Db, clip_ids: readonly number[]) =>
  new Map([...(await loadClipsForSale(db, clip_ids))].map(([id, { thumbs }]) => [id, thumbs] as const))

const PER_PAGE = 20
/** Pictures per order in the list. */
const MAX_PICTURES = 4

type SearchField = (typeof orderSearchFields)[number]

export type OrderListQuery = {
  workspace_id: number
  now: Date
  page?: number | undefined
  sort?: (typeof orderSorts)[number] | undefined
  type?: (typeof orderTypes)[number] | undefined
  /** Only orders with clips under this preferred rate. */
  rate_id?: number | undefined
  search?: { query: string; field?: SearchField | undefined } | undefined
}

const statesByType: Record<(typeof orderTypes)[number], OrderState[]> = {
  paid: ['paid', 'partially_refunded'],
  open: ['processing', 'invoiced', 'overdue', 'disputed'],
  ended: ['failed', 'cancelled', 'refunded'],
}

/** Returns a page of a workspace's placed orders. Failed payment attempts are not orders. */
export const listWorkspaceOrders = async (
  db: Db,
  { workspace_id, now, page = 1, sort = 'newest', type, rate_id, search }: OrderListQuery,
) => {
  const matches = db
    .selectFrom('orders as o')
    .where('o.workspace_id', '=', workspace_id)
    .where('o.universal_invoice_number', 'is not', null)
    .$if(type !== undefined, query => query.where('o.state', 'in', type ? statesByType[type] : []))
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
    .$if(Boolean(search?.query), query => query.where(eb => matchOrder(eb, search?.query ?? '', search?.field)))
  const { total } = await matches.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matches
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
        .where(inUse =>
          inUse.exists(inUse.selectFrom('order_items as i').whereRef('i.project_id', '=', 'p.id').select('i.id')),
        )
        .select(sql<string[]>`coalesce(array_agg(p.project_name order by p.id), '{}')`.as('names'))
        .as('project_names'),
    ])
    .$if(sort === 'total', query => query.orderBy('o.total_cents', 'desc'))
    .orderBy('o.placed_at', sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('o.id', sort === 'oldest' ? 'asc' : 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  const clipIds = rows.map(row => [...new Set(row.clip_ids)])
  const thumbs = await loadThumbs(
    db,
    clipIds.flatMap(ids => ids.slice(0, MAX_PICTURES)),
  )
  const data = rows.map((row, i): OrderSummary => ({
    id: row.id,
    universal_invoice_number: row.universal_invoice_number ?? '',
    state: row.state as OrderState,
    placed_at: (row.placed_at ?? new Date(0)).toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    days_overdue: orderDaysOverdue({ state: row.state as OrderState, due_at: row.due_at }, now),
    total: toMoney(row.total_cents),
    clips_count: clipIds[i]?.length ?? 0,
    thumbs: (clipIds[i] ?? []).slice(0, MAX_PICTURES).flatMap(id => (thumbs.has(id) ? [thumbs.get(id) ?? []] : [])),
    project_names: row.project_names ?? [],
  }))
  return { data, meta: toPagination(page, PER_PAGE, total) }
}

type OrderTables = Tables & { o: Tables['orders'] }

/** Matches text in one field, or in any of them. */
export const matchOrder = (eb: ExpressionBuilder<OrderTables, 'o'>, query: string, field: SearchField | undefined) => {
  const pattern = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
  const projectMatches = (column: 'project_name' | 'client_name' | 'po_number') =>
    eb.exists(
      eb
        .selectFrom('project_details as p')
        .whereRef('p.order_id', '=', 'o.id')
        .where(`p.${column}`, 'ilike', pattern)
        .select('p.id'),
    )
  const clipMatches = eb.exists(
    eb
      .selectFrom('order_items as i')
      .whereRef('i.order_id', '=', 'o.id')
      .where(sql<SqlBool>`(i.clip_snapshot->>'name' ilike ${pattern} or i.clip_id::text = ${query.trim()})`)
      .select('i.id'),
  )
  const fields: Record<SearchField, Expression<SqlBool>> = {
    number: eb('o.universal_invoice_number', 'ilike', pattern),
    clip: clipMatches,
    project: projectMatches('project_name'),
    client: projectMatches('client_name'),
    po_number: eb.or([eb('o.po_number', 'ilike', pattern), projectMatches('po_number')]),
  }
  return field ? fields[field] : eb.or(Object.values(fields))
}
