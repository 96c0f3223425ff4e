/** Tests for the security log, as the API's requests write it. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import { logoutMasquerade } from '#workspaces/masquerade-contract.ts'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { seedMember } from '../../../testing/builders/orders.ts'
import {
  registerConfirmedPerson,
  good_password as password,
  registerPerson,
  signUp,
} from '../../../testing/builders/people.ts'
import { startMasquerade, seedStaff } from '../../../testing/builders/staff.ts'
import { startLogin, registerWithAuthenticator } from '../../../testing/builders/two-step.ts'
import { solveCaptcha } from '../../../testing/captcha.ts'
import { changeRoles } from '../admin/contract.ts'
import { login, logout } from '../contract.ts'
import {
  changePassword,
  confirmEmail,
  endOtherSessions,
  forgotPassword,
  requestEmailChange,
  resetPassword,
} from '../own/contract.ts'
import { mailEmailConfirmation, mailPasswordReset } from '../own/mails.server.ts'
import { finishWithCode, removeAuthenticator } from '../two-step/contract.ts'
import { purgeOldSecurityEvents } from './security-log.server.ts'

const new_password = 'Another-Horse-2'
const minute_ms = 60_000

let shop: TestApp
let lines: string[]
beforeEach(async () => {
  lines = []
  shop = await openTestApp({ LOG_LEVEL: 'warn' }, { log: { write: line => void lines.push(line) } })
})
afterEach(() => shop.close())

const events = async () =>
  shop.db
    .selectFrom('security_events')
    .select(['type', 'user_id', 'email_hash', 'address', 'route', 'detail', 'request_id'])
    .orderBy('id')
    .execute()
const listTypes = async (user_id: number) =>
  (await events()).filter(event => event.user_id === user_id).map(({ type }) => type)

const confirmEmailOf = (id: number) =>
  shop.db.updateTable('users').set({ email_verified_at: shop.clock.now() }).where('id', '=', id).execute()

const failLogin = (email: string, visitor: Visitor = shop.visitor(), address = '203.0.113.7') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': 'Curious/1.0' },
    remoteAddress: address,
    payload: { login: email, password: 'Wrong-Horse-1' },
    cookies: Object.fromEntries(visitor.cookies),
  })

test('a failed sign-in is logged with the account if known, and with a keyed hash of the email', async () => {
  const { user } = await registerPerson(shop, 'dana@example.com')
  await failLogin('Dana@example.com')
  await failLogin('nobody@example.com')
  const [known, unknown] = (await events()).filter(({ type }) => type === 'sign_in_failed')
  expect(known).toMatchObject({ user_id: user.id, address: '203.0.113.7', route: 'POST /api/auth/login' })
  expect(unknown).toMatchObject({ user_id: null, detail: { status: 422, path: '/api/auth/login' } })
  expect(unknown?.email_hash).toHaveLength(32)
  expect(JSON.stringify([known, unknown])).not.toContain('example.com')
  expect(JSON.stringify([known, unknown])).not.toContain('Wrong-Horse')
})

test('every entry is one line of JSON on the server log, even at LOG_LEVEL warn', async () => {
  await signUp(shop, shop.visitor(), { email: 'dana@example.com' })
  await failLogin('dana@example.com')
  const entries = lines.map(line => JSON.parse(line) as { msg: string; security: { type: string; request_id: string } })
  expect(entries.map(({ msg, security }) => [msg, security.type])).toEqual([
    ['security event', 'sign_in'],
    ['security event', 'sign_in_failed'],
  ])
  expect(entries[1]?.security.request_id).toBe((await events()).at(-1)?.request_id)
})

test('sign-ins, password and email changes and ended sessions are logged', async () => {
  const { user, visitor } = await registerConfirmedPerson(shop, 'dana@example.com')
  await visitor.call(changePassword, {
    body: { current_password: password, password: new_password, password_confirm: new_password },
  })
  await visitor
    .call(requestEmailChange, { body: { email: 'new@example.com', password } })
    .catch(() => 'the old password is wrong now')
  await visitor.call(requestEmailChange, { body: { email: 'new@example.com', password: new_password } })
  const { id } = await shop.db.selectFrom('email_changes').select('id').executeTakeFirstOrThrow()
  await mailEmailConfirmation(shop.deps, id)
  const token = /confirm-email\?token=([\w-]{43})/.exec(shop.mail.sent.map(({ text }) => text).join())?.[1] ?? ''
  await visitor.call(confirmEmail, { params: { token } })
  await visitor.call(endOtherSessions, {})
  await shop.visitor().call(login, { body: { login: 'new@example.com', password: new_password } })
  await visitor.call(endOtherSessions, {})
  await visitor.call(logout, {})
  for (const sender of [visitor, shop.visitor()]) await sender.call(logout, {})
  expect(await listTypes(user.id)).toEqual([
    'password_changed',
    'password_check_failed',
    'email_change_requested',
    'email_changed',
    'sign_in',
    'session_ended',
    'sign_out',
  ])
  expect((await events()).filter(({ type }) => type === 'sign_out')).toHaveLength(1)
  expect(JSON.stringify(await events())).not.toContain(token)
})

test('a password reset is logged when it is requested and when it is used', async () => {
  const { user } = await registerConfirmedPerson(shop, 'dana@example.com')
  const visitor = shop.visitor()
  const captcha = await solveCaptcha(visitor, 'forgot_password')
  await visitor.call(forgotPassword, { body: { email: 'dana@example.com', captcha } })
  await mailPasswordReset(shop.deps, user.id)
  const token = /reset-password\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
  await visitor.call(resetPassword, {
    params: { token },
    body: { password: new_password, password_confirm: new_password },
  })
  expect(await listTypes(user.id)).toEqual(['password_reset_requested', 'password_reset'])
})

test('second steps are logged when added, failed, used and removed', async () => {
  const userWithApp = await registerWithAuthenticator(shop)
  const { email, id } = userWithApp.user
  const first = await startLogin(shop, email)
  await expect(first.visitor.call(finishWithCode, { body: { code: '000000' } })).rejects.toMatchObject({ status: 422 })
  await first.visitor.call(finishWithCode, { body: { code: userWithApp.code() } })
  const second = await startLogin(shop, email)
  await second.visitor.call(finishWithCode, { body: { code: userWithApp.recovery_codes[0] ?? '' } })
  await second.visitor.call(removeAuthenticator, { body: { password } })
  expect(await listTypes(id)).toEqual([
    'second_step_added',
    'second_step_failed',
    'sign_in',
    'sign_in',
    'recovery_code_used',
    'second_step_removed',
  ])
  const methods = (await events()).filter(({ type }) => type === 'sign_in').map(({ detail }) => detail)
  expect(methods).toEqual([{ method: 'app code' }, { method: 'recovery code' }])
})

test('role changes, masquerades and exports are logged under the acting staff member', async () => {
  const admin = await seedStaff(shop, 'platform_admin')
  const support = await seedStaff(shop)
  const client = await seedMember(shop)
  await confirmEmailOf(client.user_id)
  await startMasquerade(shop, support, client.user_id)
  await support.visitor.call(logoutMasquerade, {})
  await admin.visitor.call(changeRoles, {
    params: { id: String(client.user_id) },
    body: { roles: [5], seen: [1], reason: 'Editor' },
  })
  await admin.visitor.send('/api/admin/orders.csv', { method: 'GET' })
  const staffEvents = (await events()).filter(({ type }) =>
    ['role_changed', 'masquerade_ended', 'data_exported'].includes(type),
  )
  expect(staffEvents.map(({ type, user_id }) => [type, user_id])).toEqual([
    ['masquerade_ended', support.user_id],
    ['role_changed', admin.user_id],
    ['data_exported', admin.user_id],
  ])
})

test('refusals of signed-in users are logged; requests by guests and for missing things are not', async () => {
  const { visitor, user_id } = await seedMember(shop)
  await visitor.send('/api/admin/people', { method: 'GET' })
  await visitor.send('/api/admin/orders.csv', { method: 'GET' })
  await visitor.send('/api/workspace/orders/LT-999999', { method: 'GET' })
  await shop.visitor().send('/api/admin/people', { method: 'GET' })
  const refusals = (await events()).filter(({ type }) => type === 'permission_refused')
  expect(refusals.map(({ user_id, route }) => [user_id, route])).toEqual([
    [user_id, 'GET /api/admin/people'],
    [user_id, 'GET /api/admin/orders.csv'],
  ])
})

test('a flood from one address is logged up to a limit, and the rest as one count', async () => {
  for (let attempt = 0; attempt < 50; attempt += 1) await failLogin(`n${attempt % 5}@example.com`)
  const listFailures = async () => (await events()).filter(({ type }) => type === 'sign_in_failed')
  expect(await listFailures()).toHaveLength(30)
  await failLogin('other@example.com', shop.visitor(), '203.0.113.8')
  expect(await listFailures()).toHaveLength(31)
  shop.clock.advance(minute_ms)
  await failLogin('n1@example.com')
  expect((await listFailures()).slice(31).map(({ detail, address }) => [address, detail])).toEqual([
    ['203.0.113.7', { more: 20 }],
    ['203.0.113.7', { status: 422, path: '/api/auth/login' }],
  ])
})

test('a request succeeds when the log cannot be written', async () => {
  await registerPerson(shop, 'dana@example.com')
  await sql`alter table security_events rename to elsewhere`.execute(shop.db)
  const { data } = await shop.visitor().call(login, { body: { login: 'dana@example.com', password } })
  expect(data).toMatchObject({ email: 'dana@example.com' })
  expect(lines.join('')).toContain('the security log could not be written')
})

test('entries are immutable and are deleted after 180 days', async () => {
  await signUp(shop, shop.visitor(), { email: 'dana@example.com' })
  await expect(shop.db.updateTable('security_events').set({ type: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(shop.db.deleteFrom('security_events').execute()).rejects.toThrow('append-only')
  shop.clock.advance(179 * DAY_MS)
  await purgeOldSecurityEvents(shop.db, shop.clock.now(), 180)
  expect(await events()).toHaveLength(1)
  shop.clock.advance(2 * DAY_MS)
  await purgeOldSecurityEvents(shop.db, shop.clock.now(), 180)
  expect(await events()).toEqual([])
})
