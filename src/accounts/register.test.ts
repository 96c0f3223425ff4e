import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { good_password as password } from '../../testing/builders/people.ts'
import { createCaptchaProof } from '../../testing/captcha.ts'
import { getSession, register, savePreferences } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const createBody = async (email: string) => ({
  email,
  password,
  password_again: password,
  captcha: await createCaptchaProof(shop.deps, 'register'),
})
const listUsers = (email: string) => shop.db.selectFrom('users').selectAll().where('email', '=', email).execute()

test('registering creates an account, signs in and publishes an event', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(register, { body: await createBody('  dana@example.com ') })
  expect(data).toMatchObject({ email: 'dana@example.com', roles: [1], has_completed_onboarding: false })
  expect(data.username).not.toBe('')
  expect((await visitor.call(getSession, {})).data).toEqual(data)
  const [event] = await shop.db.selectFrom('events').selectAll().where('name', '=', 'user.registered').execute()
  expect(event?.payload).toEqual({ user_id: data.id })
})

test('neither password nor session token is readable in the database', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(register, { body: await createBody('hidden@example.com') })
  const [user] = await listUsers('hidden@example.com')
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

test('scripts and other sites cannot read the session cookie', async () => {
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: await createBody('cookie@example.com'),
  })
  const session = response.cookies.find(({ name }) => name === 'session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  // Registration has no "remember me": the cookie ends with the browser.
  expect(session).not.toHaveProperty('maxAge')
})

test('on https, cookies that only the server reads are bound to the host', async () => {
  const secureShop = await openTestApp({ PUBLIC_URL: 'https://shop.longtake.example', DEMO: '1' })
  try {
    const sendRequest = async (method: 'POST' | 'GET', url: string, payload?: object, cookie = '') =>
      secureShop.app.inject({
        method,
        url,
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        ...(payload && { payload }),
      })
    const captcha = await createCaptchaProof(secureShop.deps, 'register')
    const registration = { email: 'host@example.com', password, password_again: password, captcha }
    const [session] = (await sendRequest('POST', '/api/auth/register', registration)).cookies
    expect(session).toMatchObject({ name: '__Host-session', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(session).not.toHaveProperty('domain')
    const getUserFor = async (name: string) =>
      (await sendRequest('GET', '/api/auth', undefined, `${name}=${session?.value}`)).json<{ data: unknown }>().data
    expect(await getUserFor('__Host-session')).toMatchObject({ email: 'host@example.com' })
    // Another host of the domain can set a cookie with this name, so it must not sign in.
    expect(await getUserFor('session')).toBeNull()
    const challenge = await sendRequest('POST', '/api/auth/passkey/options')
    expect(challenge.cookies).toMatchObject([{ name: '__Host-passkey_challenge', secure: true, path: '/' }])
  } finally {
    await secureShop.close()
  }
})

test('an email has one account, whatever its case', async () => {
  await shop.visitor().call(register, { body: await createBody('once@example.com') })
  const secondAttempt = shop.visitor().call(register, { body: await createBody('ONCE@Example.com') })
  await expect(secondAttempt).rejects.toMatchObject({
    status: 422,
    errors: { email: ['An account with this email already exists. Please log in instead.'] },
  })
})

test('twenty concurrent registrations with one email create one account with one workspace', async () => {
  const attempts = Array.from({ length: 20 }, async () =>
    shop.visitor().call(register, { body: await createBody('race@example.com') }),
  )
  const results = await Promise.allSettled(attempts)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 422 })
  const [user, ...others] = await listUsers('race@example.com')
  expect(others).toEqual([])
  const workspaces = await shop.db
    .selectFrom('workspaces')
    .selectAll()
    .where('personal_user_id', '=', user?.id ?? 0)
    .execute()
  expect(workspaces).toHaveLength(1)
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
])('%j is refused with an error per field', async (changes, errors) => {
  const attempt = shop.visitor().call(register, { body: { ...(await createBody('wrong@example.com')), ...changes } })
  await expect(attempt).rejects.toMatchObject({ status: 422, errors })
  expect(await listUsers('wrong@example.com')).toEqual([])
})

test('only the selected email preferences are stored', async () => {
  const visitor = shop.visitor()
  const { data } = await visitor.call(register, { body: await createBody('mails@example.com') })
  const preferences = ['email_longtake_films' as const, 'email_blog_updates' as const]
  const params = { id: String(data.id) }
  await visitor.call(savePreferences, { params, body: { email: 'mails@example.com', preferences } })
  const rows = await shop.db
    .selectFrom('email_preferences')
    .select('slug')
    .where('user_id', '=', data.id)
    .orderBy('slug')
    .execute()
  expect(rows).toEqual([{ slug: 'blog-articles' }, { slug: 'longtake-films' }])
})

test('an invalid cart cookie does not block a registration and is removed', async () => {
  const visitor = shop.visitor()
  visitor.cookies.set('cart_hash', '%00" or 1=1')
  await visitor.call(register, { body: { ...(await createBody('cart@example.com')), cart_hash: 'not a cart' } })
  expect(visitor.cookies.has('cart_hash')).toBe(false)
})
