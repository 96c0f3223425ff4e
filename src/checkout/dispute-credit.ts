/** What a credit note takes back after a dispute was lost: all that was left of the order, or a part that stands for no line. All amounts are cents. */
import { refundOf, type RefundFee, type RefundLine } from '#orders/refund-amounts.ts'

type Lost = {
  /** `partly`: the bank took less than was left. */
  state: 'lost' | 'partly'
  taken_cents: number
  /** By us, as the gateway knows it. */
  given_back_cents: number
  order: RefundFee & { total_cents: number }
  lines: readonly RefundLine[]
  /** One that is under way. */
  refund: { order_item_ids: readonly number[]; amount_cents: number } | undefined
  /** What credit notes of its disputes took back already, and what of that was not taken off its lines yet. */
  noted_cents: number
  pending_cents: number
}

export type DisputeCredit = {
  /** None: a part of the payment, with its share of the tax. */
  order_item_ids: number[]
  fee_cents: number
  tax_cents?: number
  total_cents: number
}

/** undefined: nothing more is gone. All credit notes of an order never come to more than was paid. */
export const disputeCredit = (lost: Lost): DisputeCredit | undefined => {
  const { state, taken_cents, given_back_cents, order, lines, refund, noted_cents, pending_cents } = lost
  const left = refundOf(lines, order, 'all')
  const heard_cents = order.total_cents - left.total_cents - (noted_cents - pending_cents)
  // A refund that the gateway has carried out, and that we have not heard of, gets a credit note of its own.
  const unheard = (given_back_cents > heard_cents && refund) || { order_item_ids: [], amount_cents: 0 }
  const rest_cents = left.total_cents - unheard.amount_cents - pending_cents
  const gone = new Set(unheard.order_item_ids)
  const named = state === 'lost' ? left.order_item_ids.filter(id => !gone.has(id)) : []
  const total_cents = named.length > 0 ? rest_cents : Math.min(taken_cents - noted_cents, rest_cents)
  if (total_cents <= 0) return undefined
  if (named.length > 0) return { order_item_ids: named, fee_cents: order.processing_fee_cents, total_cents }
  return { order_item_ids: [], fee_cents: 0, tax_cents: taxOf(total_cents, left), total_cents }
}

/** The part of the tax in a part of what is left. */
const taxOf = (
  cents: number,
  left: { price_cents: number; discount_cents: number; tax_cents: number; fee_cents: number },
) => Math.round((cents * left.tax_cents) / (left.price_cents - left.discount_cents + left.tax_cents + left.fee_cents))
