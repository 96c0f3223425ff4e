/** Workspaces with what our people need to know of them. */
import { sql } from 'kysely'

import { owedBy } from '#orders/on-account.server.ts'
import type { OrderState } from '#orders/states.ts'
import type { WorkspaceRole } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { money } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { rateState } from '#rates/rate.ts'
import { ratesOf } from '#rates/rates.server.ts'
import { billingInformationOf } from '#workspaces/billing.server.ts'

import { likeOf } from '../like.server.ts'
import type { WorkspaceFacts, WorkspaceRow } from './contract.ts'

const per_page = 25

const owed = sql<number>`(select coalesce(sum(o.total_cents), 0)::float8 from orders o
  where o.workspace_id = w.id and o.state in ('invoiced', 'overdue'))`

const workspaces = (db: Db) =>
  db
    .selectFrom('workspaces as w')
    .select(['w.id', 'w.name', 'w.has_self_invoicing', 'w.is_trusted', 'w.credit_limit_cents', 'w.created_at'])
    .select(['w.net_payment_term_days', sql<boolean>`w.personal_user_id is not null`.as('is_personal')])
    .select([
      owed.as('owed_cents'),
      sql<number>`(select count(*)::int from workspace_members m where m.workspace_id = w.id)`.as('members_count'),
      sql<string | null>`(select u.email::text from workspace_members m join users u on u.id = m.user_id
        where m.workspace_id = w.id and m.role = 'owner' order by m.joined_at, u.id limit 1)`.as('owner_email'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof workspaces>['executeTakeFirstOrThrow']>>

const shown = ({
  owed_cents,
  credit_limit_cents,
  net_payment_term_days: _,
  created_at: __,
  ...row
}: Row): WorkspaceRow => ({
  ...row,
  owed: money(owed_cents),
  credit_limit: money(credit_limit_cents),
})

type Asked = {
  page?: number | undefined
  search?: string | undefined
  account?: 'on_account' | 'owing' | 'trusted' | undefined
}

const narrowed = {
  on_account: sql<boolean>`w.has_self_invoicing`,
  owing: sql<boolean>`${owed} > 0`,
  trusted: sql<boolean>`w.is_trusted`,
}

/** Newest first, a page at a time. */
export const workspacesFor = async (db: Db, { page = 1, search, account }: Asked) => {
  const like = likeOf(search)
  const wanted = workspaces(db)
    .$if(account !== undefined, query => query.where(narrowed[account ?? 'owing']))
    .$if(like !== undefined, query =>
      query.where(
        sql<boolean>`(w.name ilike ${like} or exists (select 1 from workspace_members m join users u on u.id = m.user_id
          where m.workspace_id = w.id and (u.first_name || ' ' || u.last_name || ' ' || u.email::text) ilike ${like}))`,
      ),
    )
  const { total } = await db
    .selectFrom(wanted.as('wanted'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await wanted
    .orderBy('w.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data: rows.map(shown), meta: pagination(page, per_page, total) }
}

/** Throws 404. */
export const workspaceFacts = async (
  db: Db,
  id: number,
  { user_id, now }: { user_id: number; now: Date },
): Promise<WorkspaceFacts> => {
  const row = await workspaces(db).where('w.id', '=', id).executeTakeFirst()
  if (!row) throw refuse.missing('workspace')
  const members = await membersOf(db, id)
  const [oldest] = await owedBy(db, id)
  const { orders_count } = await db
    .selectFrom('orders')
    .where('workspace_id', '=', id)
    .where('universal_invoice_number', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('orders_count'))
    .executeTakeFirstOrThrow()
  return {
    ...shown(row),
    created_at: row.created_at.toISOString(),
    net_payment_term_days: row.net_payment_term_days,
    oldest_due_at: oldest?.due_at?.toISOString() ?? null,
    billing: await billingInformationOf(db, id),
    members,
    open_orders: await openOrders(db, id),
    orders_count,
    rates: (await ratesOf(db, id, now)).map(rate => ({
      id: rate.id,
      name: rate.name,
      state: rateState(rate, now),
      price: money(rate.price_cents),
    })),
    is_mine: members.some(member => member.id === user_id),
  }
}

const membersOf = async (db: Db, workspace_id: number) => {
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

const most_orders = 50

const openOrders = async (db: Db, workspace_id: number) => {
  const rows = await db
    .selectFrom('orders')
    .where('workspace_id', '=', workspace_id)
    .where('state', 'in', ['pending', 'processing', 'invoiced', 'overdue', 'disputed'])
    .orderBy(sql`due_at nulls last`)
    .orderBy('id')
    .limit(most_orders)
    .select(['id', 'universal_invoice_number as number', 'state', 'total_cents', 'placed_at', 'due_at'])
    .execute()
  return rows.map(({ total_cents, state, placed_at, due_at, ...row }) => ({
    ...row,
    state: state as OrderState,
    total: money(total_cents),
    placed_at: placed_at?.toISOString() ?? null,
    due_at: due_at?.toISOString() ?? null,
  }))
}
