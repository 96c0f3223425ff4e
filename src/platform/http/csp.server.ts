import type { Config } from '../config.server.ts'
import { allowsAnalytics, isPaymentPage } from './payment-pages.ts'

type CspSources = {
  script: string[]
  connect: string[]
  frame: string[]
  image: string[]
  style: string[]
  form: string[]
}

const NO_SOURCES: CspSources = { script: [], connect: [], frame: [], image: [], style: [], form: [] }

const mergeSources = (first: CspSources, second: CspSources): CspSources => ({
  script: [...first.script, ...second.script],
  connect: [...first.connect, ...second.connect],
  frame: [...first.frame, ...second.frame],
  image: [...first.image, ...second.image],
  style: [...first.style, ...second.style],
  form: [...first.form, ...second.form],
})

/** Google Identity Services' script and frames, for every page with a login, when Google is configured. */
const googleSources = ({ google }: Pick<Config, 'google'>): CspSources => {
  if (!google || google.sandbox_url) return NO_SOURCES
  const host = 'https://accounts.google.com/gsi'
  return {
    ...NO_SOURCES,
    script: [`${host}/client`],
    connect: [`${host}/`],
    frame: [`${host}/`],
    style: [`${host}/style`],
  }
}

/** The hosts of the payment provider's browser code, allowed only on payment pages. */
const paymentSources = ({ sandbox_url, braintree }: Pick<Config, 'sandbox_url' | 'braintree'>): CspSources => {
  const hosts: CspSources = {
    ...NO_SOURCES,
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
  if (braintree) return mergeSources(hosts, braintreeSources(braintree.environment))
  if (!sandbox_url) return hosts
  const origins = [sandbox_url]
  return mergeSources(hosts, { ...NO_SOURCES, script: origins, connect: origins, frame: origins, image: origins })
}

/** reCAPTCHA's script and frames, for every page, when it is configured. */
const recaptchaSources = ({ recaptcha }: Pick<Config, 'recaptcha'>): CspSources => {
  if (!recaptcha) return NO_SOURCES
  const host = 'https://www.google.com/recaptcha/'
  return {
    ...NO_SOURCES,
    script: [host, 'https://www.gstatic.com/recaptcha/'],
    connect: [host],
    frame: [host, 'https://recaptcha.google.com/recaptcha/'],
  }
}

/** The additional hosts of the real payment provider. */
const braintreeSources = (environment: 'sandbox' | 'production'): CspSources => ({
  script: ['https://www.paypalobjects.com', 'https://songbird.cardinalcommerce.com'],
  connect: ['https://*.cardinalcommerce.com', 'https://*.paypal.com'],
  image: ['https://www.paypalobjects.com'],
  style: [],
  // For 3-D Secure, banks show their own pages in a frame, which a form submits to.
  ...(environment === 'production'
    ? { frame: ['https:'], form: ['https:'] }
    : { frame: ['https://*.paypal.com'], form: ['https://*.cardinalcommerce.com'] }),
})

/** The analytics hosts, when configured. Never allowed next to payment details, passwords or link secrets. */
const analyticsSources = ({ gtm_id }: Pick<Config, 'gtm_id'>): CspSources => {
  if (!gtm_id) return NO_SOURCES
  const tags = 'https://www.googletagmanager.com'
  const analytics = ['https://*.google-analytics.com', 'https://*.analytics.google.com']
  return { ...NO_SOURCES, script: [tags], connect: [tags, ...analytics], image: [tags, ...analytics] }
}

/** The error-reporting host, and the worker that compresses session replays. */
const reportSources = ({ sentry_dsn }: Pick<Config, 'sentry_dsn'>) =>
  sentry_dsn
    ? { connect: [new URL(sentry_dsn).origin], worker: { 'worker-src': ["'self'", 'blob:'] } }
    : { connect: [] }

/** Returns the Content-Security-Policy header of one page. */
export const buildContentSecurityPolicy = (url: string, nonce: string, config: Config): string => {
  const pageSources = mergeSources(
    isPaymentPage(url) ? paymentSources(config) : googleSources(config),
    allowsAnalytics(url) ? analyticsSources(config) : NO_SOURCES,
  )
  const { script, connect, frame, image, style, form } = mergeSources(pageSources, recaptchaSources(config))
  const reports = reportSources(config)
  const images = config.cloudinary ? ['https://res.cloudinary.com'] : []
  const uploads = config.cloudinary ? ['https://api.cloudinary.com'] : []
  const isDevelopment = config.mode === 'development'
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': isDevelopment ? ["'self'", "'unsafe-inline'", ...script] : ["'self'", `'nonce-${nonce}'`, ...script],
    'style-src': isDevelopment ? ["'self'", "'unsafe-inline'", ...style] : ["'self'", `'nonce-${nonce}'`, ...style],
    // React writes measured sizes as style attributes, which cannot load or run anything.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...images, ...image],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : []), ...uploads, ...reports.connect, ...connect],
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
