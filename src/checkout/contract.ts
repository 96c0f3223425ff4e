import * as z from 'zod/mini'

import { Cart } from '#cart/contract.ts'
import { EinBody } from '#cart/details-contract.ts'
import { CartHash } from '#cart/legacy-contract.ts'
import { ProjectDetails } from '#orders/contract.ts'
import { orderStates } from '#orders/states.ts'
import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, numberIn } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'

/** What the buyer saw: the cart's fingerprint. */
const Seen = z.string('Please look at your cart once more before you pay.').check(z.minLength(1), z.maxLength(200))

const details_text = 'Please double check your payment details'
const method_text = 'Please select a payment method'

export const CheckoutBody = z
  .object({
    /** What the browser got for it, good once: of something new, or of a kept card by `v2/braintree-payment-method-nonce`. */
    nonce: z.nullable(z.string(details_text).check(z.regex(/^[\w-]{1,200}$/, details_text))),
    payment_type: z.enum(['card', 'ach', 'paypal'], method_text),
    /** Something that the workspace keeps; null: something new. */
    payment_method_id: z.nullable(idIn(method_text)),
    /** Keeps what is new with the workspace for next time. Ignored for those who may not change its payment methods. */
    remember_payment_method: z.boolean(),
    seen: Seen,
    /** What the gateway's fraud check may know of the browser, as its data collector says it. */
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
      error: details_text,
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

const Bought = z.object({
  user_first_purchase: z.boolean(),
  /** What measuring is told of it; null while nothing is bought yet. */
  ga_data: z.nullable(GaData),
})
export type Bought = z.infer<typeof Bought>

/** An order that is there at once, without a payment. */
const Placed = z.extend(Bought, { invoice_number: z.string(), order_id: z.int() })

/** What was paid for, so that whoever pays can be led back there. */
const PaidFor = z.object({
  /** `own`: a cart of somebody's own · `custom`: one that a link opened · `invoice`: an order that stood already */
  kind: z.enum(['own', 'quote', 'custom', 'invoice']),
  quote_number: z.nullable(z.string()),
})
export type PaidFor = z.infer<typeof PaidFor>

/** `processing`: a bank debit is on its way. `confirming`: the gateway has not said yet what it did; it is asked until it does. */
const CheckoutReply = z.extend(Bought, {
  ...PaidFor.shape,
  state: z.enum(['paid', 'processing', 'confirming']),
  order_id: z.int(),
  invoice_number: z.nullable(z.string()),
})
export type CheckoutReply = z.infer<typeof CheckoutReply>

const paying = {
  who: 'signed_in',
  body: CheckoutBody,
  reply: CheckoutReply,
  per_minute: 60,
  keeps_own_keys: true,
} as const

export const checkout = endpoint('POST', '/v2/cart/checkout', {
  ...paying,
  summary: 'Pays for the cart; needs an Idempotency-Key, and answers the same for the same key',
})

const Number = z.string().check(z.regex(/^[\w-]{1,40}$/, 'This is no invoice number.'))

export const checkoutInvoice = endpoint('POST', '/v2/checkout/:invoiceNumber', {
  ...paying,
  summary: 'Pays for an order that stands already, in the same way',
  params: z.object({ invoiceNumber: Number }),
})

/** What is paid by a number, as a cart is shown. */
export const Invoice = z.extend(Cart, {
  kind: z.enum(['invoice', 'quote']),
  invoice_number: z.string(),
  /** Of an invoice; of a quote only while its payment is being confirmed. */
  order_id: z.nullable(z.int()),
  order_state: z.nullable(z.enum(orderStates)),
  /** When a quote ends, or an invoice is due. */
  expires_at: z.nullable(z.iso.datetime()),
  note: z.nullable(z.string()),
})
export type Invoice = z.infer<typeof Invoice>

export const getInvoice = endpoint('GET', '/v2/checkout/:invoice', {
  summary: 'What is still to be paid under a number, for those who buy',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ invoice: Number }),
  reply: Invoice,
})

