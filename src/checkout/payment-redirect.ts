/** Where the buyer goes after a payment. */
import type { PaymentStatus } from './contract.ts'

type EndedPayment = Pick<PaymentStatus, 'state' | 'order_id' | 'invoice_number' | 'kind' | 'quote_number'>

/** A custom cart is identified only by its link, so the link is carried along. */
const withLink = (path: string, link: string | null | undefined): string =>
  link ? `${path}?cart_hash=${encodeURIComponent(link)}` : path

export const confirmingPath = (order_id: number, link?: string | null): string =>
  withLink(`/checkout/confirming/${order_id}`, link)

/**
 * Returns the path for a payment. A new order’s page asks for project details; an existing order has them. A failed
 * payment leads back to where it was paid. `link`: of a custom cart.
 */
export const pathAfterPayment = (payment: EndedPayment, link?: string | null): string => {
  const { state, order_id, invoice_number, kind } = payment
  if (state === 'confirming') return confirmingPath(order_id, link)
  const order_path = `/workspace/orders/${invoice_number}`
  if (state !== 'failed') return kind === 'invoice' ? order_path : `${order_path}?add_project_details=1`
  // A returned debit: its cart became an order long ago, and the order page explains it.
  return kind !== 'invoice' && invoice_number !== null ? order_path : retryPath(payment, link)
}

const retryPath = ({ kind, quote_number, invoice_number }: EndedPayment, link: string | null | undefined): string => {
  if (kind === 'quote') return `/checkout/${quote_number}?declined=1`
  if (kind === 'invoice') return `/checkout/${invoice_number}?declined=1`
  if (kind === 'own') return '/checkout?declined=1'
  return link ? `${withLink('/cart', link)}&declined=1` : '/cart?link=declined'
}
