/**
 * Refunds, full or by line: saved before the gateway is called, carried out once, and swept when the outcome is
 * unknown.
 */
import type { Selectable } from 'kysely'

import { lockOrderForStaff, requireNoUpgrade } from '#checkout/staff-actions.server.ts'
import { calculateRefund, type RefundFee } from '#orders/refund-amounts.ts'
import { listRefundLines } from '#orders/refund-lines.server.ts'
import { stateLabels, type OrderState } from '#orders/states.ts'
import { requireGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { randomKey, sha256 } from '#platform/ids.server.ts'
import { formatCents } from '#platform/money.ts'

import { findCreditNote } from './dispute-hold.server.ts'
import { executeRefund, settleRefund } from './refund-steps.server.ts'

export type RefundRecord = Selectable<Tables['refunds']>

export type RefundRequest = {
  order_id: number
  staff_user_id: number
  /** null: everything that is left. */
  order_item_ids: readonly number[] | null
  /** The amount that the staff member saw. */
  expected_cents: number
  reason: string
  /** Of the bank transfer, when the gateway is not used. */
  reference: string
  operation_key: string
  /**
   * The limit of what this staff member may refund of the order alone, earlier refunds included. Without it, any
   * amount.
   */
  max_cents?: number
}

/**
 * Refunds lines of an order. The same key with the same request is carried out once, however often it is sent. Throws
 * 404 for an unknown order or line, 403 for the actor’s own order, 409 with the reason when nothing can be refunded.
 * Returns when it is done, or when the outcome is unknown: then the sweeper continues.
 */
export const refundOrder = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: PaymentGateway | undefined,
  request: RefundRequest,
): Promise<void> => {
  const { db, clock } = deps
  const start = await db.transaction().execute(trx => beginRefund(trx, gateway, request, clock.now()))
  if ((await finishRefund(deps, gateway, start)) !== 'refused') return
  const { message } = await loadRefund(db, start.refund.id)
  throw refuse(409, `The payment provider did not refund the money, so nothing has changed. Its message: ${message}`)
}

export type RefundStart = { refund: RefundRecord; is_new: boolean }

/** Carries out the refund that `beginRefund` saved, outside any transaction. Returns the refund's new state. */
export const finishRefund = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: PaymentGateway | undefined,
  { refund, is_new }: RefundStart,
): Promise<string> => (is_new ? runRefund(deps, gateway, refund) : refund.state)

const runRefund = (deps: Pick<Deps, 'db' | 'clock'>, gateway: PaymentGateway | undefined, refund: RefundRecord) =>
  refund.attempt_id === null || refund.amount_cents === 0
    ? settleRefund(deps, refund.id, { kind: 'done', transaction_id: null })
    : executeRefund(deps, requireGateway(gateway), refund)

const loadRefund = (db: Db, id: number) =>
  db.selectFrom('refunds').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

/** Checks and saves a refund. Once committed, the sweeper continues after a crash. */
export const beginRefund = async (
  trx: Trx,
  gateway: PaymentGateway | undefined,
  request: RefundRequest,
  now: Date,
): Promise<RefundStart> => {
  const order = await lockOrderForStaff(trx, request.order_id, request.staff_user_id)
  return beginRefundOfLocked(trx, gateway, order, request, now)
}

type RefundableOrder = RefundFee & { id: number; state: OrderState }
/** Without a staff member, the buyer withdrew. Without an expected amount, nobody saw one. */
type LockedRefundRequest = Omit<RefundRequest, 'staff_user_id' | 'expected_cents'> & {
  staff_user_id: number | null
  expected_cents: number | null
}

