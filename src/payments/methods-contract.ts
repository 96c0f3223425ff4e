/** A workspace’s saved payment methods. */
import * as z from 'zod/mini'

import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'

const PaymentMethod = z.object({
  id: z.int(),
  type: z.enum(['card', 'ach', 'paypal']),
  /** The provider’s brand name: "Visa", "MasterCard". */
  card_brand: z.nullable(z.string()),
  card_last_4: z.nullable(z.string()),
  last_4: z.nullable(z.string()),
  paypal_email: z.nullable(z.string()),
  /** The last month in which a card is valid; both null when unknown. */
  expiration_month: z.nullable(z.int()),
  expiration_year: z.nullable(z.int()),
  is_expired: z.boolean(),
  default: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

const listEndpoint = {
  summary: 'List the payment methods of the current workspace, the default first; for users who can buy',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(PaymentMethod),
} as const

export const listMethods = endpoint('GET', '/workspaces/payment-methods', listEndpoint)
export const listMethodsLegacy = endpoint('GET', '/user/payment_methods', listEndpoint)

export const AddMethodBody = z.object({
  /** The single-use nonce that the browser got. */
  nonce: z
    .string('Please double check your payment details')
    .check(z.regex(/^[\w-]{1,200}$/, 'Please double check your payment details')),
  type: z.enum(['card', 'ach', 'paypal'], 'Please select a payment method'),
  'g-recaptcha-response': CaptchaProof,
})

export const addMethod = endpoint('POST', '/workspaces/payment-methods', {
  summary:
    'Save a card, bank account or PayPal account for the current workspace once it is verified; for owners and admins, a bank account for all users who can buy',
  who: 'signed_in',
  body: AddMethodBody,
  reply: z.object({ id: z.int() }),
  per_minute: 20,
})

/** Old clients send bank accounts only. They need no captcha of their own, because the payment right after has one. */
export const addMethodLegacy = endpoint('POST', '/user/payment_methods', {
  summary: 'Save a bank account for the current workspace once it is verified',
  who: 'signed_in',
  body: z.extend(z.pick(AddMethodBody, { nonce: true, 'g-recaptcha-response': true }), {
    type: z.literal('ach', 'Please select a payment method'),
  }),
  reply: z.object({ id: z.int() }),
  per_minute: 20,
})

/** A nonce for a saved method that is about to be charged. */
export const Nonce = z.object({
  nonce: z.string(),
  /** Whether the cardholder has to be authenticated before it can be charged. */
  requires_3ds: z.boolean(),
  /** Card data derived from its number, its first digits as `bin`; null for other types. */
  bin_data: z.nullable(z.record(z.string(), z.string())),
})

const nonceEndpoint = {
  summary:
    'Create a single-use nonce for a saved payment method, so that the browser can authenticate its holder; for users who can buy',
  who: 'signed_in',
  reply: z.object({ nonce: Nonce }),
  per_minute: 60,
} as const

export const getNonce = endpoint('GET', '/v2/braintree-payment-method-nonce/:id', { ...nonceEndpoint, params: IdParam })
export const getNonceLegacy = endpoint('GET', '/braintree/:id/nonce', { ...nonceEndpoint, params: IdParam })

export const deleteMethod = endpoint('DELETE', '/workspaces/payment-methods/:id', {
  summary: 'Delete a payment method, here and at the provider; not while a payment is being confirmed',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})

export const makeMethodDefault = endpoint('POST', '/workspaces/payment-methods/:id/default', {
  summary: 'Make a payment method the default',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})
