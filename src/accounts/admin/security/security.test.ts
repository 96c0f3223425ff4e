/** Platform admins read and export the security log, and get alarms by mail. */
import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import { good_password as password, registerPerson } from '../../../../testing/builders/people.ts'
import { seedStaff, setRoles } from '../../../../testing/builders/staff.ts'
import { raiseAlarm } from '../../security/security-alarms.server.ts'
import { listSecurityEvents } from './contract.ts'
import { securityReactions } from './reactions.server.ts'

const minute_ms = 60_000
const COUNTRY_HEADER = 'x-visitor-country'

let shop: TestApp
beforeEach(async () => {
  shop = await openTestApp({ TRUST_PROXY: '1', COUNTRY_HEADER: COUNTRY_HEADER })
})
afterEach(() => shop.close())

type SignInOrigin = { address?: string; country?: string; password?: string }
const logIn = (
  email: string,
  { address = '203.0.113.7', country = '', password: enteredPassword = password }: SignInOrigin = {},
) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'same-origin', [COUNTRY_HEADER]: country },
    remoteAddress: address,
    payload: { login: email, password: enteredPassword },
  })
const failLogin = (email: string, address?: string) =>
  logIn(email, { password: 'Wrong-Horse-1', ...(address !== undefined && { address }) })

/** Runs these reactions for the pending events. */
const runReactions = async () => {
  const pending = await shop.db.selectFrom('events').selectAll().where('name', '=', 'security.alarm_raised').execute()
  for (const { payload } of pending)
    for (const { handle: react } of securityReactions(shop.deps)) await react(payload as { security_event_id: number })
  await shop.db.deleteFrom('events').where('name', '=', 'security.alarm_raised').execute()
}
const takeAlarmMails = async () => {
  await runReactions()
  return shop.mail.sent.splice(0).map(({ to, subject }) => [to, subject])
}

test('the log is filtered by type, account, typed email, address and day, a page at a time', async () => {
  const { user } = await registerPerson(shop, 'dana@example.com')
  await failLogin('Dana@example.com')
  await failLogin('nobody@example.com', '203.0.113.8')
  shop.clock.advance(DAY_MS)
  const admin = await seedStaff(shop, 'platform_admin')
  await logIn('dana@example.com')
  const read = async (query: Record<string, string>) =>
    (await admin.visitor.call(listSecurityEvents, { query })).data.map(({ type, email }) => [type, email])
  const knownAccount = ['sign_in_failed', 'dana@example.com']
  const unknownAccount = ['sign_in_failed', null]
  expect(await read({ type: 'sign_in_failed' })).toEqual([unknownAccount, knownAccount])
  expect(await read({ person: 'nobody@example.com' })).toEqual([unknownAccount])
  expect(await read({ person: String(user.id), type: 'sign_in_failed' })).toEqual([knownAccount])
  expect(await read({ person: 'dana@example.com', from: '2026-03-03' })).toEqual([['sign_in', 'dana@example.com']])
  expect(await read({ address: '203.0.113.8', to: '2026-03-02' })).toEqual([unknownAccount])
  const response = await admin.visitor.call(listSecurityEvents, { query: {} })
  const [first] = response.data
  const nextPage = await admin.visitor.call(listSecurityEvents, { query: { before: String(first?.id) } })
  expect(nextPage.data).toEqual(response.data.slice(1))
})

test('the export has one line of JSON for each entry, and is an entry itself', async () => {
  const admin = await seedStaff(shop, 'platform_admin')
  for (let time = 0; time < 3; time += 1) await failLogin(`n${time}@example.com`)
  const response = await admin.visitor.send('/api/admin/security-events.jsonl?type=sign_in_failed', { method: 'GET' })
  expect(response.headers.get('content-type')).toBe('application/jsonl; charset=utf-8')
  const lines = (await response.text()).trim().split('\n')
  expect(lines.map(line => (JSON.parse(line) as { type: string }).type)).toEqual(Array(3).fill('sign_in_failed'))
  const { data } = await admin.visitor.call(listSecurityEvents, { query: { type: 'data_exported' } })
  expect(data).toMatchObject([{ user_id: admin.user_id, detail: { path: '/api/admin/security-events.jsonl' } }])
})

test('ten accounts that fail from one address within ten minutes raise one alarm an hour', async () => {
  const { user_id } = await seedStaff(shop, 'platform_admin')
  const { email } = await shop.db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select('email')
    .executeTakeFirstOrThrow()
  for (let account = 0; account < 9; account += 1) await failLogin(`n${account}@example.com`)
  await failLogin('n0@example.com')
  await failLogin('n9@example.com', '203.0.113.8')
  expect(await takeAlarmMails()).toEqual([])
  await failLogin('n9@example.com')
  const text = 'Sign-ins to 10 accounts failed from the address 203.0.113.7 within ten minutes.'
  expect(await takeAlarmMails()).toEqual([[email, `Longtake security alarm: ${text}`]])
  await failLogin('n10@example.com')
  expect(await takeAlarmMails()).toEqual([])
  shop.clock.advance(61 * minute_ms)
  for (let account = 0; account < 10; account += 1) await failLogin(`m${account}@example.com`)
  expect(await takeAlarmMails()).toHaveLength(1)
})

test('failures that are older than ten minutes do not count', async () => {
  await seedStaff(shop, 'platform_admin')
  for (let account = 0; account < 9; account += 1) await failLogin(`n${account}@example.com`)
  shop.clock.advance(10 * minute_ms)
  await failLogin('n9@example.com')
  expect(await takeAlarmMails()).toEqual([])
})

test('a staff sign-in from a country that is new for the account raises an alarm', async () => {
  const admin = await registerPerson(shop, 'chief@example.com')
  await setRoles(shop, admin.user.id, [1, 2])
  const { user: otto } = await registerPerson(shop, 'otto@example.com')
  await setRoles(shop, otto.id, [1, 3])
  const { email } = otto
  await logIn(email, { country: 'US' })
  await logIn(email, { country: 'US' })
  await logIn(email)
  expect(await takeAlarmMails()).toEqual([])
  await logIn(email, { country: 'CA' })
  const text = `${email} signed in from CA, where this account has not signed in before.`
  expect(await takeAlarmMails()).toEqual([['chief@example.com', `Longtake security alarm: ${text}`]])
  await registerPerson(shop, 'buyer@example.com')
  await logIn('buyer@example.com', { country: 'US' })
  await logIn('buyer@example.com', { country: 'CA' })
  expect(await takeAlarmMails()).toEqual([])
})

test('of twenty simultaneous raises of an alarm one succeeds', async () => {
  await seedStaff(shop, 'platform_admin')
  const alarm = { kind: 'declines', subject: 'user 7', text: 'Ten payments of one account were declined.' }
  const raised = await Promise.all(Array.from({ length: 20 }, () => raiseAlarm(shop.deps, alarm)))
  expect(raised.filter(Boolean)).toHaveLength(1)
  expect(await raiseAlarm(shop.deps, { ...alarm, subject: 'user 8' })).toBe(true)
  expect(await takeAlarmMails()).toHaveLength(2)
})
