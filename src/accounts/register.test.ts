import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import {
  good_password as password,
  requestRegistration,
  sendRegistrationMail,
  signUp,
} from '../../testing/builders/people.ts'
import { createCaptchaProof } from '../../testing/captcha.ts'
import { confirmRegistration, getSession, register, resendRegistration, savePreferences } from './contract.ts'
import { purgeOldRegistrations } from './pending-registration.server.ts'

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

test('registering with the mailed code creates an account with a confirmed email, signs in and publishes an event', async () => {
  const visitor = shop.visitor()
  const data = await signUp(shop, visitor, { email: '  dana@example.com ' })
  expect(data).toMatchObject({
    email: 'dana@example.com',
    roles: [1],
    has_completed_onboarding: false,
    email_verified: true,
  })
  expect(data.username).not.toBe('')
  expect((await visitor.call(getSession, {})).data).toEqual(data)
  const [event] = await shop.db.selectFrom('events').selectAll().where('name', '=', 'user.registered').execute()
  expect(event?.payload).toEqual({ user_id: data.id })
})

test('neither password nor session token is readable in the database', async () => {
  const visitor = shop.visitor()
  const data = await signUp(shop, visitor, { email: 'hidden@example.com' })
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

/** Registers over plain requests, for tests of cookies. Returns the response of the confirmation. */
const signUpBy = async (target: TestApp, email: string) => {
  const send = (url: string, payload: object, cookie = '') =>
    target.app.inject({ method: 'POST', url, payload, headers: { 'sec-fetch-site': 'same-origin', cookie } })
  const captcha = await createCaptchaProof(target.deps, 'register')
  const begun = await send('/api/auth/register', { email, password, password_again: password, captcha })
  const [pending] = begun.cookies
  const code = await sendRegistrationMail(target)
  return {
    pending,
    confirmed: await send('/api/auth/register/confirm', { code }, `${pending?.name}=${pending?.value}`),
  }
}

test('scripts and other sites cannot read the session cookie', async () => {
  const { confirmed } = await signUpBy(shop, 'cookie@example.com')
  const session = confirmed.cookies.find(({ name }) => name === 'session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  // Registration has no "remember me": the cookie ends with the browser.
  expect(session).not.toHaveProperty('maxAge')
})

test('on https, cookies that only the server reads are bound to the host', async () => {
  const secureShop = await openTestApp({ PUBLIC_URL: 'https://shop.longtake.example', DEMO: '1' })
  try {
    const { pending, confirmed } = await signUpBy(secureShop, 'host@example.com')
    expect(pending).toMatchObject({ name: '__Host-registration', secure: true, httpOnly: true, path: '/' })
    const [session] = confirmed.cookies
    expect(session).toMatchObject({ name: '__Host-session', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(session).not.toHaveProperty('domain')
    const sendRequest = (method: 'POST' | 'GET', url: string, cookie = '') =>
      secureShop.app.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin', cookie } })
    const getUserFor = async (name: string) =>
      (await sendRequest('GET', '/api/auth', `${name}=${session?.value}`)).json<{ data: unknown }>().data
    expect(await getUserFor('__Host-session')).toMatchObject({ email: 'host@example.com' })
    // Another host of the domain can set a cookie with this name, so it must not sign in.
    expect(await getUserFor('session')).toBeNull()
    const challenge = await sendRequest('POST', '/api/auth/passkey/options')
    expect(challenge.cookies).toMatchObject([{ name: '__Host-passkey_challenge', secure: true, path: '/' }])
  } finally {
    await secureShop.close()
  }
})

const wrongCode = {
  status: 422,
  errors: { code: ['This code is not right, or has expired. Please request a new one.'] },
}

test('the response and the work are the same for an email that has an account and for a new one', async () => {
  await signUp(shop, shop.visitor(), { email: 'known@example.com' })
  const countRows = async () => {
    const tables = ['pending_registrations', 'login_attempts', 'users', 'sessions', 'events'] as const
    return Promise.all(tables.map(async name => (await shop.db.selectFrom(name).selectAll().execute()).length))
  }
  const begin = async (email: string) => {
    const before = await countRows()
    shop.jobs.sent.splice(0)
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: await createBody(email),
    })
    const { ['set-cookie']: cookie, ...headers } = response.headers
    const after = await countRows()
    return {
      status: response.statusCode,
      body: response.body.replace(email, 'email'),
      headers: Object.keys(headers),
      cookie: String(cookie).replace(/=[\w-]{43};/, '=token;'),
      rows: after.map((count, i) => count - (before[i] ?? 0)),
      jobs: shop.jobs.sent.map(({ name }) => name),
    }
  }
  const [known, unknown] = [await begin('known@example.com'), await begin('fresh@example.com')]
  expect(known).toEqual(unknown)
  expect(known).toMatchObject({ status: 200, jobs: ['accounts.mail-registration'] })
})

test('the owner of an email that has an account gets a login link instead of a code, and no code works', async () => {
  await signUp(shop, shop.visitor(), { email: 'owner@example.com' })
  shop.mail.sent.splice(0)
  const stranger = shop.visitor()
  expect(await requestRegistration(shop, stranger, { email: 'OWNER@Example.com' })).toBeUndefined()
  expect(shop.mail.sent).toMatchObject([{ to: 'OWNER@Example.com', subject: 'You already have a Longtake account' }])
  expect(shop.mail.sent[0]?.text).toMatch(/\/login[^]*\/forgot-password/)
  await expect(stranger.call(confirmRegistration, { body: { code: '123456' } })).rejects.toMatchObject(wrongCode)
  expect(await listUsers('owner@example.com')).toHaveLength(1)
})

test('a code works once, in the browser that registered, for 30 minutes', async () => {
  const visitor = shop.visitor()
  const code = (await requestRegistration(shop, visitor, { email: 'once@example.com' })) ?? ''
  const other = shop.visitor()
  await requestRegistration(shop, other, { email: 'other@example.com' })
  await expect(other.call(confirmRegistration, { body: { code } })).rejects.toMatchObject(wrongCode)
  await expect(shop.visitor().call(confirmRegistration, { body: { code } })).rejects.toMatchObject({
    status: 422,
    errors: { code: ['This took too long. Please start again.'] },
  })
  const stolen = shop.visitor()
  for (const [name, value] of visitor.cookies) stolen.cookies.set(name, value)
  await visitor.call(confirmRegistration, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } })
  await expect(stolen.call(confirmRegistration, { body: { code } })).rejects.toMatchObject({ status: 422 })

  const late = shop.visitor()
  const lateCode = (await requestRegistration(shop, late, { email: 'late@example.com' })) ?? ''
  shop.clock.advance(30 * 60_000)
  await expect(late.call(confirmRegistration, { body: { code: lateCode } })).rejects.toMatchObject({ status: 422 })
  await purgeOldRegistrations(shop.db, shop.clock.now())
  expect(await shop.db.selectFrom('pending_registrations').selectAll().execute()).toEqual([])
})

test('another code replaces the one before', async () => {
  const visitor = shop.visitor()
  const first = (await requestRegistration(shop, visitor, { email: 'resend@example.com' })) ?? ''
  await visitor.call(resendRegistration, {})
  const second = (await sendRegistrationMail(shop)) ?? ''
  if (first !== second)
    await expect(visitor.call(confirmRegistration, { body: { code: first } })).rejects.toMatchObject(wrongCode)
  expect((await visitor.call(confirmRegistration, { body: { code: second } })).data.email).toBe('resend@example.com')
})

test('twenty concurrent confirmations with one code create one account with one workspace', async () => {
  const visitor = shop.visitor()
  const code = (await requestRegistration(shop, visitor, { email: 'race@example.com' })) ?? ''
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => {
      const tab = shop.visitor()
      for (const [name, value] of visitor.cookies) tab.cookies.set(name, value)
      return tab.call(confirmRegistration, { body: { code } })
    }),
  )
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

test('twenty people who confirm the same new email at once get one account', async () => {
  const people = []
  for (let i = 0; i < 20; i++) {
    const visitor = shop.visitor()
    people.push({ visitor, code: (await requestRegistration(shop, visitor, { email: 'shared@example.com' })) ?? '' })
  }
  const results = await Promise.allSettled(
    people.map(({ visitor, code }) => visitor.call(confirmRegistration, { body: { code } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        status: 422,
        errors: { email: ['An account with this email already exists. Please log in instead.'] },
      })
  expect(await listUsers('shared@example.com')).toHaveLength(1)
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
  const data = await signUp(shop, visitor, { email: 'mails@example.com' })
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

test.each([
  [true, 'Stay up to date with films, footage, and filmmaking content.'],
  [false, null],
])('with has_opted_in %s the record of the registration has the text %s', async (has_opted_in, shown_text) => {
  const visitor = shop.visitor()
  const email = `opt-in-${has_opted_in}@example.com`
  const { id } = await signUp(shop, visitor, { email })
  const body = { email, preferences: ['email_blog_updates' as const], has_opted_in }
  for (const _ of [1, 2]) await visitor.call(savePreferences, { params: { id: String(id) }, body })
  const records = await shop.db.selectFrom('mail_consents').where('user_id', '=', id).selectAll().execute()
  expect(records).toMatchObject([
    { subject: 'blog-articles', choice: 'yes', shown_text, email, place: 'registration', at: shop.clock.now() },
  ])
})

test('an invalid cart cookie does not block a registration and is removed', async () => {
  const visitor = shop.visitor()
  visitor.cookies.set('cart_hash', '%00" or 1=1')
  await signUp(shop, visitor, { email: 'cart@example.com', cart_hash: 'not a cart' })
  expect(visitor.cookies.has('cart_hash')).toBe(false)
})
