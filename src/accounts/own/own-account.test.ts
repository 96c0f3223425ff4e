import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { good_password, registerPerson } from '../../../testing/builders/people.ts'
import { getSession, savePreferences } from '../contract.ts'
import { accountsJobs } from '../jobs.server.ts'
import { CompanyUrl } from '../profile.ts'
import {
  endOneSession,
  endOtherSessions,
  getNotifications,
  getNotificationsByLink,
  listSessions,
  saveNotifications,
  saveNotificationsByLink,
  saveProfile,
} from './contract.ts'
import { describeDevice } from './device.ts'
import { mailPasswordChanged } from './mails.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'https://longtake.example', DEMO: '1' })
})
beforeEach(() => void shop.mail.sent.splice(0))
afterAll(() => shop.close())

test('name and company are saved', async () => {
  const { visitor } = await registerPerson(shop)
  const body = { first_name: '  Ada ', last_name: 'Byron', company_url: 'https://northlight.example/films' }
  const { data } = await visitor.call(saveProfile, { body })
  expect(data).toMatchObject({ ...body, first_name: 'Ada' })
  expect((await visitor.call(getSession, {})).data).toEqual(data)
  expect((await visitor.call(saveProfile, { body: { ...body, company_url: ' ' } })).data.company_url).toBeNull()
})

test('occupation and verticals are saved with the name, and nothing is saved when a part is refused', async () => {
  const { visitor } = await registerPerson(shop)
  const name = { first_name: 'Ada', last_name: 'Byron', company_url: '' }
  const occupation = { custom_business_type: 'Museum' }
  const { data } = await visitor.call(saveProfile, { body: { ...name, occupation, verticals: ['documentary'] } })
  expect(data).toMatchObject({ last_name: 'Byron', verticals: ['documentary'] })
  expect(data.active_occupation?.business_type).toBe('Museum')
  const invalidBody = {
    ...name,
    last_name: 'Lovelace',
    occupation: { business_type_id: 999_999, occupation_type_id: 1 },
  }
  await expect(visitor.call(saveProfile, { body: invalidBody })).rejects.toMatchObject({
    status: 422,
    errors: { business_type_id: ['Business type is required'] },
  })
  expect((await visitor.call(getSession, {})).data).toEqual(data)
  // Omitted fields stay unchanged.
  expect((await visitor.call(saveProfile, { body: name })).data.verticals).toEqual(['documentary'])
})

test('an incomplete profile gets an error per field', async () => {
  const { visitor } = await registerPerson(shop)
  const attempt = visitor.call(saveProfile, { body: { first_name: ' ', last_name: '', company_url: 'northlight' } })
  await expect(attempt).rejects.toMatchObject({
    status: 422,
    errors: {
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      company_url: ['Invalid URL'],
    },
  })
})

test.each([
  ['northlight.example', true],
  ['http://www.northlight.example', true],
  ['https://sub.north-light.co.uk/a?b=c#d', true],
  ['münchen.de', true],
  ['northlight', false],
  ['https://northlight', false],
  ['javascript:alert(1).com', false],
  ['north light.com', false],
  ['ftp://northlight.example', false],
  ['.com', false],
  ['a..com', false],
  ['northlight.example/\u0000', false],
  [`${'a.'.repeat(200)}com`, false],
])('%s as a company website: %s', (text, expected) => {
  expect(z.safeParse(CompanyUrl, text).success).toBe(expected)
})

const FIREFOX_USER_AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0'

test.each([
  [FIREFOX_USER_AGENT, 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/138.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.0', 'Unknown device'],
])('%s is described as %s', (userAgent, expected) => {
  expect(describeDevice(userAgent)).toBe(expected)
})

const logIn = async (email: string) => {
  const visitor = shop.visitor()
  await visitor.send('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX_USER_AGENT },
    body: JSON.stringify({ login: email, password: good_password }),
  })
  return visitor
}

test('sessions are listed, the current one first, and the others are signed out', async () => {
  const { visitor, user } = await registerPerson(shop)
  await registerPerson(shop)
  const [laptop, phone] = [await logIn(user.email), await logIn(user.email)]
  const { data: list } = await visitor.call(listSessions, {})
  expect(list.map(({ is_current }) => is_current)).toEqual([true, false, false])
  expect(list[1]).toMatchObject({ device: 'Firefox on macOS', address: '127.0.0.1' })

  expect((await visitor.call(endOtherSessions, {})).data).toEqual({ ended: 2 })
  for (const ended of [laptop, phone]) expect((await ended.call(getSession, {})).data).toBeNull()
  expect((await visitor.call(listSessions, {})).data).toHaveLength(1)
})

test('the user signs out one other session, but neither another user’s nor the current one', async () => {
  const { visitor, user } = await registerPerson(shop)
  const phone = await logIn(user.email)
  const [current, otherSession] = (await visitor.call(listSessions, {})).data
  const stranger = await registerPerson(shop)
  const endSession = (actor: typeof visitor, id = 0) => actor.call(endOneSession, { params: { id: String(id) } })
  await expect(endSession(stranger.visitor, otherSession?.id)).rejects.toMatchObject({ status: 404 })
  await expect(endSession(visitor, current?.id)).rejects.toMatchObject({ status: 409 })
  await endSession(visitor, otherSession?.id)
  expect((await phone.call(getSession, {})).data).toBeNull()
  await expect(endSession(visitor, otherSession?.id)).rejects.toMatchObject({ status: 404 })
})

