/** Whether a workspace can buy on account now: one rule for the checkout page and for placing the order. */
import { GRACE_DAYS } from '#orders/due.ts'
import { formatCents } from '#platform/money.ts'

/** What a workspace owes, and its credit limit. */
export type AccountCredit = {
  /** An invoice past its grace period, if there is one. */
  late_invoice: string | null
  owed_cents: number
  limit_cents: number
}

/** Returns why an order of this amount cannot be bought on account, as a sentence; null when it can. */
export const accountRefusal = (
  { late_invoice, owed_cents, limit_cents }: AccountCredit,
  total_cents: number,
): string | null => {
  if (late_invoice !== null)
    return `Your invoice ${late_invoice} has been overdue for more than ${GRACE_DAYS} days, so your workspace cannot buy on account. Please pay it first, under Orders, or pay this cart by card.`
  if (owed_cents + total_cents > limit_cents)
    return `This order of ${formatCents(total_cents)} is over your workspace's credit limit of ${formatCents(limit_cents)}: ${formatCents(owed_cents)} is already owed, so ${formatCents(Math.max(limit_cents - owed_cents, 0))} is left.`
  return null
}
