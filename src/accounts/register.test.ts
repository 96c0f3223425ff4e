import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { good_password as password } from '../../testing/builders/people.ts'
import { proofFor } from '../../testing/proof.ts'
import { getSession, register, savePreferences } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const body = async (email: string) => ({
  email,
  password,
  password_again: password,
  captcha: await proofFor(shop.deps, 'register'),
})
const usersWith = (email: string) => shop.db.selectFrom('users').selectAll().where('email', '=', email).execute()

test('registering makes an account, signs in and tells the other features', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(register, { body: await body('  dana@example.com ') })
  expect(data).toMatchObject({ email: 'dana@example.com', roles: [1], has_completed_onboarding: false })
  expect(data.username).not.toBe('')
  expect((await visitor.call(getSession, {})).data).toEqual(data)
  const [news] = await shop.db.selectFrom('events').selectAll().where('name', '=', 'user.registered').execute()
  expect(news?.payload).toEqual({ user_id: data.id })
})

test('neither password nor session token can be read from the database', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(register, { body: await body('hidden@example.com') })
  const [user] = await usersWith('hidden@example.com')
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const session = await shop.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', data.id)
    .executeTakeFirstOrThrow()
  const token = visitor.cookies.get('session') ?? ''
  expect(token).toHaveLength(43)
  expect(Buffer.from(session.token_hash).includes(token)).toBe(false)
  expect(Buffer.from(session.token_hash)).toHaveLength(32)
})

test('the session cookie is out of reach for scripts and other sites', async () => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: await body('cookie@example.com'),
  })
  const session = answer.cookies.find(({ name }) => name === 'session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  // Registering does not ask to be remembered: the cookie goes with the browser.
  expect(session).not.toHaveProperty('maxAge')
})

test('on https the cookies that only the server reads are bound to the host', async () => {
  const secure = await openTestApp({ PUBLIC_URL: 'https://shop.longtake.example', DEMO: '1' })
  try {
    const ask = async (method: 'POST' | 'GET', url: string, payload?: object, cookie = '') =>
      secure.app.inject({
        method,
        url,
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        ...(payload && { payload }),
      })
    const captcha = await proofFor(secure.deps, 'register')
    const registration = { email: 'host@example.com', password, password_again: password, captcha }
    const [session] = (await ask('POST', '/api/auth/register', registration)).cookies
    expect(session).toMatchObject({ name: '__Host-session', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(session).not.toHaveProperty('domain')
    const whoIs = async (name: string) =>
      (await ask('GET', '/api/auth', undefined, `${name}=${session?.value}`)).json<{ data: unknown }>().data
    expect(await whoIs('__Host-session')).toMatchObject({ email: 'host@example.com' })
    // Another host of the domain can set this name, so nobody is known by it.
    expect(await whoIs('session')).toBeNull()
    const challenge = await ask('POST', '/api/auth/passkey/options')
    expect(challenge.cookies).toMatchObject([{ name: '__Host-passkey_challenge', secure: true, path: '/' }])
  } finally {
    await secure.close()
  }
})

test('an email has one account, however it is written', async () => {
  await shop.visitor().call(register, { body: await body('once@example.com') })
  const again = shop.visitor().call(register, { body: await body('ONCE@Example.com') })
  await expect(again).rejects.toMatchObject({
    status: 422,
    errors: { email: ['An account with this email already exists. Please log in instead.'] },
  })
})

test('twenty registrations with one email at once make one account with one workspace', async () => {
  const tries = Array.from({ length: 20 }, async () =>
    shop.visitor().call(register, { body: await body('race@example.com') }),
  )
  const results = await Promise.allSettled(tries)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 422 })
  const [user, ...others] = await usersWith('race@example.com')
  expect(others).toEqual([])
  const owned = await shop.db
    .selectFrom('workspaces')
    .selectAll()
    .where('personal_user_id', '=', user?.id ?? 0)
    .execute()
  expect(owned).toHaveLength(1)
})

test.each([
  [{ email: 'not an email' }, { email: ['Invalid email address.'] }],
  [{ email: ' ' }, { email: ['Email is required.'] }],
  [{ password_again: 'Another-1' }, { password_again: ['Passwords do not match.'] }],
  [
    { password: 'abc', password_again: 'abc' },
    {
      password: [
        'The password must have at least 8 characters.',
        'The password must contain at least one uppercase letter.',
        'The password must contain at least one number.',
      ],
    },
  ],
  [
    { password: 'ABCDEFG1', password_again: 'ABCDEFG1' },
    { password: ['The password must contain at least one lowercase letter.'] },
  ],
])('%j is refused with a text per field', async (wrong, errors) => {
  const tried = shop.visitor().call(register, { body: { ...(await body('wrong@example.com')), ...wrong } })
  await expect(tried).rejects.toMatchObject({ status: 422, errors })
  expect(await usersWith('wrong@example.com')).toEqual([])
})

test('only the mails that were asked for are sent', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(register, { body: await body('mails@example.com') })
  const preferences = ['email_longtake_films' as const, 'email_blog_updates' as const]
  const params = { id: String(data.id) }
  await visitor.call(savePreferences, { params, body: { email: 'mails@example.com', preferences } })
  const kept = await shop.db
    .selectFrom('email_preferences')
    .select('slug')
    .where('user_id', '=', data.id)
    .orderBy('slug')
    .execute()
  expect(kept).toEqual([{ slug: 'blog-articles' }, { slug: 'longtake-films' }])
})

test('whatever an old cart cookie holds, one can come in, and the cookie goes', async () => {
  const visitor = shop.visitor()
  visitor.cookies.set('cart_hash', '%00" or 1=1')
  await visitor.call(register, { body: { ...(await body('cart@example.com')), cart_hash: 'not a cart' } })
  expect(visitor.cookies.has('cart_hash')).toBe(false)
})
