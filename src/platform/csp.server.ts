import type { Config } from './config.server.ts'
import { isMeasuredPage, isPaymentPage } from './payment-pages.ts'

type Sources = {
  script: string[]
  connect: string[]
  frame: string[]
  image: string[]
  style: string[]
  form: string[]
}

const none: Sources = { script: [], connect: [], frame: [], image: [], style: [], form: [] }

const together = (one: Sources, other: Sources): Sources => ({
  script: [...one.script, ...other.script],
  connect: [...one.connect, ...other.connect],
  frame: [...one.frame, ...other.frame],
  image: [...one.image, ...other.image],
  style: [...one.style, ...other.style],
  form: [...one.form, ...other.form],
})

/** Google Identity Services' own script and its frames: wherever somebody may log in, if Google is configured. */
const googleSources = ({ google }: Pick<Config, 'google'>): Sources => {
  if (!google || google.sandbox_url) return none
  const host = 'https://accounts.google.com/gsi'
  return {
    ...none,
    script: [`${host}/client`],
    connect: [`${host}/`],
    frame: [`${host}/`],
    style: [`${host}/style`],
  }
}

/** Where the payment provider's browser code comes from and talks to: allowed on payment pages alone. */
const paymentSources = ({ sandbox_url, braintree }: Pick<Config, 'sandbox_url' | 'braintree'>): Sources => {
  const hosts: Sources = {
    ...none,
    script: [
      'https://js.braintreegateway.com',
      'https://c.paypal.com',
      'https://www.paypal.com',
      'https://songbirdstag.cardinalcommerce.com',
    ],
    connect: ['https://*.braintreegateway.com', 'https://*.braintree-api.com', 'https://www.paypal.com'],
    frame: [
      'https://assets.braintreegateway.com',
      'https://c.paypal.com',
      'https://www.paypal.com',
      'https://*.cardinalcommerce.com',
    ],
    image: ['https://assets.braintreegateway.com'],
  }
  if (braintree) return together(hosts, realSources(braintree.environment))
  if (!sandbox_url) return hosts
  const here = [sandbox_url]
  return together(hosts, { ...none, script: here, connect: here, frame: here, image: here })
}

/** Google's check of who sends a form, wherever there are any, if it is configured. */
const recaptchaSources = ({ recaptcha }: Pick<Config, 'recaptcha'>): Sources => {
  if (!recaptcha) return none
  const host = 'https://www.google.com/recaptcha/'
  return {
    ...none,
    script: [host, 'https://www.gstatic.com/recaptcha/'],
    connect: [host],
    frame: [host, 'https://recaptcha.google.com/recaptcha/'],
  }
}

/** What the provider itself needs beside what its stand-in does. */
const realSources = (environment: 'sandbox' | 'production'): Sources => ({
  script: ['https://www.paypalobjects.com', 'https://songbird.cardinalcommerce.com'],
  connect: ['https://*.cardinalcommerce.com', 'https://*.paypal.com'],
  image: ['https://www.paypalobjects.com'],
  style: [],
  // Every bank in the world asks its card holders on a page of its own, in a frame that is sent there by a form.
  ...(environment === 'production'
    ? { frame: ['https:'], form: ['https:'] }
    : { frame: ['https://*.paypal.com'], form: ['https://*.cardinalcommerce.com'] }),
})

/** Where visits are measured, if that is configured: never beside payment details, passwords or the secret of a link. */
const measuringSources = ({ gtm_id }: Pick<Config, 'gtm_id'>): Sources => {
  if (!gtm_id) return none
  const tags = 'https://www.googletagmanager.com'
  const analytics = ['https://*.google-analytics.com', 'https://*.analytics.google.com']
  return { ...none, script: [tags], connect: [tags, ...analytics], image: [tags, ...analytics] }
}

/** Errors, and replays of how they came about, which a worker packs. */
const reportSources = ({ sentry_dsn }: Pick<Config, 'sentry_dsn'>) =>
  sentry_dsn
    ? { connect: [new URL(sentry_dsn).origin], worker: { 'worker-src': ["'self'", 'blob:'] } }
    : { connect: [] }

/** The content security policy of one page, ready for its header. */
export const contentSecurityPolicy = (url: string, nonce: string, config: Config): string => {
  const page = together(
    isPaymentPage(url) ? paymentSources(config) : googleSources(config),
    isMeasuredPage(url) ? measuringSources(config) : none,
  )
  const { script, connect, frame, image, style, form } = together(page, recaptchaSources(config))
  const reports = reportSources(config)
  const images = config.cloudinary ? ['https://res.cloudinary.com'] : []
  const uploads = config.cloudinary ? ['https://api.cloudinary.com'] : []
  const development = config.mode === 'development'
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': development ? ["'self'", "'unsafe-inline'", ...script] : ["'self'", `'nonce-${nonce}'`, ...script],
    'style-src': development ? ["'self'", "'unsafe-inline'", ...style] : ["'self'", `'nonce-${nonce}'`, ...style],
    // React writes measured sizes as style attributes; they cannot load or run anything.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...images, ...image],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(development ? ['ws:'] : []), ...uploads, ...reports.connect, ...connect],
    'frame-src': frame.length > 0 ? frame : ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'", ...form],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    ...reports.worker,
  }
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
