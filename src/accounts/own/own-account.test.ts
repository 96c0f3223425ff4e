import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { good_password, newcomer } from '../../../testing/builders/people.ts'
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
import { deviceOf } from './device.ts'
import { mailPasswordChanged } from './mails.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'https://longtake.example', DEMO: '1' })
})
beforeEach(() => void shop.mail.sent.splice(0))
afterAll(() => shop.close())

test('name and company are kept', async () => {
  const { visitor } = await newcomer(shop)
  const body = { first_name: '  Ada ', last_name: 'Byron', company_url: 'https://northlight.example/films' }
  const { data } = await visitor.call(saveProfile, { body })
  expect(data).toMatchObject({ ...body, first_name: 'Ada' })
  expect((await visitor.call(getSession, {})).data).toEqual(data)
  expect((await visitor.call(saveProfile, { body: { ...body, company_url: ' ' } })).data.company_url).toBeNull()
})

test('what somebody does and makes is saved with the name, and nothing of it when a part is refused', async () => {
  const { visitor } = await newcomer(shop)
  const name = { first_name: 'Ada', last_name: 'Byron', company_url: '' }
  const occupation = { custom_business_type: 'Museum' }
  const { data } = await visitor.call(saveProfile, { body: { ...name, occupation, verticals: ['documentary'] } })
  expect(data).toMatchObject({ last_name: 'Byron', verticals: ['documentary'] })
  expect(data.active_occupation?.business_type).toBe('Museum')
  const refused = { ...name, last_name: 'Lovelace', occupation: { business_type_id: 999_999, occupation_type_id: 1 } }
  await expect(visitor.call(saveProfile, { body: refused })).rejects.toMatchObject({
    status: 422,
    errors: { business_type_id: ['Business type is required'] },
  })
  expect((await visitor.call(getSession, {})).data).toEqual(data)
  // What is left out stays.
  expect((await visitor.call(saveProfile, { body: name })).data.verticals).toEqual(['documentary'])
})

