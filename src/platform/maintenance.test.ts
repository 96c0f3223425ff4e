import { expect, test } from 'vitest'

import { openTestApp } from '../../testing/app.ts'

test('under maintenance every call is told to come back, and the process still says that it lives', async () => {
  const shop = await openTestApp({ MAINTENANCE: '1' })
  const same = { 'sec-fetch-site': 'same-origin' }
  for (const [method, url] of [
    ['GET', '/api/clips'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/nothing'],
  ] as const) {
    const answer = await shop.app.inject({ method, url, headers: same })
    expect([answer.statusCode, answer.headers['retry-after']], url).toEqual([503, '600'])
    expect(answer.json()).toEqual({ message: expect.stringContaining('come back'), errors: {} })
  }
  expect((await shop.app.inject('/healthz')).statusCode).toBe(200)
  expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
  await shop.close()
})
