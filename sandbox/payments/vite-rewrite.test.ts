/** Tests for the rewrite with the files of the official browser SDK that bundlers load. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { expect, test } from 'vitest'

import { rewriteBraintree } from './vite-rewrite.ts'

const sdk = path.dirname(createRequire(import.meta.url).resolve('braintree-web/package.json'))
const source = (component: string) => readFileSync(path.join(sdk, 'dist/browser', `${component}.js`), 'utf8')

const components = [
  'client',
  'hosted-fields',
  'data-collector',
  'three-d-secure',
  'us-bank-account',
  'paypal-checkout',
  'vault-manager',
]

test.each(components)('the rewrite covers every host that %s calls', component => {
  const { code, replacements } = rewriteBraintree(source(component))
  expect(replacements).toBeGreaterThanOrEqual(9)
  const remaining = code.replace(/atSandbox\("[^"]*"\)/g, '').matchAll(/"https:\/\/([^/"]+)[^"]*"/g)
  const hosts = new Set([...remaining].map(match => match[1]))
  // The remaining URLs are documentation, or loaders of components that the shop does not use.
  const documentation = [
    'developer.paypal.com',
    'developers.braintreepayments.com',
    'articles.braintreepayments.com',
    'github.com',
  ]
  const otherLoaders = ['js.braintreegateway.com', 'www.paypalobjects.com', 'cdn-']
  // Bank login, PayPal's internal test stages and its preloading are not used.
  const unused = [
    'cdn.plaid.com',
    'www.msmaster.qa.paypal.com',
    'www.braintree.stage.paypal.com',
    'www.{ENV}paypal.com',
  ]
  expect([...hosts].filter(host => ![...documentation, ...otherLoaders, ...unused].includes(host ?? ''))).toEqual([])
})

test.each(['client', 'hosted-fields', 'three-d-secure'])('%s accepts the sandbox as a verified domain', component => {
  expect(rewriteBraintree(source(component)).code).toContain(
    'function isVerifiedDomain(url) { if (isSandbox(url)) return true;',
  )
})

test('a file without official hosts is unchanged', () => {
  expect(rewriteBraintree('export const a = "https://example.com"')).toEqual({
    code: 'export const a = "https://example.com"',
    replacements: 0,
  })
})
