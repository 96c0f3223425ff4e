import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { good_password, registerPerson } from '../../../testing/builders/people.ts'
import { createCaptchaProof } from '../../../testing/captcha.ts'
import { getSession, login } from '../contract.ts'
import { accountsJobs } from '../jobs.server.ts'
import { accountsReactions } from '../reactions.server.ts'
import {
  changePassword,
  forgotPassword,
  getDetails,
  getPasswordReset,
  requestEmailChange,
  resetPassword,
  setPassword,
} from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'https://longtake.example', SMTP_URL: 'smtp://127.0.0.1:1', DEMO: '1' })
})
beforeEach(() => {
  shop.mail.sent.splice(0)
  shop.jobs.sent.splice(0)
})
afterAll(() => shop.close())

const OTHER_PASSWORD = 'Other-Horse-2'
const repeatPassword = (password: string) => ({ password, password_confirm: password })
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const logIn = async (email: string, password: string) => {
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: email, password } })
  return visitor
}

/** Runs the queued jobs, as the worker does. */
const runJobs = async () => {
  for (const { name, data } of shop.jobs.sent.splice(0))
    await accountsJobs(shop.deps)
      .find(job => job.name === name)
      ?.run(data)
}

const requestResetToken = async (email: string) => {
  const captcha = await createCaptchaProof(shop.deps, 'forgot_password')
  await shop.visitor().call(forgotPassword, { body: { email, captcha } })
  await runJobs()
  return /reset-password\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
}
const resetWith = (token: string, password = OTHER_PASSWORD, visitor = shop.visitor()) =>
  visitor.call(resetPassword, { params: { token }, body: repeatPassword(password) })

test('a mailed link sets a new password and ends the old one and every session', async () => {
  const { visitor, user } = await registerPerson(shop)
  const token = await requestResetToken(user.email.toUpperCase())
  expect(shop.mail.sent).toHaveLength(1)
  expect(shop.mail.sent[0]).toMatchObject({ to: user.email, subject: 'Choose a new Longtake password' })
  expect(shop.mail.sent[0]?.html).toContain(`href="https://longtake.example/reset-password/${token}"`)
  await shop.visitor().call(getPasswordReset, { params: { token } })
  await resetWith(token)
  expect(await isSignedIn(visitor)).toBe(false)
  await expect(logIn(user.email, good_password)).rejects.toMatchObject({ status: 422 })
  expect(await isSignedIn(await logIn(user.email, OTHER_PASSWORD))).toBe(true)
})

test('a known and an unknown email get the same response for the same work', async () => {
  const { user } = await registerPerson(shop)
  const sendRequest = async (email: string) => {
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { email, captcha: await createCaptchaProof(shop.deps, 'forgot_password') },
    })
    const { 'x-request-id': _id, date: _date, ...headers } = response.headers
    return { status: response.statusCode, body: response.body, headers }
  }
  expect(await sendRequest('nobody@example.com')).toEqual(await sendRequest(user.email))
  expect(shop.jobs.sent.map(({ name }) => name)).toEqual([
    'accounts.mail-password-reset',
    'accounts.mail-password-reset',
  ])
  await runJobs()
  expect(shop.mail.sent.map(({ to }) => to)).toEqual([user.email])
})

test('of twenty concurrent uses of one link, one succeeds', async () => {
  const { user } = await registerPerson(shop)
  const token = await requestResetToken(user.email)
  const passwords = Array.from({ length: 20 }, (_, n) => `Racing-Horse-${n}`)
  const outcomes = await Promise.allSettled(passwords.map(password => resetWith(token, password)))
  const winners = passwords.filter((_, n) => outcomes[n]?.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ status: 410, message: 'This link has been used already.' })
  expect(await isSignedIn(await logIn(user.email, winners[0] ?? ''))).toBe(true)
})

test('a link works for an hour, once, and until another one is used', async () => {
  const { user } = await registerPerson(shop)
  const [first, second] = [await requestResetToken(user.email), await requestResetToken(user.email)]
  for (const invalidToken of [first.slice(0, -1), `${first}A`, 'x', 'none'])
    await expect(resetWith(invalidToken)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('not complete'),
    })
  await resetWith(second)
  const usedError = { status: 410, message: 'This link has been used already.' }
  await expect(resetWith(first)).rejects.toMatchObject(usedError)
  await expect(shop.visitor().call(getPasswordReset, { params: { token: second } })).rejects.toMatchObject(usedError)
  const third = await requestResetToken(user.email)
  shop.clock.advance(3_600_000)
  await expect(resetWith(third)).rejects.toMatchObject({ status: 410, message: 'This link is too old.' })
  expect(await isSignedIn(await logIn(user.email, OTHER_PASSWORD))).toBe(true)
})

