/** What a workspace keeps to pay with. */
import * as z from 'zod/mini'

import { CaptchaProof } from '#platform/captcha/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'

const PaymentMethod = z.object({
  id: z.int(),
  type: z.enum(['card', 'ach', 'paypal']),
  /** As the provider says it: "Visa", "MasterCard". */
  card_brand: z.nullable(z.string()),
  card_last_4: z.nullable(z.string()),
  last_4: z.nullable(z.string()),
  paypal_email: z.nullable(z.string()),
  /** The last month in which a card is good; both null where that is not known. */
  expiration_month: z.nullable(z.int()),
  expiration_year: z.nullable(z.int()),
  is_expired: z.boolean(),
  default: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

const list = {
  summary: 'What the current workspace can pay with, the default first; for those who buy',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(PaymentMethod),
} as const

export const listMethods = endpoint('GET', '/workspaces/payment-methods', list)
export const listMethodsLegacy = endpoint('GET', '/user/payment_methods', list)

export const AddMethodBody = z.object({
  /** What the browser got for it, good once. */
  nonce: z
    .string('Please double check your payment details')
    .check(z.regex(/^[\w-]{1,200}$/, 'Please double check your payment details')),
  type: z.enum(['card', 'ach', 'paypal'], 'Please select a payment method'),
  'g-recaptcha-response': CaptchaProof,
})

export const addMethod = endpoint('POST', '/workspaces/payment-methods', {
  summary:
    'Keeps a card, bank account or PayPal account with the current workspace once it is found good; by owners and admins, a bank account by all who buy',
  who: 'signed_in',
  body: AddMethodBody,
  reply: z.object({ id: z.int() }),
  per_minute: 20,
})

/** What old clients send: bank accounts alone, without a proof of their own: they pay with it right after, with one. */
export const addMethodLegacy = endpoint('POST', '/user/payment_methods', {
  summary: 'Keeps a bank account with the current workspace once it is found good',
  who: 'signed_in',
  body: z.extend(z.pick(AddMethodBody, { nonce: true, 'g-recaptcha-response': true }), {
    type: z.literal('ach', 'Please select a payment method'),
  }),
  reply: z.object({ id: z.int() }),
  per_minute: 20,
})

/** A kept method, about to be paid with. */
export const Nonce = z.object({
  nonce: z.string(),
  /** Whether the card's holder has to be asked by their bank before it can be charged. */
  requires_3ds: z.boolean(),
  /** What a card's number says of it, its first digits as `bin`; null for others. */
  bin_data: z.nullable(z.record(z.string(), z.string())),
})

const nonce = {
  summary:
    'What stands for a kept payment method once, so that the browser can have its holder asked; for those who buy',
  who: 'signed_in',
  reply: z.object({ nonce: Nonce }),
  per_minute: 60,
} as const

export const getNonce = endpoint('GET', '/v2/braintree-payment-method-nonce/:id', { ...nonce, params: IdParam })
export const getNonceLegacy = endpoint('GET', '/braintree/:id/nonce', { ...nonce, params: IdParam })

export const deleteMethod = endpoint('DELETE', '/workspaces/payment-methods/:id', {
  summary: 'Forgets a payment method, here and at the provider; not while a payment is being confirmed',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})

export const makeMethodDefault = endpoint('POST', '/workspaces/payment-methods/:id/default', {
  summary: 'Offers one payment method before the others',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})
