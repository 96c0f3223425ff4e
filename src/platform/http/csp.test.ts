import { expect, test } from 'vitest'

import { readConfig } from '../config.server.ts'
import { buildContentSecurityPolicy } from './csp.server.ts'

const keys = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 's' }
const demo = readConfig({ SANDBOX_URL: 'http://127.0.0.1:4000' })
const real = readConfig({ BRAINTREE_ENVIRONMENT: 'production', DEMO: '0', ...keys })

const directives = (url: string, config = demo) =>
  new Map(
    buildContentSecurityPolicy(url, 'n0nce', config)
      .split('; ')
      .map(line => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]),
  )

const everyUrl = ['/', '/clips/3?q=checkout', '/cart', '/checkout', '/Checkout/', '/checkout?step=2', '/login']

test.each(everyUrl)('%s runs only nonced scripts and is never framed', url => {
  for (const config of [demo, real]) {
    const policy = directives(url, config)
    expect(policy.get('script-src')).toContain("'nonce-n0nce'")
    for (const unsafe of ["'unsafe-inline'", "'unsafe-eval'", '*', 'http:', 'https:', 'data:'])
      expect(policy.get('script-src')).not.toContain(unsafe)
    expect(policy.get('style-src')).not.toContain("'unsafe-inline'")
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('default-src')).toEqual(["'self'"])
  }
})

const externalHosts = (url: string, config = demo) =>
  [...directives(url, config).values()].flat().filter(source => /^https?:\/\//.test(source))

test.each([
  '/',
  '/clips/3?next=/checkout',
  '/cart',
  '/cart?next=cart_hash',
  '/cart/billing',
  '/checkouts',
  '/a/checkout',
])('%s allows no payment host', url => {
  expect(externalHosts(url)).toEqual([])
  expect(externalHosts(url, real)).toEqual([])
})

test.each([
  '/checkout',
  '/CHECKOUT',
  '/checkout/',
  '/checkout?step=2',
  '/cart/checkout',
  '/cart?cart_hash=x',
  '/cart?utm=a&cart_hash=x',
  '/account/payment-methods',
])('%s allows the payment provider', url => {
  expect(directives(url).get('frame-src')).toContain('http://127.0.0.1:4000')
  expect(directives(url, real).get('frame-src')).toContain('https://assets.braintreegateway.com')
})

test('3-D Secure frames may come from any host in production, and only from the sandbox in a demo', () => {
  for (const url of ['/checkout', '/checkout/LT-2026-000001', '/account/payment-methods']) {
    expect(directives(url).get('frame-src')).toContain('https://*.cardinalcommerce.com')
    expect(directives(url).get('frame-src')).toContain('https://www.paypal.com')
    expect(directives(url).get('form-action')).toEqual(["'self'"])
    expect(directives(url, real).get('frame-src')).toContain('https:')
    expect(directives(url, real).get('form-action')).toEqual(["'self'", 'https:'])
  }
  expect(directives('/cart', real).get('frame-src')).toEqual(["'none'"])
  expect(directives('/cart', real).get('form-action')).toEqual(["'self'"])
})

test('reporting and analytics are allowed only when configured, analytics never next to payment details', () => {
  const withServices = readConfig({
    SANDBOX_URL: 'http://127.0.0.1:4000',
    SENTRY_DSN: 'https://key@errors.example/1',
    GTM_ID: 'GTM-ABC1234',
  })
  expect(directives('/clips', withServices).get('script-src')).toContain('https://www.googletagmanager.com')
  expect(directives('/clips', withServices).get('connect-src')).toContain('https://errors.example')
  expect(directives('/clips', withServices).get('worker-src')).toEqual(["'self'", 'blob:'])
  expect(externalHosts('/checkout', withServices).filter(source => source.includes('google'))).toEqual([])
  expect(directives('/checkout', withServices).get('connect-src')).toContain('https://errors.example')
  for (const url of [
    '/login?next=/clips',
    '/register',
    '/forgot-password',
    '/reset-password/link-0123456789abcdef',
    '/verify-email/x',
    '/account/details/confirm-email?token=x',
    '/account/two-step',
    '/account/privacy/x',
    '/profile/settings',
    '/board/tide/1?key=x',
    '/cart?cart_hash=x',
    '/admin/people',
  ])
    expect(
      externalHosts(url, withServices).filter(source => source.includes('google')),
      url,
    ).toEqual([])
  expect(directives('/clips').get('worker-src')).toBeUndefined()
})

test('production payments never reach the sandbox', () => {
  expect(externalHosts('/checkout', real).filter(source => source.includes('127.0.0.1'))).toEqual([])
})

test('Google’s script is allowed only with a client id, never on payment pages, and not for the stand-in', () => {
  const google = readConfig({ GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com' })
  expect(externalHosts('/clips/3', google)).toEqual([
    'https://accounts.google.com/gsi/client',
    'https://accounts.google.com/gsi/style',
    'https://accounts.google.com/gsi/',
    'https://accounts.google.com/gsi/',
  ])
  expect(externalHosts('/checkout', google).filter(source => source.includes('accounts.google.com'))).toEqual([])
  expect(externalHosts('/login', readConfig({ SANDBOX_IDENTITY_URL: 'http://127.0.0.1:4001' }))).toEqual([])
})

test('pictures come from another host only when it is configured', () => {
  const withCloudinary = readConfig({
    CLOUDINARY_CLOUD_NAME: 'aster',
    CLOUDINARY_API_KEY: '1',
    CLOUDINARY_API_SECRET: 's',
  })
  expect(directives('/', withCloudinary).get('img-src')).toContain('https://res.cloudinary.com')
  expect(directives('/', withCloudinary).get('connect-src')).toContain('https://api.cloudinary.com')
  expect(directives('/').get('img-src')).not.toContain('https://res.cloudinary.com')
})
