/** Calculates refunds of an order's lines, the same way for the preview and for the refund. All amounts are in cents. */

export type RefundLine = {
  id: number
  price_cents: number
  discount_cents: number
  tax_cents: number
  /** What the buyer's bank took of the line: before tax, and of the tax. */
  withdrawn_cents: number
  withdrawn_tax_cents: number
  refunded: boolean
}

/** The fee for card payments, and what the bank took of it. */
export type RefundFee = { processing_fee_cents: number; withdrawn_fee_cents: number }

export type RefundAmounts = {
  order_item_ids: number[]
  price_cents: number
  discount_cents: number
  tax_cents: number
  /** The fee for card payments, refunded with the last line. */
  fee_cents: number
  /** The part of these amounts that the buyer got back from their bank. */
  withdrawn_cents: number
  total_cents: number
  /** Whether nothing of the order remains afterwards. */
  is_last: boolean
}

/** Calculates the refund of those selected lines that were not refunded before; `all` for everything that remains. */
export const calculateRefund = (
  lines: readonly RefundLine[],
  { processing_fee_cents, withdrawn_fee_cents }: RefundFee,
  selection: ReadonlySet<number> | 'all',
): RefundAmounts => {
  const remaining = lines.filter(({ refunded }) => !refunded)
  const refunds = selection === 'all' ? remaining : remaining.filter(({ id }) => selection.has(id))
  const sum = (amount: (line: RefundLine) => number) => refunds.reduce((total, line) => total + amount(line), 0)
  const is_last = refunds.length > 0 && refunds.length === remaining.length
  const fee_cents = is_last ? processing_fee_cents : 0
  const price_cents = sum(line => line.price_cents)
  const discount_cents = sum(line => line.discount_cents)
  const tax_cents = sum(line => line.tax_cents)
  const withdrawn_cents =
    sum(line => line.withdrawn_cents + line.withdrawn_tax_cents) + (is_last ? withdrawn_fee_cents : 0)
  return {
    order_item_ids: refunds.map(({ id }) => id),
    price_cents,
    discount_cents,
    tax_cents,
    fee_cents,
    withdrawn_cents,
    total_cents: price_cents - discount_cents + tax_cents + fee_cents - withdrawn_cents,
    is_last,
  }
}
