/** Giving money back, whole or by line: written down before the gateway is asked, carried out once, swept when nobody saw its end. */
import type { Selectable } from 'kysely'

import { refundOf, type RefundFee } from '#orders/refund-amounts.ts'
import { linesToRefund } from '#orders/refund-lines.server.ts'
import { stateLabels } from '#orders/states.ts'
import { needGateway, type Gateway } from '#payments/gateway.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { randomKey, sha256 } from '#platform/ids.server.ts'
import { formatCents } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'
import type { Tables } from '#platform/tables.ts'

import { creditNoteOf } from './held-by-dispute.server.ts'
import { carryOut, settleRefund } from './refund-steps.server.ts'
import { lockForStaff, needNoUpgrade } from './staff-moves.server.ts'

export type Refund = Selectable<Tables['refunds']>

export type RefundWish = {
  order_id: number
  staff_user_id: number
  /** null: whatever is left. */
  order_item_ids: readonly number[] | null
  /** What the amount was when it was looked at. */
  seen_cents: number
  reason: string
  /** Of the transfer, when it goes back past the gateway. */
  reference: string
  operation_key: string
  /** What the staff member may refund of the order alone, with what they refunded of it before; without it, any amount. */
  most_cents?: number
}

/**
 * Gives lines of an order back. The same key with the same wish is carried out once, however often and however many at
 * once. Throws 404 for no such order or line, 403 for one's own order, 409 with the reason when nothing can be given
 * back. Answers when it is done, or when nobody can say yet: then the sweeper goes on.
 */
export const refundOrder = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway | undefined,
  wish: RefundWish,
): Promise<void> => {
  const { db, clock } = deps
  const begun = await db.transaction().execute(trx => beginRefund(trx, gateway, wish, clock.now()))
  if ((await finishRefund(deps, gateway, begun)) !== 'refused') return
  const { message } = await refundById(db, begun.refund.id)
  throw refuse(409, `The payment provider did not give the money back, so nothing has changed. It says: ${message}`)
}

export type Begun = { refund: Refund; is_new: boolean }

/** Carries out what `beginRefund` wrote down, outside any transaction. Answers the refund's state after. */
export const finishRefund = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway | undefined,
  { refund, is_new }: Begun,
): Promise<string> => (is_new ? work(deps, gateway, refund) : refund.state)

const work = (deps: Pick<Deps, 'db' | 'clock'>, gateway: Gateway | undefined, refund: Refund) =>
  refund.attempt_id === null || refund.amount_cents === 0
    ? settleRefund(deps, refund.id, { kind: 'done', transaction_id: null })
    : carryOut(deps, needGateway(gateway), refund)

const refundById = (db: Db, id: number) =>
  db.selectFrom('refunds').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

