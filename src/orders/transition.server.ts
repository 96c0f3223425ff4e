/** Moves orders between states. Every transition goes through `transitionOrder` (src/licenses). */
import { sql } from 'kysely'

import { redeemCoupon, releaseCoupon } from '#coupons/coupons.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { insertEvent, recordEvent } from '#platform/jobs/outbox.server.ts'
import { loadPrefix } from '#platform/settings/settings.server.ts'

import { loadDisputeLoss, deductDisputeLoss } from './dispute-losses.server.ts'
import { nextInvoiceNumber } from './document-numbers.server.ts'
import {
  findNewRefunds,
  listLineIds,
  lockUpgradedOrders,
  selectRateLines,
  selectUpgradeLines,
} from './order-lines.server.ts'
import { canTransition, endsLicenses, isPlacing, stateLabels, type OrderState } from './states.ts'

export type OrderTransition = {
  /** null for the shop itself (a sweeper or a webhook). */
  user_id: number | null
  reason: string
  now: Date
  /** For example "Visa ending in 1111", once known. */
  payment_method?: string
  /** The due date of an order on account; required for `invoiced`. */
  due_at?: Date
  /** The refunded lines; required for `partially_refunded`. */
  refunded_item_ids?: readonly number[]
  /** At the end of a dispute: what the bank took, and the tax in it. The remaining lines bear it. */
  taken?: { cents: number; tax_cents: number }
}

export type OrderTransitionResult = {
  id: number
  state: OrderState
  universal_invoice_number: string | null
  has_changed: boolean
}

/** What a transition changes, for the licenses of the order's lines. */
export type OrderChange = {
  order_id: number
  to: OrderState
  isPlaced: boolean
  hasRates: boolean
  hasUpgrades: boolean
  /** The lines whose licenses end. */
  ended_item_ids: readonly number[]
  now: Date
}

/**
 * Moves an order to another state, under its row lock. Checks the table of states, records who, why and when, and applies
 * the consequences. A placed order gets its gapless number. `updateLicenses` runs in the same transaction. Moving an order
 * to its current state changes nothing, except for a partial refund of further lines. Throws 404 for an unknown order, 409
 * for a transition that the table does not have. Only `transitionOrder` (src/licenses) calls it.
 */
export const moveOrder = async (
  trx: Trx,
  order_id: number,
  to: OrderState,
  transition: OrderTransition,
  updateLicenses: (trx: Trx, change: OrderChange) => Promise<void>,
): Promise<OrderTransitionResult> => {
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['state', 'universal_invoice_number', 'discount_code'])
    .select(eb => [
      eb.exists(selectRateLines(trx, order_id).select('id')).$castTo<boolean>().as('has_rates'),
      eb.exists(selectUpgradeLines(trx, order_id).select('id')).$castTo<boolean>().as('has_upgrades'),
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  const { universal_invoice_number, has_rates: hasRates, has_upgrades: hasUpgrades } = order
  if (hasUpgrades) await lockUpgradedOrders(trx, order_id)
  const from = order.state as OrderState
  const newRefunds =
    to === 'partially_refunded' ? await findNewRefunds(trx, order_id, transition.refunded_item_ids) : []
  // A second partial refund is a transition of its own, though the state stays.
  if (from === to && newRefunds.length === 0)
    return { id: order_id, state: to, universal_invoice_number, has_changed: false }
  if (from !== to && !canTransition(from, to))
    throw refuse(409, `This order is “${stateLabels[from]}”, so it cannot become “${stateLabels[to]}”.`)
  // A dispute can also end in the state that it began in, with no further lines refunded.
  if (to === 'partially_refunded' && from !== 'disputed' && newRefunds.length === 0)
    throw new Error('A partial refund must name its lines.')
  const isPlaced = isPlacing(from, to)
  const ended_item_ids = endsLicenses(to) ? await listLineIds(trx, order_id) : newRefunds

  await (isPlaced
    ? insertPlacing(trx, order_id, from, to, transition)
    : insertTransition(trx, order_id, from, to, transition).execute())
  if (order.discount_code !== null) await updateCoupon(trx, order_id, isPlaced, to, transition.now)
  await updateLicenses(trx, { order_id, to, isPlaced, hasRates, hasUpgrades, ended_item_ids, now: transition.now })
  if (ended_item_ids.length > 0 && (to === 'refunded' || to === 'partially_refunded'))
    await trx.updateTable('order_items').set({ refunded: true }).where('id', 'in', ended_item_ids).execute()
  if (from === 'disputed' && transition.taken) {
    await deductDisputeLoss(trx, order_id, transition.taken)
    const { credited_cents } = await loadDisputeLoss(trx, order_id)
    await recordEvent(trx, 'order.dispute_ended', { order_id, withdrawn_cents: transition.taken.cents, credited_cents })
  }
  if (!isPlaced && from !== 'pending') await recordEvent(trx, 'order.transitioned', { order_id })
  if (to === 'failed') await recordEvent(trx, 'order.failed', { order_id })

  const prefix = isPlaced ? await loadPrefix(trx, 'invoice') : ''
  // Last, because the number's row stays locked until the transaction ends, and every sale waits for it.
  const changes = {
    state: to,
    ...(to === 'paid' && { paid_at: sql<Date>`coalesce(paid_at, ${transition.now})` }),
    ...(transition.due_at && { due_at: transition.due_at }),
    ...(transition.payment_method !== undefined && { payment_method: transition.payment_method }),
  }
  const update = isPlaced
    ? trx
        .with('next', () => nextInvoiceNumber(trx, prefix, transition.now))
        .updateTable('orders')
        .set(eb => ({
          ...changes,
          universal_invoice_number: eb.selectFrom('next').select('next.number'),
          placed_at: transition.now,
        }))
    : trx.updateTable('orders').set(changes)
  const updated = await update
    .where('id', '=', order_id)
    .returning('universal_invoice_number')
    .executeTakeFirstOrThrow()
  return { id: order_id, state: to, ...updated, has_changed: true }
}

/** Redeems the order's coupon when the order is placed, and releases it when the order fails or is cancelled. */
const updateCoupon = async (trx: Trx, order_id: number, isPlaced: boolean, to: OrderState, now: Date) => {
  if (isPlaced) await redeemCoupon(trx, order_id, now)
  else if (to === 'failed' || to === 'cancelled') await releaseCoupon(trx, order_id, now)
}

const insertTransition = (
  trx: Trx,
  order_id: number,
  from_state: OrderState,
  to_state: OrderState,
  { user_id, reason, now }: Pick<OrderTransition, 'user_id' | 'reason' | 'now'>,
) =>
  trx.insertInto('order_transitions').values({ order_id, from_state, to_state, user_id, reason, transitioned_at: now })

/** Inserts the transition and the event of a placed order in one statement, because every sale does this. */
const insertPlacing = (trx: Trx, order_id: number, from: OrderState, to: OrderState, transition: OrderTransition) =>
  trx
    .with('transition', () => insertTransition(trx, order_id, from, to, transition))
    .with('event', () => insertEvent(trx, 'order.placed', { order_id }))
    .selectNoFrom(eb => eb.lit(1).as('placed'))
    .execute()

/** Records when the bank returned a debit; null once another payment is in progress or done. */
export const setDebitReturned = async (trx: Trx, order_id: number, debit_returned_at: Date | null): Promise<void> => {
  await trx.updateTable('orders').set({ debit_returned_at }).where('id', '=', order_id).execute()
}
