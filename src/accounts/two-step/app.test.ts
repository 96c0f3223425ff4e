import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { confirmedNewcomer, good_password as password } from '../../../testing/builders/people.ts'
import { codeAt, halfIn, step_ms, withApp } from '../../../testing/builders/two-step.ts'
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
beforeEach(() => shop.clock.advance(step_ms))
afterAll(() => shop.close())

const isIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const finish = (visitor: Visitor, code: string) => visitor.call(finishWithCode, { body: { code } })
const stateOf = async (visitor: Visitor) => (await visitor.call(getTwoStep, {})).data
const news = async (user_id: number) =>
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

test('an app counts once its first code was given, and brings ten recovery codes', async () => {
  const { visitor, user } = await confirmedNewcomer(shop)
  const { data } = await visitor.call(startAuthenticator, { body: { password } })
  expect(data.address).toContain(`otpauth://totp/Longtake:${encodeURIComponent(user.email)}`)
  expect(data.address).toContain(`secret=${data.secret}`)
  expect(data.picture).toMatch(/^<svg/)
  expect(await stateOf(visitor)).toMatchObject({ is_on: false, app_since: null })
  expect((await halfIn(shop, user.email)).answer).toMatchObject({ id: user.id })

  const wrong = visitor.call(confirmAuthenticator, { body: { code: '000000' } })
  await expect(wrong).rejects.toMatchObject({ status: 422, errors: { code: [expect.stringContaining('not right')] } })
  const code = codeAt(data.secret, shop.clock.now())
  const { recovery_codes } = (await visitor.call(confirmAuthenticator, { body: { code } })).data
  expect(new Set(recovery_codes).size).toBe(10)
  expect(await stateOf(visitor)).toMatchObject({ is_on: true, app_since: expect.any(String), recovery_left: 10 })
  expect(await news(user.id)).toEqual(['on'])
})

test('neither the secret nor a recovery code rests readable', async () => {
  const { user, secret, recovery_codes } = await withApp(shop)
  const app = await shop.db
    .selectFrom('authenticator_apps')
    .where('user_id', '=', user.id)
    .select('sealed_secret')
    .executeTakeFirstOrThrow()
  expect(Buffer.from(app.sealed_secret).toString('latin1')).not.toContain(secret)
  const codes = await shop.db.selectFrom('recovery_codes').where('user_id', '=', user.id).selectAll().execute()
  const rest = codes.map(({ code_hash }) => Buffer.from(code_hash).toString('latin1')).join()
  for (const code of recovery_codes) expect(rest).not.toContain(code.replaceAll('-', ''))
})

test('an app that was shown must be confirmed within a quarter of an hour', async () => {
  const { visitor } = await confirmedNewcomer(shop)
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  shop.clock.advance(15 * 60_000)
  const late = visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  await expect(late).rejects.toMatchObject({ status: 410 })
  expect((await stateOf(visitor)).is_on).toBe(false)
})

test('turning it on ends the other sessions and renews this one', async () => {
  const { visitor, user } = await confirmedNewcomer(shop)
  const { visitor: elsewhere } = await halfIn(shop, user.email)
  expect(await isIn(elsewhere)).toBe(true)
  const before = visitor.cookies.get('session')
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
  expect(await isIn(elsewhere)).toBe(false)
  expect(await isIn(visitor)).toBe(true)
  expect(visitor.cookies.get('session')).not.toBe(before)
})

test('the right password alone is no session; with the code of now it is', async () => {
  const { user, code } = await withApp(shop)
  const { visitor, answer } = await halfIn(shop, user.email, true)
  expect(answer).toEqual({ second_step: { ways: ['app', 'recovery'], expires_at: expect.any(String) } })
  expect(visitor.cookies.has('session')).toBe(false)
  expect(await isIn(visitor)).toBe(false)
  const { data } = await finish(visitor, code().replace(/^(...)/, '$1 '))
  expect(data.id).toBe(user.id)
  expect(await isIn(visitor)).toBe(true)
  expect(visitor.cookies.has('second_step')).toBe(false)
})

