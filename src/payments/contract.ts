import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

const ClientToken = z.object({
  /** Initializes the card form in the browser; it identifies the gateway and contains no secrets of ours. */
  client_token: z.string(),
  ip_address: z.string(),
})

const clientToken = {
  summary: 'Get the token that the card form needs to reach the payment gateway',
  who: 'signed_in',
  reply: ClientToken,
  per_minute: 60,
} as const

export const getClientToken = endpoint('GET', '/v2/braintree-client-token', clientToken)
export const getClientTokenLegacy = endpoint('GET', '/braintree/client_token', clientToken)
