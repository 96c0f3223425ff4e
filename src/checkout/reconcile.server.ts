/** Holds our books against the gateway's for a span of days. It changes nothing: differences are for a person. */
import type { Gateway } from '#payments/gateway.server.ts'
import { outcomeOf, type Approved, type TransactionFacts } from '#payments/outcome.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { Attempt } from './attempts.server.ts'
import type { Difference } from './contract.ts'

type Span = { from_at: Date; to_at: Date }

const day_ms = 86_400_000
/** By then whatever began on a day has ended or is being asked about. */
const later_ms = 2 * 3_600_000

/** The last whole day that everything has had time to settle of. */
export const lastDay = (now: Date): Span => {
  const to_ms = Math.floor((now.getTime() - later_ms) / day_ms) * day_ms
  return { from_at: new Date(to_ms - day_ms), to_at: new Date(to_ms) }
}

/** Writes the report of a span, in the place of an earlier one. Answers its differences. Throws when the gateway cannot say. */
export const reconcile = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway,
  span: Span,
): Promise<Difference[]> => {
  const sales = await gateway.salesBetween(span.from_at, span.to_at)
  const { differences, attempts_count } = await compare(db, sales, span)
  const report = {
    transactions_count: sales.length,
    attempts_count,
    differences: JSON.stringify(differences),
    made_at: clock.now(),
  }
  await db
    .insertInto('payment_reconciliations')
    .values({ ...span, ...report })
    .onConflict(conflict => conflict.columns(['from_at', 'to_at']).doUpdateSet(report))
    .execute()
  for (const difference of differences) console.error(`checkout: the books differ: ${JSON.stringify(difference)}`)
  return differences
}

const chargesOf = (sales: readonly TransactionFacts[]): Approved[] =>
  sales.map(outcomeOf).filter(outcome => outcome.kind === 'approved')

const compare = async (db: Db, sales: readonly TransactionFacts[], { from_at, to_at }: Span) => {
  const charges = Map.groupBy(chargesOf(sales), charge => charge.order_id)
  const names = [...charges.keys()]
  const attempts = await db
    .selectFrom('payment_attempts')
    .where(({ and, eb, or }) =>
      or([
        ...(names.length > 0 ? [eb('gateway_order_id', 'in', names)] : []),
        // Booked in the middle of the span: near its ends the two clocks may see another day.
        and([
          eb('state', 'in', booked),
          eb('started_at', '>=', new Date(from_at.getTime() + edge_ms)),
          eb('started_at', '<', new Date(to_at.getTime() - edge_ms)),
        ]),
      ]),
    )
    .selectAll()
    .execute()
  const byName = new Map(attempts.map(attempt => [attempt.gateway_order_id, attempt]))
  const differences: Difference[] = []
  const tell = (kind: Difference['kind'], name: string, charge: Approved | undefined) => {
    const attempt = byName.get(name)
    differences.push({
      kind,
      attempt_id: attempt?.id ?? null,
      order_id: attempt?.order_id ?? null,
      transaction_id: charge?.transaction_id ?? null,
      gateway_cents: charge?.amount_cents ?? null,
      booked_cents: attempt ? attempt.amount_cents : null,
    })
  }
  for (const [name, [charge, ...more]] of charges) {
    for (const extra of more) tell('charged_twice', name, extra)
    const attempt = byName.get(name)
    if (attempt && hasGoneBack(attempt, charge)) continue
    if (!attempt || !booked.some(state => state === attempt.state)) tell('charged_unbooked', name, charge)
    else if (charge?.amount_cents !== attempt.amount_cents) tell('other_amount', name, charge)
  }
  const voided = await voidedByRefund(db, attempts)
  for (const { id, gateway_order_id: name, state } of attempts)
    if (booked.some(one => one === state) && !charges.has(name) && !voided.has(id))
      tell('booked_uncharged', name, undefined)
  return { differences, attempts_count: attempts.length }
}

/** A refunded charge stays a charge at the gateway; the refund is a record of its own. */
const hasGoneBack = (
  { state, gateway_transaction_id }: Pick<Attempt, 'state' | 'gateway_transaction_id'>,
  charge: Approved | undefined,
): boolean => state === 'reversed' && gateway_transaction_id === charge?.transaction_id

/** A charge that was given back whole before it settled is none any more. */
const voidedByRefund = async (
  db: Db,
  attempts: readonly Pick<Attempt, 'id'>[],
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

const booked = ['succeeded', 'processing'] as const
const edge_ms = 10 * 60_000

/** The newest first. */
export const reconciliationsOf = async (db: Db) => {
  const reports = await db
    .selectFrom('payment_reconciliations')
    .selectAll()
    .orderBy('to_at', 'desc')
    .limit(100)
    .execute()
  return reports.map(({ from_at, to_at, made_at, differences, ...report }) => ({
    ...report,
    from_at: from_at.toISOString(),
    to_at: to_at.toISOString(),
    made_at: made_at.toISOString(),
    differences: differences as Difference[],
  }))
}
