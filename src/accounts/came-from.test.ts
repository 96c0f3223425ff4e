/** How somebody came to register: kept with the account, within limits, and never in the way. */
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { proofFor } from '../../testing/proof.ts'
import { randomToken } from '../platform/ids.server.ts'
import { keepReferral } from './came-from.server.ts'
import { register } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const password = 'Footage2026'
let serial = 0
const registerWith = async (came_from: Record<string, unknown>) => {
  const email = `came-${(serial += 1)}@example.com`
  const answer = await shop.visitor().call(register, {
    body: { email, password, password_again: password, captcha: await proofFor(shop.deps, 'register'), ...came_from },
  })
  return shop.db.selectFrom('registrations').where('user_id', '=', answer.data.id).selectAll().executeTakeFirstOrThrow()
}

test('it is kept with the account, without the query of the page', async () => {
  const token = randomToken()
  expect(
    await registerWith({
      referral_code: 'northlight-26',
      page_url: `https://shop.example/register?next=/reset-password/${token}`,
      page_name: 'Create an account | Longtake',
      tracking_cookie: 'GA1.1.1234567.7654321',
    }),
  ).toMatchObject({
    method: 'password',
    referral_code: 'northlight-26',
    page_url: 'https://shop.example/register',
    page_name: 'Create an account | Longtake',
    tracking_cookie: 'GA1.1.1234567.7654321',
    at: shop.clock.now(),
  })
})

test.each([
  ['nothing', {}],
  ['other kinds of values', { referral_code: 7, page_url: ['x'], page_name: {}, tracking_cookie: true }],
  ['a code with other letters', { referral_code: 'north light<script>' }],
  ['a code that is too long', { referral_code: 'x'.repeat(65) }],
])('%s does not stop anyone, and is not kept', async (_, came_from) => {
  expect(await registerWith(came_from)).toMatchObject({ referral_code: null })
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Mars/Olympus', null],
  ['+02:00', null],
  [{ zone: 'UTC' }, null],
])('a browser in %j: digests go by %j', async (time_zone, kept) => {
  const { user_id } = await registerWith({ time_zone })
  const user = await shop.db.selectFrom('users').where('id', '=', user_id).select('time_zone').executeTakeFirstOrThrow()
  expect(user.time_zone).toBe(kept)
})

test('what is too long is cut, what cannot be seen goes', async () => {
  const kept = await registerWith({ page_name: `Tide\u0000 ${'x'.repeat(900)}`, tracking_cookie: 'y'.repeat(900) })
  expect(kept.page_name).toMatch(/^Tide {1,2}x+$/)
  expect(kept.page_name?.length).toBeLessThanOrEqual(200)
  expect(kept.tracking_cookie?.length).toBe(200)
})

test('the last partner whose link was followed stays for 30 days; a browser that wants no trace has none', async () => {
  const pages = Fastify()
  await pages.register(cookie)
  pages.get('/*', (request, reply) => {
    keepReferral(request, reply, 'https://shop.example')
    return 'page'
  })
  const follow = async (url: string, headers: Record<string, string> = {}) =>
    (await pages.inject({ url, headers })).cookies
  expect(await follow('/clips?q=tide&ref=northlight-26')).toEqual([
    expect.objectContaining({
      name: 'registration_referral',
      value: 'northlight-26',
      maxAge: 30 * 86_400,
      sameSite: 'Lax',
      secure: true,
      path: '/',
    }),
  ])
  expect(await follow('/clips?ref=a', { cookie: 'registration_referral=b' })).toMatchObject([{ value: 'a' }])
  for (const url of ['/clips', '/clips?ref=', '/clips?ref=a%20b', `/clips?ref=${'x'.repeat(65)}`])
    expect(await follow(url), url).toEqual([])
  expect(await follow('/clips?ref=a', { 'sec-gpc': '1' })).toEqual([])
  expect(await follow('/clips?ref=a', { dnt: '1' })).toEqual([])
  await pages.close()
})
