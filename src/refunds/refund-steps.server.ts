/** How a saved refund is carried out and settled, by the request that started it or by the sweeper. */
import type { Selectable } from 'kysely'

import { transitionOrder } from '#licenses/transition-order.server.ts'
import { writeCreditNote } from '#orders/credit-notes.server.ts'
import { calculateRefund } from '#orders/refund-amounts.ts'
import { listRefundLines } from '#orders/refund-lines.server.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { randomKey } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { formatCents } from '#platform/money.ts'

import { findCreditNote, findDisputeHold } from './dispute-hold.server.ts'
import { loadDisputeRecords } from './dispute-records.server.ts'

type PendingRefund = Selectable<Tables['refunds']>
type RefundDeps = Pick<Deps, 'db' | 'clock'>

type RefundVerdict =
  /** null: the whole charge was voided, or the gateway was not involved. */
  { kind: 'done'; transaction_id: string | null } | { kind: 'refused' | 'unknown' | 'waiting'; reason: string }
type RefundState = 'started' | 'unknown' | 'waiting' | 'done' | 'refused' | 'canceled'

/** Replaces the gateway’s own message, which does not help staff. */
const NOT_SETTLED_TEXT =
  'The payment has not settled yet, which takes a day or two. The refund goes out by itself after that.'

const MINUTE_MS = 60_000
/** Longer than a request can still be working on its refund: a gateway call takes two minutes at most. */
const RETRY_AFTER_MS = 10 * MINUTE_MS
/** A charge settles within a day or two. */
const RETRY_WAITING_AFTER_MS = 60 * MINUTE_MS

/** Refunds at the gateway, and settles the refund with the result. The caller must have claimed it (`synced_at`). */
export const executeRefund = async (
  deps: RefundDeps,
  gateway: PaymentGateway,
  refund: PendingRefund,
): Promise<RefundState> => settleRefund(deps, refund.id, await refundCharge(deps, gateway, refund))

const refundCharge = async (
  { db }: RefundDeps,
  gateway: PaymentGateway,
  refund: PendingRefund,
): Promise<RefundVerdict> => {
  const attempt = await db
    .selectFrom('payment_attempts')
    .where('id', '=', refund.attempt_id)
    .select(['gateway_transaction_id as charge', 'amount_cents as charged_cents'])
    .executeTakeFirstOrThrow()
  const { charge, charged_cents } = attempt
  if (charge === null) throw new Error('A charge that succeeded has its transaction.')
  const sale = await gateway.find(charge)
  if (sale.kind === 'unknown') return sale
  // Voided in full: by an earlier call whose response was lost, or by hand.
  if (sale.kind === 'declined')
    return refund.amount_cents === charged_cents
      ? { kind: 'done', transaction_id: null }
      : { kind: 'unknown', reason: 'The whole charge is gone, but only a part of it was to be refunded.' }
  const existing = await gateway.refundOf(charge)
  if (existing.kind === 'unknown') return existing
  // The response to an earlier call may have been lost.
  const refundId = existing.by_name.get(refund.gateway_refund_key)
  if (refundId !== undefined) return { kind: 'done', transaction_id: refundId }
  // Money that the buyer’s bank takes back is not paid twice.
  const { closed_disputes } = await loadDisputeRecords(db, refund.order_id)
  const disputes = await gateway.disputes(charge, closed_disputes)
  const hold = await findDisputeHold(db, refund, disputes)
  if (hold) return hold
  if (existing.cents === 0 && refund.amount_cents === sale.amount_cents) {
    const voided = await gateway.void(charge)
    if (voided.kind === 'done') return { kind: 'done', transaction_id: null }
    if (voided.kind === 'unknown') return voided
  }
  const result = await gateway.refund(charge, refund.amount_cents, refund.gateway_refund_key)
  return result.kind === 'refused' && result.is_early ? { kind: 'waiting', reason: NOT_SETTLED_TEXT } : result
}

/**
 * Settles a refund with its verdict, in one transaction, any number of times. Once it is done, the order changes
 * state, its lines lose their licenses, and a credit note is written. Returns the state after.
 */
export const settleRefund = ({ db, clock }: RefundDeps, id: number, verdict: RefundVerdict): Promise<RefundState> =>
  db.transaction().execute(async trx => {
    const now = clock.now()
    const { order_id } = await trx
      .selectFrom('refunds')
      .where('id', '=', id)
      .select('order_id')
      .executeTakeFirstOrThrow()
    await trx.selectFrom('orders').where('id', '=', order_id).select('id').forUpdate().executeTakeFirstOrThrow()
    const refund = await trx
      .selectFrom('refunds')
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Of two concurrent lookups, the one that saw the money go is right.
    if (refund.ended_at !== null && !(refund.state !== 'done' && verdict.kind === 'done'))
      return refund.state as RefundState
    const hasCreditNote = verdict.kind === 'refused' && (await findCreditNote(trx, id)) !== undefined
    if (hasCreditNote) console.error(`checkout: refund ${id} did not arrive and is now refused: manual review needed`)
    // The buyer already has its credit note, so it is retried until a staff member ends it.
    const state: RefundState = hasCreditNote ? 'waiting' : verdict.kind
    const has_ended = state === 'done' || state === 'refused'
    await trx
      .updateTable('refunds')
      .set({
        state,
        message: verdict.kind === 'done' ? '' : verdict.reason,
        ...(verdict.kind === 'done' && { gateway_refund_id: verdict.transaction_id }),
        synced_at: now,
        ended_at: has_ended ? now : null,
      })
      .where('id', '=', id)
      .execute()
    if (state === 'done') await applyRefund(trx, refund, now)
    if (has_ended) await logRefundEnd(trx, refund, verdict, now)
    // One that waits is tried every hour: its answer is new when its reason is.
    const is_new_answer = has_ended || (verdict.kind === 'waiting' && verdict.reason !== refund.message)
    if (is_new_answer && state !== 'unknown') await recordEvent(trx, 'refund.answered', { refund_id: id, state })
    return state
  })

