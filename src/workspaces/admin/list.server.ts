/** Loads workspaces for staff. */
import { sql } from 'kysely'

import { getRateState } from '#licensing/rate.ts'
import { listUnpaidOrders } from '#orders/on-account.server.ts'
import type { OrderState } from '#orders/states.ts'
import type { WorkspaceRole } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toMoney } from '#platform/money.ts'
import { listWorkspaceRates } from '#rates/rates.server.ts'

import { loadBillingInformation } from '../billing.server.ts'
import type { StaffWorkspaceDetail, StaffWorkspaceRow } from './contract.ts'

const PER_PAGE = 25

const owedCents = sql<number>`(select coalesce(sum(o.total_cents), 0)::float8 from orders o
  where o.workspace_id = w.id and o.state in ('invoiced', 'overdue'))`

const selectWorkspaces = (db: Db) =>
  db
    .selectFrom('workspaces as w')
    .select(['w.id', 'w.name', 'w.has_self_invoicing', 'w.is_trusted', 'w.credit_limit_cents', 'w.created_at'])
    .select(['w.net_payment_term_days', sql<boolean>`w.personal_user_id is not null`.as('is_personal')])
    .select([
      owedCents.as('owed_cents'),
      sql<number>`(select count(*)::int from workspace_members m where m.workspace_id = w.id)`.as('members_count'),
      sql<string | null>`(select u.email::text from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = w.id and m.role = 'owner' order by m.joined_at, u.id limit 1)`.as('owner_email'),
    ])

type StaffWorkspaceColumns = Awaited<ReturnType<ReturnType<typeof selectWorkspaces>['executeTakeFirstOrThrow']>>

const toStaffWorkspaceRow = ({
  owed_cents,
  credit_limit_cents,
  net_payment_term_days: _,
  created_at: __,
  ...row
}: StaffWorkspaceColumns): StaffWorkspaceRow => ({
  ...row,
  owed: toMoney(owed_cents),
  credit_limit: toMoney(credit_limit_cents),
})

type StaffWorkspaceQuery = {
  page?: number | undefined
  search?: string | undefined
  account?: 'on_account' | 'owing' | 'trusted' | undefined
}

const ACCOUNT_FILTERS = {
  on_account: sql<boolean>`w.has_self_invoicing`,
  owing: sql<boolean>`${owedCents} > 0`,
  trusted: sql<boolean>`w.is_trusted`,
}

/** Lists a page of workspaces, newest first. */
export const listWorkspaces = async (db: Db, { page = 1, search, account }: StaffWorkspaceQuery) => {
  const like = toLikePattern(search)
  const matches = selectWorkspaces(db)
    .$if(account !== undefined, query => query.where(ACCOUNT_FILTERS[account ?? 'owing']))
    .$if(like !== undefined, query =>
      query.where(
        sql<boolean>`(w.name ilike ${like} or exists (select 1 from workspace_members m join users u on u.id = m.user_id
          where m.workspace_id = w.id and (u.first_name || ' ' || u.last_name || ' ' || u.email::text) ilike ${like}))`,
      ),
    )
  const { total } = await db
    .selectFrom(matches.as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matches
    .orderBy('w.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  return { data: rows.map(toStaffWorkspaceRow), meta: toPagination(page, PER_PAGE, total) }
}

/** Throws 404. */
export const loadWorkspace = async (
  db: Db,
  id: number,
  { user_id, now }: { user_id: number; now: Date },
): Promise<StaffWorkspaceDetail> => {
  const row = await selectWorkspaces(db).where('w.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('workspace')
  const members = await listMembers(db, id)
  const [oldestInvoice] = await listUnpaidOrders(db, id)
  const { orders_count } = await db
    .selectFrom('orders')
    .where('workspace_id', '=', id)
    .where('universal_invoice_number', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('orders_count'))
    .executeTakeFirstOrThrow()
  return {
    ...toStaffWorkspaceRow(row),
    created_at: row.created_at.toISOString(),
    net_payment_term_days: row.net_payment_term_days,
    oldest_due_at: oldestInvoice?.due_at?.toISOString() ?? null,
    billing: await loadBillingInformation(db, id),
    members,
    open_orders: await listOpenOrders(db, id),
    orders_count,
    rates: (await listWorkspaceRates(db, id, now)).map(rate => ({
      id: rate.id,
      name: rate.name,
      state: getRateState(rate, now),
      price: toMoney(rate.price_cents),
    })),
    is_member: members.some(member => member.id === user_id),
  }
}

const listMembers = async (db: Db, workspace_id: number) => {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.workspace_id', '=', workspace_id)
    .orderBy(sql`array_position(array['owner', 'admin', 'purchaser', 'asset_manager', 'guest'], m.role)`)
    .orderBy('u.id')
    .select(['u.id', 'u.email', 'm.role'])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name'))
    .execute()
  return rows.map(({ role, ...row }) => ({ ...row, role: role as WorkspaceRole }))
}

const MAX_ORDERS = 50

const listOpenOrders = async (db: Db, workspace_id: number) => {
  const rows = await db
    .selectFrom('orders')
    .where('workspace_id', '=', workspace_id)
    .where('state', 'in', ['pending', 'processing', 'invoiced', 'overdue', 'disputed'])
    .orderBy(sql`due_at nulls last`)
    .orderBy('id')
    .limit(MAX_ORDERS)
    .select(['id', 'universal_invoice_number as number', 'state', 'total_cents', 'placed_at', 'due_at'])
    .execute()
  return rows.map(({ total_cents, state, placed_at, due_at, ...row }) => ({
    ...row,
    state: state as OrderState,
    total: toMoney(total_cents),
    placed_at: placed_at?.toISOString() ?? null,
    due_at: due_at?.toISOString() ?? null,
  }))
}
