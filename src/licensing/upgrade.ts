/** Upgrading a license by the difference: what counts as an upgrade, and what of the new price is paid already. All amounts are cents before tax. */
import { formatCents } from '#platform/money.ts'

import { coversUse, type Use } from './held.ts'

/** A license as it was sold. */
export type SoldLine = {
  price_cents: number
  /** All of its discounts; what an upgrade was credited is among them. */
  discount_cents: number
  upgrade_credit_cents: number
  /** What the buyer's bank took back of it, before tax. */
  taken_cents: number
}

/** What was paid for a license so far: for itself, and before it for those that it took the place of. */
export const paidFor = ({ price_cents, discount_cents, upgrade_credit_cents, taken_cents }: SoldLine): number =>
  price_cents - discount_cents + upgrade_credit_cents - taken_cents

/** A business may do what persons and charities may; of the others each stays what it is. */
const asKindOf = (to: Use, from: Use): Use => (to.org_type === 'commercial' ? { ...to, org_type: from.org_type } : to)

const narrower =
  'An upgrade keeps all that you may do already: choose at least the same distributions, client size and format, for the same kind of organization or a business.'

/** Why this license is no upgrade of the earlier one, as a sentence; null when it is. `price_cents` is before any discount code. */
export const upgradeRefusal = (
  from: { use: Use; credit_cents: number },
  to: { use: Use; price_cents: number },
): string | null => {
  if (!coversUse(asKindOf(to.use, from.use), from.use)) return narrower
  return to.price_cents > from.credit_cents
    ? null
    : `This license costs ${formatCents(to.price_cents)}, no more than the ${formatCents(from.credit_cents)} that were paid for the earlier one, so there is nothing to upgrade to.`
}

/**
 * What comes off an upgrade's price: first the discount code, reckoned on the whole price as for everybody, but never so much
 * that less is left than was paid before; last the credit, all of it. Nothing is ever paid back.
 */
export const upgradeParts = (
  price_cents: number,
  { coupon_cents, credit_cents }: { coupon_cents: number; credit_cents: number },
): { discount_cents: number; upgrade_credit_cents: number; to_pay_cents: number } => {
  const upgrade_credit_cents = Math.min(credit_cents, price_cents)
  const discount_cents = Math.min(coupon_cents, price_cents - upgrade_credit_cents)
  return { discount_cents, upgrade_credit_cents, to_pay_cents: price_cents - discount_cents - upgrade_credit_cents }
}

/** "Upgrade credit, LT-2026-000001" */
export const creditLabel = (orders: readonly string[]): string => ['Upgrade credit', ...new Set(orders)].join(', ')
