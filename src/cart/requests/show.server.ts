/** Purchase requests as the API shows them. */
import { personName } from '#accounts/person-name.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database.server.ts'
import { pagination } from '#platform/lists.ts'
import { money } from '#platform/money.ts'
import { canDownload, canPurchase } from '#workspaces/policy.ts'

import { cartById } from '../carts.server.ts'
import { cartAs } from '../show.server.ts'
import type { PurchaseRequest, RequestState, RequestSummary } from './contract.ts'
import { as_asked, buyersOf, requestOf, type RequestRow } from './requests.server.ts'

const per_page = 20

type Names = ReadonlyMap<number, string>

const namesOf = async (db: Db, ids: readonly (number | null)[]): Promise<Names> => {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const users = await db
    .selectFrom('users')
    .where('id', 'in', wanted)
    .select(['id', 'first_name', 'last_name', 'email'])
    .execute()
  return new Map(users.map(user => [user.id, personName(user)]))
}

const summaryOf = (row: Omit<RequestRow, 'asked_cents'>, actor: Member, names: Names) => ({
  id: row.id,
  state: row.state,
  note: row.note,
  requested_by: { id: row.requested_by, name: names.get(row.requested_by) ?? '' },
  is_mine: row.requested_by === actor.user_id,
  requested_at: row.requested_at.toISOString(),
  decided_by: row.decided_by === null ? null : { id: row.decided_by, name: names.get(row.decided_by) ?? '' },
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** At the prices of now, also when it was decided long ago. Throws 404 for what is not theirs to see. */
export const shownRequest = async (db: Db, actor: Member, id: number, now: Date): Promise<PurchaseRequest> => {
  const row = await requestOf(db, actor, id)
  const names = await namesOf(db, [row.requested_by, row.decided_by])
  const order =
    row.order_id === null
      ? undefined
      : await db
          .selectFrom('orders')
          .where('id', '=', row.order_id)
          .select('universal_invoice_number')
          .executeTakeFirst()
  return {
    ...summaryOf(row, actor, names),
    answer: row.answer,
    asked: money(row.asked_cents),
    cart: await cartAs(db, actor, await cartById(db, row.cart_id), now, as_asked),
    can_decide: canPurchase(actor.workspace_role),
    order_number: order?.universal_invoice_number ?? null,
    can_see_order: canDownload(actor.workspace_role),
  }
}

/** Newest first, a page at a time: what waits stands before what was decided. */
export const shownRequests = async (db: Db, actor: Member, page = 1) => {
  const theirs = db
    .selectFrom('purchase_requests as r')
    .where('r.workspace_id', '=', actor.workspace_id)
    .$if(!canPurchase(actor.workspace_role), query => query.where('r.requested_by', '=', actor.user_id))
  const { total } = await theirs.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await theirs
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
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const names = await namesOf(
    db,
    rows.flatMap(({ requested_by, decided_by }) => [requested_by, decided_by]),
  )
  const data: RequestSummary[] = rows.map(({ clips_count, ...row }) => ({
    ...summaryOf(row, actor, names),
    clips_count: Number(clips_count ?? 0),
  }))
  return {
    data,
    meta: { ...pagination(page, per_page, Number(total)), buyers: await buyersOf(db, actor.workspace_id) },
  }
}
