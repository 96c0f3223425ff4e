/** Purchase request rows and their state changes. For the lock order see STYLE.md. */
import { formatPersonName } from '#accounts/person-name.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { workspaceRoles, type Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { loadBillingInformation } from '#workspaces/billing.server.ts'
import { requireSoldTo } from '#workspaces/countries.server.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { copyCartDetails, getCartById, lockCart, markCartRequested, openCart, type CartRow } from '../carts.server.ts'
import { addItems } from '../items.server.ts'
import { getLineRefusal, priceCart, type PricedCart, type PricedLine } from '../pricing.server.ts'
import { addUnderRate } from '../rate-items.server.ts'
import { addUpgrade } from '../upgrade-items.server.ts'
import type { RequestState } from './contract.ts'

export type PurchaseRequestRow = {
  id: number
  workspace_id: number
  cart_id: number
  requested_by: number
  note: string
  requested_cents: number
  state: RequestState
  requested_at: Date
  decided_by: number | null
  decided_at: Date | null
  decline_reason: string
  target_cart_id: number | null
  order_id: number | null
}

/** Limits the mails that one member can cause. */
const MAX_OPEN_REQUESTS = 5

/** Returns the members who may buy; they are notified of requests and decide them. */
export const listBuyers = async (db: Db, workspace_id: number) =>
  (
    await db
      .selectFrom('workspace_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.workspace_id', '=', workspace_id)
      .where('m.role', 'in', workspaceRoles.filter(canPurchase))
      .orderBy('u.id')
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
      .execute()
  ).map(user => ({ id: user.id, name: formatPersonName(user) }))

