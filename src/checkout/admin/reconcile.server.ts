/** Compares our books with the gateway’s for a span of days. It changes nothing: staff handle the differences. */

import type { PaymentGateway } from '#payments/gateway.server.ts'
import { outcomeOf, type ApprovedOutcome, type TransactionRecord } from '#payments/outcome.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { PaymentAttempt } from '../attempts.server.ts'
import type { ReconciliationDifference } from './contract.ts'

type ReconciliationSpan = { from_at: Date; to_at: Date }

/** By then, everything that started on a day has ended or is being looked up. */
const SETTLING_MS = 2 * 3_600_000

/** Returns the last full day that has had time to settle. */
export const lastFullDay = (now: Date): ReconciliationSpan => {
  const to_ms = Math.floor((now.getTime() - SETTLING_MS) / DAY_MS) * DAY_MS
  return { from_at: new Date(to_ms - DAY_MS), to_at: new Date(to_ms) }
}

/**
 * Saves the report of a span, replacing an earlier one, and returns its differences. Throws when the gateway cannot
 * tell.
 */
export const reconcile = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  gateway: PaymentGateway,
  span: ReconciliationSpan,
): Promise<ReconciliationDifference[]> => {
  const sales = await gateway.salesBetween(span.from_at, span.to_at)
  const { differences, attempts_count } = await compareBooks(db, sales, span)
  const report = {
    transactions_count: sales.length,
    attempts_count,
    differences: JSON.stringify(differences),
    created_at: clock.now(),
  }
  await db
    .insertInto('payment_reconciliations')
    .values({ ...span, ...report })
    .onConflict(conflict => conflict.columns(['from_at', 'to_at']).doUpdateSet(report))
    .execute()
  for (const difference of differences) console.error(`checkout: the books differ: ${JSON.stringify(difference)}`)
  return differences
}

const toCharges = (sales: readonly TransactionRecord[]): ApprovedOutcome[] =>
  sales.map(outcomeOf).filter(outcome => outcome.kind === 'approved')

const compareBooks = async (db: Db, sales: readonly TransactionRecord[], { from_at, to_at }: ReconciliationSpan) => {
  const charges = Map.groupBy(toCharges(sales), charge => charge.order_id)
  const gatewayOrderIds = [...charges.keys()]
  const attempts = await db
    .selectFrom('payment_attempts')
    .where(({ and, eb, or }) =>
      or([
        ...(gatewayOrderIds.length > 0 ? [eb('gateway_order_id', 'in', gatewayOrderIds)] : []),
        // Booked well inside the span: near its edges the two clocks may disagree about the day.
        and([
          eb('state', 'in', BOOKED_STATES),
          eb('started_at', '>=', new Date(from_at.getTime() + CLOCK_SKEW_MS)),
          eb('started_at', '<', new Date(to_at.getTime() - CLOCK_SKEW_MS)),
        ]),
      ]),
    )
    .selectAll()
    .execute()
  const attemptsByOrderId = new Map(attempts.map(attempt => [attempt.gateway_order_id, attempt]))
  const differences: ReconciliationDifference[] = []
  const addDifference = (
    kind: ReconciliationDifference['kind'],
    gatewayOrderId: string,
    charge: ApprovedOutcome | undefined,
  ) => {
    const attempt = attemptsByOrderId.get(gatewayOrderId)
    differences.push({
      kind,
      attempt_id: attempt?.id ?? null,
      order_id: attempt?.order_id ?? null,
      transaction_id: charge?.transaction_id ?? null,
      gateway_cents: charge?.amount_cents ?? null,
      booked_cents: attempt ? attempt.amount_cents : null,
    })
  }
  for (const [gatewayOrderId, [charge, ...extras]] of charges) {
    for (const extra of extras) addDifference('charged_twice', gatewayOrderId, extra)
    const attempt = attemptsByOrderId.get(gatewayOrderId)
    if (attempt && isReversed(attempt, charge)) continue
    if (!attempt || !BOOKED_STATES.some(state => state === attempt.state))
      addDifference('charged_unbooked', gatewayOrderId, charge)
    else if (charge?.amount_cents !== attempt.amount_cents) addDifference('other_amount', gatewayOrderId, charge)
  }
  const voidedIds = await findVoidedByRefund(db, attempts)
  for (const { id, gateway_order_id: gatewayOrderId, state } of attempts)
    if (BOOKED_STATES.some(bookedState => bookedState === state) && !charges.has(gatewayOrderId) && !voidedIds.has(id))
      addDifference('booked_uncharged', gatewayOrderId, undefined)
  return { differences, attempts_count: attempts.length }
}

/** A refunded charge remains a charge at the gateway; the refund is a separate record. */
const isReversed = (
  { state, gateway_transaction_id }: Pick<PaymentAttempt, 'state' | 'gateway_transaction_id'>,
  charge: ApprovedOutcome | undefined,
): boolean => state === 'reversed' && gateway_transaction_id === charge?.transaction_id

/** A charge that was refunded in full before it settled no longer counts as a charge. */
const findVoidedByRefund = async (
  db: Db,
  attempts: readonly Pick<PaymentAttempt, 'id'>[],
): Promise<ReadonlySet<number | null>> => {
  if (attempts.length === 0) return new Set()
  const refunds = await db
    .selectFrom('refunds')
    .where('state', '=', 'done')
    .where('gateway_refund_id', 'is', null)
    .where(
      'attempt_id',
      'in',
      attempts.map(({ id }) => id),
    )
    .select('attempt_id')
    .execute()
  return new Set(refunds.map(({ attempt_id }) => attempt_id))
}

const BOOKED_STATES = ['succeeded', 'processing'] as const
const CLOCK_SKEW_MS = 10 * 60_000

/** Returns the reports, newest first. */
export const listReconciliations = async (db: Db) => {
  const reports = await db
    .selectFrom('payment_reconciliations')
    .selectAll()
    .orderBy('to_at', 'desc')
    .limit(100)
    .execute()
  return reports.map(({ from_at, to_at, created_at, differences, ...report }) => ({
    ...report,
    from_at: from_at.toISOString(),
    to_at: to_at.toISOString(),
    created_at: created_at.toISOString(),
    differences: differences as ReconciliationDifference[],
  }))
}
