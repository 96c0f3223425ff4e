import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { confirmedNewcomer, good_password as password, newcomer } from '../../testing/builders/people.ts'
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
  await newcomer(shop, 'dana@example.com')
})
afterAll(() => shop.close())
beforeEach(() => void vi.mocked(verify).mockClear())

const body = { login: 'dana@example.com', password }
const isIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const signedIn = async (remember = false) => {
  const visitor = shop.visitor()
  await visitor.call(login, { body: { ...body, remember } })
  return visitor
}

test('the right password signs in, in whatever case the email is typed', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(login, { body: { ...body, login: 'Dana@EXAMPLE.com' } })
  expect(data).toMatchObject({ email: 'dana@example.com' })
  expect(await isIn(visitor)).toBe(true)
})

test('a wrong password and an unknown email get the same answer for the same work', async () => {
  const answerTo = async (wrong: Partial<typeof body>) => {
    const answer = await shop.visitor().send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...wrong }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const wrong = await answerTo({ password: 'Wrong-Horse-1' })
  expect(verify).toHaveBeenCalledTimes(1)
  const unknown = await answerTo({ login: 'nobody@example.com' })
  expect(verify).toHaveBeenCalledTimes(2)
  expect(unknown).toEqual(wrong)
  expect(wrong.status).toBe(422)
  expect(JSON.parse(wrong.text)).toMatchObject({
    errors: { login: ['This email and password do not match an account.'] },
  })
})

test('an account without a password cannot be entered with any', async () => {
  await shop.db.insertInto('users').values({ email: 'google@example.com', username: 'google-only' }).execute()
  const tried = shop.visitor().call(login, { body: { ...body, login: 'google@example.com' } })
  await expect(tried).rejects.toMatchObject({ status: 422 })
  expect(verify).toHaveBeenCalledTimes(1)
})

test('without a password it says so', async () => {
  const tried = shop.visitor().call(login, { body: { ...body, password: '' } })
  await expect(tried).rejects.toMatchObject({ status: 422, errors: { password: ['Password is required.'] } })
})

test('signing in again gives a new session and ends the old one', async () => {
  const visitor = await signedIn()
  const old = visitor.cookies.get('session') ?? ''
  await visitor.call(login, { body })
  expect(visitor.cookies.get('session')).not.toBe(old)
  const thief = shop.visitor()
  thief.cookies.set('session', old)
  expect(await isIn(thief)).toBe(false)
  expect(await isIn(visitor)).toBe(true)
})

test('a session that somebody planted is not taken over', async () => {
  const visitor = shop.visitor()
  visitor.cookies.set('session', 'planted')
  await visitor.call(login, { body })
  expect(visitor.cookies.get('session')).not.toBe('planted')
})

test('logging out ends the session on the server too', async () => {
  const visitor = await signedIn()
  const token = visitor.cookies.get('session') ?? ''
  await visitor.call(logout, {})
  expect(visitor.cookies.has('session')).toBe(false)
  visitor.cookies.set('session', token)
  expect(await isIn(visitor)).toBe(false)
})

test('a guest may log out', async () => {
  expect((await shop.visitor().call(logout, {})).data).toBeNull()
})

test('a session ends after twelve idle hours, but lives on while it is used', async () => {
  const [idle, used] = [await signedIn(), await signedIn()]
  shop.clock.advance(11 * hour_ms)
  expect(await isIn(used)).toBe(true)
  shop.clock.advance(2 * hour_ms)
  expect(await isIn(used)).toBe(true)
  expect(await isIn(idle)).toBe(false)
})

test('"remember me" keeps it for thirty days', async () => {
  const visitor = await signedIn(true)
  shop.clock.advance(29 * 24 * hour_ms)
  expect(await isIn(visitor)).toBe(true)
  shop.clock.advance(31 * 24 * hour_ms)
  expect(await isIn(visitor)).toBe(false)
})

test('the cookie outlives the browser only when remembered', async () => {
  const cookieOf = async (remember: boolean) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { ...body, remember },
    })
    return answer.cookies.find(({ name }) => name === 'session')
  }
  expect(await cookieOf(true)).toMatchObject({ maxAge: (30 * 24 * hour_ms) / 1_000 })
  expect(await cookieOf(false)).not.toHaveProperty('maxAge')
})

test('another site cannot log anybody in', async () => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'sec-fetch-site': 'cross-site' },
    payload: body,
  })
  expect(answer.statusCode).toBe(403)
})

/** What happens while the password that somebody typed is being checked. */
const whileChecking = (happens: () => Promise<unknown>) =>
  vi.mocked(verify).mockImplementationOnce(async (...given) => {
    const { verify: real } = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
    const isRight = await real(...given)
    await happens()
    return isRight
  })

test('a login with the old password does not outlive a change that comes in between', async () => {
  const { visitor, user } = await newcomer(shop)
  const late = shop.visitor()
  const next = 'Another-Horse-2'
  whileChecking(() =>
    visitor.call(changePassword, { body: { current_password: password, password: next, password_confirm: next } }),
  )
  await expect(late.call(login, { body: { login: user.email, password } })).rejects.toMatchObject({ status: 409 })
  expect(await isIn(late)).toBe(false)
  expect(await isIn(visitor)).toBe(true)
})

test('a login that asked for no second step does not outlive its setting up in that moment', async () => {
  const { visitor, user } = await confirmedNewcomer(shop)
  const { secret } = (await visitor.call(startAuthenticator, { body: { password } })).data
  const late = shop.visitor()
  const begin = shop.db.transaction.bind(shop.db)
  // The login is about to begin its session: that is its first transaction.
  const meanwhile = vi.spyOn(shop.db, 'transaction').mockImplementationOnce(() => {
    const begun = begin()
    const execute = begun.execute.bind(begun)
    return Object.assign(begun, {
      execute: async (work: Parameters<typeof execute>[0]) => {
        await visitor.call(confirmAuthenticator, { body: { code: codeAt(secret, shop.clock.now()) } })
        return execute(work)
      },
    })
  })
  await expect(late.call(login, { body: { login: user.email, password } })).rejects.toMatchObject({ status: 409 })
  meanwhile.mockRestore()
  expect(await isIn(late)).toBe(false)
  expect(await isIn(visitor)).toBe(true)
})
