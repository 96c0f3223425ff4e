import * as z from 'zod/mini'

import { Cart } from '#cart/contract.ts'
import { EinBody } from '#cart/details-contract.ts'
import { CartHash } from '#cart/legacy-contract.ts'
import { ProjectDetails } from '#orders/contract.ts'
import { orderStates } from '#orders/states.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, numberParam } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'

/** The fingerprint of the cart as the buyer saw it. */
const SeenFingerprint = z
  .string('Please look at your cart once more before you pay.')
  .check(z.minLength(1), z.maxLength(200))

/** The version of the license terms that the page showed. Without it, the buyer accepts the current one. */
const TermsVersion = z.optional(idField('This is no version of the License Terms.'))

const DETAILS_TEXT = 'Please double check your payment details'
const METHOD_TEXT = 'Please select a payment method'

export const CheckoutBody = z
  .object({
    /**
     * The single-use nonce that the browser got: of a new method, or of a saved card from `v2/braintree-payment-
     * method-nonce`.
     */
    nonce: z.nullable(z.string(DETAILS_TEXT).check(z.regex(/^[\w-]{1,200}$/, DETAILS_TEXT))),
    payment_type: z.enum(['card', 'ach', 'paypal'], METHOD_TEXT),
    /** A saved payment method; null for a new one. */
    payment_method_id: z.nullable(idField(METHOD_TEXT)),
    /** Saves a new method for the workspace. Ignored for users who may not change its payment methods. */
    remember_payment_method: z.boolean(),
    seen: SeenFingerprint,
    terms_version: TermsVersion,
    /** Device data of the browser for the gateway’s fraud check, as its data collector returns it. */
    device_data: z.optional(z.string().check(z.maxLength(4_000))),
    'g-recaptcha-response': CaptchaProof,
  })
  .check(
    z.refine(({ payment_type, payment_method_id }) => payment_type !== 'ach' || payment_method_id !== null, {
      path: ['payment_method_id'],
      error: 'Please double check your bank details',
    }),
    z.refine(({ nonce, payment_method_id }) => nonce !== null || payment_method_id !== null, {
      path: ['nonce'],
      error: DETAILS_TEXT,
    }),
  )
export type CheckoutBody = z.infer<typeof CheckoutBody>

/** Amounts in dollars. */
const GaData = z.object({
  order_number: z.string(),
  order_total: z.number(),
  vat: z.number(),
  coupons: z.array(z.string()),
  custom: z.boolean(),
  items: z.array(
    z.object({
      clip_id: z.int(),
      clip_name: z.string(),
      categories: z.array(z.string()),
      sub_categories: z.array(z.string()),
      price: z.number(),
    }),
  ),
})
export type GaData = z.infer<typeof GaData>

const PurchaseAnalytics = z.object({
  user_first_purchase: z.boolean(),
  /** The purchase for analytics; null while nothing is bought yet. */
  ga_data: z.nullable(GaData),
})
export type PurchaseAnalytics = z.infer<typeof PurchaseAnalytics>

/** An order that is placed at once, without a payment. */
const PlacedOrder = z.extend(PurchaseAnalytics, { invoice_number: z.string(), order_id: z.int() })

/** What was paid for, so that the buyer can be sent back there. */
const PaymentSubject = z.object({
  /** `own`: the buyer’s own cart · `custom`: a cart opened by a link · `invoice`: an existing order */
  kind: z.enum(['own', 'quote', 'custom', 'invoice']),
  quote_number: z.nullable(z.string()),
})
export type PaymentSubject = z.infer<typeof PaymentSubject>

/**
 * `processing`: a bank debit is in transit. `confirming`: the gateway’s outcome is unknown, and it is queried until it
 * is known.
 */
const CheckoutReply = z.extend(PurchaseAnalytics, {
  ...PaymentSubject.shape,
  state: z.enum(['paid', 'processing', 'confirming']),
  order_id: z.int(),
  invoice_number: z.nullable(z.string()),
})
export type CheckoutReply = z.infer<typeof CheckoutReply>

const paymentEndpoint = {
  who: 'signed_in',
  body: CheckoutBody,
  reply: CheckoutReply,
  per_minute: 60,
  idempotency_key: 'required',
  served_when_busy: true,
} as const