/** The first half of `refundOrder`, with its refusals: once it is committed, the sweeper goes on after a crash. */
export const beginRefund = async (
  trx: Trx,
  gateway: Gateway | undefined,
  { operation_key, most_cents, ...wish }: RefundWish,
  now: Date,
): Promise<Begun> => {
  const { order_id, staff_user_id, order_item_ids, seen_cents, reason, reference } = wish
  const request_hash = sha256(JSON.stringify(wish))
  const order = await lockForStaff(trx, order_id, staff_user_id)
  const same = await trx
    .selectFrom('refunds')
    .where('order_id', '=', order_id)
    .where('operation_key', '=', operation_key)
    .selectAll()
    .executeTakeFirst()
  if (same && same.request_hash !== request_hash) throw refuse(409, 'This Idempotency-Key was used for another refund.')
  if (same) return { refund: same, is_new: false }
  const open = await openRefundsOf(trx, order_id)
  if (open.some(({ state }) => state !== 'waiting'))
    throw refuse(409, 'A refund of this order is under way. Please wait until it has ended.')
  if (order.state !== 'paid' && order.state !== 'partially_refunded')
    throw refuse(409, `This order is “${stateLabels[order.state]}”, so nothing of it can be given back.`)
  const back = await amountsOf(trx, order, order_item_ids, open)
  if (back.total_cents !== seen_cents)
    throw refuse(
      409,
      `What goes back is ${formatCents(back.total_cents)}, not ${formatCents(seen_cents)}. Nothing has been given back; please look again.`,
    )
  // Asked under the lock: two refunds at once count together.
  if (
    most_cents !== undefined &&
    back.total_cents + ((await refundedBy(trx, { ...wish, operation_key })) ?? 0) > most_cents
  )
    throw refuse(409, 'A part of this order was refunded meanwhile. Please look again; nothing has been refunded.')
  await needNoUpgrade(trx, back.order_item_ids, 'Refund')
  const attempt_id = await chargeOf(trx, order_id)
  if (attempt_id === null && back.total_cents > 0 && reference === '')
    throw refuse.fields({
      reference: ['This order was not paid through the shop: please give the transfer’s reference.'],
    })
  if (attempt_id !== null) needGateway(gateway)
  const refund = await trx
    .insertInto('refunds')
    .values({
      order_id,
      attempt_id,
      operation_key,
      request_hash,
      order_item_ids: back.order_item_ids,
      amount_cents: back.total_cents,
      staff_user_id,
      reason,
      reference,
      state: 'started',
      gateway_name: randomKey(),
      started_at: now,
      asked_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = { amount_cents: [null, back.total_cents] } as const
  await logStaff(trx, {
    staff_user_id,
    about: 'order',
    about_key: order_id,
    action: 'Began a refund',
    reason,
    changes,
    now,
  })
  return { refund, is_new: true }
}

const amountsOf = async (
  trx: Trx,
  order: RefundFee & { id: number },
  named: readonly number[] | null,
  waiting: Awaited<ReturnType<typeof openRefundsOf>>,
) => {
  // The fee goes back with the last line, and which that is isn't known yet.
  if (waiting.length > 0 && order.processing_fee_cents > 0)
    throw refuse(409, 'A refund of this order waits. Cancel it first: the fee goes back with the last clip.')
  const waits = new Set(waiting.flatMap(({ order_item_ids }) => order_item_ids))
  const lines = (await linesToRefund(trx, order.id)).map(line =>
    waits.has(line.id) ? { ...line, refunded: true } : line,
  )
  const early = named?.find(id => waits.has(id))
  if (early !== undefined) throw refuse(409, 'A refund that waits has one of these clips. Cancel that one first.')
  const wanted = named && new Set(named)
  const known = lines.filter(({ id }) => !wanted || wanted.has(id))
  if (wanted && known.length < wanted.size) throw refuse.missing('line of the order')
  const gone = wanted && known.find(({ refunded }) => refunded)
  if (gone) throw refuse(409, `Clip ${gone.clip_id} has been given back already. Nothing else has been.`)
  const back = refundOf(lines, order, wanted ?? 'all')
  if (back.order_item_ids.length === 0) throw refuse(409, 'Nothing of this order is left to give back.')
  return back
}

/** The attempt that paid it; null when it was paid past the gateway, or cost nothing. */
const chargeOf = async (trx: Trx, order_id: number): Promise<number | null> => {
  const attempt = await trx
    .selectFrom('payment_attempts')
    .where('order_id', '=', order_id)
    .where('state', '=', 'succeeded')
    .select('id')
    .executeTakeFirst()
  return attempt?.id ?? null
}

export const open_refund = ['started', 'unknown', 'waiting'] as const

/** What a staff member has refunded of an order so far, in cents; null when the refund with this key was begun before. */
export const refundedBy = async (
  db: Db | Trx,
  { order_id, staff_user_id, operation_key }: Pick<RefundWish, 'order_id' | 'staff_user_id' | 'operation_key'>,
): Promise<number | null> => {
  const refunds = await db
    .selectFrom('refunds')
    .where('order_id', '=', order_id)
    .where('staff_user_id', '=', staff_user_id)
    .select(['operation_key', 'state', 'amount_cents'])
    .execute()
  if (refunds.some(one => one.operation_key === operation_key)) return null
  return refunds.reduce(
    (sum, { state, amount_cents }) => sum + (state === 'refused' || state === 'canceled' ? 0 : amount_cents),
    0,
  )
}

/** Those that are under way: one at most, and any number that wait. */
export const openRefundsOf = (db: Db | Trx, order_id: number) => underWay(db, order_id).execute()

/** All that are under way and have no credit note yet, as one: their lines still count. */
export const untoldRefundOf = async (db: Db | Trx, order_id: number) => {
  const untold = await underWay(db, order_id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('credit_notes').whereRef('refund_id', '=', 'refunds.id').select('credit_notes.id'))),
    )
    .execute()
  return untold.length === 0
    ? undefined
    : {
        amount_cents: untold.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
        order_item_ids: untold.flatMap(({ order_item_ids }) => order_item_ids),
      }
}

type Cancellation = { order_id: number; refund_id: number; staff_user_id: number; reason: string; now: Date }

/**
 * Cancels a refund that waits: nothing went back, and nothing will. Throws 404, 403 for one's own order, 409 when the gateway is
 * being asked, it has ended, or the buyer has its credit note.
 */
export const cancelRefund = async (trx: Trx, cancellation: Cancellation): Promise<void> => {
  const { order_id, refund_id, staff_user_id, reason, now } = cancellation
  await lockForStaff(trx, order_id, staff_user_id)
  const refund = await trx
    .selectFrom('refunds')
    .where('id', '=', refund_id)
    .where('order_id', '=', order_id)
    .select(['state', 'amount_cents'])
    .forUpdate()
    .executeTakeFirst()
  if (!refund) throw refuse.missing('refund')
  if (refund.state !== 'waiting')
    throw refuse(409, 'This refund no longer waits, so it cannot be canceled. Nothing has changed.')
  if (await creditNoteOf(trx, refund_id))
    throw refuse(409, 'The buyer has the credit note of this refund, so it cannot be canceled.')
  await trx.updateTable('refunds').set({ state: 'canceled', ended_at: now }).where('id', '=', refund_id).execute()
  const changes = { amount_cents: [refund.amount_cents, null] } as const
  const entry = { about: 'order', about_key: order_id, action: 'Canceled a refund', changes } as const
  await logStaff(trx, { ...entry, staff_user_id, reason, now })
}

const underWay = (db: Db | Trx, order_id: number) =>
  db
    .selectFrom('refunds')
    .where('order_id', '=', order_id)
    .where('state', 'in', open_refund)
    .select(['id', 'state', 'amount_cents', 'order_item_ids'])
