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

/** Whose X-Forwarded headers are believed, and no further: what a client writes there itself would get around limits by address. */
const proxies = z
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

/** The environment the shop reads, whole: `.env.example` explains each. */
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
  TRUST_PROXY: proxies.default(false),
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
  MAIL_FROM: z.string().default('Longtake <hello@longtake.example>'),
  BRAINTREE_ENVIRONMENT: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }).optional(),
  BRAINTREE_MERCHANT_ID: z.string().optional(),
  BRAINTREE_PUBLIC_KEY: z.string().optional(),
  BRAINTREE_PRIVATE_KEY: z.string().optional(),
  /** How long a call to the payment gateway may take; the sweeper waits longer before it gives an attempt up. */
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
  /** Our own stand-ins, when no outside service is configured: set by `npm start`. */
  SANDBOX_URL: url(['http:']).optional(),
  SANDBOX_SMTP_URL: url(['smtp:']).optional(),
  SANDBOX_IDENTITY_URL: url(['http:']).optional(),
})

export type Config = ReturnType<typeof readConfig>

const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Reads and checks the environment. Throws one Error that has a sentence for each mistake. */
export const readConfig = (environment: Record<string, string | undefined>) => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw configError(parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}.`))
  const env = parsed.data
  const public_url = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
  const braintreeKeys = [env.BRAINTREE_MERCHANT_ID, env.BRAINTREE_PUBLIC_KEY, env.BRAINTREE_PRIVATE_KEY]
  const demo = env.DEMO ?? (env.PUBLIC_URL === undefined && env.DATABASE_URL === undefined && isLoopback(env.HOST))
  /** Why other machines reach the shop, if they do. */
  const reached = isLocal(public_url)
    ? isLoopback(env.HOST)
      ? undefined
      : `HOST is ${env.HOST}`
    : `PUBLIC_URL is ${public_url}`
  const mistakes: string[] = []
  if (!isLoopback(env.HOST) && env.PUBLIC_URL === undefined && !demo)
    mistakes.push(
      `HOST is ${env.HOST}, so other machines reach the shop: set PUBLIC_URL to the address that people use, or DEMO=1 for a demo.`,
    )
  if (demo && env.BRAINTREE_ENVIRONMENT === 'production')
    mistakes.push(
      'BRAINTREE_ENVIRONMENT is production, but this is a demo with invented customers: set DEMO=0 for a shop, or leave the keys of Braintree out.',
    )
  if (env.BRAINTREE_ENVIRONMENT && braintreeKeys.some(key => !key))
    mistakes.push(
      'BRAINTREE_ENVIRONMENT is set, so BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY and BRAINTREE_PRIVATE_KEY are needed too.',
    )
  const cloudinary = cloudinaryOf(env.CLOUDINARY_CLOUD_NAME, env.CLOUDINARY_API_KEY, env.CLOUDINARY_API_SECRET)
  if (cloudinary === 'incomplete')
    mistakes.push(
      'CLOUDINARY_CLOUD_NAME, CLOUDINARY_API_KEY and CLOUDINARY_API_SECRET belong together: please set all three or none.',
    )
  if (Boolean(env.RECAPTCHA_SITE_KEY) !== Boolean(env.RECAPTCHA_SECRET))
    mistakes.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET belong together: please set both or none.')
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    mistakes.push(`ROLE=${env.ROLE} needs DATABASE_URL: the embedded database belongs to one process.`)
  if (env.NODE_ENV === 'production' && reached !== undefined && !demo) {
    if (!env.BRAINTREE_ENVIRONMENT)
      mistakes.push(
        `${reached}, but payments are a stand-in: set BRAINTREE_ENVIRONMENT and its keys, or DEMO=1 for a demo.`,
      )
    if (!env.SMTP_URL) mistakes.push(`${reached}, but mail is a stand-in: set SMTP_URL, or DEMO=1 for a demo.`)
    if (env.SANDBOX_IDENTITY_URL && !env.GOOGLE_CLIENT_ID)
      mistakes.push(
        `${reached}, but Google sign-in is a stand-in: set GOOGLE_CLIENT_ID, leave SANDBOX_IDENTITY_URL out, or set DEMO=1 for a demo.`,
      )
    if (!env.SECRET_KEY) mistakes.push(`${reached}, so SECRET_KEY is needed: 32 random characters or more.`)
  }
  if (env.BRAINTREE_ENVIRONMENT === 'production' && env.SANDBOX_URL)
    mistakes.push('BRAINTREE_ENVIRONMENT is production, so SANDBOX_URL must not be set.')
  if (env.SECRET_KEY_PREVIOUS !== undefined && env.SECRET_KEY_PREVIOUS === env.SECRET_KEY)
    mistakes.push('SECRET_KEY_PREVIOUS is the same as SECRET_KEY: leave it out, or give SECRET_KEY another value.')
  if (env.COUNTRY_HEADER && env.TRUST_PROXY === false)
    mistakes.push('COUNTRY_HEADER is set by your proxy, so TRUST_PROXY is needed too: anybody can write a header.')
  if (mistakes.length > 0) throw configError(mistakes)
  return {
    mode: env.NODE_ENV,
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    public_url,
    /** A demo has a folder of its own, so that a shop never finds what a demo left. */
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
    /** A demo that only this machine reaches: its accounts may have the published password, and its staff no second step. */
    local_demo: demo && reached === undefined,
    secret_key: env.SECRET_KEY,
    /** Opens and verifies what it sealed and signed, and nothing new. */
    previous_secret_key: env.SECRET_KEY_PREVIOUS,
    /** Signs license certificates, in the place of the key that is made in the data folder. */
    certificate_key: env.CERTIFICATE_KEY,
    trust_proxy: env.TRUST_PROXY,
    log_level: env.LOG_LEVEL,
    rate_limits: env.RATE_LIMITS,
    /** 0 never refuses. */
    max_event_loop_delay_ms: env.MAX_EVENT_LOOP_DELAY_MS,
    max_connections: env.MAX_CONNECTIONS,
    connections_per_address: env.CONNECTIONS_PER_ADDRESS,
    /** Every page and every call answers 503. */
    maintenance: env.MAINTENANCE,
    /** A module whose default export is an OpenFeature provider, in the place of our own table. */
    flags_provider: env.FLAGS_PROVIDER,
    /** Where errors go beside the log. */
    sentry_dsn: env.SENTRY_DSN,
    /** The tag manager's container that measures visits. */
    gtm_id: env.GTM_ID,
    /** Of the two programs that are told when somebody registers. */
    affiliate_ids: env.AFFILIATE_IDS,
    /** Places of our partners outside this shop. */
    partner_urls: {
      affiliates: env.AFFILIATES_URL,
      selling_dashboard: env.SELLING_DASHBOARD_URL,
      artist_dashboard: env.ARTIST_DASHBOARD_URL,
      payouts: env.PAYOUTS_URL,
    },
    smtp_url: env.SMTP_URL ?? env.SANDBOX_SMTP_URL,
    mail_from: env.MAIL_FROM,
    sandbox_url: env.BRAINTREE_ENVIRONMENT ? undefined : env.SANDBOX_URL,
    google: googleOf(env),
    /** In the place of our own proof of work. */
    recaptcha:
      env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET
        ? {
            site_key: env.RECAPTCHA_SITE_KEY,
            secret: env.RECAPTCHA_SECRET,
            least_score: env.RECAPTCHA_SCORE,
            verify_url: env.RECAPTCHA_URL,
          }
        : undefined,
    captcha_keys: canSolve(public_url) ? env.CAPTCHA_KEYS : 0,
    /** The header in which the proxy says where somebody is, and the file to look it up in without one. */
    country_header: env.COUNTRY_HEADER,
    geoip_file: env.GEOIP_FILE,
    /** The European Union's service that knows VAT numbers. */
    vies_url: env.VIES_URL?.replace(/\/+$/, ''),
    /** A service that knows passwords from breaches by the beginning of their SHA-1. */
    pwned_passwords_url: env.PWNED_PASSWORDS_URL?.replace(/\/+$/, ''),
    braintree_timeout_ms: env.BRAINTREE_TIMEOUT_MS,
    /** Where pictures of people go, in the place of our own host. */
    cloudinary: cloudinary === 'incomplete' ? undefined : cloudinary,
    braintree: env.BRAINTREE_ENVIRONMENT && {
      environment: env.BRAINTREE_ENVIRONMENT,
      merchant_id: env.BRAINTREE_MERCHANT_ID ?? '',
      public_key: env.BRAINTREE_PUBLIC_KEY ?? '',
      private_key: env.BRAINTREE_PRIVATE_KEY ?? '',
    },
  }
}

/** What is allowed in production and may still be an oversight, in sentences for the log. */
export const configWarnings = ({
  mode,
  demo,
  vies_url,
}: Pick<ReturnType<typeof readConfig>, 'mode' | 'demo' | 'vies_url'>): string[] =>
  mode === 'production' && !demo && vies_url === undefined
    ? ['VIES_URL is not set: VAT numbers are checked only by their format and checksum before VAT is left out.']
    : []

/** Who says who somebody is: Google, or the sandbox's identity provider in its place; nobody when there is neither. */
const googleOf = ({ GOOGLE_CLIENT_ID, SANDBOX_IDENTITY_URL }: z.infer<typeof Environment>): Google | undefined => {
  if (GOOGLE_CLIENT_ID) return { client_id: GOOGLE_CLIENT_ID }
  if (!SANDBOX_IDENTITY_URL) return undefined
  return { client_id: 'longtake-sandbox', sandbox_url: SANDBOX_IDENTITY_URL.replace(/\/+$/, '') }
}
export type Google = { client_id: string; sandbox_url?: string }

/** Browsers have the cryptography that a CAPTCHA needs only where nobody can listen. */
const canSolve = (public_url: string) => public_url.startsWith('https:') || isLocal(public_url)

const cloudinaryOf = (cloud_name = '', api_key = '', api_secret = '') => {
  const given = [cloud_name, api_key, api_secret].filter(Boolean).length
  if (given === 0) return undefined
  return given === 3 ? { cloud_name, api_key, api_secret } : 'incomplete'
}

const configError = (mistakes: string[]) =>
  new Error(`The configuration needs a change:\n${mistakes.map(m => `  - ${m}`).join('\n')}`)
