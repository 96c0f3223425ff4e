/** What the sandbox is started with, and its environment. */
import { defaultMerchant, type Merchant } from './payments/gateway.ts'
import { readWebhookUrl } from './payments/webhooks/deliver.ts'

export type Options = {
  /** Address to listen on; other machines can reach it only when this is changed. */
  host: string
  /** Ports; 0 takes any free one. */
  http_port: number
  tls_port: number
  smtp_port: number
  identity_port: number
  /** Where transactions and mails are kept; without it they live as long as the process. */
  data_dir?: string | undefined
  strict_amounts: boolean
  /** Whether bank debits end by themselves. */
  debits_settle: boolean
  /** Where webhooks are delivered. */
  webhook_url: string | null
  /** Origins that get credentials of the identity provider, beside those of this machine. */
  registered_origins: string[]
  merchant: Merchant
}

export const defaults: Options = {
  host: '127.0.0.1',
  http_port: 0,
  tls_port: 0,
  smtp_port: 0,
  identity_port: 0,
  strict_amounts: false,
  debits_settle: true,
  webhook_url: null,
  registered_origins: [],
  merchant: defaultMerchant,
}

type Environment = Record<string, string | undefined>

/** Reads the environment; throws a sentence that names the variable which makes no sense. */
export const readOptions = (env: Environment): Options => ({
  host: env.SANDBOX_HOST || defaults.host,
  http_port: readPort(env, 'SANDBOX_PORT'),
  tls_port: readPort(env, 'SANDBOX_TLS_PORT'),
  smtp_port: readPort(env, 'SANDBOX_SMTP_PORT'),
  identity_port: readPort(env, 'SANDBOX_IDENTITY_PORT'),
  data_dir: env.SANDBOX_DATA_DIR || undefined,
  strict_amounts: ['1', 'true'].includes(env.SANDBOX_STRICT_AMOUNTS ?? ''),
  debits_settle: !['0', 'false'].includes(env.SANDBOX_DEBITS_SETTLE ?? ''),
  webhook_url: readWebhookAddress(env),
  registered_origins: (env.SANDBOX_ORIGINS ?? '').split(',').filter(Boolean),
  merchant: {
    merchant_id: env.SANDBOX_MERCHANT_ID || defaultMerchant.merchant_id,
    public_key: env.SANDBOX_PUBLIC_KEY || defaultMerchant.public_key,
    private_key: env.SANDBOX_PRIVATE_KEY || defaultMerchant.private_key,
  },
})

function readWebhookAddress({ SANDBOX_WEBHOOK_URL: given }: Environment): string | null {
  if (!given) return null
  const url = readWebhookUrl(given)
  if (url) return url
  throw new Error(`SANDBOX_WEBHOOK_URL must be an http address, not ${given}.`)
}

function readPort(env: Environment, name: string): number {
  const port = Number(env[name] || 0)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new Error(`${name} must be a port between 0 and 65535, not ${env[name] ?? ''}.`)
}
