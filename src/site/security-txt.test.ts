import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'

const origin = 'https://shop.example'
const year_ms = 365 * 86_400_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: origin, DEMO: '1' })
})
afterAll(() => shop.close())

const fieldsOf = async () => {
  const { body, headers } = await shop.app.inject('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  return new Map(
    body
      .trim()
      .split('\n')
      .map(line => line.split(': ') as [string, string]),
  )
}

test('security.txt names a contact, its own address, and a policy that is there', async () => {
  const fields = await fieldsOf()
  expect(fields.get('Contact')).toMatch(/^mailto:\S+@\S+$/)
  expect(fields.get('Preferred-Languages')).toBe('en')
  expect(fields.get('Canonical')).toBe(`${origin}/.well-known/security.txt`)
  const policy = fields.get('Policy') ?? ''
  expect(policy.startsWith(`${origin}/`)).toBe(true)
  const answer = await shop.app.inject(policy.slice(origin.length))
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('Reporting a vulnerability')])
})

test('it expires in less than a year, counted from the day that it is read', async () => {
  const leftAt = async () => Date.parse((await fieldsOf()).get('Expires') ?? '') - shop.clock.now().getTime()
  for (const days of [0, 400]) {
    shop.clock.advance(days * 86_400_000)
    expect(await leftAt()).toBeGreaterThan(30 * 86_400_000)
    expect(await leftAt()).toBeLessThan(year_ms)
  }
})
