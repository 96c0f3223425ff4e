/** A shop that is busy refuses new requests, but for payments and health checks. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { withinAccepted } from './overload.server.ts'

let busy = false
let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({}, { load: { isBusy: () => busy, close: () => {} } })
})
afterAll(() => shop.close())
beforeEach(() => {
  busy = false
})

const ask = (url: string, method: 'GET' | 'POST' = 'GET') => shop.app.inject({ url, method })

test('pages and the API answer 503 with Retry-After while the shop is busy, and go on afterwards', async () => {
  busy = true
  const [api, page] = await Promise.all([ask('/api/clips'), ask('/clips')])
  expect([api.statusCode, api.headers['retry-after']]).toEqual([503, '5'])
  expect(api.json()).toMatchObject({ message: expect.stringContaining('very busy') })
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5'])
  expect(page.body).toContain('very busy')
  busy = false
  expect((await ask('/api/clips')).statusCode).toBe(200)
})

test('the process stays alive, and says that it is not ready', async () => {
  busy = true
  expect((await ask('/healthz')).statusCode).toBe(200)
  const ready = await ask('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, expect.objectContaining({ message: 'The shop is busy.' })])
})

test('payments and webhooks are served all the same', async () => {
  busy = true
  expect((await ask('/api/v2/cart/checkout', 'POST')).statusCode).not.toBe(503)
  expect((await ask('/api/v2/checkout/attempts/7')).statusCode).not.toBe(503)
  expect((await ask('/webhooks/braintree', 'POST')).statusCode).not.toBe(503)
})

test('a page that was accepted gets what it asks the API for', async () => {
  busy = true
  expect((await withinAccepted(() => ask('/api/clips'))).statusCode).toBe(200)
})
