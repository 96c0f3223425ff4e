/** Calculates a cart's total: the lines less their discounts, the card processing fee, and the tax. */
import { splitCents } from '#platform/money.ts'

export type LineAmounts = {
  /** Before any discount. */
  list_cents: number
  nonprofit_discount_cents: number
  /** The coupon's discount. */
  discount_cents: number
  /** The credit for the license that the line upgrades. */
  upgrade_credit_cents: number
}

/** A line's share of all discounts of the order and of its tax. */
export type LineParts = { discount_cents: number; tax_cents: number }

export type Totals = {
  sub_total_cents: number
  non_profit_discount_cents: number
  discount_cents: number
  upgrade_credit_cents: number
  /** Only for custom carts that are paid by card. */
  processing_fee_cents: number
  /** The amount that is taxed. */
  base_cents: number
  tax_cents: number
  total_cents: number
  /** One part per line. The lines' prices less discounts plus tax, plus the fee, add up to the total. */
  parts: LineParts[]
}

/** Returns the tax in cents, rounded half up. Uses integers; rates have a precision of one millionth. */
export const calculateTax = (cents: number, rate: number): number =>
  Math.floor((cents * Math.round(rate * 1_000_000) + 500_000) / 1_000_000)

/**
 * Calculates the totals. `rate` is 0.0725 for 7.25%, `fee_rate` likewise. The fee is taxed like the clips; its tax is
 * spread over the lines.
 */
export const calculateTotals = (lines: readonly LineAmounts[], rate: number, fee_rate = 0): Totals => {
  const sum = (amount: (line: LineAmounts) => number) => lines.reduce((total, line) => total + amount(line), 0)
  const sub_total_cents = sum(line => line.list_cents)
  const non_profit_discount_cents = sum(line => line.nonprofit_discount_cents)
  const discount_cents = sum(line => line.discount_cents)
  const upgrade_credit_cents = sum(line => line.upgrade_credit_cents)
  const net_cents = sub_total_cents - non_profit_discount_cents - discount_cents - upgrade_credit_cents
  const processing_fee_cents = calculateTax(net_cents, fee_rate)
  const base_cents = net_cents + processing_fee_cents
  const tax_cents = calculateTax(base_cents, rate)
  const discounts = lines.map(line => line.nonprofit_discount_cents + line.discount_cents + line.upgrade_credit_cents)
  const taxes = splitCents(
    tax_cents,
    lines.map((line, index) => line.list_cents - (discounts[index] ?? 0)),
  )
  return {
    sub_total_cents,
    non_profit_discount_cents,
    discount_cents,
    upgrade_credit_cents,
    processing_fee_cents,
    base_cents,
    tax_cents,
    total_cents: base_cents + tax_cents,
    parts: discounts.map((discount_cents, index) => ({ discount_cents, tax_cents: taxes[index] ?? 0 })),
  }
}
