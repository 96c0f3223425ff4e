import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { registerConfirmedPerson, good_password as password } from '../../../testing/builders/people.ts'
import { codeAt, startLogin, TOTP_STEP_MS, registerWithAuthenticator } from '../../../testing/builders/two-step.ts'
import { getSession } from '../contract.ts'
import { accountsJobs } from '../jobs.server.ts'
import { changePassword } from '../own/contract.ts'
import {
  cancelSecondStep,
  confirmAuthenticator,
  finishWithCode,
  getTwoStep,
  removeAuthenticator,
  renewCodes,
  startAuthenticator,
} from './contract.ts'
import { mailTwoStepChange } from './mails.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
beforeEach(() => shop.clock.advance(TOTP_STEP_MS))
afterAll(() => shop.close())

const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const finishLogin = (visitor: Visitor, code: string) => visitor.call(finishWithCode, { body: { code } })
const loadState = async (visitor: Visitor) => (await visitor.call(getTwoStep, {})).data
const listChanges = async (user_id: number) =>
  (
    await shop.db
      .selectFrom('events')
      .where('name', '=', 'user.two_step_changed')
      .orderBy('id')
      .select('payload')
      .execute()
  )
    .map(({ payload }) => payload as { user_id: number; change: string })
    .filter(event => event.user_id === user_id)
    .map(({ change }) => change)

test('an app counts after its first code and comes with ten recovery codes', async () => {
  const { visitor, user } = await registerConfirmedPerson(shop)
  const { data } = await visitor.call(startAuthenticator, { body: { password } })
  expect(data.address).toContain(`otpauth://totp/Longtake:${encodeURIComponent(user.email)}`)
  expect(data.address).toContain(`secret=${data.secret}`)
  expect(data.picture).toMatch(/^<svg/)
  expect(await loadState(visitor)).toMatchObject({ is_on: false, app_confirmed_at: null })
  expect((await startLogin(shop, user.email)).response).toMatchObject({ id: user.id })

  const attempt = visitor.call(confirmAuthenticator, { body: { code: '000000' } })
  await expect(attempt).rejects.toMatchObject({ status: 422, errors: { code: [expect.stringContaining('not right')] } })
  const code = codeAt(data.secret, shop.clock.now())
  const { recovery_codes } = (await visitor.call(confirmAuthenticator, { body: { code } })).data
  expect(new Set(recovery_codes).size).toBe(10)
  expect(await loadState(visitor)).toMatchObject({
    is_on: true,
    app_confirmed_at: expect.any(String),
    recovery_codes_left: 10,
  })
  expect(await listChanges(user.id)).toEqual(['on'])
})

test('the database contains neither a readable secret nor a readable recovery code', async () => {
  const { user, secret, recovery_codes } = await registerWithAuthenticator(shop)
  const app = await shop.db
    .selectFrom('authenticator_apps')
    .where('user_id', '=', user.id)
    .select('sealed_secret')
    .executeTakeFirstOrThrow()
  expect(Buffer.from(app.sealed_secret).toString('latin1')).not.toContain(secret)
  const codes = await shop.db.selectFrom('recovery_codes').where('user_id', '=', user.id).selectAll().execute()
  const hashes = codes.map(({ code_hash }) => Buffer.from(code_hash).toString('latin1')).join()
  for (const code of recovery_codes) expect(hashes).not.toContain(code.replaceAll('-', ''))
})

test('a new app must be confirmed within 15 minutes', async () => {
  const { visitor } = await registerConfirmedPerson(shop)
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  shop.clock.advance(15 * 60_000)
  const attempt = visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  await expect(attempt).rejects.toMatchObject({ status: 410 })
  expect((await loadState(visitor)).is_on).toBe(false)
})

test('turning two-step sign-in on ends the other sessions and renews this one', async () => {
  const { visitor, user } = await registerConfirmedPerson(shop)
  const { visitor: otherBrowser } = await startLogin(shop, user.email)
  expect(await isSignedIn(otherBrowser)).toBe(true)
  const oldToken = visitor.cookies.get('session')
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  expect(await isSignedIn(otherBrowser)).toBe(false)
  expect(await isSignedIn(visitor)).toBe(true)
  expect(visitor.cookies.get('session')).not.toBe(oldToken)
})

test('the right password alone creates no session; with the current code it does', async () => {
  const { user, code } = await registerWithAuthenticator(shop)
  const { visitor, response: answer } = await startLogin(shop, user.email, true)
  expect(answer).toEqual({ second_step: { ways: ['app', 'recovery'], expires_at: expect.any(String) } })
  expect(visitor.cookies.has('session')).toBe(false)
  expect(await isSignedIn(visitor)).toBe(false)
  const { data } = await finishLogin(visitor, code().replace(/^(...)/, '$1 '))
  expect(data.id).toBe(user.id)
  expect(await isSignedIn(visitor)).toBe(true)
  expect(visitor.cookies.has('second_step')).toBe(false)
})

