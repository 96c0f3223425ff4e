/**
 * The credit note after a lost dispute: for everything left of the order, or for a part that matches no line. All
 * amounts are in cents.
 */
import { calculateRefund, type RefundFee, type RefundLine } from '#orders/refund-amounts.ts'

type DisputeLoss = {
  /** `partly`: the bank took less than what was left. */
  state: 'lost' | 'partly'
  withdrawn_cents: number
  /** Refunded by us, as the gateway reports it. */
  refunded_cents: number
  order: RefundFee & { total_cents: number }
  lines: readonly RefundLine[]
  /** A refund in progress. */
  refund: { order_item_ids: readonly number[]; amount_cents: number } | undefined
  /** What credit notes of its disputes have recorded, and the part of that which its lines do not carry yet. */
  credited_cents: number
  pending_cents: number
}

export type DisputeCredit = {
  /** Empty: a part of the payment, with its share of the tax. */
  order_item_ids: number[]
  fee_cents: number
  tax_cents?: number
  total_cents: number
}

/** Returns undefined when no further money is gone. The credit notes of an order never exceed what was paid. */
export const computeDisputeCredit = (loss: DisputeLoss): DisputeCredit | undefined => {
  const { state, withdrawn_cents, refunded_cents, order, lines, refund, credited_cents, pending_cents } = loss
  const remaining = calculateRefund(lines, order, 'all')
  const known_refunded_cents = order.total_cents - remaining.total_cents - (credited_cents - pending_cents)
  // A refund that the gateway has carried out but not reported yet gets its own credit note.
  const unreportedRefund = (refunded_cents > known_refunded_cents && refund) || { order_item_ids: [], amount_cents: 0 }
  const remaining_cents = remaining.total_cents - unreportedRefund.amount_cents - pending_cents
  const refundedIds = new Set(unreportedRefund.order_item_ids)
  const itemIds = state === 'lost' ? remaining.order_item_ids.filter(id => !refundedIds.has(id)) : []
  const total_cents = itemIds.length > 0 ? remaining_cents : Math.min(withdrawn_cents - credited_cents, remaining_cents)
  if (total_cents <= 0) return undefined
  if (itemIds.length > 0) return { order_item_ids: itemIds, fee_cents: order.processing_fee_cents, total_cents }
  return { order_item_ids: [], fee_cents: 0, tax_cents: taxOf(total_cents, remaining), total_cents }
}

/** Returns the tax contained in a part of the remaining amount. */
const taxOf = (
  cents: number,
  remaining: { price_cents: number; discount_cents: number; tax_cents: number; fee_cents: number },
) =>
  Math.round(
    (cents * remaining.tax_cents) /
      (remaining.price_cents - remaining.discount_cents + remaining.tax_cents + remaining.fee_cents),
  )
