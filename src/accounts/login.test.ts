import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { registerConfirmedPerson, good_password as password, registerPerson } from '../../testing/builders/people.ts'
import { codeAt } from '../../testing/builders/two-step.ts'
import { getSession, login, logout } from './contract.ts'
import { changePassword } from './own/contract.ts'
import { confirmAuthenticator, startAuthenticator } from './two-step/contract.ts'

vi.mock(import('@node-rs/argon2'), async original => {
  const real = await original()
  return { ...real, verify: vi.fn(real.verify) }
})

const hour_ms = 3_600_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await registerPerson(shop, 'dana@example.com')
})
afterAll(() => shop.close())
beforeEach(() => void vi.mocked(verify).mockClear())

const body = { login: 'dana@example.com', password }
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const logIn = async (remember = false) => {
  const visitor = shop.visitor()
  await visitor.call(login, { body: { ...body, remember } })
  return visitor
}

test('the right password signs in, whatever the case of the email', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(login, { body: { ...body, login: 'Dana@EXAMPLE.com' } })
  expect(data).toMatchObject({ email: 'dana@example.com' })
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a wrong password and an unknown email get the same response for the same work', async () => {
  const sendLogin = async (changes: Partial<typeof body>) => {
    const response = await shop.visitor().send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...changes }),
    })
    return { status: response.status, text: await response.text() }
  }
  const wrongPassword = await sendLogin({ password: 'Wrong-Horse-1' })
  expect(verify).toHaveBeenCalledTimes(1)
  const unknownEmail = await sendLogin({ login: 'nobody@example.com' })
  expect(verify).toHaveBeenCalledTimes(2)
  expect(unknownEmail).toEqual(wrongPassword)
  expect(wrongPassword.status).toBe(422)
  expect(JSON.parse(wrongPassword.text)).toMatchObject({
    errors: { login: ['This email and password do not match an account.'] },
  })
})

test('an account without a password accepts no password', async () => {
  await shop.db.insertInto('users').values({ email: 'google@example.com', username: 'google-only' }).execute()
  const attempt = shop.visitor().call(login, { body: { ...body, login: 'google@example.com' } })
  await expect(attempt).rejects.toMatchObject({ status: 422 })
  expect(verify).toHaveBeenCalledTimes(1)
})

test('a missing password is reported', async () => {
  const attempt = shop.visitor().call(login, { body: { ...body, password: '' } })
  await expect(attempt).rejects.toMatchObject({ status: 422, errors: { password: ['Password is required.'] } })
})

test('signing in again creates a new session and ends the old one', async () => {
  const visitor = await logIn()
  const oldToken = visitor.cookies.get('session') ?? ''
  await visitor.call(login, { body })
  expect(visitor.cookies.get('session')).not.toBe(oldToken)
  const thief = shop.visitor()
  thief.cookies.set('session', oldToken)
  expect(await isSignedIn(thief)).toBe(false)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a planted session token is not adopted', async () => {
  const visitor = shop.visitor()
  visitor.cookies.set('session', 'planted')
  await visitor.call(login, { body })
  expect(visitor.cookies.get('session')).not.toBe('planted')
})

test('logging out ends the session on the server', async () => {
  const visitor = await logIn()
  const token = visitor.cookies.get('session') ?? ''
  await visitor.call(logout, {})
  expect(visitor.cookies.has('session')).toBe(false)
  visitor.cookies.set('session', token)
  expect(await isSignedIn(visitor)).toBe(false)
})

test('a guest may log out', async () => {
  expect((await shop.visitor().call(logout, {})).data).toBeNull()
})

test('a session ends after twelve idle hours and lives on while it is used', async () => {
  const [idleVisitor, activeVisitor] = [await logIn(), await logIn()]
  shop.clock.advance(11 * hour_ms)
  expect(await isSignedIn(activeVisitor)).toBe(true)
  shop.clock.advance(2 * hour_ms)
  expect(await isSignedIn(activeVisitor)).toBe(true)
  expect(await isSignedIn(idleVisitor)).toBe(false)
})

test('"remember me" keeps a session for thirty days', async () => {
  const visitor = await logIn(true)
  shop.clock.advance(29 * 24 * hour_ms)
  expect(await isSignedIn(visitor)).toBe(true)
  shop.clock.advance(31 * 24 * hour_ms)
  expect(await isSignedIn(visitor)).toBe(false)
})

test('the cookie outlives the browser only with "remember me"', async () => {
  const getCookie = async (remember: boolean) => {
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { ...body, remember },
    })
    return response.cookies.find(({ name }) => name === 'session')
  }
  expect(await getCookie(true)).toMatchObject({ maxAge: (30 * 24 * hour_ms) / 1_000 })
  expect(await getCookie(false)).not.toHaveProperty('maxAge')
})

test('another site cannot log a user in', async () => {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'cross-site' },
    payload: body,
  })
  expect(response.statusCode).toBe(403)
})

/** Runs `callback` while the password of the next login is being checked. */
const duringPasswordCheck = (callback: () => Promise<unknown>) =>
  vi.mocked(verify).mockImplementationOnce(async (...args) => {
    const { verify: realVerify } = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
    const isValid = await realVerify(...args)
    await callback()
    return isValid
  })

test('a login with the old password does not survive a concurrent password change', async () => {
  const { visitor, user } = await registerPerson(shop)
  const lateVisitor = shop.visitor()
  const newPassword = 'Another-Horse-2'
  duringPasswordCheck(() =>
    visitor.call(changePassword, {
      body: { current_password: password, password: newPassword, password_confirm: newPassword },
    }),
  )
  await expect(lateVisitor.call(login, { body: { login: user.email, password } })).rejects.toMatchObject({
    status: 409,
  })
  expect(await isSignedIn(lateVisitor)).toBe(false)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a login without a second step does not survive a concurrent setup of two-step sign-in', async () => {
  const { visitor, user } = await registerConfirmedPerson(shop)
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  const lateVisitor = shop.visitor()
  const startTransaction = shop.db.transaction.bind(shop.db)
  // The login's first transaction creates its session.
  const transactionSpy = vi.spyOn(shop.db, 'transaction').mockImplementationOnce(() => {
    const transaction = startTransaction()
    const execute = transaction.execute.bind(transaction)
    return Object.assign(transaction, {
      execute: async (work: Parameters<typeof execute>[0]) => {
        await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
        return execute(work)
      },
    })
  })
  await expect(lateVisitor.call(login, { body: { login: user.email, password } })).rejects.toMatchObject({
    status: 409,
  })
  transactionSpy.mockRestore()
  expect(await isSignedIn(lateVisitor)).toBe(false)
  expect(await isSignedIn(visitor)).toBe(true)
})
