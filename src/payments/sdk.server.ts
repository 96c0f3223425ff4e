/** The payment gateway's official SDK, set up for whoever stands behind it: Braintree with keys, the sandbox without. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

import braintree from 'braintree'

import type { Config } from '#platform/config.server.ts'

export type GatewayConfig = Pick<Config, 'braintree' | 'sandbox_url' | 'braintree_timeout_ms'>

/** The stand-in's keys open nothing but the stand-in. */
const sandbox_keys = { merchantId: 'sandbox_merchant', publicKey: 'sandbox_public', privateKey: 'sandbox_private' }

/** A kept connection may be dead when it is used again, and a sale that dies on one leaves a buyer waiting: each call has its own. */
const fresh = { keepAlive: false }

/** Nothing when payments are not set up. Opens no connection by itself. */
export const sdkFor = (config: GatewayConfig): braintree.BraintreeGateway | undefined => {
  const sdk = gatewayFor(config)
  if (sdk) sdk.config.timeout = config.braintree_timeout_ms
  return sdk
}

const gatewayFor = ({ braintree: keys, sandbox_url }: GatewayConfig) => {
  if (keys)
    return new braintree.BraintreeGateway({
      environment: keys.environment === 'production' ? braintree.Environment.Production : braintree.Environment.Sandbox,
      merchantId: keys.merchant_id,
      publicKey: keys.public_key,
      privateKey: keys.private_key,
      customHttpAgent: new HttpsAgent(fresh),
    })
  if (!sandbox_url) return undefined
  const { hostname, port } = new URL(sandbox_url)
  return new braintree.BraintreeGateway({
    environment: new braintree.Environment(hostname, port, sandbox_url, false, hostname, port),
    ...sandbox_keys,
    customHttpAgent: new HttpAgent(fresh),
  })
}

/** The SDK's own limit counts silence; this one counts the whole call. Throws when it has passed. */
export const within = async <T>(limit_ms: number, answer: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The gateway took too long.')), limit_ms + 250)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Where a person sees a case at the gateway; null when payments are not set up. */
export const disputeAddress = ({ braintree: keys, sandbox_url }: GatewayConfig, dispute_id: string): string | null => {
  if (!keys) return sandbox_url ? new URL(`/?q=${encodeURIComponent(dispute_id)}`, sandbox_url).href : null
  const host = keys.environment === 'production' ? 'www.braintreegateway.com' : 'sandbox.braintreegateway.com'
  return `https://${host}/merchants/${encodeURIComponent(keys.merchant_id)}/disputes/${encodeURIComponent(dispute_id)}`
}