/** Sends the caller's cart to the members who may buy. Returns the request's id. Throws 409 for an empty cart or too many open requests, 422 for a billing country that isn't sold to, or a use that a clip's releases close. */
export const requestPurchase = async (trx: Trx, actor: Member, note: string, now: Date): Promise<number> => {
  if (canPurchase(actor.workspace_role)) throw refuse(409, 'Your role may buy. Please check out your cart yourself.')
  const cart = await lockCart(trx, actor, now)
  const pricedCart = cart && (await priceCart(trx, cart, now))
  if (!pricedCart || pricedCart.lines.length === 0) throw refuse(409, 'Your cart is empty.')
  const refusal = pricedCart.lines.map(getLineRefusal).find(text => text !== null)
  if (refusal) throw refuse(422, refusal)
  const { workspace_id, user_id } = actor
  const billing = pricedCart.billing ?? (await loadBillingInformation(trx, workspace_id))
  if (billing) await requireSoldTo(trx, billing.country)
  if ((await countOpenRequests(trx, actor)) >= MAX_OPEN_REQUESTS)
    throw refuse(409, `${MAX_OPEN_REQUESTS} of your requests are already waiting. Please withdraw one first.`)
  await markCartRequested(trx, pricedCart.cart.id)
  const { id } = await trx
    .insertInto('purchase_requests')
    .values({
      workspace_id,
      cart_id: pricedCart.cart.id,
      requested_by: user_id,
      note,
      requested_cents: totalBeforeTax(pricedCart),
      requested_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // One event per buyer, so that a failed mail is retried alone.
  for (const buyer of await listBuyers(trx, workspace_id))
    await recordEvent(trx, 'purchase.requested', { request_id: id, user_id: buyer.id })
  return id
}

const countOpenRequests = async (trx: Trx, { user_id, workspace_id }: Member) => {
  const { n } = await trx
    .selectFrom('purchase_requests')
    .where('requested_by', '=', user_id)
    .where('workspace_id', '=', workspace_id)
    .where('state', '=', 'open')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns the total before tax; the tax depends on the buyer's billing information. */
export const totalBeforeTax = ({ sub_total_cents, upgrade_credit_cents, ...discounts }: PricedCart): number =>
  sub_total_cents - discounts.non_profit_discount_cents - discounts.discount_cents - upgrade_credit_cents

/** Hides the requester's billing information. Without it there is no tax. */
export const withoutBilling = { billing: null }

/** Prices the requested cart now. */
export const priceRequestedCart = async (
  db: Db,
  { cart_id }: Pick<PurchaseRequestRow, 'cart_id'>,
  now: Date,
): Promise<PricedCart> => priceCart(db, await getCartById(db, cart_id), now, withoutBilling)

/** Throws 404 for a request that is not the caller's unless they may decide it. */
export const loadRequest = async (db: Db, actor: Member, id: number): Promise<PurchaseRequestRow> => {
  const request = await db
    .selectFrom('purchase_requests')
    .where('id', '=', id)
    .where('workspace_id', '=', actor.workspace_id)
    .$if(!canPurchase(actor.workspace_role), query => query.where('requested_by', '=', actor.user_id))
    .selectAll()
    .$narrowType<{ state: RequestState }>()
    .executeTakeFirst()
  if (!request) throw refuse.missing('purchase request')
  return request
}

/**
 * Adds the clips of a request to the approver's cart at current prices. A clip already there under the same license stays
 * once, in the better format. Throws 409 when the request was decided meanwhile, or its cart no longer matches `seen`.
 */
export const approveRequest = async (
  trx: Trx,
  actor: Member,
  id: number,
  seen: string,
  now: Date,
): Promise<CartRow> => {
  const request = await loadRequestToDecide(trx, actor, id)
  const cart = await openCart(trx, actor, now)
  await decideRequest(trx, request, {
    state: 'approved',
    decided_by: actor.user_id,
    decided_at: now,
    target_cart_id: cart.id,
  })
  const requestedCart = await priceRequestedCart(trx, request, now)
  const refusal = requestedCart.lines.map(getLineRefusal).find(text => text !== null)
  if (refusal) throw refuse(422, refusal)
  if (requestedCart.fingerprint !== seen)
    throw refuse(409, 'Prices or clips of this request changed while you viewed it. Please review it again.')
  await addToCart(trx, actor, requestedCart, cart, now)
  await recordEvent(trx, 'purchase.decided', { request_id: id })
  return cart
}

/** Throws 409 when it was decided meanwhile. */
export const declineRequest = async (
  trx: Trx,
  actor: Member,
  id: number,
  decline_reason: string,
  now: Date,
): Promise<void> => {
  const request = await loadRequestToDecide(trx, actor, id)
  await decideRequest(trx, request, { state: 'declined', decided_by: actor.user_id, decided_at: now, decline_reason })
  await recordEvent(trx, 'purchase.decided', { request_id: id })
}

/** Withdraws the caller's own request and returns to their cart the clips that can still be bought, which may be none. Throws 409 when it was decided meanwhile. */
export const withdrawRequest = async (trx: Trx, actor: Member, id: number, now: Date): Promise<CartRow> => {
  const request = await loadRequest(trx, actor, id)
  if (request.requested_by !== actor.user_id) throw refuse(403, 'Only the requester can withdraw a request.')
  const cart = await openCart(trx, actor, now)
  await decideRequest(trx, request, { state: 'withdrawn', decided_by: actor.user_id, decided_at: now })
  const requestedCart = await priceRequestedCart(trx, request, now)
  // Clips whose releases closed their license meanwhile stay behind, like those that are no longer sold.
  const lines = requestedCart.lines.filter(line => getLineRefusal(line) === null)
  if (lines.length > 0) await addToCart(trx, actor, { ...requestedCart, lines }, cart, now)
  return cart
}

const loadRequestToDecide = async (trx: Trx, actor: Member, id: number): Promise<PurchaseRequestRow> => {
  const request = await loadRequest(trx, actor, id)
  if (!canPurchase(actor.workspace_role)) throw refuse(403, 'Only people who may buy can decide this.')
  return request
}

type RequestDecision = Pick<PurchaseRequestRow, 'state' | 'decided_by' | 'decided_at'> &
  Partial<Pick<PurchaseRequestRow, 'decline_reason' | 'target_cart_id'>>

const decidedTexts = {
  open: '',
  approved: 'This request has been approved already.',
  declined: 'This request has been declined already.',
  withdrawn: 'This request was withdrawn.',
  ordered: 'This request has been ordered already.',
} satisfies Record<RequestState, string>

/** Of two simultaneous decisions, the second waits here for the first, and throws 409. */
const decideRequest = async (trx: Trx, { id }: PurchaseRequestRow, decision: RequestDecision) => {
  const updated = await trx
    .updateTable('purchase_requests')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (updated) return
  const { state } = await trx
    .selectFrom('purchase_requests')
    .where('id', '=', id)
    .select('state')
    .$narrowType<{ state: RequestState }>()
    .executeTakeFirstOrThrow()
  throw refuse(409, decidedTexts[state])
}

const addToCart = async (trx: Trx, actor: Member, requestedCart: PricedCart, cart: CartRow, now: Date) => {
  if (requestedCart.lines.length === 0) throw refuse(409, 'None of these clips is for sale anymore.')
  const { prices } = await getCurrentPrices(trx, now)
  for (const { upgrade, choice, format } of requestedCart.lines)
    if (upgrade) await addUpgrade(trx, actor, upgrade.license_id, { ...choice, format_id: format.id }, now)
  for (const { choice, rate, format_id, clip_ids } of groupByLicense(
    requestedCart.lines.filter(({ upgrade }) => !upgrade),
  ))
    if (rate) await addUnderRate(trx, actor, clip_ids, { rate_id: rate.id, format_id }, now)
    else await addItems(trx, actor, clip_ids, { ...choice, format_id }, prices, now)
  await copyCartDetails(trx, cart, requestedCart.cart, { merged_items_count: null, now })
}

/** Groups lines by license or rate and format, so that each group is added at once. */
const groupByLicense = (lines: readonly PricedLine[]) =>
  [...Map.groupBy(lines, ({ choice, rate, format }) => JSON.stringify([choice, rate?.id, format.id])).values()].flatMap(
    ([first, ...others]) =>
      first
        ? {
            choice: first.choice,
            rate: first.rate,
            format_id: first.format.id,
            clip_ids: [first, ...others].map(({ clip }) => clip.id),
          }
        : [],
  )

/** Marks approved requests as ordered when an order has any of their clips. May run twice for an order. */
export const markRequestsOrdered = (db: Db, order_id: number): Promise<void> =>
  db.transaction().execute(async trx => {
    const ordered = await trx
      .updateTable('purchase_requests as r')
      .set({ state: 'ordered', order_id })
      .where('r.state', '=', 'approved')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('orders as o')
            .innerJoin('order_items as b', 'b.order_id', 'o.id')
            .innerJoin('cart_items as a', 'a.clip_id', 'b.clip_id')
            .where('o.id', '=', order_id)
            .whereRef('o.cart_id', '=', 'r.target_cart_id')
            .whereRef('a.cart_id', '=', 'r.cart_id')
            .select('b.id'),
        ),
      )
      .returning('r.id')
      .execute()
    for (const { id } of ordered) await recordEvent(trx, 'purchase.decided', { request_id: id })
  })
