import * as z from 'zod/mini'

import { Cart } from '#cart/contract.ts'
import { EinBody, VatBody } from '#cart/details-contract.ts'
import { CartHash } from '#cart/legacy-contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { requiredText } from '#platform/text.ts'

import { quoteStates } from './states.ts'

const Moment = z.iso.datetime()

/** `Q-2026-000001` */
export const quote_number_shape = /^Q-\d{4}-\d{6,9}$/
export const QuoteParam = z.object({ number: z.string().check(z.regex(quote_number_shape)) })

/** How the alternate flow means to pay: only a card has a fee. */
const PaymentType = z.optional(z.enum(['card', 'ach', 'paypal'], 'Please select a payment method'))

export const LegacyCart = z.extend(Cart, {
  kind: z.enum(['own', 'custom']),
  /** `vat_total` under the name of old clients. */
  vat: z.nullable(Money),
  /** Of a custom cart: until when it can be paid, and what the sales team says to it. */
  expires_at: z.nullable(Moment),
  note: z.string(),
})
export type LegacyCart = z.infer<typeof LegacyCart>

export const getLegacyCart = endpoint('GET', '/cart', {
  summary:
    'The cart of whoever asks, or the custom cart that the hash opens, with its fee when it is to be paid by card',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({ cart_hash: CartHash, payment_type: PaymentType }),
  reply: LegacyCart,
  // Nobody finds links by trying.
  per_minute: 120,
})

export const QuoteRow = z.object({
  number: z.string(),
  state: z.enum(quoteStates),
  version: z.int(),
  note: z.string(),
  made_at: Moment,
  expires_at: Moment,
  clips_count: z.int(),
  /** Before tax. */
  total: Money,
  /** Of an accepted one. */
  order_number: z.nullable(z.string()),
})
export type QuoteRow = z.infer<typeof QuoteRow>

export const listQuotes = endpoint('GET', '/workspace/quotes', {
  summary: 'What the sales team offered to the workspace, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ page: z.optional(PageNumber), state: z.optional(z.enum(['open'])) }),
  reply: z.array(QuoteRow),
  meta: Pagination,
})

export const QuoteDetail = z.extend(QuoteRow, {
  /** Its lines and totals, billed to the workspace. */
  cart: Cart,
  /** Why it was declined. */
  reason: z.string(),
  ended_at: z.nullable(Moment),
  /** What was offered before, newest first. */
  earlier: z.array(z.object({ version: z.int(), made_at: Moment, note: z.string(), total: Money })),
})
export type QuoteDetail = z.infer<typeof QuoteDetail>

export const getQuote = endpoint('GET', '/workspace/quotes/:number', {
  summary: 'One quote with its lines; it is accepted by paying at /checkout/{number}',
  who: 'signed_in',
  masquerade: 'allowed',
  params: QuoteParam,
  reply: QuoteDetail,
})

export const DeclineBody = z.object({ reason: requiredText('Reason', 1_000, 'The reason is too long') })

export const declineQuote = endpoint('POST', '/workspace/quotes/:number/decline', {
  summary: 'Declines a quote, with a word for the sales team',
  who: 'signed_in',
  params: QuoteParam,
  body: DeclineBody,
  reply: QuoteDetail,
})

export const setQuoteEin = endpoint('PUT', '/workspace/quotes/:number/ein', {
  summary: 'Sets the EIN number that a quote with non-profit licenses is paid with; an empty one takes it off',
  who: 'signed_in',
  masquerade: 'allowed',
  params: QuoteParam,
  body: EinBody,
  reply: QuoteDetail,
})

export const setQuoteVat = endpoint('PUT', '/workspace/quotes/:number/vat', {
  summary: 'Sets the VAT number of the workspace that a quote is billed to; an empty one takes it off',
  who: 'signed_in',
  params: QuoteParam,
  body: VatBody,
  reply: QuoteDetail,
  per_minute: 30,
})
