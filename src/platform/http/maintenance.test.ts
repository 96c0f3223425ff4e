import { expect, test } from 'vitest'

import { openTestApp } from '../../../testing/app.ts'

test('under maintenance every API call gets a 503, and health checks still pass', async () => {
  const shop = await openTestApp({ MAINTENANCE: '1' })
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }
  for (const [method, url] of [
    ['GET', '/api/clips'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/nothing'],
    ['GET', '/%61pi/clips'],
    ['POST', '/a%70i/auth/login'],
  ] as const) {
    const response = await shop.app.inject({ method, url, headers: sameOrigin })
    expect([response.statusCode, response.headers['retry-after']], url).toEqual([503, '600'])
    expect(response.json()).toEqual({ message: expect.stringContaining('come back'), errors: {} })
  }
  expect((await shop.app.inject('/healthz')).statusCode).toBe(200)
  expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
  await shop.close()
})
