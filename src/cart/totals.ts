/** How a cart's total comes to be: the lines, less their discounts, the fee for taking a card, and the tax on what that makes. */
import { splitCents } from '#platform/money.ts'

export type LineAmounts = {
  /** Before any discount. */
  list_cents: number
  nonprofit_discount_cents: number
  /** The coupon's. */
  discount_cents: number
  /** What was paid for the license that it upgrades. */
  upgrade_credit_cents: number
}

/** A line's part of the order's discounts, of every kind, and of its tax. */
export type LineParts = { discount_cents: number; tax_cents: number }

export type Totals = {
  sub_total_cents: number
  non_profit_discount_cents: number
  discount_cents: number
  upgrade_credit_cents: number
  /** Of custom carts that are paid by card. */
  processing_fee_cents: number
  /** What the tax is on. */
  base_cents: number
  tax_cents: number
  total_cents: number
  /** One for each line: price - discount + tax of all of them, and the fee, add up to the total. */
  parts: LineParts[]
}

/** Rounded half up, in whole numbers: rates are read in millionths. */
export const taxOn = (cents: number, rate: number): number =>
  Math.floor((cents * Math.round(rate * 1_000_000) + 500_000) / 1_000_000)

/** `rate` is 0.0725 for 7.25 %, `fee_rate` likewise. The fee is taxed as the clips are; its tax is spread over the lines. */
export const totalsOf = (lines: readonly LineAmounts[], rate: number, fee_rate = 0): Totals => {
  const sum = (amount: (line: LineAmounts) => number) => lines.reduce((whole, line) => whole + amount(line), 0)
  const sub_total_cents = sum(line => line.list_cents)
  const non_profit_discount_cents = sum(line => line.nonprofit_discount_cents)
  const discount_cents = sum(line => line.discount_cents)
  const upgrade_credit_cents = sum(line => line.upgrade_credit_cents)
  const net_cents = sub_total_cents - non_profit_discount_cents - discount_cents - upgrade_credit_cents
  const processing_fee_cents = taxOn(net_cents, fee_rate)
  const base_cents = net_cents + processing_fee_cents
  const tax_cents = taxOn(base_cents, rate)
  const discounts = lines.map(line => line.nonprofit_discount_cents + line.discount_cents + line.upgrade_credit_cents)
  const taxes = splitCents(
    tax_cents,
    lines.map((line, place) => line.list_cents - (discounts[place] ?? 0)),
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
    parts: discounts.map((discount_cents, place) => ({ discount_cents, tax_cents: taxes[place] ?? 0 })),
  }
}
