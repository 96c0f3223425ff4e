/** What a lost dispute took of a payment, spread over what is left of its order. All amounts are cents. */
import { splitCents } from '#platform/money.ts'

/** What still stands of a line: before tax, and its tax. */
export type Left = { net_cents: number; tax_cents: number }

export type Taken = { lines: { taken_cents: number; taken_tax_cents: number }[]; fee_cents: number }

/**
 * Nobody can say which clip the bank meant, so each bears its part: the tax by what is left of their tax, the rest by what is
 * left of their prices and of the fee. The parts add up to `cents`, and none is more than what is left. Throws when more was
 * taken than is left.
 */
export const spreadTaken = (
  { cents, tax_cents }: { cents: number; tax_cents: number },
  lines: readonly Left[],
  fee_cents: number,
): Taken => {
  const nets = [...lines.map(line => line.net_cents), fee_cents]
  const taxes = lines.map(line => line.tax_cents)
  const [net_left, tax_left] = [sum(nets), sum(taxes)]
  if (cents > net_left + tax_left) throw new Error('A bank cannot take more than is left.')
  const of_tax = Math.min(Math.max(tax_cents, cents - net_left, 0), tax_left, cents)
  const net_parts = splitCents(cents - of_tax, nets)
  const tax_parts = splitCents(of_tax, taxes)
  return {
    lines: lines.map((_, at) => ({ taken_cents: net_parts[at] ?? 0, taken_tax_cents: tax_parts[at] ?? 0 })),
    fee_cents: net_parts[lines.length] ?? 0,
  }
}

const sum = (all: readonly number[]) => all.reduce((whole, each) => whole + each, 0)
