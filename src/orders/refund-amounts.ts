/** What goes back when lines of an order are refunded: the same for the preview and for the refund. All amounts are cents. */

export type RefundLine = {
  id: number
  price_cents: number
  discount_cents: number
  tax_cents: number
  /** What the buyer's bank took of it: before tax, and of its tax. */
  taken_cents: number
  taken_tax_cents: number
  refunded: boolean
}

/** For taking a card, and what the bank took of that. */
export type RefundFee = { processing_fee_cents: number; taken_fee_cents: number }

export type RefundAmounts = {
  order_item_ids: number[]
  price_cents: number
  discount_cents: number
  tax_cents: number
  /** For taking a card: goes back with the last line. */
  fee_cents: number
  /** Of all these, what the buyer has back from their bank. */
  taken_cents: number
  total_cents: number
  /** Nothing of the order is left after it. */
  is_last: boolean
}

/** Of the lines named, those that have not been given back before; `all`: whatever is left. */
export const refundOf = (
  lines: readonly RefundLine[],
  { processing_fee_cents, taken_fee_cents }: RefundFee,
  named: ReadonlySet<number> | 'all',
): RefundAmounts => {
  const left = lines.filter(({ refunded }) => !refunded)
  const back = named === 'all' ? left : left.filter(({ id }) => named.has(id))
  const sum = (amount: (line: RefundLine) => number) => back.reduce((whole, line) => whole + amount(line), 0)
  const is_last = back.length > 0 && back.length === left.length
  const fee_cents = is_last ? processing_fee_cents : 0
  const price_cents = sum(line => line.price_cents)
  const discount_cents = sum(line => line.discount_cents)
  const tax_cents = sum(line => line.tax_cents)
  const taken_cents = sum(line => line.taken_cents + line.taken_tax_cents) + (is_last ? taken_fee_cents : 0)
  return {
    order_item_ids: back.map(({ id }) => id),
    price_cents,
    discount_cents,
    tax_cents,
    fee_cents,
    taken_cents,
    total_cents: price_cents - discount_cents + tax_cents + fee_cents - taken_cents,
    is_last,
  }
}
