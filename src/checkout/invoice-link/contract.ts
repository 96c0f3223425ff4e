/** Paying an invoice by the link in it, without an account. */
import * as z from 'zod/mini'

import { CaptchaProof } from '#platform/captcha/contract.ts'
import { DocumentNumber } from '#platform/document-numbers.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { Money } from '#platform/money-schema.ts'

const LinkParams = z.object({
  number: DocumentNumber,
  signature: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not the link of an invoice.')),
})

/** `confirming`: the outcome of a payment is not known yet. */
const linkedInvoiceStates = ['open', 'confirming', 'paid', 'canceled'] as const

/** What the link shows: the invoice and how to pay it, and nothing else of the account. */
export const LinkedInvoice = z.object({
  number: z.string(),
  state: z.enum(linkedInvoiceStates),
  /** null unless it can be paid. */
  payment: z.nullable(
    z.object({
      total: Money,
      due_at: z.nullable(z.iso.datetime()),
      fingerprint: z.string(),
      /** How to pay by transfer, line by line; empty when there is no account. */
      bank: z.array(z.string()),
    }),
  ),
})
export type LinkedInvoice = z.infer<typeof LinkedInvoice>

const LINK_ENDPOINT = { who: 'anyone', params: LinkParams, served_when_busy: true } as const

export const getLinkedInvoice = endpoint('GET', '/v2/pay/:number/:signature', {
  ...LINK_ENDPOINT,
  summary: 'Get what an invoice’s payment link shows',
  reply: LinkedInvoice,
  per_minute: 60,
})

export const getLinkedInvoiceToken = endpoint('GET', '/v2/pay/:number/:signature/client-token', {
  ...LINK_ENDPOINT,
  summary: 'Get the token that the card form of an invoice’s payment link needs',
  reply: z.object({ client_token: z.string() }),
  per_minute: 20,
  refusals: [409],
})

const DETAILS_TEXT = 'Please double check your payment details'

export const payLinkedInvoice = endpoint('POST', '/v2/pay/:number/:signature', {
  ...LINK_ENDPOINT,
  summary: 'Pay an invoice by its link, with a card',
  body: z.object({
    /** The single-use nonce of the card. */
    nonce: z.string(DETAILS_TEXT).check(z.regex(/^[\w-]{1,200}$/, DETAILS_TEXT)),
    seen: z.string('Please reload this page before you pay.').check(z.minLength(1), z.maxLength(200)),
    /** Device data of the browser for the gateway’s fraud check. */
    device_data: z.optional(z.string().check(z.maxLength(4_000))),
    'g-recaptcha-response': CaptchaProof,
  }),
  reply: z.object({ state: z.enum(linkedInvoiceStates) }),
  per_minute: 10,
  idempotency_key: 'required',
  refusals: [409],
})