export const SelfInvoiceBody = z.extend(ProjectDetails, {
  cart_hash: z.string('No cart found').check(z.minLength(1, 'No cart found'), z.maxLength(200, 'No cart found')),
  seen: z.optional(Seen),
})
export type SelfInvoiceBody = z.infer<typeof SelfInvoiceBody>

const Account = z.object({
  net_days: z.int(),
  /** The invoice that is to be paid before anything else is bought on account. */
  late_invoice: z.nullable(z.string()),
  owed: Money,
  credit_limit: Money,
})
export type Account = z.infer<typeof Account>

export const getAccount = endpoint('GET', '/v2/checkout/account', {
  summary: 'On which terms the workspace buys on account and what it owes, for those who buy; null without an account',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.nullable(Account),
})

export const selfInvoice = endpoint('POST', '/v2/cart/self-invoice', {
  summary: 'Buys the cart on account, within the workspace’s credit limit',
  who: 'signed_in',
  body: SelfInvoiceBody,
  reply: Placed,
  per_minute: 60,
})

export const ManualBody = z.object({
  cart_hash: z.string('No cart found').check(z.minLength(1, 'No cart found'), z.maxLength(200, 'No cart found')),
  seen: z.optional(Seen),
  ein: z.optional(EinBody.shape.ein),
  /** Sent by old clients: there is no card to remember. */
  remember_card: z.optional(z.boolean()),
})
export type ManualBody = z.infer<typeof ManualBody>

export const placeManually = endpoint('POST', '/checkout/manual', {
  summary: 'Places the order of a cart that costs nothing',
  who: 'signed_in',
  body: ManualBody,
  reply: Placed,
  per_minute: 60,
})

export const Payment = z.extend(Bought, {
  ...PaidFor.shape,
  state: z.enum(['confirming', 'paid', 'processing', 'failed']),
  order_id: z.int(),
  invoice_number: z.nullable(z.string()),
  /** For a person: why a failed one failed. */
  message: z.nullable(z.string()),
})
export type Payment = z.infer<typeof Payment>

export const getAttempt = endpoint('GET', '/v2/checkout/attempts/:order_id', {
  summary: 'What became of a payment that was being confirmed',
  who: 'signed_in',
  masquerade: 'allowed',
  params: z.object({ order_id: numberIn() }),
  reply: Payment,
})

export const getPending = endpoint('GET', '/v2/checkout/pending', {
  summary:
    'The order whose payment is still being confirmed, if there is one: for the present cart, or for the custom cart of a link, for whoever pays it',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ cart_hash: CartHash }),
  reply: z.nullable(z.object({ order_id: z.int() })),
})

export const Difference = z.object({
  /**
   * `charged_unbooked`: money came in that no order has · `charged_twice`: one attempt was charged more than once ·
   * `other_amount` · `booked_uncharged`: an order counts as paid, and the gateway has no charge for it
   */
  kind: z.enum(['charged_unbooked', 'charged_twice', 'other_amount', 'booked_uncharged']),
  attempt_id: z.nullable(z.int()),
  order_id: z.nullable(z.int()),
  transaction_id: z.nullable(z.string()),
  gateway_cents: z.nullable(z.int()),
  booked_cents: z.nullable(z.int()),
})
export type Difference = z.infer<typeof Difference>

export const listReconciliations = endpoint('GET', '/admin/payment-reconciliations', {
  summary: 'How the books compare with the gateway’s, day by day, the newest first',
  who: 'platform_admins',
  reply: z.array(
    z.object({
      id: z.int(),
      from_at: z.iso.datetime(),
      to_at: z.iso.datetime(),
      transactions_count: z.int(),
      attempts_count: z.int(),
      differences: z.array(Difference),
      made_at: z.iso.datetime(),
    }),
  ),
})