test.each([
  ['the step before', -1, true],
  ['the step after', 1, true],
  ['two steps before', -2, false],
  ['two steps after', 2, false],
])('a clock at %s', async (_, steps, fits) => {
  const { user, secret } = await withApp(shop)
  shop.clock.advance(5 * step_ms)
  const { visitor } = await halfIn(shop, user.email)
  const tried = finish(visitor, codeAt(secret, new Date(shop.clock.now().getTime() + steps * step_ms)))
  if (fits) expect((await tried).data.id).toBe(user.id)
  else await expect(tried).rejects.toMatchObject({ status: 422 })
})

test('of twenty browsers with the same code at once, one comes in', async () => {
  const { user, code } = await withApp(shop)
  const browsers = await Promise.all(Array.from({ length: 20 }, () => halfIn(shop, user.email)))
  const same = code()
  const tried = await Promise.allSettled(browsers.map(({ visitor }) => finish(visitor, same)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const inside = await Promise.all(browsers.map(({ visitor }) => isIn(visitor)))
  expect(inside.filter(Boolean)).toHaveLength(1)
})

test('one browser that sends ten right codes twice at once gets one session, and nine codes are left', async () => {
  const { user, recovery_codes } = await withApp(shop)
  const { visitor } = await halfIn(shop, user.email)
  const sessions = () => shop.db.selectFrom('sessions').where('user_id', '=', user.id).selectAll().execute()
  const before = (await sessions()).length
  const token = visitor.cookies.get('second_step') ?? ''
  const tried = await Promise.allSettled(
    [...recovery_codes, ...recovery_codes].map(code => {
      const twin = shop.visitor()
      twin.cookies.set('second_step', token)
      return finish(twin, code)
    }),
  )
  expect(tried).toHaveLength(20)
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sessions()).toHaveLength(before + 1)
  const left = await shop.db.selectFrom('recovery_codes').where('user_id', '=', user.id).selectAll().execute()
  expect(left).toHaveLength(9)
})

test('a code that was used does not work again, nor an earlier one', async () => {
  const { user, secret, code } = await withApp(shop)
  const used = code()
  await finish((await halfIn(shop, user.email)).visitor, used)
  const { visitor } = await halfIn(shop, user.email)
  await expect(finish(visitor, used)).rejects.toMatchObject({
    status: 422,
    errors: { code: [expect.stringContaining('used already')] },
  })
  const earlier = codeAt(secret, new Date(shop.clock.now().getTime() - step_ms))
  await expect(finish(visitor, earlier)).rejects.toMatchObject({ status: 422 })
  // The wrong tries did not end the waiting.
  shop.clock.advance(step_ms)
  expect((await finish(visitor, code())).data.id).toBe(user.id)
})

test('somebody else’s code, session or cookie does not help', async () => {
  const [dana, eve] = [await withApp(shop), await withApp(shop)]
  const { visitor } = await halfIn(shop, dana.user.email)
  await expect(finish(visitor, eve.code())).rejects.toMatchObject({ status: 422 })
  await expect(finish(visitor, eve.recovery_codes[0] ?? '')).rejects.toMatchObject({ status: 422 })
  const stranger = shop.visitor()
  await expect(finish(stranger, dana.code())).rejects.toMatchObject({ status: 410 })
  const theirs = visitor.cookies.get('second_step') ?? ''
  stranger.cookies.set('second_step', `${theirs.startsWith('A') ? 'B' : 'A'}${theirs.slice(1)}`)
  await expect(finish(stranger, dana.code())).rejects.toMatchObject({ status: 410 })
})

test('a recovery code comes in once, of twenty at once, and says so', async () => {
  const { user, recovery_codes } = await withApp(shop)
  const [first = '', second = ''] = recovery_codes
  const browsers = await Promise.all(Array.from({ length: 20 }, () => halfIn(shop, user.email)))
  const tried = await Promise.allSettled(browsers.map(({ visitor }) => finish(visitor, first.toLowerCase())))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { visitor } = await halfIn(shop, user.email)
  await expect(finish(visitor, first)).rejects.toMatchObject({ status: 422 })
  await finish(visitor, second)
  expect((await stateOf(visitor)).recovery_left).toBe(8)
  expect(await news(user.id)).toEqual(['on', 'code_used', 'code_used'])
})

test('new recovery codes end those of before', async () => {
  const { visitor, user, recovery_codes } = await withApp(shop)
  const fresh = (await visitor.call(renewCodes, { body: { password } })).data.recovery_codes ?? []
  expect(new Set([...fresh, ...recovery_codes]).size).toBe(20)
  const { visitor: later } = await halfIn(shop, user.email)
  await expect(finish(later, recovery_codes[3] ?? '')).rejects.toMatchObject({ status: 422 })
  expect((await finish(later, fresh[3] ?? '')).data.id).toBe(user.id)
  expect(await news(user.id)).toEqual(['on', 'codes_renewed', 'code_used'])
})

test('a repeated request does not get the recovery codes out of the database', async () => {
  const { visitor } = await withApp(shop)
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'codes-of-mine' }
  const body = JSON.stringify({ password })
  const ask = async () =>
    (await visitor.send('/api/user/two-step/recovery-codes', { method: 'POST', headers, body })).text()
  const first = JSON.parse(await ask()) as { data: { recovery_codes: string[] } }
  const kept = await shop.db.selectFrom('idempotency_keys').where('key', '=', 'codes-of-mine').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(first.data.recovery_codes[0])
})

