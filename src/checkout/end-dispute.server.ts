/** What our people do about an order of which a dispute took a part: it goes on without that. */
import { moveOrder } from '#orders/orders.server.ts'
import { stateLabels } from '#orders/states.ts'
import { lossOf } from '#orders/taken.server.ts'
import { needGateway, type Gateway } from '#payments/gateway.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/message.ts'
import { formatCents } from '#platform/money.ts'
import { Refusal, refuse } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'

import { followDispute, stateBeforeDispute } from './disputes.server.ts'
import { keepEnded, knownDisputes } from './known-disputes.server.ts'
import { untoldRefundOf } from './refunds.server.ts'
import { lockForStaff } from './staff-moves.server.ts'

type Deed = {
  order_id: number
  staff_user_id: number
  /** What was taken when it was looked at. */
  seen_cents: number
  reason: string
}

/**
 * Ends the dispute of an order of which the bank took a part: its licenses are in force again, its lines bear what was taken,
 * and later records of the same cases do not bring the dispute back. Throws 404 for no order, 403 for one's own, 409 with the
 * reason while a case is open or when something else was seen, 503 when the gateway cannot say.
 */
export const endDispute = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway | undefined,
  deed: Deed,
): Promise<void> => {
  const { db, clock } = deps
  const attempt = await db
    .selectFrom('payment_attempts')
    .where('order_id', '=', deed.order_id)
    .where('state', '=', 'succeeded')
    .select(['state', 'order_id', 'gateway_transaction_id'])
    .executeTakeFirst()
  if (!attempt) return db.transaction().execute(trx => endUnknown(trx, deed, clock.now()))
  await db.transaction().execute(trx => lockPending(trx, deed))
  // The news of a further case may not be here yet.
  const { cases } = await followDispute(deps, needGateway(gateway), attempt).catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    console.error(`checkout: the dispute of order ${deed.order_id} could not be looked at: ${messageOf(error)}`)
    throw refuse(503, 'The payment provider does not answer, so nothing has changed. Please try again.')
  })
  await db.transaction().execute(async trx => {
    const pending = await lockPending(trx, deed)
    await needDecided(trx, deed.order_id)
    const { order_id, staff_user_id, reason, seen_cents } = deed
    if (pending.cents !== seen_cents)
      throw refuse(
        409,
        `The bank has taken ${formatCents(pending.cents)}, not ${formatCents(seen_cents)}. Nothing has changed; please look again.`,
      )
    const now = clock.now()
    await keepEnded(trx, order_id, cases)
    const changes = { taken_cents: [null, pending.cents] } as const
    const about = { about: 'order', about_key: order_id, action: 'Ended the dispute', changes } as const
    await logStaff(trx, { ...about, staff_user_id, reason, now })
    await moveOrder(trx, order_id, 'partially_refunded', {
      user_id: staff_user_id,
      reason: `The dispute has ended: ${formatCents(pending.cents)} stay with the buyer. ${reason}`,
      now,
      taken: pending,
    })
  })
}

/** The payment provider knows no case of an order that was paid past it: what staff say counts, and nothing was taken. */
const endUnknown = async (trx: Trx, { order_id, staff_user_id, reason }: Deed, now: Date) => {
  await lockDisputed(trx, { order_id, staff_user_id })
  const entry = { about: 'order', about_key: order_id, action: 'Ended the dispute' } as const
  await logStaff(trx, { ...entry, staff_user_id, reason, now })
  const to = await stateBeforeDispute(trx, order_id)
  await moveOrder(trx, order_id, to, { user_id: staff_user_id, reason: `The dispute has ended. ${reason}`, now })
}

const lockDisputed = async (trx: Trx, { order_id, staff_user_id }: Pick<Deed, 'order_id' | 'staff_user_id'>) => {
  const { state } = await lockForStaff(trx, order_id, staff_user_id)
  if (state !== 'disputed')
    throw refuse(409, `This order is “${stateLabels[state]}”, so there is no dispute that could be ended.`)
}

/** What the bank took and nobody has decided about. */
const lockPending = async (trx: Trx, { order_id, staff_user_id }: Deed) => {
  await lockDisputed(trx, { order_id, staff_user_id })
  const { pending } = await lossOf(trx, order_id)
  if (pending.cents === 0)
    throw refuse(
      409,
      'The buyer’s bank has taken nothing of this order so far. The dispute ends when the bank decides.',
    )
  return pending
}

const needDecided = async (trx: Trx, order_id: number) => {
  if ((await knownDisputes(trx, order_id)).said === 'open')
    throw refuse(409, 'A case of this order is still open at the buyer’s bank. The dispute can be ended after that.')
  if (await untoldRefundOf(trx, order_id))
    throw refuse(409, 'A refund of this order is under way. It ends by itself within the hour: please try again then.')
}