test.each([
  ['the step before', -1, true],
  ['the step after', 1, true],
  ['two steps before', -2, false],
  ['two steps after', 2, false],
])('a clock at %s: the code is accepted or refused', async (_, stepOffset, isAccepted) => {
  const { user, secret } = await registerWithAuthenticator(shop)
  shop.clock.advance(5 * TOTP_STEP_MS)
  const { visitor } = await startLogin(shop, user.email)
  const attempt = finishLogin(visitor, codeAt(secret, new Date(shop.clock.now().getTime() + stepOffset * TOTP_STEP_MS)))
  if (isAccepted) expect((await attempt).data.id).toBe(user.id)
  else await expect(attempt).rejects.toMatchObject({ status: 422 })
})

test('of twenty browsers with the same code, one signs in', async () => {
  const { user, code } = await registerWithAuthenticator(shop)
  const browsers = await Promise.all(Array.from({ length: 20 }, () => startLogin(shop, user.email)))
  const sharedCode = code()
  const results = await Promise.allSettled(browsers.map(({ visitor }) => finishLogin(visitor, sharedCode)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const signedIn = await Promise.all(browsers.map(({ visitor }) => isSignedIn(visitor)))
  expect(signedIn.filter(Boolean)).toHaveLength(1)
})

test('one browser that sends ten valid codes twice at once gets one session, and nine codes are left', async () => {
  const { user, recovery_codes } = await registerWithAuthenticator(shop)
  const { visitor } = await startLogin(shop, user.email)
  const listSessions = () => shop.db.selectFrom('sessions').where('user_id', '=', user.id).selectAll().execute()
  const sessionCount = (await listSessions()).length
  const token = visitor.cookies.get('second_step') ?? ''
  const results = await Promise.allSettled(
    [...recovery_codes, ...recovery_codes].map(code => {
      const tab = shop.visitor()
      tab.cookies.set('second_step', token)
      return finishLogin(tab, code)
    }),
  )
  expect(results).toHaveLength(20)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await listSessions()).toHaveLength(sessionCount + 1)
  const remainingCodes = await shop.db.selectFrom('recovery_codes').where('user_id', '=', user.id).selectAll().execute()
  expect(remainingCodes).toHaveLength(9)
})

test('a used code and an earlier one are refused', async () => {
  const { user, secret, code } = await registerWithAuthenticator(shop)
  const usedCode = code()
  await finishLogin((await startLogin(shop, user.email)).visitor, usedCode)
  const { visitor } = await startLogin(shop, user.email)
  await expect(finishLogin(visitor, usedCode)).rejects.toMatchObject({
    status: 422,
    errors: { code: [expect.stringContaining('used already')] },
  })
  const earlierCode = codeAt(secret, new Date(shop.clock.now().getTime() - TOTP_STEP_MS))
  await expect(finishLogin(visitor, earlierCode)).rejects.toMatchObject({ status: 422 })
  // Wrong attempts do not end the pending second step.
  shop.clock.advance(TOTP_STEP_MS)
  expect((await finishLogin(visitor, code())).data.id).toBe(user.id)
})

test('a code, session or cookie of another user does not work', async () => {
  const [dana, eve] = [await registerWithAuthenticator(shop), await registerWithAuthenticator(shop)]
  const { visitor } = await startLogin(shop, dana.user.email)
  await expect(finishLogin(visitor, eve.code())).rejects.toMatchObject({ status: 422 })
  await expect(finishLogin(visitor, eve.recovery_codes[0] ?? '')).rejects.toMatchObject({ status: 422 })
  const stranger = shop.visitor()
  await expect(finishLogin(stranger, dana.code())).rejects.toMatchObject({ status: 410 })
  const token = visitor.cookies.get('second_step') ?? ''
  stranger.cookies.set('second_step', `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`)
  await expect(finishLogin(stranger, dana.code())).rejects.toMatchObject({ status: 410 })
})

test('a recovery code works once, even for twenty concurrent requests, and sends a mail', async () => {
  const { user, recovery_codes } = await registerWithAuthenticator(shop)
  const [first = '', second = ''] = recovery_codes
  const browsers = await Promise.all(Array.from({ length: 20 }, () => startLogin(shop, user.email)))
  const results = await Promise.allSettled(browsers.map(({ visitor }) => finishLogin(visitor, first.toLowerCase())))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { visitor } = await startLogin(shop, user.email)
  await expect(finishLogin(visitor, first)).rejects.toMatchObject({ status: 422 })
  await finishLogin(visitor, second)
  expect((await loadState(visitor)).recovery_codes_left).toBe(8)
  expect(await listChanges(user.id)).toEqual(['on', 'code_used', 'code_used'])
})

test('new recovery codes replace the earlier ones', async () => {
  const { visitor, user, recovery_codes } = await registerWithAuthenticator(shop)
  const newCodes = (await visitor.call(renewCodes, { body: { password } })).data.recovery_codes ?? []
  expect(new Set([...newCodes, ...recovery_codes]).size).toBe(20)
  const { visitor: laterVisitor } = await startLogin(shop, user.email)
  await expect(finishLogin(laterVisitor, recovery_codes[3] ?? '')).rejects.toMatchObject({ status: 422 })
  expect((await finishLogin(laterVisitor, newCodes[3] ?? '')).data.id).toBe(user.id)
  expect(await listChanges(user.id)).toEqual(['on', 'codes_renewed', 'code_used'])
})

test('a repeated request does not reveal recovery codes from the database', async () => {
  const { visitor } = await registerWithAuthenticator(shop)
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'codes-of-mine' }
  const body = JSON.stringify({ password })
  const requestCodes = async () =>
    (await visitor.send('/api/user/two-step/recovery-codes', { method: 'POST', headers, body })).text()
  const firstResponse = JSON.parse(await requestCodes()) as { data: { recovery_codes: string[] } }
  const rows = await shop.db.selectFrom('idempotency_keys').where('key', '=', 'codes-of-mine').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(firstResponse.data.recovery_codes[0])
})

