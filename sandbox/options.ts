/** The sandbox's options and the environment variables that set them. */
import { defaultMerchant, type Merchant } from './payments/gateway.ts'
import { parseWebhookUrl } from './payments/webhooks/deliver.ts'

export type SandboxOptions = {
  /** The address to listen on. By default, other machines cannot reach it. */
  host: string
  /** Ports; 0 takes any free one. */
  http_port: number
  tls_port: number
  smtp_port: number
  identity_port: number
  /** The folder for transactions and mails. Without it they are lost when the process ends. */
  data_dir?: string | undefined
  strict_amounts: boolean
  /** Whether bank debits settle automatically. */
  debits_settle: boolean
  /** Where webhooks are delivered. */
  webhook_url: string | null
  /** Origins that may get credentials from the identity provider, besides this machine's. */
  registered_origins: string[]
  merchant: Merchant
}

export const defaults: SandboxOptions = {
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

/** Reads the environment. Throws an error that names the invalid variable. */
export const readOptions = (env: Environment): SandboxOptions => ({
  host: env.SANDBOX_HOST || defaults.host,
  http_port: readPort(env, 'SANDBOX_PORT'),
  tls_port: readPort(env, 'SANDBOX_TLS_PORT'),
  smtp_port: readPort(env, 'SANDBOX_SMTP_PORT'),
  identity_port: readPort(env, 'SANDBOX_IDENTITY_PORT'),
  data_dir: env.SANDBOX_DATA_DIR || undefined,
  strict_amounts: ['1', 'true'].includes(env.SANDBOX_STRICT_AMOUNTS ?? ''),
  debits_settle: !['0', 'false'].includes(env.SANDBOX_DEBITS_SETTLE ?? ''),
  webhook_url: readWebhookUrlOption(env),
  registered_origins: (env.SANDBOX_ORIGINS ?? '').split(',').filter(Boolean),
  merchant: {
    merchant_id: env.SANDBOX_MERCHANT_ID || defaultMerchant.merchant_id,
    public_key: env.SANDBOX_PUBLIC_KEY || defaultMerchant.public_key,
    private_key: env.SANDBOX_PRIVATE_KEY || defaultMerchant.private_key,
  },
})

function readWebhookUrlOption({ SANDBOX_WEBHOOK_URL: value }: Environment): string | null {
  if (!value) return null
  const url = parseWebhookUrl(value)
  if (url) return url
  throw new Error(`SANDBOX_WEBHOOK_URL must be an http address, not ${value}.`)
}

function readPort(env: Environment, name: string): number {
  const port = Number(env[name] || 0)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new Error(`${name} must be a port between 0 and 65535, not ${env[name] ?? ''}.`)
}
