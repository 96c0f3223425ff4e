/** Client tokens: what lets a browser tokenize cards, signed so that the sandbox need not remember them. */
import { createHmac, timingSafeEqual } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Gateway, Merchant } from './gateway.ts'
import { type Params, text } from './params.ts'
import { refuse } from './refusal.ts'

const lifetime_ms = 24 * 60 * 60 * 1000

/** The addresses that the official browser SDK insists on. A sandbox build of the shop sends them here instead. */
export const officialHosts = {
  api: 'https://api.sandbox.braintreegateway.com:443',
  assets: 'https://assets.braintreegateway.com',
  paypal: 'https://www.paypal.com',
  songbird: 'https://songbirdstag.cardinalcommerce.com',
  bank: 'https://0merchantacsstag.cardinalcommerce.com',
}

/** The same addresses for a browser that reached the sandbox by this one: all of them here, unless its hosts were mapped. */
export function hostsFor({ protocol, host, hostname }: Pick<FastifyRequest, 'protocol' | 'host' | 'hostname'>) {
  if (/\.(braintreegateway|braintree-api|paypal|cardinalcommerce)\.com$/.test(hostname)) return officialHosts
  const here = `${protocol}://${host}`
  return { api: here, assets: here, paypal: here, songbird: here, bank: here }
}

/** A client token as base64 JSON; refuses (92804) a customer that is not there. */
export function issueClientToken({ merchant, store }: Gateway, params: Params): string {
  const customer_id = text(params, 'customer_id')
  if (customer_id && !store.customers.get(customer_id))
    throw refuse(['client_token'], 'customer_id', '92804', 'Customer specified by customer_id does not exist')
  const claims = Buffer.from(JSON.stringify({ customer_id, until: Date.now() + lifetime_ms })).toString('base64url')
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
    // No graphQL entry: without it the browser SDK tokenizes cards over REST, which is what the sandbox speaks.
  }
  return Buffer.from(JSON.stringify(token)).toString('base64')
}

type Claims = { customer_id?: string; until: number }

/** What a fingerprint says; undefined when it was not made here or has run out. */
export function readFingerprint({ merchant }: Gateway, fingerprint: unknown): Claims | undefined {
  if (typeof fingerprint !== 'string') return undefined
  const [written = '', signature = ''] = fingerprint.split('.')
  const expected = Buffer.from(sign(merchant, written))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  const claims = JSON.parse(Buffer.from(written, 'base64url').toString()) as Claims
  return claims.until > Date.now() ? claims : undefined
}

/** Whether a fingerprint was made here and has not run out. */
export const isAuthorized = (gateway: Gateway, fingerprint: unknown) =>
  readFingerprint(gateway, fingerprint) !== undefined

const sign = ({ private_key }: Merchant, claims: string) =>
  createHmac('sha256', private_key).update(claims).digest('base64url')
