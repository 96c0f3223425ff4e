/** How a refund that was written down is carried out, and how it ends: by whoever began it, or by the sweeper. */
import type { Selectable } from 'kysely'

import { writeCreditNote } from '#orders/credit-notes.server.ts'
import { moveOrder } from '#orders/orders.server.ts'
import { refundOf } from '#orders/refund-amounts.ts'
import { linesToRefund } from '#orders/refund-lines.server.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { randomKey } from '#platform/ids.server.ts'
import { messageOf } from '#platform/message.ts'
import { formatCents } from '#platform/money.ts'
import { record } from '#platform/outbox.server.ts'
import { logStaff } from '#platform/staff-log.server.ts'
import type { Tables } from '#platform/tables.ts'

import { creditNoteOf, heldByDispute } from './held-by-dispute.server.ts'
import { knownDisputes } from './known-disputes.server.ts'

type Refund = Selectable<Tables['refunds']>
type WorkDeps = Pick<Deps, 'db' | 'clock'>

type Verdict =
  /** null: the whole charge was voided, or nothing went through the gateway. */
  { kind: 'done'; transaction_id: string | null } | { kind: 'refused' | 'unknown' | 'waiting'; reason: string }
type State = 'started' | 'unknown' | 'waiting' | 'done' | 'refused' | 'canceled'

/** The gateway's own words for it help nobody. */
const not_settled =
  'The payment has not settled yet, which takes a day or two. The refund goes out by itself after that.'

const minute_ms = 60_000
/** Longer than whoever began a refund can still be at it: a call to the gateway takes two minutes at most. */
const lost_after_ms = 10 * minute_ms
/** A charge settles within a day or two. */
const settled_after_ms = 60 * minute_ms

/** Asks the gateway for the money, and ends the refund by its answer. Whoever calls must have claimed it (`asked_at`). */
export const carryOut = async (deps: WorkDeps, gateway: Gateway, refund: Refund): Promise<State> =>
  settleRefund(deps, refund.id, await giveBack(deps, gateway, refund))

const giveBack = async ({ db }: WorkDeps, gateway: Gateway, refund: Refund): Promise<Verdict> => {
  const attempt = await db
    .selectFrom('payment_attempts')
    .where('id', '=', refund.attempt_id)
    .select(['gateway_transaction_id as charge', 'amount_cents as charged_cents'])
    .executeTakeFirstOrThrow()
  const { charge, charged_cents } = attempt
  if (charge === null) throw new Error('A charge that succeeded has its transaction.')
  const sale = await gateway.find(charge)
  if (sale.kind === 'unknown') return sale
  // Voided whole: by a call of ours whose answer was lost, or by hand.
  if (sale.kind === 'declined')
    return refund.amount_cents === charged_cents
      ? { kind: 'done', transaction_id: null }
      : { kind: 'unknown', reason: 'The whole charge is gone, and only a part of it was to be given back.' }
  const standing = await gateway.refundOf(charge)
  if (standing.kind === 'unknown') return standing
  // The answer to an earlier call may have been lost.
  const mine = standing.by_name.get(refund.gateway_name)
  if (mine !== undefined) return { kind: 'done', transaction_id: mine }
  // What the buyer's bank takes back, or has taken, is not paid a second time.
  const { ended_cases } = await knownDisputes(db, refund.order_id)
  const disputes = await gateway.disputes(charge, ended_cases)
  const held = await heldByDispute(db, refund, disputes)
  if (held) return held
  if (standing.cents === 0 && refund.amount_cents === sale.amount_cents) {
    const voided = await gateway.void(charge)
    if (voided.kind === 'done') return { kind: 'done', transaction_id: null }
    if (voided.kind === 'unknown') return voided
  }
  const said = await gateway.refund(charge, refund.amount_cents, refund.gateway_name)
  return said.kind === 'refused' && said.is_early ? { kind: 'waiting', reason: not_settled } : said
}

/**
 * Brings a refund to what became of it, in one transaction, any number of times: once it is done the order moves, its
 * lines lose their licenses, and a credit note is written. Answers the state after.
 */
export const settleRefund = ({ db, clock }: WorkDeps, id: number, verdict: Verdict): Promise<State> =>
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
    // Of two who asked at once, the one who saw the money go is right.
    if (refund.ended_at !== null && !(refund.state !== 'done' && verdict.kind === 'done')) return refund.state as State
    const is_told = verdict.kind === 'refused' && (await creditNoteOf(trx, id)) !== undefined
    if (is_told) console.error(`checkout: refund ${id} did not arrive and is refused now; please look at it`)
    // The buyer has its credit note already: it is tried until a person ends it.
    const state: State = is_told ? 'waiting' : verdict.kind
    const has_ended = state === 'done' || state === 'refused'
    await trx
      .updateTable('refunds')
      .set({
        state,
        message: verdict.kind === 'done' ? '' : verdict.reason,
        ...(verdict.kind === 'done' && { gateway_refund_id: verdict.transaction_id }),
        asked_at: now,
        ended_at: has_ended ? now : null,
      })
      .where('id', '=', id)
      .execute()
    if (state === 'done') await follow(trx, refund, now)
    if (has_ended) await logEnd(trx, refund, verdict, now)
    // One that waits is tried every hour: its answer is new when its reason is.
    const is_new_answer = has_ended || (verdict.kind === 'waiting' && verdict.reason !== refund.message)
    if (is_new_answer && state !== 'unknown') await record(trx, 'refund.answered', { refund_id: id, state })
    return state
  })

