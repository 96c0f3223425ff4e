import { isIP } from 'node:net'
import path from 'node:path'

import { z } from 'zod'

const wholeNumber = (min: number, max: number, text = `must be a whole number between ${min} and ${max}`) =>
  z.coerce.number(text).int(text).min(min, text).max(max, text)
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform(value => value === '1')
const url = (protocols: string[]) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map(p => `${p}//`).join(' or ')}`,
  })

/**
 * The proxies whose X-Forwarded headers are trusted. Trusting a client's own headers would bypass per-address limits.
 */
const trustedProxies = z
  .string()
  .refine(text => text === '0' || text === '1' || text.split(',').every(isNetwork), {
    error: 'must be 0, 1, or the addresses of your proxies with commas between',
  })
  .transform(text => (text === '0' ? false : text === '1' ? 'loopback, linklocal, uniquelocal' : text))

const isNetwork = (text: string) => {
  const [address = '', bits] = text.trim().split('/')
  const version = isIP(address)
  return (
    version !== 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** The environment variables of the shop. `.env.example` explains each one. */
const Environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
    .default('production'),
  ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(1, 65_535, 'must be a port number').default(3000),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: wholeNumber(1, 200).default(10),
  JOB_RETRIES: wholeNumber(0, 20).default(8),
  DEMO: flag.optional(),
  CERTIFICATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{60,}={0,2}$/, { error: 'must be an Ed25519 private key, PKCS #8 in base64' })
    .optional(),
  SECRET_KEY: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  SECRET_KEY_PREVIOUS: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  TRUST_PROXY: trustedProxies.default(false),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('warn'),
  RATE_LIMITS: flag.default(true),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000).default(500),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(300),
  MASTER_MIN_SIDE_PX: wholeNumber(64, 16_384).default(1_080),
  MASTER_MIN_SECONDS: wholeNumber(1, 1_800).default(3),
  MASTER_MIN_FPS: wholeNumber(12, 240).default(23),
  MAINTENANCE: flag.default(false),
  FLAGS_PROVIDER: z.string().optional(),
  SENTRY_DSN: url(['http:', 'https:'])
    .refine(text => !URL.canParse(text) || (new URL(text).username !== '' && /\/\d+$/.test(text)), {
      error: 'must be the whole address that the service gives for a project',
    })
    .optional(),
  GTM_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, { error: 'must look like GTM-ABC1234' })
    .optional(),
  AFFILIATE_IDS: z
    .string()
    .regex(/^[\w-]{1,64},[\w-]{1,64}$/, { error: 'must be two ids with a comma between' })
    .transform(text => text.split(','))
    .optional(),
  AFFILIATES_URL: url(['https:', 'http:']).optional(),
  SELLING_DASHBOARD_URL: url(['https:', 'http:']).optional(),
  ARTIST_DASHBOARD_URL: url(['https:', 'http:']).optional(),
  PAYOUTS_URL: url(['https:', 'http:']).optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.string().optional(),
  BRAINTREE_ENVIRONMENT: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }).optional(),
  BRAINTREE_MERCHANT_ID: z.string().optional(),
  BRAINTREE_PUBLIC_KEY: z.string().optional(),
  BRAINTREE_PRIVATE_KEY: z.string().optional(),
  /** The timeout of a call to the payment gateway. The sweeper waits longer before it abandons an attempt. */
  BRAINTREE_TIMEOUT_MS: wholeNumber(100, 120_000).default(30_000),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w-]+\.apps\.googleusercontent\.com$/, { error: 'must end in .apps.googleusercontent.com' })
    .optional(),
  CAPTCHA_KEYS: wholeNumber(0, 1_000_000).default(1_500),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_SCORE: z.coerce.number('must be between 0 and 1').min(0).max(1).default(0.5),
  RECAPTCHA_URL: url(['https:', 'http:']).default('https://www.google.com/recaptcha/api/siteverify'),
  VIES_URL: url(['https:', 'http:']).optional(),
  RATES_URL: url(['https:', 'http:']).optional(),
  EMBEDDINGS_URL: url(['https:', 'http:']).optional(),
  EMBEDDINGS_KEY: z.string().optional(),
  EMBEDDINGS_MODEL: z.string().max(200).default('default'),
  PWNED_PASSWORDS_URL: url(['https:', 'http:']).optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/i, { error: 'must be the name of a header' })
    .transform(name => name.toLowerCase())
    .optional(),
  GEOIP_FILE: z.string().optional(),
  CLOUDINARY_CLOUD_NAME: z
    .string()
    .regex(/^[\w-]+$/, { error: 'must be a name of letters, digits and dashes' })
    .optional(),
  CLOUDINARY_API_KEY: z.string().optional(),
  CLOUDINARY_API_SECRET: z.string().optional(),
  /** Our own stand-ins for services that are not configured. `npm start` sets them. */
  SANDBOX_URL: url(['http:']).optional(),
  SANDBOX_SMTP_URL: url(['smtp:']).optional(),
  SANDBOX_IDENTITY_URL: url(['http:']).optional(),
})

export type Config = ReturnType<typeof readConfig>

const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Reads and validates the environment. Throws one Error that has a sentence for each problem. */
export const readConfig = (environment: Record<string, string | undefined>) => {
  const values = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(values)
  if (!parsed.success)
    throw toConfigError(parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}.`))
  const env = parsed.data
  const public_url = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const braintreeKeys = [env.BRAINTREE_MERCHANT_ID, env.BRAINTREE_PUBLIC_KEY, env.BRAINTREE_PRIVATE_KEY]
  const demo = env.DEMO ?? (env.PUBLIC_URL === undefined && env.DATABASE_URL === undefined && isLoopback(env.HOST))
  /** Why other machines can reach the shop, or undefined when they cannot. */
  const exposureReason = isLocal(public_url)
    ? isLoopback(env.HOST)
      ? undefined
      : `HOST is ${env.HOST}`
    : `PUBLIC_URL is ${public_url}`
  const problems: string[] = []
  if (!isLoopback(env.HOST) && env.PUBLIC_URL === undefined && !demo)
    problems.push(
      `HOST is ${env.HOST}, so other machines reach the shop: set PUBLIC_URL to the address that people use, or DEMO=1 for a demo.`,
    )
  if (demo && env.BRAINTREE_ENVIRONMENT === 'production')
    problems.push(
      'BRAINTREE_ENVIRONMENT is production, but this is a demo with invented customers: set DEMO=0 for a shop, or leave the keys of Braintree out.',
    )
  if (env.BRAINTREE_ENVIRONMENT && braintreeKeys.some(key => !key))
    problems.push(
      'BRAINTREE_ENVIRONMENT is set, so BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY are needed too.',
    )
  const cloudinary = readCloudinary(env.CLOUDINARY_CLOUD_NAME, env.CLOUDINARY_API_KEY, env.CLOUDINARY_API_SECRET)
  if (cloudinary === 'incomplete')
    problems.push(
      'CLOUDINARY_CLOUD_NAME, CLOUDINARY_API_KEY and CLOUDINARY_API_SECRET belong together: please set all three or none.',
    )
  if (Boolean(env.RECAPTCHA_SITE_KEY) !== Boolean(env.RECAPTCHA_SECRET))
    problems.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: please set both or none.')
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    problems.push(`ROLE=${env.ROLE} needs DATABASE_URL: the embedded database belongs to one process.`)
  if (env.NODE_ENV === 'production' && exposureReason !== undefined && !demo) {
    if (!env.BRAINTREE_ENVIRONMENT)
      problems.push(
        `${exposureReason}, but payments are a stand-in: set BRAINTREE_ENVIRONMENT and its keys, or DEMO=1 for a demo.`,
      )
    if (!env.SMTP_URL) problems.push(`${exposureReason}, but mail is a stand-in: set SMTP_URL, or DEMO=1 for a demo.`)
    if (env.SANDBOX_IDENTITY_URL && !env.GOOGLE_CLIENT_ID)
      problems.push(
        `${exposureReason}, but Google sign-in is a stand-in: set GOOGLE_CLIENT_ID, leave SANDBOX_IDENTITY_URL out, or set DEMO=1 for a demo.`,
      )
    if (!env.SECRET_KEY) problems.push(`${exposureReason}, so SECRET_KEY is needed: 32 random characters or more.`)
  }
  if (env.BRAINTREE_ENVIRONMENT === 'production' && env.SANDBOX_URL)
    problems.push('BRAINTREE_ENVIRONMENT is production, so SANDBOX_URL must not be set.')
  if (env.SECRET_KEY_PREVIOUS !== undefined && env.SECRET_KEY_PREVIOUS === env.SECRET_KEY)
    problems.push('SECRET_KEY_PREVIOUS is the same as SECRET_KEY: leave it out, or give SECRET_KEY another value.')
  if (env.COUNTRY_HEADER && env.TRUST_PROXY === false)
    problems.push('COUNTRY_HEADER is set by your proxy, so TRUST_PROXY is needed too: anybody can write a header.')
  if (problems.length > 0) throw toConfigError(problems)
  return {
    mode: env.NODE_ENV,
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    public_url,
    /** A demo has its own folder, so that a shop never opens a demo's data. */
    data_dir: demo ? path.join(env.DATA_DIR, 'demo') : env.DATA_DIR,
    master_minimum: {
      side_px: env.MASTER_MIN_SIDE_PX,
      seconds: env.MASTER_MIN_SECONDS,
      fps: env.MASTER_MIN_FPS,
    },
    database_url: env.DATABASE_URL,
    database_pool: env.DATABASE_POOL,
    job_retries: env.JOB_RETRIES,
    demo,
    /**
     * A demo that only this machine can reach. Its accounts may use the published password, and its staff need no
     * second factor.
     */
    local_demo: demo && exposureReason === undefined,
    secret_key: env.SECRET_KEY,
    /** Opens and verifies existing sealed and signed values. Never signs new ones. */
    previous_secret_key: env.SECRET_KEY_PREVIOUS,
    /** Signs license certificates, instead of the key in the data folder. */
    certificate_key: env.CERTIFICATE_KEY,
    trust_proxy: env.TRUST_PROXY,
    log_level: env.LOG_LEVEL,
    rate_limits: env.RATE_LIMITS,
    /** 0 disables overload protection. */
    max_event_loop_delay_ms: env.MAX_EVENT_LOOP_DELAY_MS,
    max_connections: env.MAX_CONNECTIONS,
    connections_per_address: env.CONNECTIONS_PER_ADDRESS,
    /** When true, every page and API call returns 503. */
    maintenance: env.MAINTENANCE,
    /** A module whose default export is an OpenFeature provider, instead of our own table. */
    flags_provider: env.FLAGS_PROVIDER,
    /** The error-reporting service. */
    sentry_dsn: env.SENTRY_DSN,
    /** The tag manager container for analytics. */
    gtm_id: env.GTM_ID,
    /** The ids of the two affiliate programs that are notified of sign-ups. */
    affiliate_ids: env.AFFILIATE_IDS,
    /** Partner sites outside this shop. */
    partner_urls: {
      affiliates: env.AFFILIATES_URL,
      selling_dashboard: env.SELLING_DASHBOARD_URL,
      artist_dashboard: env.ARTIST_DASHBOARD_URL,
      payouts: env.PAYOUTS_URL,
    },
    smtp_url: env.SMTP_URL ?? env.SANDBOX_SMTP_URL,
    /** The sender of mails. By default the name and address of the settings. */
    mail_from: env.MAIL_FROM,
    /** Whether the sender was set, rather than left at an example. */
    has_mail_from: values['MAIL_FROM'] !== undefined,
    /** Whether mail goes to the sandbox's mailbox. */
    has_sandbox_mail: env.SMTP_URL === undefined && env.SANDBOX_SMTP_URL !== undefined,
    sandbox_url: env.BRAINTREE_ENVIRONMENT ? undefined : env.SANDBOX_URL,
    google: readGoogle(env),
    /** Replaces our own proof of work when set. */
    recaptcha:
      env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET
        ? {
            site_key: env.RECAPTCHA_SITE_KEY,
            secret: env.RECAPTCHA_SECRET,
            min_score: env.RECAPTCHA_SCORE,
            verify_url: env.RECAPTCHA_URL,
          }
        : undefined,
    captcha_keys: supportsCaptcha(public_url) ? env.CAPTCHA_KEYS : 0,
    /** The header in which the proxy sends the visitor's country, and the GeoIP file for deployments without one. */
    country_header: env.COUNTRY_HEADER,
    geoip_file: env.GEOIP_FILE,
    /** The European Union's VAT number validation service. */
    vies_url: env.VIES_URL?.replace(/\/+$/, ''),
    /** Exchange rates in the European Central Bank's format. */
    rates_url: env.RATES_URL,
    /** An endpoint that embeds texts for the search by meaning. */
    embeddings: env.EMBEDDINGS_URL
      ? { url: toEmbeddingsUrl(env.EMBEDDINGS_URL), key: env.EMBEDDINGS_KEY, model: env.EMBEDDINGS_MODEL }
      : undefined,
    /** A service that finds breached passwords by a prefix of their SHA-1 hash. */
    pwned_passwords_url: env.PWNED_PASSWORDS_URL?.replace(/\/+$/, ''),
    braintree_timeout_ms: env.BRAINTREE_TIMEOUT_MS,
    /** The host of user pictures, instead of our own. */
    cloudinary: cloudinary === 'incomplete' ? undefined : cloudinary,
    braintree: env.BRAINTREE_ENVIRONMENT && {
      environment: env.BRAINTREE_ENVIRONMENT,
      merchant_id: env.BRAINTREE_MERCHANT_ID ?? '',
      public_key: env.BRAINTREE_PUBLIC_KEY ?? '',
      private_key: env.BRAINTREE_PRIVATE_KEY ?? '',
    },
  }
}