/** Like `beginRefund`, for an order that the caller has locked. */
export const beginRefundOfLocked = async (
  trx: Trx,
  gateway: PaymentGateway | undefined,
  order: RefundableOrder,
  { operation_key, max_cents, ...request }: LockedRefundRequest,
  now: Date,
): Promise<RefundStart> => {
  const { order_id, staff_user_id, order_item_ids, expected_cents, reason, reference } = request
  const request_hash = sha256(JSON.stringify(request))
  const existing = await trx
    .selectFrom('refunds')
    .where('order_id', '=', order_id)
    .where('operation_key', '=', operation_key)
    .selectAll()
    .executeTakeFirst()
  if (existing && existing.request_hash !== request_hash)
    throw refuse(409, 'This Idempotency-Key was used for another refund.')
  if (existing) return { refund: existing, is_new: false }
  const openRefunds = await listOpenRefunds(trx, order_id)
  if (openRefunds.some(({ state }) => state !== 'waiting'))
    throw refuse(409, 'A refund of this order is under way. Please wait until it has ended.')
  if (order.state !== 'paid' && order.state !== 'partially_refunded')
    throw refuse(409, `This order is “${stateLabels[order.state]}”, so it cannot be refunded.`)
  const amounts = await computeRefundAmounts(trx, order, order_item_ids, openRefunds)
  if (expected_cents !== null && amounts.total_cents !== expected_cents)
    throw refuse(
      409,
      `The refund is ${formatCents(amounts.total_cents)}, not ${formatCents(expected_cents)}. Nothing has been refunded; please check again.`,
    )
  // Checked under the lock, so that concurrent refunds count together.
  if (
    max_cents !== undefined &&
    staff_user_id !== null &&
    amounts.total_cents + ((await sumRefundsByStaff(trx, { order_id, staff_user_id, operation_key })) ?? 0) > max_cents
  )
    throw refuse(
      409,
      'A part of this order was refunded in the meantime. Please check again; nothing has been refunded.',
    )
  await requireNoUpgrade(trx, amounts.order_item_ids, 'Refund')
  const attempt_id = await findChargeAttemptId(trx, order_id)
  if (attempt_id === null && amounts.total_cents > 0 && reference === '')
    throw refuse.fields({
      reference: ['This order was not paid through the shop: please enter the transfer’s reference.'],
    })
  if (attempt_id !== null) requireGateway(gateway)
  const refund = await trx
    .insertInto('refunds')
    .values({
      order_id,
      attempt_id,
      operation_key,
      request_hash,
      order_item_ids: amounts.order_item_ids,
      amount_cents: amounts.total_cents,
      staff_user_id,
      reason,
      reference,
      state: 'started',
      gateway_refund_key: randomKey(),
      started_at: now,
      synced_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = { amount_cents: [null, amounts.total_cents] } as const
  const entry = { about: 'order', about_key: order_id, action: 'refund_started', reason, changes, now } as const
  if (staff_user_id !== null) await writeAuditEntry(trx, { ...entry, staff_user_id })
  return { refund, is_new: true }
}

const computeRefundAmounts = async (
  trx: Trx,
  order: RefundFee & { id: number },
  itemIds: readonly number[] | null,
  openRefunds: Awaited<ReturnType<typeof listOpenRefunds>>,
) => {
  // The fee is refunded with the last line, and it is not known yet which line that is.
  if (openRefunds.length > 0 && order.processing_fee_cents > 0)
    throw refuse(409, 'A refund of this order is waiting. Cancel it first: the fee is refunded with the last clip.')
  const waitingItemIds = new Set(openRefunds.flatMap(({ order_item_ids }) => order_item_ids))
  const lines = (await listRefundLines(trx, order.id)).map(line =>
    waitingItemIds.has(line.id) ? { ...line, refunded: true } : line,
  )
  const waitingItemId = itemIds?.find(id => waitingItemIds.has(id))
  if (waitingItemId !== undefined)
    throw refuse(409, 'A waiting refund includes one of these clips. Cancel that refund first.')
  const requestedIds = itemIds && new Set(itemIds)
  const requestedLines = lines.filter(({ id }) => !requestedIds || requestedIds.has(id))
  if (requestedIds && requestedLines.length < requestedIds.size) throw refuse.missing('line of the order')
  const refundedLine = requestedIds && requestedLines.find(({ refunded }) => refunded)
  if (refundedLine)
    throw refuse(409, `Clip ${refundedLine.clip_id} has already been refunded. Nothing else has changed.`)
  const amounts = calculateRefund(lines, order, requestedIds ?? 'all')
  if (amounts.order_item_ids.length === 0) throw refuse(409, 'Nothing of this order is left to refund.')
  return amounts
}

/** Returns the attempt that paid the order; null when it was paid outside the gateway, or cost nothing. */
export const findChargeAttemptId = async (trx: Trx, order_id: number): Promise<number | null> => {
  const attempt = await trx
    .selectFrom('payment_attempts')
    .where('order_id', '=', order_id)
    .where('state', '=', 'succeeded')
    .select('id')
    .executeTakeFirst()
  return attempt?.id ?? null
}

export const OPEN_REFUND_STATES = ['started', 'unknown', 'waiting'] as const

/**
 * Returns how much a staff member has refunded of an order, in cents; null when the refund with this key exists
 * already.
 */
export const sumRefundsByStaff = async (
  db: Db | Trx,
  { order_id, staff_user_id, operation_key }: Pick<RefundRequest, 'order_id' | 'staff_user_id' | 'operation_key'>,
): Promise<number | null> => {
  const refunds = await db
    .selectFrom('refunds')
    .where('order_id', '=', order_id)
    .where('staff_user_id', '=', staff_user_id)
    .select(['operation_key', 'state', 'amount_cents'])
    .execute()
  if (refunds.some(refund => refund.operation_key === operation_key)) return null
  return refunds.reduce(
    (sum, { state, amount_cents }) => sum + (state === 'refused' || state === 'canceled' ? 0 : amount_cents),
    0,
  )
}

/** Returns open refunds: at most one in progress, and any number that are waiting. */
export const listOpenRefunds = (db: Db | Trx, order_id: number) => openRefundsQuery(db, order_id).execute()

/** Returns the sum of all open refunds without a credit note: their lines still count. */
export const findRefundWithoutCreditNote = async (db: Db | Trx, order_id: number) => {
  const refunds = await openRefundsQuery(db, order_id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('credit_notes').whereRef('refund_id', '=', 'refunds.id').select('credit_notes.id'))),
    )
    .execute()
  return refunds.length === 0
    ? undefined
    : {
        amount_cents: refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
        order_item_ids: refunds.flatMap(({ order_item_ids }) => order_item_ids),
      }
}

