/** Spreads the loss of a dispute over what remains of the order. All amounts are in cents. */
import { splitCents } from '#platform/money.ts'

/** What remains of a line: before tax, and its tax. */
export type RemainingAmount = { net_cents: number; tax_cents: number }

export type DisputeLossParts = { lines: { withdrawn_cents: number; withdrawn_tax_cents: number }[]; fee_cents: number }

/**
 * The bank does not say which clip it means, so each line bears its part: the tax in proportion to the remaining taxes, the
 * rest in proportion to the remaining prices and fee. The parts add up to `cents`, and no part exceeds what remains.
 * Throws when the loss is larger than the remainder.
 */
export const spreadDisputeLoss = (
  { cents, tax_cents }: { cents: number; tax_cents: number },
  lines: readonly RemainingAmount[],
  fee_cents: number,
): DisputeLossParts => {
  const netWeights = [...lines.map(line => line.net_cents), fee_cents]
  const taxWeights = lines.map(line => line.tax_cents)
  const [remaining_net, remaining_tax] = [sum(netWeights), sum(taxWeights)]
  if (cents > remaining_net + remaining_tax) throw new Error('A bank cannot take more than is left.')
  const tax_loss = Math.min(Math.max(tax_cents, cents - remaining_net, 0), remaining_tax, cents)
  const net_parts = splitCents(cents - tax_loss, netWeights)
  const tax_parts = splitCents(tax_loss, taxWeights)
  return {
    lines: lines.map((_, index) => ({
      withdrawn_cents: net_parts[index] ?? 0,
      withdrawn_tax_cents: tax_parts[index] ?? 0,
    })),
    fee_cents: net_parts[lines.length] ?? 0,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
