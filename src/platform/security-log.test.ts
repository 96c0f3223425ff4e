/** What happens with accounts is in the security log: read from the database as the API's own requests leave it. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { aMember } from '../../testing/builders/orders.ts'
import { confirmedNewcomer, good_password as password, newcomer } from '../../testing/builders/people.ts'
import { actAs, aStaff } from '../../testing/builders/staff.ts'
import { halfIn, withApp } from '../../testing/builders/two-step.ts'
import { proofOf } from '../../testing/proof.ts'
import { login, logout } from '../accounts/contract.ts'
import {
  changePassword,
  confirmEmail,
  endOtherSessions,
  forgotPassword,
  requestEmailChange,
  resetPassword,
} from '../accounts/own/contract.ts'
import { mailEmailConfirmation, mailPasswordReset } from '../accounts/own/mails.server.ts'
import { finishWithCode, removeAuthenticator } from '../accounts/two-step/contract.ts'
import { changeRoles } from '../admin/contract.ts'
import { logoutMasquerade } from '../workspaces/masquerade-contract.ts'
import { forgetOldSecurityEvents } from './security-log.server.ts'

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
const typesOf = async (user_id: number) =>
  (await events()).filter(event => event.user_id === user_id).map(({ type }) => type)

const confirmClient = (id: number) =>
  shop.db.updateTable('users').set({ email_verified_at: shop.clock.now() }).where('id', '=', id).execute()

const wrongLogin = (email: string, visitor: Visitor = shop.visitor(), address = '203.0.113.7') =>
  shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': 'Curious/1.0' },
    remoteAddress: address,
    payload: { login: email, password: 'Wrong-Horse-1' },
    cookies: Object.fromEntries(visitor.cookies),
  })

test('a failed sign-in is logged with the account when it is known, and with a keyed hash of the email', async () => {
  const { user } = await newcomer(shop, 'dana@example.com')
  await wrongLogin('Dana@example.com')
  await wrongLogin('nobody@example.com')
  const [known, unknown] = (await events()).filter(({ type }) => type === 'sign_in_failed')
  expect(known).toMatchObject({ user_id: user.id, address: '203.0.113.7', route: 'POST /api/auth/login' })
  expect(unknown).toMatchObject({ user_id: null, detail: { status: 422, path: '/api/auth/login' } })
  expect(unknown?.email_hash).toHaveLength(32)
  expect(JSON.stringify([known, unknown])).not.toContain('example.com')
  expect(JSON.stringify([known, unknown])).not.toContain('Wrong-Horse')
})

test('every entry is one line of JSON on the server log, though LOG_LEVEL is warn', async () => {
  await newcomer(shop, 'dana@example.com')
  await wrongLogin('dana@example.com')
  const logged = lines.map(line => JSON.parse(line) as { msg: string; security: { type: string; request_id: string } })
  expect(logged.map(({ msg, security }) => [msg, security.type])).toEqual([
    ['security event', 'sign_in'],
    ['security event', 'sign_in_failed'],
  ])
  expect(logged[1]?.security.request_id).toBe((await events()).at(-1)?.request_id)
})

test('sign-ins, password and email changes, and ended sessions are logged', async () => {
  const { user, visitor } = await confirmedNewcomer(shop, 'dana@example.com')
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
  for (const somebody of [visitor, shop.visitor()]) await somebody.call(logout, {})
  expect(await typesOf(user.id)).toEqual([
    'sign_in',
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
  const { user } = await confirmedNewcomer(shop, 'dana@example.com')
  const visitor = shop.visitor()
  const captcha = await proofOf(visitor, 'forgot_password')
  await visitor.call(forgotPassword, { body: { email: 'dana@example.com', captcha } })
  await mailPasswordReset(shop.deps, user.id)
  const token = /reset-password\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
  await visitor.call(resetPassword, {
    params: { token },
    body: { password: new_password, password_confirm: new_password },
  })
  expect(await typesOf(user.id)).toEqual(['sign_in', 'password_reset_requested', 'password_reset'])
})

test('second steps are logged: added, failed, by app, by recovery code, removed', async () => {
  const person = await withApp(shop)
  const { email, id } = person.user
  const first = await halfIn(shop, email)
  await expect(first.visitor.call(finishWithCode, { body: { code: '000000' } })).rejects.toMatchObject({ status: 422 })
  await first.visitor.call(finishWithCode, { body: { code: person.code() } })
  const second = await halfIn(shop, email)
  await second.visitor.call(finishWithCode, { body: { code: person.recovery_codes[0] ?? '' } })
  await second.visitor.call(removeAuthenticator, { body: { password } })
  expect(await typesOf(id)).toEqual([
    'sign_in',
    'second_step_added',
    'second_step_failed',
    'sign_in',
    'sign_in',
    'recovery_code_used',
    'second_step_removed',
  ])
  const methods = (await events()).filter(({ type }) => type === 'sign_in').map(({ detail }) => detail)
  expect(methods).toEqual([{ method: 'registration' }, { method: 'app code' }, { method: 'recovery code' }])
})

test('role changes, masquerades and exports are logged under the staff member who did it', async () => {
  const admin = await aStaff(shop, 'platform_admin')
  const support = await aStaff(shop)
  const client = await aMember(shop)
  await confirmClient(client.user_id)
  await actAs(shop, support, client.user_id)
  await support.visitor.call(logoutMasquerade, {})
  await admin.visitor.call(changeRoles, {
    params: { id: String(client.user_id) },
    body: { roles: [5], seen: [1], reason: 'Editor' },
  })
  await admin.visitor.send('/api/admin/orders.csv', { method: 'GET' })
  const done = (await events()).filter(({ type }) =>
    ['role_changed', 'masquerade_ended', 'data_exported'].includes(type),
  )
  expect(done.map(({ type, user_id }) => [type, user_id])).toEqual([
    ['masquerade_ended', support.user_id],
    ['role_changed', admin.user_id],
    ['data_exported', admin.user_id],
  ])
})

test('a signed-in person who is refused is logged; one who asks for what is not there, and a guest, are not', async () => {
  const { visitor, user_id } = await aMember(shop)
  await visitor.send('/api/admin/people', { method: 'GET' })
  await visitor.send('/api/admin/orders.csv', { method: 'GET' })
  await visitor.send('/api/workspace/orders/LT-999999', { method: 'GET' })
  await shop.visitor().send('/api/admin/people', { method: 'GET' })
  const refused = (await events()).filter(({ type }) => type === 'permission_refused')
  expect(refused.map(({ user_id, route }) => [user_id, route])).toEqual([
    [user_id, 'GET /api/admin/people'],
    [user_id, 'GET /api/admin/orders.csv'],
  ])
})

test('a flood from one address is written up to a bound; the rest is one entry with a count', async () => {
  for (let time = 0; time < 50; time += 1) await wrongLogin(`n${time % 5}@example.com`)
  const failed = async () => (await events()).filter(({ type }) => type === 'sign_in_failed')
  expect(await failed()).toHaveLength(30)
  await wrongLogin('other@example.com', shop.visitor(), '203.0.113.8')
  expect(await failed()).toHaveLength(31)
  shop.clock.advance(minute_ms)
  await wrongLogin('n1@example.com')
  expect((await failed()).slice(31).map(({ detail, address }) => [address, detail])).toEqual([
    ['203.0.113.7', { more: 20 }],
    ['203.0.113.7', { status: 422, path: '/api/auth/login' }],
  ])
})

test('a request goes on when the log cannot be written', async () => {
  await newcomer(shop, 'dana@example.com')
  await sql`alter table security_events rename to elsewhere`.execute(shop.db)
  const { data } = await shop.visitor().call(login, { body: { login: 'dana@example.com', password } })
  expect(data).toMatchObject({ email: 'dana@example.com' })
  expect(lines.join('')).toContain('the security log could not be written')
})

test('entries are never changed, and are deleted after 180 days alone', async () => {
  await newcomer(shop)
  await expect(shop.db.updateTable('security_events').set({ type: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(shop.db.deleteFrom('security_events').execute()).rejects.toThrow('append-only')
  shop.clock.advance(179 * 86_400_000)
  await forgetOldSecurityEvents(shop.db, shop.clock.now())
  expect(await events()).toHaveLength(1)
  shop.clock.advance(2 * 86_400_000)
  await forgetOldSecurityEvents(shop.db, shop.clock.now())
  expect(await events()).toEqual([])
})
