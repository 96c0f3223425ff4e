/** The one verb that moves orders: `moveOrder` is the only way from one state to another. */
import { sql } from 'kysely'

import { redeemCoupon, releaseCoupon } from '#coupons/coupons.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { newsOf, record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import { limitLicenses, linesUnderRates, newLicenses, newRefunds, revokeLicenses } from './granted.server.ts'
import { nextInvoiceNumber } from './numbers.server.ts'
import { canMove, endsLicenses, isAgreed, isPlacing, stateLabels, type OrderState } from './states.ts'
import { lockUpgraded, supersede, upgradingLines } from './superseded.server.ts'
import { lossOf, takeOff } from './taken.server.ts'

export type Move = {
  /** null: the shop itself (a sweeper, a webhook). */
  user_id: number | null
  reason: string
  now: Date
  /** "Visa ending in 1111", once known. */
  payment_method?: string
  /** When an order on account must be paid: needed for `invoiced`. */
  due_at?: Date
  /** The lines given back: needed for `partially_refunded`. */
  refunded_item_ids?: readonly number[]
  /** With the end of a dispute: what the bank took of it all, and of that of the tax. What is left of the lines bears it. */
  taken?: { cents: number; tax_cents: number }
}

export type Moved = { id: number; state: OrderState; universal_invoice_number: string | null; has_moved: boolean }

/**
 * Moves an order, under its row lock: checks the table of states, writes who, why and when, and what follows from it.
 * An order that is placed gets its gapless number and its licenses; those that it upgrades give way once its own hold, and hold
 * again when its own end. Moving to the state it has already changes nothing,
 * but for a partial refund of further lines.
 * Throws 404 for an unknown order, 409 for a move that the table does not have.
 */
export const moveOrder = async (trx: Trx, order_id: number, to: OrderState, move: Move): Promise<Moved> => {
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['state', 'universal_invoice_number', 'discount_code'])
    .select(eb => [
      eb.exists(linesUnderRates(trx, order_id).select('id')).as('has_rates'),
      eb.exists(upgradingLines(trx, order_id).select('id')).as('has_upgrades'),
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  if (order.has_upgrades) await lockUpgraded(trx, order_id)
  const { universal_invoice_number } = order
  const from = order.state as OrderState
  const refunds = to === 'partially_refunded' ? await newRefunds(trx, order_id, move.refunded_item_ids) : []
  // A second partial refund is a move of its own, though the state stays.
  if (from === to && refunds.length === 0)
    return { id: order_id, state: to, universal_invoice_number, has_moved: false }
  if (from !== to && !canMove(from, to))
    throw refuse(409, `This order is “${stateLabels[from]}”, so it cannot become “${stateLabels[to]}”.`)
  const isPlaced = isPlacing(from, to)

  await (isPlaced ? place(trx, order_id, from, to, move) : newMove(trx, order_id, from, to, move).execute())
  if (isPlaced && order.has_rates) await limitLicenses(trx, order_id, move.now)
  if (order.discount_code !== null) await moveCoupon(trx, order_id, isPlaced, to, move.now)
  // Before any of them is taken back with this move.
  if (order.has_upgrades && isAgreed(to)) await supersede(trx, order_id)
  if (endsLicenses(to)) await revokeLicenses(trx, order_id, 'all', to, move.now)
  // A dispute may also end where it began, with no more lines given back.
  if (to === 'partially_refunded' && (from !== 'disputed' || refunds.length > 0))
    await revokeLicenses(trx, order_id, refunds, to, move.now)
  if (from === 'disputed' && move.taken) {
    await takeOff(trx, order_id, move.taken)
    const { noted_cents } = await lossOf(trx, order_id)
    await record(trx, 'order.dispute_ended', { order_id, taken_cents: move.taken.cents, noted_cents })
  }
  if (!isPlaced && from !== 'pending') await record(trx, 'order.moved', { order_id })
  if (to === 'failed') await record(trx, 'order.failed', { order_id })

  // Last, because the number's row stays locked until the transaction ends, and every sale waits for it.
  const change = {
    state: to,
    ...(to === 'paid' && { paid_at: sql<Date>`coalesce(paid_at, ${move.now})` }),
    ...(move.due_at && { due_at: move.due_at }),
    ...(move.payment_method !== undefined && { payment_method: move.payment_method }),
  }
  const changing = isPlaced
    ? trx
        .with('next', () => nextInvoiceNumber(trx, move.now))
        .updateTable('orders')
        .set(eb => ({
          ...change,
          universal_invoice_number: eb.selectFrom('next').select('next.number'),
          placed_at: move.now,
        }))
    : trx.updateTable('orders').set(change)
  const moved = await changing
    .where('id', '=', order_id)
    .returning('universal_invoice_number')
    .executeTakeFirstOrThrow()
  return { id: order_id, state: to, ...moved, has_moved: true }
}

/** What an order took off by a coupon is used when it is placed, and free for others when it comes to nothing. */
const moveCoupon = async (trx: Trx, order_id: number, isPlaced: boolean, to: OrderState, now: Date) => {
  if (isPlaced) await redeemCoupon(trx, order_id, now)
  else if (to === 'failed' || to === 'cancelled') await releaseCoupon(trx, order_id, now)
}

const newMove = (
  trx: Trx,
  order_id: number,
  from_state: OrderState,
  to_state: OrderState,
  { user_id, reason, now }: Pick<Move, 'user_id' | 'reason' | 'now'>,
) => trx.insertInto('order_moves').values({ order_id, from_state, to_state, user_id, reason, moved_at: now })

/** The move, the licenses and the news of an order that is placed, in one statement: every sale does this. */
const place = (trx: Trx, order_id: number, from: OrderState, to: OrderState, move: Move) =>
  trx
    .with('moved', () => newMove(trx, order_id, from, to, move))
    .with('granted', () => newLicenses(trx, order_id, move.now))
    .with('told', () => newsOf(trx, 'order.placed', { order_id }))
    .selectNoFrom(eb => eb.lit(1).as('placed'))
    .execute()