/** A base address, `…/v1`, and the whole address both work. */
const toEmbeddingsUrl = (text: string): string => {
  const base = text.replace(/\/+$/, '')
  return base.endsWith('/embeddings') ? base : `${base.endsWith('/v1') ? base : `${base}/v1`}/embeddings`
}

/** Returns a sentence for the log for each setting that is allowed in production but may be an oversight. */
export const listConfigWarnings = ({
  mode,
  demo,
  vies_url,
}: Pick<ReturnType<typeof readConfig>, 'mode' | 'demo' | 'vies_url'>): string[] =>
  mode === 'production' && !demo && vies_url === undefined
    ? ['VIES_URL is not set: VAT numbers are checked only by their format and checksum before VAT is left out.']
    : []

/** Returns the sign-in provider: Google, the sandbox's stand-in for it, or undefined when neither is set. */
const readGoogle = ({
  GOOGLE_CLIENT_ID,
  SANDBOX_IDENTITY_URL,
}: z.infer<typeof Environment>): GoogleConfig | undefined => {
  if (GOOGLE_CLIENT_ID) return { client_id: GOOGLE_CLIENT_ID }
  if (!SANDBOX_IDENTITY_URL) return undefined
  return { client_id: 'longtake-sandbox', sandbox_url: SANDBOX_IDENTITY_URL.replace(/\/+$/, '') }
}
export type GoogleConfig = { client_id: string; sandbox_url?: string }

/** Browsers offer the web cryptography that a CAPTCHA needs only in secure contexts. */
const supportsCaptcha = (public_url: string) => public_url.startsWith('https:') || isLocal(public_url)

const readCloudinary = (cloud_name = '', api_key = '', api_secret = '') => {
  const count = [cloud_name, api_key, api_secret].filter(Boolean).length
  if (count === 0) return undefined
  return count === 3 ? { cloud_name, api_key, api_secret } : 'incomplete'
}

const toConfigError = (problems: string[]) =>
  new Error(`The configuration needs a change:\n${problems.map(m => `  - ${m}`).join('\n')}`)
