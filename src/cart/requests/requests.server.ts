/** Purchase requests as rows, and how they end. Locks: the cart first, then the request. */
import { personName } from '#accounts/person-name.ts'
import { currentPrices } from '#licensing/prices.server.ts'
import { workspaceRoles, type Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { adoptFrom, cartById, lockCart, markCartRequested, openCart, type CartRow } from '../carts.server.ts'
import { addItems } from '../items.server.ts'
import { pricedCart, type PricedCart, type PricedLine } from '../pricing.server.ts'
import { addUnderRate } from '../rate-items.server.ts'
import { addUpgrade } from '../upgrade-items.server.ts'
import type { RequestState } from './contract.ts'

export type RequestRow = {
  id: number
  workspace_id: number
  cart_id: number
  requested_by: number
  note: string
  asked_cents: number
  state: RequestState
  requested_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: string
  into_cart_id: number | null
  order_id: number | null
}

/** Nobody floods a team with mails. */
const most_open = 5

/** Who may buy in a workspace: they hear of requests, and decide. */
export const buyersOf = async (db: Db, workspace_id: number) =>
  (
    await db
      .selectFrom('workspace_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.workspace_id', '=', workspace_id)
      .where('m.role', 'in', workspaceRoles.filter(canPurchase))
      .orderBy('u.id')
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
      .execute()
  ).map(user => ({ id: user.id, name: personName(user) }))

/** Hands the cart of whoever asks to those who may buy. Answers the request's id. Throws 409 for an empty cart, or too many open requests. */
export const requestPurchase = async (trx: Trx, actor: Member, note: string, now: Date): Promise<number> => {
  if (canPurchase(actor.workspace_role)) throw refuse(409, 'Your role can buy: please check out your cart yourself.')
  const cart = await lockCart(trx, actor, now)
  const priced = cart && (await pricedCart(trx, cart, now))
  if (!priced || priced.lines.length === 0) throw refuse(409, 'Your cart is empty.')
  const { workspace_id, user_id } = actor
  if ((await openOf(trx, actor)) >= most_open)
    throw refuse(409, `${most_open} of your requests are waiting already. Please withdraw one first.`)
  await markCartRequested(trx, priced.cart.id)
  const { id } = await trx
    .insertInto('purchase_requests')
    .values({
      workspace_id,
      cart_id: priced.cart.id,
      requested_by: user_id,
      note,
      asked_cents: beforeTax(priced),
      requested_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // One each, so that a mail that fails is tried again alone.
  for (const buyer of await buyersOf(trx, workspace_id))
    await record(trx, 'purchase.requested', { request_id: id, user_id: buyer.id })
  return id
}

const openOf = async (trx: Trx, { user_id, workspace_id }: Member) => {
  const { n } = await trx
    .selectFrom('purchase_requests')
    .where('requested_by', '=', user_id)
    .where('workspace_id', '=', workspace_id)
    .where('state', '=', 'open')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Tax comes with the billing of whoever buys. */
export const beforeTax = ({ sub_total_cents, upgrade_credit_cents, ...less }: PricedCart): number =>
  sub_total_cents - less.non_profit_discount_cents - less.discount_cents - upgrade_credit_cents

/** Billing is nobody's business but the requester's, and whoever buys brings their own: no tax yet. */
export const as_asked = { billing: null }

/** What is asked for, at the prices of now. */
export const askedCart = async (db: Db, { cart_id }: Pick<RequestRow, 'cart_id'>, now: Date): Promise<PricedCart> =>
  pricedCart(db, await cartById(db, cart_id), now, as_asked)

/** Throws 404 for what is neither one's own nor one's to decide. */
export const requestOf = async (db: Db, actor: Member, id: number): Promise<RequestRow> => {
  const found = await db
    .selectFrom('purchase_requests')
    .where('id', '=', id)
    .where('workspace_id', '=', actor.workspace_id)
    .$if(!canPurchase(actor.workspace_role), query => query.where('requested_by', '=', actor.user_id))
    .selectAll()
    .$narrowType<{ state: RequestState }>()
    .executeTakeFirst()
  if (!found) throw refuse.missing('purchase request')
  return found
}

/**
 * Puts the clips of a request into the cart of whoever approves, at the prices of now: what stands there already under
 * the same license stays once, in the better format. Throws 409 when it was decided meanwhile, or is not what was `seen`.
 */
export const approve = async (trx: Trx, actor: Member, id: number, seen: string, now: Date): Promise<CartRow> => {
  const request = await ofBuyer(trx, actor, id)
  const own = await openCart(trx, actor, now)
  await decide(trx, request, { state: 'approved', decided_by: actor.user_id, decided_at: now, into_cart_id: own.id })
  const asked = await askedCart(trx, request, now)
  if (asked.fingerprint !== seen)
    throw refuse(409, 'Prices or clips of this request changed while you looked at it. Please look again.')
  await putIn(trx, actor, asked, own, now)
  await record(trx, 'purchase.decided', { request_id: id })
  return own
}

/** Throws 409 when it was decided meanwhile. */
export const decline = async (trx: Trx, actor: Member, id: number, answer: string, now: Date): Promise<void> => {
  const request = await ofBuyer(trx, actor, id)
  await decide(trx, request, { state: 'declined', decided_by: actor.user_id, decided_at: now, answer })
  await record(trx, 'purchase.decided', { request_id: id })
}

/** Takes one's own request back, and its clips into one's cart. Throws 409 when it was decided meanwhile. */
export const withdraw = async (trx: Trx, actor: Member, id: number, now: Date): Promise<CartRow> => {
  const request = await requestOf(trx, actor, id)
  if (request.requested_by !== actor.user_id) throw refuse(403, 'Only whoever asked can take a request back.')
  const own = await openCart(trx, actor, now)
  await decide(trx, request, { state: 'withdrawn', decided_by: actor.user_id, decided_at: now })
  await putIn(trx, actor, await askedCart(trx, request, now), own, now)
  return own
}

const ofBuyer = async (trx: Trx, actor: Member, id: number): Promise<RequestRow> => {
  const request = await requestOf(trx, actor, id)
  if (!canPurchase(actor.workspace_role)) throw refuse(403, 'Only people who may buy can decide this.')
  return request
}

type Decision = Pick<RequestRow, 'state' | 'decided_by' | 'decided_at'> &
  Partial<Pick<RequestRow, 'answer' | 'into_cart_id'>>

const decided_texts = {
  open: '',
  approved: 'This request has been approved already.',
  declined: 'This request has been declined already.',
  withdrawn: 'This request was taken back.',
  ordered: 'This request has been ordered already.',
} satisfies Record<RequestState, string>

/** Of two decisions at once, the second waits here for the first, and is refused. */
const decide = async (trx: Trx, { id }: RequestRow, decision: Decision) => {
  const decided = await trx
    .updateTable('purchase_requests')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (decided) return
  const { state } = await trx
    .selectFrom('purchase_requests')
    .where('id', '=', id)
    .select('state')
    .$narrowType<{ state: RequestState }>()
    .executeTakeFirstOrThrow()
  throw refuse(409, decided_texts[state])
}

const putIn = async (trx: Trx, actor: Member, asked: PricedCart, own: CartRow, now: Date) => {
  if (asked.lines.length === 0) throw refuse(409, 'None of these clips is offered any more.')
  const { prices } = await currentPrices(trx, now)
  for (const { upgrade, choice, format } of asked.lines)
    if (upgrade) await addUpgrade(trx, actor, upgrade.license_id, { ...choice, format_id: format.id }, now)
  for (const { choice, rate, format_id, clip_ids } of alike(asked.lines.filter(({ upgrade }) => !upgrade)))
    if (rate) await addUnderRate(trx, actor, clip_ids, { rate_id: rate.id, format_id }, now)
    else await addItems(trx, actor, clip_ids, { ...choice, format_id }, prices, now)
  await adoptFrom(trx, own, asked.cart, { older_items: null, now })
}

/** Lines of one license or rate and format go in together. */
const alike = (lines: readonly PricedLine[]) =>
  [...Map.groupBy(lines, ({ choice, rate, format }) => JSON.stringify([choice, rate?.id, format.id])).values()].flatMap(
    ([first, ...rest]) =>
      first
        ? {
            choice: first.choice,
            rate: first.rate,
            format_id: first.format.id,
            clip_ids: [first, ...rest].map(({ clip }) => clip.id),
          }
        : [],
  )

/** What was approved and is among the clips of an order is ordered: the news of an order comes here, maybe twice. */
export const noteOrdered = (db: Db, order_id: number): Promise<void> =>
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
            .whereRef('o.cart_id', '=', 'r.into_cart_id')
            .whereRef('a.cart_id', '=', 'r.cart_id')
            .select('b.id'),
        ),
      )
      .returning('r.id')
      .execute()
    for (const { id } of ordered) await record(trx, 'purchase.decided', { request_id: id })
  })
