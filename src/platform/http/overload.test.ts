/** Tests that a busy shop refuses new requests except payments and health checks. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { runAccepted } from './overload.server.ts'

let busy = false
let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({}, { load: { isBusy: () => busy, close: () => {} } })
})
afterAll(() => shop.close())
beforeEach(() => {
  busy = false
})

const request = (url: string, method: 'GET' | 'POST' = 'GET') => shop.app.inject({ url, method })

test('pages and the API return 503 with Retry-After while the shop is busy', async () => {
  busy = true
  const [api, page] = await Promise.all([request('/api/clips'), request('/clips')])
  expect([api.statusCode, api.headers['retry-after']]).toEqual([503, '5'])
  expect(api.json()).toMatchObject({ message: expect.stringContaining('very busy') })
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5'])
  expect(page.body).toContain('very busy')
  busy = false
  expect((await request('/api/clips')).statusCode).toBe(200)
})

test('a busy process is alive but not ready', async () => {
  busy = true
  expect((await request('/healthz')).statusCode).toBe(200)
  const ready = await request('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, expect.objectContaining({ message: 'The shop is busy.' })])
})

test('payments and webhooks are served while the shop is busy', async () => {
  busy = true
  expect((await request('/api/v2/cart/checkout', 'POST')).statusCode).not.toBe(503)
  expect((await request('/api/v2/checkout/attempts/7')).statusCode).not.toBe(503)
  expect((await request('/webhooks/braintree', 'POST')).statusCode).not.toBe(503)
})

test('an accepted page may call the API', async () => {
  busy = true
  expect((await runAccepted(() => request('/api/clips'))).statusCode).toBe(200)
})
