/** The payment gateway’s official SDK: Braintree when keys are configured, otherwise the sandbox. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

import braintree from 'braintree'

import type { Config } from '#platform/config.server.ts'

export type GatewayConfig = Pick<Config, 'braintree' | 'sandbox_url' | 'braintree_timeout_ms'>

/** The sandbox’s keys work nowhere else. */
const SANDBOX_KEYS = { merchantId: 'sandbox_merchant', publicKey: 'sandbox_public', privateKey: 'sandbox_private' }

/** A reused connection may be dead, and a sale that fails on one leaves a buyer waiting, so each call opens its own. */
const AGENT_OPTIONS = { keepAlive: false }

/** Returns undefined when payments are not set up. Opens no connection by itself. */
export const createSdk = (config: GatewayConfig): braintree.BraintreeGateway | undefined => {
  const sdk = createBraintreeGateway(config)
  if (sdk) sdk.config.timeout = config.braintree_timeout_ms
  return sdk
}

const createBraintreeGateway = ({ braintree: keys, sandbox_url }: GatewayConfig) => {
  if (keys)
    return new braintree.BraintreeGateway({
      environment: keys.environment === 'production' ? braintree.Environment.Production : braintree.Environment.Sandbox,
      merchantId: keys.merchant_id,
      publicKey: keys.public_key,
      privateKey: keys.private_key,
      customHttpAgent: new HttpsAgent(AGENT_OPTIONS),
    })
  if (!sandbox_url) return undefined
  const { hostname, port } = new URL(sandbox_url)
  return new braintree.BraintreeGateway({
    environment: new braintree.Environment(hostname, port, sandbox_url, false, hostname, port),
    ...SANDBOX_KEYS,
    customHttpAgent: new HttpAgent(AGENT_OPTIONS),
  })
}

/** Limits the duration of a whole call; the SDK’s own timeout only covers inactivity. Throws on timeout. */
export const withTimeout = async <T>(limit_ms: number, response: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The gateway took too long.')), limit_ms + 250)
  })
  return Promise.race([response, timeout]).finally(() => clearTimeout(timer))
}

/** Returns the URL of a dispute in the gateway’s console; null when payments are not set up. */
export const disputeUrl = ({ braintree: keys, sandbox_url }: GatewayConfig, dispute_id: string): string | null => {
  if (!keys) return sandbox_url ? new URL(`/?q=${encodeURIComponent(dispute_id)}`, sandbox_url).href : null
  const host = keys.environment === 'production' ? 'www.braintreegateway.com' : 'sandbox.braintreegateway.com'
  return `https://${host}/merchants/${encodeURIComponent(keys.merchant_id)}/disputes/${encodeURIComponent(dispute_id)}`
}