test('a password that is weak or repeated wrongly does not use up the link', async () => {
  const { user } = await registerPerson(shop)
  const token = await requestResetToken(user.email)
  await expect(resetWith(token, 'weak')).rejects.toMatchObject({
    status: 422,
    errors: { password: ['The password must have at least 8 characters.', expect.any(String), expect.any(String)] },
  })
  const body = { password: OTHER_PASSWORD, password_confirm: 'Else-Horse-3' }
  await expect(shop.visitor().call(resetPassword, { params: { token }, body })).rejects.toMatchObject({
    errors: { password_confirm: ['Passwords do not match.'] },
  })
  await resetWith(token)
})

test('the database stores only hashes of links, and a request cannot choose the host of a link', async () => {
  const { user } = await registerPerson(shop)
  await shop.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { 'sec-fetch-site': 'same-origin', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { email: user.email, captcha: await createCaptchaProof(shop.deps, 'forgot_password') },
  })
  await runJobs()
  const text = shop.mail.sent[0]?.text ?? ''
  expect(text).toContain('https://longtake.example/reset-password/')
  expect(JSON.stringify(shop.mail.sent)).not.toContain('evil.example')
  const token = /reset-password\/([\w-]{43})/.exec(text)?.[1] ?? ''
  const rows = await shop.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('changing the password needs the old one, ends the other sessions, renews this one and sends a mail', async () => {
  const { visitor, user } = await registerPerson(shop)
  const otherBrowser = await logIn(user.email, good_password)
  const oldToken = visitor.cookies.get('session') ?? ''
  const attempt = visitor.call(changePassword, {
    body: { current_password: 'Wrong-Horse-1', ...repeatPassword(OTHER_PASSWORD) },
  })
  await expect(attempt).rejects.toMatchObject({
    status: 422,
    errors: { current_password: ['This is not your password.'] },
  })
  expect(await isSignedIn(otherBrowser)).toBe(true)

  await visitor.call(changePassword, { body: { current_password: good_password, ...repeatPassword(OTHER_PASSWORD) } })
  expect(visitor.cookies.get('session')).not.toBe(oldToken)
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await isSignedIn(otherBrowser)).toBe(false)
  const thief = shop.visitor()
  thief.cookies.set('session', oldToken)
  expect(await isSignedIn(thief)).toBe(false)

  const mailReaction = accountsReactions(shop.deps).find(({ name }) => name === 'accounts.mail-password-changed')
  await mailReaction?.handle({ user_id: user.id })
  expect(shop.mail.sent[0]).toMatchObject({ to: user.email, subject: 'Your Longtake password was changed' })
  const events = await shop.db.selectFrom('events').selectAll().where('name', '=', 'user.password_changed').execute()
  expect(events.map(({ payload }) => payload)).toContainEqual({ user_id: user.id })
})

test('of twenty concurrent password changes, one succeeds', async () => {
  const { visitor, user } = await registerPerson(shop)
  const passwords = Array.from({ length: 20 }, (_, n) => `Racing-Horse-${n}`)
  const session = visitor.cookies.get('session') ?? ''
  const outcomes = await Promise.allSettled(
    passwords.map(password => {
      const tab = shop.visitor()
      tab.cookies.set('session', session)
      return tab.call(changePassword, { body: { current_password: good_password, ...repeatPassword(password) } })
    }),
  )
  const winners = passwords.filter((_, n) => outcomes[n]?.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  expect(await isSignedIn(await logIn(user.email, winners[0] ?? ''))).toBe(true)
})

test('a new password ends pending links for a password reset and an email change', async () => {
  const { visitor, user } = await registerPerson(shop)
  const token = await requestResetToken(user.email)
  await visitor.call(requestEmailChange, { body: { email: `new-${user.email}`, password: good_password } })
  await visitor.call(changePassword, { body: { current_password: good_password, ...repeatPassword(OTHER_PASSWORD) } })
  await expect(resetWith(token)).rejects.toMatchObject({ status: 410 })
  expect((await visitor.call(getDetails, {})).data.pending_email).toBeNull()
})

test('an account without a password sets one, once; an account with one must enter it', async () => {
  const { visitor, user } = await registerPerson(shop)
  await expect(visitor.call(setPassword, { body: repeatPassword(OTHER_PASSWORD) })).rejects.toMatchObject({
    status: 409,
  })
  await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
  expect((await visitor.call(getDetails, {})).data.has_password).toBe(false)
  const changeAttempt = visitor.call(changePassword, {
    body: { current_password: 'x', ...repeatPassword(OTHER_PASSWORD) },
  })
  await expect(changeAttempt).rejects.toMatchObject({ status: 422 })
  shop.clock.advance(15 * 60_000)
  await expect(visitor.call(setPassword, { body: repeatPassword(OTHER_PASSWORD) })).rejects.toMatchObject({
    status: 403,
  })
  await shop.db.updateTable('sessions').set({ created_at: shop.clock.now() }).where('user_id', '=', user.id).execute()
  await visitor.call(setPassword, { body: repeatPassword(OTHER_PASSWORD) })
  expect((await visitor.call(getDetails, {})).data.has_password).toBe(true)
  expect(await isSignedIn(await logIn(user.email, OTHER_PASSWORD))).toBe(true)
})
