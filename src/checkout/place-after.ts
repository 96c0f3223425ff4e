/** Where a payment leads. */
import type { Payment } from './contract.ts'

type Ended = Pick<Payment, 'state' | 'order_id' | 'invoice_number' | 'kind' | 'quote_number'>

/** A cart that a link opened is known by the link alone, so whoever waits carries it along. */
const withLink = (path: string, link: string | null | undefined): string =>
  link ? `${path}?cart_hash=${encodeURIComponent(link)}` : path

export const confirmingPlace = (order_id: number, link?: string | null): string =>
  withLink(`/checkout/confirming/${order_id}`, link)

/**
 * A new order's page asks what the footage is for; one that was placed before knows. What failed leads back to where it was
 * paid. `link`: of a custom cart.
 */
export const placeAfter = (payment: Ended, link?: string | null): string => {
  const { state, order_id, invoice_number, kind } = payment
  if (state === 'confirming') return confirmingPlace(order_id, link)
  const order_place = `/workspace/orders/${invoice_number}`
  if (state !== 'failed') return kind === 'invoice' ? order_place : `${order_place}?add_project_details=1`
  // A debit that came back: its cart has long been an order, which says so.
  return kind !== 'invoice' && invoice_number !== null ? order_place : placeToRetry(payment, link)
}

const placeToRetry = ({ kind, quote_number, invoice_number }: Ended, link: string | null | undefined): string => {
  if (kind === 'quote') return `/checkout/${quote_number}?declined=1`
  if (kind === 'invoice') return `/checkout/${invoice_number}?declined=1`
  if (kind === 'own') return '/checkout?declined=1'
  return link ? `${withLink('/cart', link)}&declined=1` : '/cart?link=declined'
}
