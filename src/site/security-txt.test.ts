import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'

const origin = 'https://shop.example'
const YEAR_MS = 365 * DAY_MS

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: origin, DEMO: '1' })
})
afterAll(() => shop.close())

const loadFields = async () => {
  const { body, headers } = await shop.app.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  return new Map(
    body
      .trim()
      .split('\n')
      .map(line => line.split(': ') as [string, string]),
  )
}

test('security.txt names a contact, its own address and an existing policy', async () => {
  const fields = await loadFields()
  expect(fields.get('Contact')).toMatch(/^mailto:\S+@\S+$/)
  expect(fields.get('Preferred-Languages')).toBe('en')
  expect(fields.get('Canonical')).toBe(`${origin}/.well-known/security.txt`)
  const policy = fields.get('Policy') ?? ''
  expect(policy.startsWith(`${origin}/`)).toBe(true)
  const response = await shop.app.inject(policy.slice(origin.length))
  expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('Reporting a vulnerability')])
})

test('security.txt expires less than a year after it is read', async () => {
  const getRemainingMs = async () => Date.parse((await loadFields()).get('Expires') ?? '') - shop.clock.now().getTime()
  for (const days of [0, 400]) {
    shop.clock.advance(days * DAY_MS)
    expect(await getRemainingMs()).toBeGreaterThan(30 * DAY_MS)
    expect(await getRemainingMs()).toBeLessThan(YEAR_MS)
  }
})
