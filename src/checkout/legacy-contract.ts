/** The legacy payment endpoint of the alternate flow, with older field names. */
import * as z from 'zod/mini'

import { EinBody } from '#cart/details-contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'

import { CheckoutBody, checkout } from './contract.ts'

const fields = CheckoutBody.shape

export const payByLink = endpoint('POST', '/checkout/braintree', {
  summary: 'Pay for the user’s own cart or the custom cart of a link',
  who: 'signed_in',
  body: z
    .object({
      /** The hash of the actor’s own cart, or the link of a custom cart. */
      cart_hash: z.string('No cart found').check(z.minLength(1, 'No cart found'), z.maxLength(200, 'No cart found')),
      nonce: z._default(fields.nonce, null),
      payment_type: fields.payment_type,
      /** A saved payment method. */
      saved_payment_method_id: z._default(fields.payment_method_id, null),
      remember_payment_method: z._default(fields.remember_payment_method, false),
      /** Sent by old clients; the first saved method is the default anyway. */
      default: z.optional(z.boolean()),
      seen: z.optional(fields.seen),
      terms_version: fields.terms_version,
      ein: z.optional(EinBody.shape.ein),
      device_data: fields.device_data,
      'g-recaptcha-response': fields['g-recaptcha-response'],
    })
    .check(
      z.refine(({ payment_type, saved_payment_method_id: id }) => payment_type !== 'ach' || id !== null, {
        path: ['saved_payment_method_id'],
        error: 'Please double check your bank details',
      }),
      z.refine(({ nonce, saved_payment_method_id: id }) => nonce !== null || id !== null, {
        path: ['nonce'],
        error: 'Please double check your payment details',
      }),
    ),
  reply: checkout.reply,
  per_minute: 60,
  idempotency_key: 'required',
  served_when_busy: true,
  refusals: [404],
})
