/** Converts purchase requests to API responses. */
import { formatPersonName } from '#accounts/person-name.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toPagination } from '#platform/http/lists.ts'
import { toMoney } from '#platform/money.ts'
import { canDownload, canPurchase } from '#workspaces/policy.ts'

import { getCartById } from '../carts.server.ts'
import { toCartResponse } from '../show.server.ts'
import type { PurchaseRequest, RequestState, RequestSummary } from './contract.ts'
import { withoutBilling, listBuyers, loadRequest, type PurchaseRequestRow } from './requests.server.ts'

const PER_PAGE = 20

type UserNames = ReadonlyMap<number, string>

const loadUserNames = async (db: Db, ids: readonly (number | null)[]): Promise<UserNames> => {
  const uniqueIds = [...new Set(ids.filter(id => id !== null))]
  if (uniqueIds.length === 0) return new Map()
  const users = await db
    .selectFrom('users')
    .where('id', 'in', uniqueIds)
    .select(['id', 'first_name', 'last_name', 'email'])
    .execute()
  return new Map(users.map(user => [user.id, formatPersonName(user)]))
}

const toRequestSummary = (row: Omit<PurchaseRequestRow, 'requested_cents'>, actor: Member, names: UserNames) => ({
  id: row.id,
  state: row.state,
  note: row.note,
  requested_by: { id: row.requested_by, name: names.get(row.requested_by) ?? '' },
  is_own: row.requested_by === actor.user_id,
  requested_at: row.requested_at.toISOString(),
  decided_by: row.decided_by === null ? null : { id: row.decided_by, name: names.get(row.decided_by) ?? '' },
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** Returns a request at current prices, even if it was decided long ago. Throws 404 for one that the caller may not see. */
export const getPurchaseRequest = async (db: Db, actor: Member, id: number, now: Date): Promise<PurchaseRequest> => {
  const row = await loadRequest(db, actor, id)
  const names = await loadUserNames(db, [row.requested_by, row.decided_by])
  const order =
    row.order_id === null
      ? undefined
      : await db
          .selectFrom('orders')
          .where('id', '=', row.order_id)
          .select('universal_invoice_number')
          .executeTakeFirst()
  return {
    ...toRequestSummary(row, actor, names),
    decline_reason: row.decline_reason,
    requested_total: toMoney(row.requested_cents),
    cart: await toCartResponse(db, actor, await getCartById(db, row.cart_id), now, withoutBilling),
    can_decide: canPurchase(actor.workspace_role),
    order_number: order?.universal_invoice_number ?? null,
    can_see_order: canDownload(actor.workspace_role),
  }
}

/** The workspace's requests for members who may buy, otherwise the member's own. */
const visibleRequests = (db: Db, actor: Member) =>
  db
    .selectFrom('purchase_requests as r')
    .where('r.workspace_id', '=', actor.workspace_id)
    .$if(!canPurchase(actor.workspace_role), query => query.where('r.requested_by', '=', actor.user_id))

/** Counts the open requests among those that `listPurchaseRequests` returns. */
export const countOpenRequests = async (db: Db, actor: Member): Promise<number> => {
  const { count } = await visibleRequests(db, actor)
    .where('r.state', '=', 'open')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a page of requests: open ones first, then newest first. */
export const listPurchaseRequests = async (db: Db, actor: Member, page = 1) => {
  const requests = visibleRequests(db, actor)
  const { total } = await requests.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await requests
    .selectAll('r')
    .$narrowType<{ state: RequestState }>()
    .select(eb =>
      eb
        .selectFrom('cart_items as i')
        .whereRef('i.cart_id', '=', 'r.cart_id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('clips_count'),
    )
    .orderBy(eb => eb('r.state', '=', 'open'), 'desc')
    .orderBy('r.id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute()
  const names = await loadUserNames(
    db,
    rows.flatMap(({ requested_by, decided_by }) => [requested_by, decided_by]),
  )
  const data: RequestSummary[] = rows.map(({ clips_count, ...row }) => ({
    ...toRequestSummary(row, actor, names),
    clips_count: Number(clips_count ?? 0),
  }))
  return {
    data,
    meta: { ...toPagination(page, PER_PAGE, Number(total)), buyers: await listBuyers(db, actor.workspace_id) },
  }
}
