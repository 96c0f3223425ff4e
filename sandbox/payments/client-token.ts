/** Client tokens, which let a browser tokenize cards. They are signed, so the sandbox does not store them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Gateway, Merchant } from './gateway.ts'
import { type Params, text } from './params.ts'
import { refuse } from './refusal.ts'

const CLIENT_TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000

/** The hosts that the official browser SDK requires. A sandbox build of the shop replaces them. */
export const officialHosts = {
  api: 'https://api.sandbox.braintreegateway.com:443',
  assets: 'https://assets.braintreegateway.com',
  paypal: 'https://www.paypal.com',
  songbird: 'https://songbirdstag.cardinalcommerce.com',
  bank: 'https://0merchantacsstag.cardinalcommerce.com',
}

/** The hosts for a browser: the official ones if it mapped them to the sandbox, otherwise the origin it used. */
export function hostsFor({ protocol, host, hostname }: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>) {
  if (/\.(braintreegateway|braintree-api|paypal|cardinalcommerce)\.com$/.test(hostname)) return officialHosts
  const origin = `${protocol}://${host}`
  return { api: origin, assets: origin, paypal: origin, songbird: origin, bank: origin }
}

/** A client token as base64 JSON. Throws a `Refusal` (92804) for an unknown customer. */
export function issueClientToken({ merchant, store }: Gateway, params: Params): string {
  const customer_id = text(params, 'customer_id')
  if (customer_id && !store.customers.get(customer_id))
    throw refuse(['client_token'], 'customer_id', '92804', 'Customer specified by customer_id does not exist')
  const claims = Buffer.from(JSON.stringify({ customer_id, until: Date.now() + CLIENT_TOKEN_LIFETIME_MS })).toString(
    'base64url',
  )
  const clientApi = `${officialHosts.api}/merchants/${merchant.merchant_id}/client_api`
  const token = {
    version: 2,
    environment: 'sandbox',
    authorizationFingerprint: `${claims}.${sign(merchant, claims)}`,
    configUrl: `${clientApi}/v1/configuration`,
    clientApiUrl: clientApi,
    assetsUrl: officialHosts.assets,
    merchantId: merchant.merchant_id,
    merchantAccountId: `${merchant.merchant_id}_usd`,
    // Without a graphQL entry the browser SDK tokenizes cards over REST, which the sandbox supports.
  }
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

type ClientTokenClaims = { customer_id?: string; until: number }

/** The claims of a fingerprint; undefined when it is invalid or has expired. */
export function readFingerprint({ merchant }: Gateway, fingerprint: unknown): ClientTokenClaims | undefined {
  if (typeof fingerprint !== 'string') return undefined
  const [encodedClaims = '', signature = ''] = fingerprint.split('.')
  const expected = Buffer.from(sign(merchant, encodedClaims))
  const actual = Buffer.from(signature)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
  const claims = JSON.parse(Buffer.from(encodedClaims, 'base64url').toString()) as ClientTokenClaims
  return claims.until > Date.now() ? claims : undefined
}

/** Whether a fingerprint is valid and has not expired. */
export const isAuthorized = (gateway: Gateway, fingerprint: unknown) =>
  readFingerprint(gateway, fingerprint) !== undefined

const sign = ({ private_key }: Merchant, claims: string) =>
  createHmac('sha256', private_key).update(claims).digest('base64url')
