/** The rewrite against the very files of the official browser SDK that bundlers take. */
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

test.each(components)('every address that %s calls is asked of the page', component => {
  const { code, places } = rewriteBraintree(source(component))
  expect(places).toBeGreaterThanOrEqual(9)
  const left = code.replace(/atSandbox\("[^"]*"\)/g, '').matchAll(/"https:\/\/([^/"]+)[^"]*"/g)
  const hosts = new Set([...left].map(match => match[1]))
  // What is left is told to developers, or is the loader of a component that the shop does not use.
  const documentation = [
    'developer.paypal.com',
    'developers.braintreepayments.com',
    'articles.braintreepayments.com',
    'github.com',
  ]
  const otherLoaders = ['js.braintreegateway.com', 'www.paypalobjects.com', 'cdn-']
  // Logging in to one's bank is not offered; PayPal's own test stages and its preloading are never asked for.
  const unused = [
    'cdn.plaid.com',
    'www.msmaster.qa.paypal.com',
    'www.braintree.stage.paypal.com',
    'www.{ENV}paypal.com',
  ]
  expect([...hosts].filter(host => ![...documentation, ...otherLoaders, ...unused].includes(host ?? ''))).toEqual([])
})

test.each(['client', 'hosted-fields', 'three-d-secure'])('%s takes the sandbox for a verified domain', component => {
  expect(rewriteBraintree(source(component)).code).toContain(
    'function isVerifiedDomain(url) { if (isSandbox(url)) return true;',
  )
})

test('a file without official addresses stays as it is', () => {
  expect(rewriteBraintree('export const a = "https://example.com"')).toEqual({
    code: 'export const a = "https://example.com"',
    places: 0,
  })
})
