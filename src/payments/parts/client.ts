/** The gateway’s SDK in the browser. It is loaded when the payment form opens, not with every page. */
import type { Client } from 'braintree-web/client'

import { call } from '#platform/http/call.ts'

import { getClientToken } from '../contract.ts'

const loadClientToken = async () => (await call(getClientToken, {})).data.client_token

/** Initializes the SDK with a token of our server. */
export const openClient = async (loadToken: () => Promise<string> = loadClientToken): Promise<Client> => {
  const [authorization, { default: client }] = await Promise.all([loadToken(), import('braintree-web/client')])
  return client.create({ authorization })
}

/** Returns an amount in the SDK’s format: "120.5" for 12,050 cents, "0" for a card that is only saved. */
export const amountOf = (cents: number): string => (cents === 0 ? '0' : String(cents / 100))