/** Staff read of a refund when it began, and when they know what became of it. */
const logEnd = (trx: Trx, { order_id, staff_user_id, reason, amount_cents }: Refund, verdict: Verdict, now: Date) =>
  logStaff(trx, {
    about: 'order',
    about_key: order_id,
    staff_user_id,
    reason,
    action: verdict.kind === 'done' ? 'Refunded' : 'The refund was refused',
    changes: {
      amount_cents: [null, amount_cents],
      ...(verdict.kind !== 'done' && { message: [null, verdict.reason] as const }),
    },
    now,
  })

/** What follows from money that went back; nothing when it has followed before. */
const follow = async (trx: Trx, refund: Refund, now: Date) => {
  const { id, order_id, order_item_ids, staff_user_id, reason, amount_cents: total_cents } = refund
  if (await creditNoteOf(trx, id)) return
  const order = await trx
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['state', 'payment_method', 'processing_fee_cents', 'taken_fee_cents'])
    .executeTakeFirstOrThrow()
  const back = refundOf(await linesToRefund(trx, order_id), order, new Set(order_item_ids))
  const given_back_to =
    refund.attempt_id === null && refund.reference ? `Bank transfer, ${refund.reference}` : order.payment_method
  const isDisputed = order.state === 'disputed'
  // A dispute that was lost meanwhile has ended the order.
  if (order.state !== 'refunded')
    await moveOrder(trx, order_id, back.is_last ? 'refunded' : 'partially_refunded', {
      user_id: isDisputed ? null : staff_user_id,
      reason: `${formatCents(total_cents)} given back. ${reason}`,
      now,
      refunded_item_ids: order_item_ids,
    })
  // Its end was not seen until the bank had asked for the rest: that goes on.
  if (isDisputed && !back.is_last)
    await moveOrder(trx, order_id, 'disputed', { user_id: null, reason: 'The dispute goes on', now })
  const note = { order_id, refund_id: id, order_item_ids, total_cents, given_back_to, now }
  await writeCreditNote(trx, { ...note, fee_cents: back.fee_cents })
}

/**
 * Carries out what nobody saw the end of; may run any number of times at once. Without a gateway only what went past one.
 * Answers how many it worked on.
 */
export const sweepRefunds = async (deps: WorkDeps, gateway: Gateway | undefined): Promise<number> => {
  let worked = 0
  for (let refund = await claim(deps, gateway); refund; refund = await claim(deps, gateway)) {
    await again(deps, gateway, refund)
    worked += 1
  }
  return worked
}

/** One at a time, right before it is worked on: a slow gateway must not let a claim grow old. */
const claim = ({ db, clock }: WorkDeps, gateway: Gateway | undefined): Promise<Refund | undefined> => {
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  return (
    db
      .updateTable('refunds')
      // While the gateway is asked it cannot be canceled.
      .set({ asked_at: now, state: 'started' })
      .where('id', '=', eb =>
        eb
          .selectFrom('refunds')
          .select('id')
          .where(({ and, or, eb: is }) =>
            or([
              and([is('state', 'in', ['started', 'unknown']), is('asked_at', '<', ago(lost_after_ms))]),
              and([is('state', '=', 'waiting'), is('asked_at', '<', ago(settled_after_ms))]),
            ]),
          )
          .$if(!gateway, query => query.where('attempt_id', 'is', null))
          .orderBy('asked_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst()
  )
}

const again = async (deps: WorkDeps, gateway: Gateway | undefined, refund: Refund) => {
  try {
    if (refund.attempt_id === null) await settleRefund(deps, refund.id, { kind: 'done', transaction_id: null })
    else if (gateway) await carryOut(deps, gateway, refund)
  } catch (error) {
    console.error(`checkout: refund ${refund.id} is still open: ${messageOf(error)}`)
  }
}

/** Money that was given back did not arrive: it is given back once more, under another name. Answers whether it was one of ours. */
export const reopenRefund = async ({ db }: WorkDeps, gateway_refund_id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({
      state: 'started',
      gateway_refund_id: null,
      gateway_name: randomKey(),
      message: `Refund ${gateway_refund_id} failed.`,
      asked_at: new Date(0),
      ended_at: null,
    })
    .where('gateway_refund_id', '=', gateway_refund_id)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
