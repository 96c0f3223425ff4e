/** Whether a workspace can buy something on account now: one rule for the checkout, which says so at once, and for the order. */
import { grace_days } from '#orders/due.ts'
import { formatCents } from '#platform/money.ts'

/** What a workspace owes, and how much it may. */
export type Credit = {
  /** The invoice whose grace is over, if there is one. */
  late_invoice: string | null
  owed_cents: number
  limit_cents: number
}

/** Why an order of this much cannot be bought on account, as a sentence; null when it can. */
export const accountRefusal = (
  { late_invoice, owed_cents, limit_cents }: Credit,
  total_cents: number,
): string | null => {
  if (late_invoice !== null)
    return `Your invoice ${late_invoice} has been overdue for more than ${grace_days} days, so your workspace cannot buy on account. Please pay it first, under Orders, or pay this cart by card.`
  if (owed_cents + total_cents > limit_cents)
    return `This order of ${formatCents(total_cents)} is over your workspace's credit limit of ${formatCents(limit_cents)}: ${formatCents(owed_cents)} is already owed, so ${formatCents(Math.max(limit_cents - owed_cents, 0))} is left.`
  return null
}