type RefundCancellation = { order_id: number; refund_id: number; staff_user_id: number; reason: string; now: Date }

/**
 * Cancels a waiting refund, of which nothing was paid. Throws 404, 403 for the actor’s own order, 409 when the gateway
 * is being called, the refund has ended, or the buyer has its credit note.
 */
export const cancelRefund = async (trx: Trx, cancellation: RefundCancellation): Promise<void> => {
  const { order_id, refund_id, staff_user_id, reason, now } = cancellation
  await lockOrderForStaff(trx, order_id, staff_user_id)
  const refund = await trx
    .selectFrom('refunds')
    .where('id', '=', refund_id)
    .where('order_id', '=', order_id)
    .select(['state', 'amount_cents'])
    .forUpdate()
    .executeTakeFirst()
  if (!refund) throw refuse.missing('refund')
  if (refund.state !== 'waiting')
    throw refuse(409, 'This refund is no longer waiting, so it cannot be canceled. Nothing has changed.')
  if (await findCreditNote(trx, refund_id))
    throw refuse(409, 'The buyer has the credit note of this refund, so it cannot be canceled.')
  await trx.updateTable('refunds').set({ state: 'canceled', ended_at: now }).where('id', '=', refund_id).execute()
  const changes = { amount_cents: [refund.amount_cents, null] } as const
  const entry = { about: 'order', about_key: order_id, action: 'refund_canceled', changes } as const
  await writeAuditEntry(trx, { ...entry, staff_user_id, reason, now })
}

const openRefundsQuery = (db: Db | Trx, order_id: number) =>
  db
    .selectFrom('refunds')
    .where('order_id', '=', order_id)
    .where('state', 'in', OPEN_REFUND_STATES)
    .select(['id', 'state', 'amount_cents', 'order_item_ids'])
