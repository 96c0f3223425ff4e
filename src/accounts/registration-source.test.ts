/** Tests for the registration source: stored with the account, limited in length, and never a reason to refuse. */
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { signUp } from '../../testing/builders/people.ts'
import { randomToken } from '../platform/ids.server.ts'
import { setReferralCookie } from './registration-source.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

let serial = 0
const registerFrom = async (source: Record<string, unknown>) => {
  const email = `came-${(serial += 1)}@example.com`
  const user = await signUp(shop, shop.visitor(), { email, ...source })
  return shop.db.selectFrom('registrations').where('user_id', '=', user.id).selectAll().executeTakeFirstOrThrow()
}

test('the source is stored with the account, without the query of the page URL', async () => {
  const token = randomToken()
  expect(
    await registerFrom({
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
])('%s does not stop a registration and is not stored', async (_, source) => {
  expect(await registerFrom(source)).toMatchObject({ referral_code: null })
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Mars/Olympus', null],
  ['+02:00', null],
  [{ zone: 'UTC' }, null],
])('a browser with the time zone %j: the account stores %j', async (time_zone, expected) => {
  const { user_id } = await registerFrom({ time_zone })
  const user = await shop.db.selectFrom('users').where('id', '=', user_id).select('time_zone').executeTakeFirstOrThrow()
  expect(user.time_zone).toBe(expected)
})

test('long values are truncated and control characters are removed', async () => {
  const registration = await registerFrom({
    page_name: `Tide\u0000 ${'x'.repeat(900)}`,
    tracking_cookie: 'y'.repeat(900),
  })
  expect(registration.page_name).toMatch(/^Tide {1,2}x+$/)
  expect(registration.page_name?.length).toBeLessThanOrEqual(200)
  expect(registration.tracking_cookie?.length).toBe(200)
})

test('the last partner link wins for 30 days, where no consent is needed or it was given; browsers that opt out of tracking get no cookie', async () => {
  const server = Fastify()
  await server.register(cookie)
  let country: string | undefined = 'US'
  const locator = { getCountry: () => Promise.resolve(country) }
  server.get('/*', async (request, reply) => {
    await setReferralCookie(request, reply, { public_url: 'https://shop.example', locator })
    return 'page'
  })
  const openLink = async (url: string, headers: Record<string, string> = {}) =>
    (await server.inject({ url, headers })).cookies
  expect(await openLink('/clips?q=tide&ref=northlight-26')).toEqual([
    expect.objectContaining({
      name: 'registration_referral',
      value: 'northlight-26',
      maxAge: 30 * 86_400,
      sameSite: 'Lax',
      secure: true,
      path: '/',
    }),
  ])
  expect(await openLink('/clips?ref=a', { cookie: 'registration_referral=b' })).toMatchObject([{ value: 'a' }])
  for (const url of ['/clips', '/clips?ref=', '/clips?ref=a%20b', `/clips?ref=${'x'.repeat(65)}`])
    expect(await openLink(url), url).toEqual([])
  expect(await openLink('/clips?ref=a', { 'sec-gpc': '1' })).toEqual([])
  expect(await openLink('/clips?ref=a', { dnt: '1' })).toEqual([])
  expect(await openLink('/clips?ref=a', { cookie: 'storage_consent=no.1.2026-11-28' })).toEqual([])
  for (country of ['DE', undefined]) {
    expect(await openLink('/clips?ref=a')).toEqual([])
    const consent = { cookie: 'storage_consent=yes.1.2026-11-28' }
    expect(await openLink('/clips?ref=a', consent)).toMatchObject([{ value: 'a' }])
    expect(await openLink('/clips?ref=a', { ...consent, 'sec-gpc': '1' })).toEqual([])
  }
  await server.close()
})