test('the second step waits ten minutes, and ends with a new password or a step back', async () => {
  const { visitor: owner, user, code } = await withApp(shop)
  const { visitor: slow } = await halfIn(shop, user.email)
  shop.clock.advance(10 * 60_000)
  await expect(finish(slow, code())).rejects.toMatchObject({ status: 410 })

  const { visitor: back } = await halfIn(shop, user.email)
  const token = back.cookies.get('second_step') ?? ''
  await back.call(cancelSecondStep, {})
  back.cookies.set('second_step', token)
  await expect(finish(back, code())).rejects.toMatchObject({ status: 410 })

  const { visitor: thief } = await halfIn(shop, user.email)
  const next = 'Another-Horse-2'
  await owner.call(changePassword, {
    body: { current_password: password, password: next, password_confirm: next },
  })
  await expect(finish(thief, code())).rejects.toMatchObject({ status: 410 })
})

test('ended waiting is cleared away', async () => {
  const { user } = await withApp(shop)
  await halfIn(shop, user.email)
  const forget = accountsJobs(shop.deps).find(({ name }) => name === 'accounts.forget-old-second-steps')
  const left = async () => {
    await forget?.run({})
    return (await shop.db.selectFrom('second_steps').where('user_id', '=', user.id).selectAll().execute()).length
  }
  expect(await left()).toBe(1)
  shop.clock.advance(10 * 60_000)
  expect(await left()).toBe(0)
})

test('every change asks for the password again', async () => {
  const { visitor } = await withApp(shop)
  const wrong = { body: { password: 'Wrong-Horse-1' } }
  const refused = { status: 422, errors: { password: ['This is not your password.'] } }
  for (const endpoint of [startAuthenticator, removeAuthenticator, renewCodes])
    await expect(visitor.call(endpoint, wrong)).rejects.toMatchObject(refused)
  expect(await stateOf(visitor)).toMatchObject({ is_on: true, recovery_left: 10 })
})

test('a second app must wait for the first to go; without it, all is off again', async () => {
  const { visitor, user } = await withApp(shop)
  const another = visitor.call(startAuthenticator, { body: { password } })
  await expect(another).rejects.toMatchObject({ status: 409 })
  await visitor.call(removeAuthenticator, { body: { password } })
  expect(await stateOf(visitor)).toMatchObject({ is_on: false, recovery_left: 0 })
  expect((await halfIn(shop, user.email)).answer).toMatchObject({ id: user.id })
  await expect(visitor.call(removeAuthenticator, { body: { password } })).rejects.toMatchObject({ status: 404 })
  await expect(visitor.call(renewCodes, { body: { password } })).rejects.toMatchObject({ status: 409 })
  expect(await news(user.id)).toEqual(['on', 'off'])
})

test('the suspended do their second step too, and find the doors closed', async () => {
  const { user, code } = await withApp(shop)
  await shop.db
    .updateTable('users')
    .set({ platform_roles: [1, 7] })
    .where('id', '=', user.id)
    .execute()
  const { visitor } = await halfIn(shop, user.email)
  await finish(visitor, code())
  await expect(visitor.call(getTwoStep, {})).rejects.toMatchObject({ status: 403 })
})

test('each change is told by mail, to whoever is still there', async () => {
  const { user } = await confirmedNewcomer(shop)
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
