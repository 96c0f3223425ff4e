/** Tests for which requests may change something: our own pages, and programs without cookies. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp(
    { PUBLIC_URL: 'https://shop.example', DEMO: '1', TRUST_PROXY: '1' },
    { probes: [app => app.get('/probe/address', ({ ip }) => Promise.resolve(ip))] },
  )
})
afterAll(() => shop.close())

const cookie = 'cart_hash=AAAAAAAAAAAAAAAAAAAAAA'
const send = async (headers: Record<string, string>, method: 'POST' | 'DELETE' | 'GET' = 'DELETE') =>
  (await shop.app.inject({ url: '/api/v2/cart', method, headers: { host: 'inside:3000', ...headers } })).statusCode

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin', cookie }, 200],
  ['a URL typed by hand', { 'sec-fetch-site': 'none', cookie }, 200],
  ['another site', { 'sec-fetch-site': 'cross-site', cookie }, 403],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site', cookie }, 403],
  [
    'another site that claims our origin',
    { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example', cookie },
    403,
  ],
  ['an old browser on our own page', { origin: 'https://shop.example', cookie }, 200],
  ['an old browser at the address behind the proxy', { origin: 'http://inside:3000', cookie }, 200],
  [
    'an old browser at the proxy’s public address',
    {
      origin: 'https://www.shop.example',
      'x-forwarded-host': 'www.shop.example',
      'x-forwarded-proto': 'https',
      cookie,
    },
    200,
  ],
  ['an old browser on another site', { origin: 'https://elsewhere.example', cookie }, 403],
  ['an old browser on our site without TLS', { origin: 'http://shop.example', cookie }, 403],
  ['a page with an opaque origin', { origin: 'null', cookie }, 403],
  ['cookies without an origin', { cookie }, 403],
  ['a program without cookies', {}, 200],
] as const)('%s', async (_, headers, status) => {
  expect(await send(headers)).toBe(status)
})

test('reads are allowed from other sites, so that they can link here', async () => {
  expect(await send({ 'sec-fetch-site': 'cross-site', cookie }, 'GET')).toBe(200)
})

test.each([
  ['the one our proxy saw, despite a forged header', '10.0.0.2', '198.51.100.7'],
  ['their own when they bypass the proxy', '192.0.2.1', '192.0.2.1'],
])('the client address is %s', async (_, remoteAddress, address) => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
  expect((await shop.app.inject({ url: '/probe/address', remoteAddress, headers })).body).toBe(address)
})