test('a pending second step ends after ten minutes, with a new password, or when it is canceled', async () => {
  const { visitor: owner, user, code } = await registerWithAuthenticator(shop)
  const { visitor: slowVisitor } = await startLogin(shop, user.email)
  shop.clock.advance(10 * 60_000)
  await expect(finishLogin(slowVisitor, code())).rejects.toMatchObject({ status: 410 })

  const { visitor: backVisitor } = await startLogin(shop, user.email)
  const token = backVisitor.cookies.get('second_step') ?? ''
  await backVisitor.call(cancelSecondStep, {})
  backVisitor.cookies.set('second_step', token)
  await expect(finishLogin(backVisitor, code())).rejects.toMatchObject({ status: 410 })

  const { visitor: thief } = await startLogin(shop, user.email)
  const newPassword = 'Another-Horse-2'
  await owner.call(changePassword, {
    body: { current_password: password, password: newPassword, password_confirm: newPassword },
  })
  await expect(finishLogin(thief, code())).rejects.toMatchObject({ status: 410 })
})

test('expired second steps are deleted', async () => {
  const { user } = await registerWithAuthenticator(shop)
  await startLogin(shop, user.email)
  const purgeJob = accountsJobs(shop.deps).find(({ name }) => name === 'accounts.purge-old-pending-logins')
  const runAndCount = async () => {
    await purgeJob?.run({})
    return (await shop.db.selectFrom('pending_logins').where('user_id', '=', user.id).selectAll().execute()).length
  }
  expect(await runAndCount()).toBe(1)
  shop.clock.advance(10 * 60_000)
  expect(await runAndCount()).toBe(0)
})

test('every change needs the password', async () => {
  const { visitor } = await registerWithAuthenticator(shop)
  const wrongInput = { body: { password: 'Wrong-Horse-1' } }
  const refusal = { status: 422, errors: { password: ['This is not your password.'] } }
  for (const endpoint of [startAuthenticator, removeAuthenticator, renewCodes])
    await expect(visitor.call(endpoint, wrongInput)).rejects.toMatchObject(refusal)
  expect(await loadState(visitor)).toMatchObject({ is_on: true, recovery_codes_left: 10 })
})

test('a second app needs the first to be removed, and removing the only app turns two-step sign-in off', async () => {
  const { visitor, user } = await registerWithAuthenticator(shop)
  const attempt = visitor.call(startAuthenticator, { body: { password } })
  await expect(attempt).rejects.toMatchObject({ status: 409 })
  await visitor.call(removeAuthenticator, { body: { password } })
  expect(await loadState(visitor)).toMatchObject({ is_on: false, recovery_codes_left: 0 })
  expect((await startLogin(shop, user.email)).response).toMatchObject({ id: user.id })
  await expect(visitor.call(removeAuthenticator, { body: { password } })).rejects.toMatchObject({ status: 404 })
  await expect(visitor.call(renewCodes, { body: { password } })).rejects.toMatchObject({ status: 409 })
  expect(await listChanges(user.id)).toEqual(['on', 'off'])
})

test('suspended users do their second step too, and get 403 afterwards', async () => {
  const { user, code } = await registerWithAuthenticator(shop)
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [1, 7] })
    .where('id', '=', user.id)
    .execute()
  const { visitor } = await startLogin(shop, user.email)
  await finishLogin(visitor, code())
  await expect(visitor.call(getTwoStep, {})).rejects.toMatchObject({ status: 403 })
})

test('each change sends a mail, unless the account is gone', async () => {
  const { user } = await registerConfirmedPerson(shop)
  shop.mail.sent.splice(0)
  const changes = ['on', 'off', 'app_added', 'app_removed', 'passkey_added', 'passkey_removed'] as const
  for (const change of [...changes, 'codes_renewed', 'code_used'] as const)
    await mailTwoStepChange(shop.deps, { user_id: user.id, change })
  expect(new Set(shop.mail.sent.map(({ subject }) => subject)).size).toBe(8)
  for (const { to, text } of shop.mail.sent) {
    expect(to).toBe(user.email)
    expect(text).toContain('/account/two-step')
  }
  shop.mail.sent.splice(0)
  await mailTwoStepChange(shop.deps, { user_id: 999_999, change: 'on' })
  expect(shop.mail.sent).toEqual([])
})