/** The audit log has an entry for the start of a refund by staff and one for its end. */
const logRefundEnd = async (
  trx: Trx,
  { order_id, staff_user_id, reason, amount_cents }: PendingRefund,
  verdict: RefundVerdict,
  now: Date,
) => {
  if (staff_user_id === null) return
  await writeAuditEntry(trx, {
    about: 'order',
    about_key: order_id,
    staff_user_id,
    reason,
    action: verdict.kind === 'done' ? 'refunded' : 'refund_refused',
    changes: {
      amount_cents: [null, amount_cents],
      ...(verdict.kind !== 'done' && { message: [null, verdict.reason] as const }),
    },
    now,
  })
}

/** Applies a completed refund to the order. Does nothing when that has been done before. */
const applyRefund = async (trx: Trx, refund: PendingRefund, now: Date) => {
  const { id, order_id, order_item_ids, staff_user_id, reason, amount_cents: total_cents } = refund
  if (await findCreditNote(trx, id)) return
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['state', 'payment_method', 'processing_fee_cents', 'withdrawn_fee_cents'])
    .executeTakeFirstOrThrow()
  const amounts = calculateRefund(await listRefundLines(trx, order_id), order, new Set(order_item_ids))
  const refunded_to =
    refund.attempt_id === null && refund.reference ? `Bank transfer, ${refund.reference}` : order.payment_method
  const isDisputed = order.state === 'disputed'
  // A dispute that was lost in the meantime has already ended the order.
  if (order.state !== 'refunded')
    await transitionOrder(trx, order_id, amounts.is_last ? 'refunded' : 'partially_refunded', {
      user_id: isDisputed ? null : staff_user_id,
      reason: `${formatCents(total_cents)} refunded. ${reason}`,
      now,
      refunded_item_ids: order_item_ids,
    })
  // The refund ended only after the bank had claimed the rest, so that dispute continues.
  if (isDisputed && !amounts.is_last)
    await transitionOrder(trx, order_id, 'disputed', { user_id: null, reason: 'The dispute continues', now })
  const note = { order_id, refund_id: id, order_item_ids, total_cents, refunded_to, now }
  await writeCreditNote(trx, { ...note, fee_cents: amounts.fee_cents })
}

/**
 * Carries out unfinished refunds; can run any number of times at once. Without a gateway, only those that do not need
 * one. Returns how many it processed.
 */
export const sweepRefunds = async (deps: RefundDeps, gateway: PaymentGateway | undefined): Promise<number> => {
  let count = 0
  for (let refund = await claimNextRefund(deps, gateway); refund; refund = await claimNextRefund(deps, gateway)) {
    await retryRefund(deps, gateway, refund)
    count += 1
  }
  return count
}

/** One at a time, right before it is processed, so that a slow gateway does not make a claim expire. */
const claimNextRefund = (
  { db, clock }: RefundDeps,
  gateway: PaymentGateway | undefined,
): Promise<PendingRefund | undefined> => {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return (
    db
      .updateTable('refunds')
      // It cannot be canceled while the gateway is being called.
      .set({ synced_at: now, state: 'started' })
      .where('id', '=', eb =>
        eb
          .selectFrom('refunds')
          .select('id')
          .where(({ and, or, eb: expression }) =>
            or([
              and([
                expression('state', 'in', ['started', 'unknown']),
                expression('synced_at', '<', ago(RETRY_AFTER_MS)),
              ]),
              and([expression('state', '=', 'waiting'), expression('synced_at', '<', ago(RETRY_WAITING_AFTER_MS))]),
            ]),
          )
          .$if(!gateway, query => query.where('attempt_id', 'is', null))
          .orderBy('synced_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst()
  )
}

const retryRefund = async (deps: RefundDeps, gateway: PaymentGateway | undefined, refund: PendingRefund) => {
  try {
    if (refund.attempt_id === null) await settleRefund(deps, refund.id, { kind: 'done', transaction_id: null })
    else if (gateway) await executeRefund(deps, gateway, refund)
  } catch (error) {
    console.error(`checkout: refund ${refund.id} is still open: ${messageOf(error)}`)
  }
}

/** The gateway reports that a refund failed: it is retried under another name. Returns whether it is one of ours. */
export const reopenRefund = async ({ db }: RefundDeps, gateway_refund_id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({
      state: 'started',
      gateway_refund_id: null,
      gateway_refund_key: randomKey(),
      message: `Refund ${gateway_refund_id} failed.`,
      synced_at: new Date(0),
      ended_at: null,
    })
    .where('gateway_refund_id', '=', gateway_refund_id)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
