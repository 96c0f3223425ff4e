import * as z from 'zod/mini'

import { Cart } from '#cart/contract.ts'
import { EinBody, VatBody } from '#cart/details-contract.ts'
import { CartHash } from '#cart/legacy-contract.ts'
import { DocumentNumber } from '#platform/document-numbers.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { requiredText } from '#platform/text.ts'

import { quoteStates } from './states.ts'

const Timestamp = z.iso.datetime()

export const QuoteParam = z.object({ number: DocumentNumber })

/** The payment method planned in the alternate flow; only cards have a fee. */
const PaymentType = z.optional(z.enum(['card', 'ach', 'paypal'], 'Please select a payment method'))

export const LegacyCart = z.extend(Cart, {
  kind: z.enum(['own', 'custom']),
  /** The same as `vat_total`, under the name that old clients use. */
  vat: z.nullable(Money),
  /** For custom carts: the expiry, and the sales team's note. */
  expires_at: z.nullable(Timestamp),
  note: z.string(),
})
export type LegacyCart = z.infer<typeof LegacyCart>

export const getLegacyCart = endpoint('GET', '/cart', {
  summary: 'Get the caller’s cart, or the custom cart with this hash, including the fee for card payments',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({ cart_hash: CartHash, payment_type: PaymentType }),
  reply: LegacyCart,
  // Limits guessing of links.
  per_minute: 120,
})

export const QuoteListItem = z.object({
  number: z.string(),
  state: z.enum(quoteStates),
  version: z.int(),
  note: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  clips_count: z.int(),
  /** Before tax. */
  total: Money,
  /** The order of an accepted quote. */
  order_number: z.nullable(z.string()),
})
export type QuoteListItem = z.infer<typeof QuoteListItem>

export const listQuotes = endpoint('GET', '/workspace/quotes', {
  summary: 'List the workspace’s quotes, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ page: z.optional(PageNumber), state: z.optional(z.enum(['open'])) }),
  reply: z.array(QuoteListItem),
  meta: Pagination,
})

export const QuoteDetail = z.extend(QuoteListItem, {
  /** The lines and totals, billed to the workspace. */
  cart: Cart,
  /** Why it was declined. */
  reason: z.string(),
  ended_at: z.nullable(Timestamp),
  /** Earlier versions, newest first. */
  earlier: z.array(z.object({ version: z.int(), created_at: Timestamp, note: z.string(), total: Money })),
})
export type QuoteDetail = z.infer<typeof QuoteDetail>

export const getQuote = endpoint('GET', '/workspace/quotes/:number', {
  summary: 'Get a quote with its lines. It is accepted by paying at /checkout/{number}',
  who: 'signed_in',
  masquerade: 'allowed',
  params: QuoteParam,
  reply: QuoteDetail,
})

export const DeclineBody = z.object({ reason: requiredText('Reason', 1_000, 'The reason is too long') })

export const declineQuote = endpoint('POST', '/workspace/quotes/:number/decline', {
  summary: 'Decline a quote with a reason for the sales team',
  who: 'signed_in',
  params: QuoteParam,
  body: DeclineBody,
  reply: QuoteDetail,
})

export const setQuoteEin = endpoint('PUT', '/workspace/quotes/:number/ein', {
  summary: 'Set the EIN number that a quote with non-profit licenses is paid with; an empty one removes it',
  who: 'signed_in',
  masquerade: 'allowed',
  params: QuoteParam,
  body: EinBody,
  reply: QuoteDetail,
})

export const setQuoteVat = endpoint('PUT', '/workspace/quotes/:number/vat', {
  summary: 'Set the VAT number of the workspace that a quote is billed to; an empty one removes it',
  who: 'signed_in',
  params: QuoteParam,
  body: VatBody,
  reply: QuoteDetail,
  per_minute: 30,
})