export const checkout = endpoint('POST', '/v2/cart/checkout', {
  ...paymentEndpoint,
  summary: 'Pay for the cart',
})

const InvoiceNumber = z.string().check(z.regex(/^[\w-]{1,40}$/, 'This is no invoice number.'))

export const checkoutInvoice = endpoint('POST', '/v2/checkout/:invoiceNumber', {
  ...paymentEndpoint,
  summary: 'Pay for an invoice or a quote',
  params: z.object({ invoiceNumber: InvoiceNumber }),
  refusals: [410],
})

/** What is paid by number, in the shape of a cart. */
export const Invoice = z.extend(Cart, {
  kind: z.enum(['invoice', 'quote']),
  invoice_number: z.string(),
  /** The order’s id; for a quote only while its payment is being confirmed. */
  order_id: z.nullable(z.int()),
  order_state: z.nullable(z.enum(orderStates)),
  /** When a quote ends, or an invoice is due. */
  expires_at: z.nullable(z.iso.datetime()),
  note: z.nullable(z.string()),
  /** The license terms of an order; null for a quote, which is paid under the current ones. */
  terms_version: z.nullable(z.int()),
})
export type Invoice = z.infer<typeof Invoice>

export const getInvoice = endpoint('GET', '/v2/checkout/:invoiceNumber', {
  summary: 'Get the unpaid items of an invoice or a quote',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ invoiceNumber: InvoiceNumber }),
  reply: Invoice,
  served_when_busy: true,
  refusals: [409, 410],
})

export const SelfInvoiceBody = z.extend(ProjectDetails, {
  cart_hash: z.string('No cart found').check(z.minLength(1, 'No cart found'), z.maxLength(200, 'No cart found')),
  seen: z.optional(SeenFingerprint),
  terms_version: TermsVersion,
})
export type SelfInvoiceBody = z.infer<typeof SelfInvoiceBody>

const InvoicingAccount = z.object({
  net_days: z.int(),
  /** The invoice that has to be paid before anything else can be bought on account. */
  late_invoice: z.nullable(z.string()),
  owed: Money,
  credit_limit: Money,
})
export type InvoicingAccount = z.infer<typeof InvoicingAccount>

export const getAccount = endpoint('GET', '/v2/checkout/account', {
  summary: 'Get the workspace’s account terms and balance; null without an account',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(InvoicingAccount),
  served_when_busy: true,
})

export const selfInvoice = endpoint('POST', '/v2/cart/self-invoice', {
  summary: 'Buy the cart on account, within the workspace’s credit limit',
  who: 'signed_in',
  body: SelfInvoiceBody,
  reply: PlacedOrder,
  per_minute: 60,
  refusals: [404],
})

export const ManualBody = z.object({
  cart_hash: z.string('No cart found').check(z.minLength(1, 'No cart found'), z.maxLength(200, 'No cart found')),
  seen: z.optional(SeenFingerprint),
  terms_version: TermsVersion,
  ein: z.optional(EinBody.shape.ein),
  /** Sent by old clients; there is no card to remember. */
  remember_card: z.optional(z.boolean()),
})
export type ManualBody = z.infer<typeof ManualBody>

export const placeManually = endpoint('POST', '/checkout/manual', {
  summary: 'Place the order of a cart that costs nothing',
  who: 'signed_in',
  body: ManualBody,
  reply: PlacedOrder,
  per_minute: 60,
  served_when_busy: true,
  refusals: [404],
})

export const PaymentStatus = z.extend(PurchaseAnalytics, {
  ...PaymentSubject.shape,
  state: z.enum(['confirming', 'paid', 'processing', 'failed']),
  order_id: z.int(),
  invoice_number: z.nullable(z.string()),
  /** For people: why a failed payment failed. */
  message: z.nullable(z.string()),
})
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const getAttempt = endpoint('GET', '/v2/checkout/attempts/:order_id', {
  summary: 'Get the state of a payment',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ order_id: numberParam() }),
  reply: PaymentStatus,
  served_when_busy: true,
})

export const getPendingOrder = endpoint('GET', '/v2/checkout/pending', {
  summary: 'Find the order of a cart whose payment is still being confirmed; null without one',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ cart_hash: CartHash }),
  reply: z.nullable(z.object({ order_id: z.int() })),
  served_when_busy: true,
})