test('a profile that lacks something says what', async () => {
  const { visitor } = await newcomer(shop)
  const tried = visitor.call(saveProfile, { body: { first_name: ' ', last_name: '', company_url: 'northlight' } })
  await expect(tried).rejects.toMatchObject({
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
])('%s as a company’s address', (text, fits) => {
  expect(z.safeParse(CompanyUrl, text).success).toBe(fits)
})

const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0'

test.each([
  [firefox, 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/138.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.0', 'Unknown device'],
])('%s is called by names that people know', (agent, name) => {
  expect(deviceOf(agent)).toBe(name)
})

const signIn = async (email: string) => {
  const visitor = shop.visitor()
  await visitor.send('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': firefox },
    body: JSON.stringify({ login: email, password: good_password }),
  })
  return visitor
}

test('sessions are listed, this one first, and the others are signed out', async () => {
  const { visitor, user } = await newcomer(shop)
  await newcomer(shop)
  const [laptop, phone] = [await signIn(user.email), await signIn(user.email)]
  const { data: list } = await visitor.call(listSessions, {})
  expect(list.map(({ is_current }) => is_current)).toEqual([true, false, false])
  expect(list[1]).toMatchObject({ device: 'Firefox on macOS', address: '127.0.0.1' })

  expect((await visitor.call(endOtherSessions, {})).data).toEqual({ ended: 2 })
  for (const ended of [laptop, phone]) expect((await ended.call(getSession, {})).data).toBeNull()
  expect((await visitor.call(listSessions, {})).data).toHaveLength(1)
})

test('one other session is signed out; nobody else’s, and not the one in use', async () => {
  const { visitor, user } = await newcomer(shop)
  const phone = await signIn(user.email)
  const [mine, other] = (await visitor.call(listSessions, {})).data
  const stranger = await newcomer(shop)
  const end = (who: typeof visitor, id = 0) => who.call(endOneSession, { params: { id: String(id) } })
  await expect(end(stranger.visitor, other?.id)).rejects.toMatchObject({ status: 404 })
  await expect(end(visitor, mine?.id)).rejects.toMatchObject({ status: 409 })
  await end(visitor, other?.id)
  expect((await phone.call(getSession, {})).data).toBeNull()
  await expect(end(visitor, other?.id)).rejects.toMatchObject({ status: 404 })
})

test('mails are wanted exactly as chosen, from registration on', async () => {
  const { visitor, user } = await newcomer(shop)
  const body = { email: user.email, preferences: ['email_blog_updates' as const] }
  await visitor.call(savePreferences, { params: { id: String(user.id) }, body })
  expect((await visitor.call(getNotifications, {})).data.email_preferences).toEqual(['blog-articles'])
  const chosen = ['new-footage-big-updates', 'longtake-films'] as const
  const { data } = await visitor.call(saveNotifications, { body: { email_preferences: [...chosen, ...chosen] } })
  expect(data.email_preferences).toEqual(['longtake-films', 'new-footage-big-updates'])
  const wrong = visitor.call(saveNotifications, { body: { email_preferences: ['spam' as 'blog-articles'] } })
  await expect(wrong).rejects.toMatchObject({ status: 422 })
  expect((await visitor.call(getNotifications, {})).data).toEqual(data)
})

test('news comes daily until somebody says otherwise, by the clock that their browser told and they can change', async () => {
  const { visitor } = await newcomer(shop)
  const wanted = async () => (await visitor.call(getNotifications, {})).data
  expect(await wanted()).toEqual({ email_preferences: [], digest_pace: 'daily', time_zone: null })
  const save = (body: object) => visitor.call(saveNotifications, { body: { email_preferences: [], ...body } })
  await save({ digest_pace: 'weekly', time_zone: 'Europe/Berlin' })
  await save({ email_preferences: ['blog-articles'] })
  const kept = { email_preferences: ['blog-articles'], digest_pace: 'weekly', time_zone: 'Europe/Berlin' }
  expect(await wanted()).toEqual(kept)
  for (const wrong of [{ time_zone: 'Mars/Olympus' }, { time_zone: '+02:00' }, { digest_pace: 'hourly' as 'daily' }])
    await expect(save(wrong)).rejects.toMatchObject({ status: 422 })
  expect(await wanted()).toEqual(kept)
})

/** The link at the foot of a mail to somebody. */
const linkTo = async (user_id: number) => {
  await mailPasswordChanged(shop.deps, user_id)
  const [mail] = shop.mail.sent.splice(0)
  return /https:\/\/longtake\.example\/account\/notification-preferences\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('a mail’s link lets its reader choose mails without logging in, and do nothing else', async () => {
  const { visitor, user } = await newcomer(shop, 'dana@people.example')
  const token = await linkTo(user.id)
  const reader = shop.visitor()
  const { data } = await reader.call(getNotificationsByLink, { params: { token } })
  // Not where they are: the mail may have been passed on.
  expect(data).toEqual({ email_preferences: [], digest_pace: 'daily', email_hint: 'd…@people.example' })
  for (const slugs of [['blog-articles'], [], ['longtake-films']] as const) {
    await reader.call(saveNotificationsByLink, { params: { token }, body: { email_preferences: [...slugs] } })
    expect((await visitor.call(getNotifications, {})).data.email_preferences).toEqual(slugs)
  }
  const body = { email_preferences: [], digest_pace: 'never' as const }
  expect((await reader.call(saveNotificationsByLink, { params: { token }, body })).data).toEqual(body)
  expect((await reader.call(getSession, {})).data).toBeNull()
  const rows = await shop.db.selectFrom('preference_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a link that is truncated, invented or half a year old opens nothing', async () => {
  const { user } = await newcomer(shop)
  const token = await linkTo(user.id)
  const read = (given: string) => shop.visitor().call(getNotificationsByLink, { params: { token: given } })
  for (const wrong of [token.slice(0, 42), 'none']) await expect(read(wrong)).rejects.toMatchObject({ status: 404 })
  shop.clock.advance(180 * 86_400_000)
  await expect(read(token)).rejects.toMatchObject({ status: 410 })
  const body = { email_preferences: [] }
  await expect(shop.visitor().call(saveNotificationsByLink, { params: { token }, body })).rejects.toMatchObject({
    status: 410,
  })
})

test('links are forgotten a month after they ended', async () => {
  const { user } = await newcomer(shop)
  await linkTo(user.id)
  const forget = accountsJobs(shop.deps).find(({ name }) => name === 'accounts.forget-old-links')
  const left = async () => {
    await forget?.run({})
    return (await shop.db.selectFrom('preference_links').where('user_id', '=', user.id).selectAll().execute()).length
  }
  shop.clock.advance(180 * 86_400_000)
  expect(await left()).toBe(1)
  shop.clock.advance(31 * 86_400_000)
  expect(await left()).toBe(0)
})