test('email preferences are stored exactly as selected, from registration on', async () => {
  const { visitor, user } = await registerPerson(shop)
  const body = { email: user.email, preferences: ['email_blog_updates' as const] }
  await visitor.call(savePreferences, { params: { id: String(user.id) }, body })
  expect((await visitor.call(getNotifications, {})).data.email_preferences).toEqual(['blog-articles'])
  const selected = ['new-footage-big-updates', 'longtake-films'] as const
  const { data } = await visitor.call(saveNotifications, { body: { email_preferences: [...selected, ...selected] } })
  expect(data.email_preferences).toEqual(['longtake-films', 'new-footage-big-updates'])
  const attempt = visitor.call(saveNotifications, { body: { email_preferences: ['spam' as 'blog-articles'] } })
  await expect(attempt).rejects.toMatchObject({ status: 422 })
  expect((await visitor.call(getNotifications, {})).data).toEqual(data)
})

test('digests are off until the user chooses how often and in which time zone they come', async () => {
  const { visitor } = await registerPerson(shop)
  const getSettings = async () => (await visitor.call(getNotifications, {})).data
  expect(await getSettings()).toEqual({ email_preferences: [], digest_pace: 'never', time_zone: null })
  const save = (body: object) => visitor.call(saveNotifications, { body: { email_preferences: [], ...body } })
  await save({ digest_pace: 'weekly', time_zone: 'Europe/Berlin' })
  await save({ email_preferences: ['blog-articles'] })
  const expected = { email_preferences: ['blog-articles'], digest_pace: 'weekly', time_zone: 'Europe/Berlin' }
  expect(await getSettings()).toEqual(expected)
  for (const invalidSettings of [
    { time_zone: 'Mars/Olympus' },
    { time_zone: '+02:00' },
    { digest_pace: 'hourly' as 'daily' },
  ])
    await expect(save(invalidSettings)).rejects.toMatchObject({ status: 422 })
  expect(await getSettings()).toEqual(expected)
})

/** Returns the token of the preferences link in a mail to the user. */
const createLinkToken = async (user_id: number) => {
  await mailPasswordChanged(shop.deps, user_id)
  const [mail] = shop.mail.sent.splice(0)
  return /https:\/\/longtake\.example\/account\/notification-preferences\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('a mail’s link lets its reader change email preferences without a login, and nothing else', async () => {
  const { visitor, user } = await registerPerson(shop, 'dana@people.example')
  const token = await createLinkToken(user.id)
  const reader = shop.visitor()
  const { data } = await reader.call(getNotificationsByLink, { params: { token } })
  // No time zone: the mail may have been forwarded.
  expect(data).toEqual({ email_preferences: [], digest_pace: 'never', email_hint: 'd…@people.example' })
  for (const slugs of [['blog-articles'], [], ['longtake-films']] as const) {
    await reader.call(saveNotificationsByLink, { params: { token }, body: { email_preferences: [...slugs] } })
    expect((await visitor.call(getNotifications, {})).data.email_preferences).toEqual(slugs)
  }
  const body = { email_preferences: [], digest_pace: 'weekly' as const }
  expect((await reader.call(saveNotificationsByLink, { params: { token }, body })).data).toEqual(body)
  expect((await reader.call(getSession, {})).data).toBeNull()
  const rows = await shop.db.selectFrom('preference_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a link that is truncated, invented or half a year old is refused', async () => {
  const { user } = await registerPerson(shop)
  const token = await createLinkToken(user.id)
  const readByLink = (linkToken: string) =>
    shop.visitor().call(getNotificationsByLink, { params: { token: linkToken } })
  for (const invalidToken of [token.slice(0, 42), 'none'])
    await expect(readByLink(invalidToken)).rejects.toMatchObject({ status: 404 })
  shop.clock.advance(180 * DAY_MS)
  await expect(readByLink(token)).rejects.toMatchObject({ status: 410 })
  const body = { email_preferences: [] }
  await expect(shop.visitor().call(saveNotificationsByLink, { params: { token }, body })).rejects.toMatchObject({
    status: 410,
  })
})

test('links are deleted a month after they expired', async () => {
  const { user } = await registerPerson(shop)
  await createLinkToken(user.id)
  const purgeJob = accountsJobs(shop.deps).find(({ name }) => name === 'accounts.purge-old-links')
  const runAndCount = async () => {
    await purgeJob?.run({})
    return (await shop.db.selectFrom('preference_links').where('user_id', '=', user.id).selectAll().execute()).length
  }
  shop.clock.advance(180 * DAY_MS)
  expect(await runAndCount()).toBe(1)
  shop.clock.advance(31 * DAY_MS)
  expect(await runAndCount()).toBe(0)
})
