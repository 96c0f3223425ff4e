import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { good_password, newcomer } from '../../../testing/builders/people.ts'
import { proofFor } from '../../../testing/proof.ts'
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

const other_password = 'Other-Horse-2'
const twice = (password: string) => ({ password, password_confirm: password })
const isIn = async (visitor: Visitor) => (await visitor.call(getSession, {})).data !== null
const logIn = async (email: string, password: string) => {
  const visitor = shop.visitor()
  await visitor.call(login, { body: { login: email, password } })
  return visitor
}

/** Works off what was asked for, as the worker does. */
const workOff = async () => {
  for (const { name, data } of shop.jobs.sent.splice(0))
    await accountsJobs(shop.deps)
      .find(job => job.name === name)
      ?.run(data)
}

const tokenFor = async (email: string) => {
  const captcha = await proofFor(shop.deps, 'forgot_password')
  await shop.visitor().call(forgotPassword, { body: { email, captcha } })
  await workOff()
  return /reset-password\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
}
const reset = (token: string, password = other_password, visitor = shop.visitor()) =>
  visitor.call(resetPassword, { params: { token }, body: twice(password) })

test('a link comes by mail, and with it a new password is set: the old one and every session end', async () => {
  const { visitor, user } = await newcomer(shop)
  const token = await tokenFor(user.email.toUpperCase())
  expect(shop.mail.sent).toHaveLength(1)
  expect(shop.mail.sent[0]).toMatchObject({ to: user.email, subject: 'Choose a new Longtake password' })
  expect(shop.mail.sent[0]?.html).toContain(`href="https://longtake.example/reset-password/${token}"`)
  await shop.visitor().call(getPasswordReset, { params: { token } })
  await reset(token)
  expect(await isIn(visitor)).toBe(false)
  await expect(logIn(user.email, good_password)).rejects.toMatchObject({ status: 422 })
  expect(await isIn(await logIn(user.email, other_password))).toBe(true)
})

test('a known and an unknown email get the same answer for the same work', async () => {
  const { user } = await newcomer(shop)
  const ask = async (email: string) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { email, captcha: await proofFor(shop.deps, 'forgot_password') },
    })
    const { 'x-request-id': _id, date: _date, ...headers } = answer.headers
    return { status: answer.statusCode, body: answer.body, headers }
  }
  expect(await ask('nobody@example.com')).toEqual(await ask(user.email))
  expect(shop.jobs.sent.map(({ name }) => name)).toEqual([
    'accounts.mail-password-reset',
    'accounts.mail-password-reset',
  ])
  await workOff()
  expect(shop.mail.sent.map(({ to }) => to)).toEqual([user.email])
})

test('of twenty who use one link at once, one wins', async () => {
  const { user } = await newcomer(shop)
  const token = await tokenFor(user.email)
  const passwords = Array.from({ length: 20 }, (_, n) => `Racing-Horse-${n}`)
  const outcomes = await Promise.allSettled(passwords.map(password => reset(token, password)))
  const winners = passwords.filter((_, n) => outcomes[n]?.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ status: 410, message: 'This link has been used already.' })
  expect(await isIn(await logIn(user.email, winners[0] ?? ''))).toBe(true)
})

test('a link works for an hour, once, whole, and only until another is used', async () => {
  const { user } = await newcomer(shop)
  const [first, second] = [await tokenFor(user.email), await tokenFor(user.email)]
  for (const wrong of [first.slice(0, -1), `${first}A`, 'x', 'none'])
    await expect(reset(wrong)).rejects.toMatchObject({ status: 404, message: expect.stringContaining('not complete') })
  await reset(second)
  const used = { status: 410, message: 'This link has been used already.' }
  await expect(reset(first)).rejects.toMatchObject(used)
  await expect(shop.visitor().call(getPasswordReset, { params: { token: second } })).rejects.toMatchObject(used)
  const third = await tokenFor(user.email)
  shop.clock.advance(3_600_000)
  await expect(reset(third)).rejects.toMatchObject({ status: 410, message: 'This link is too old.' })
  expect(await isIn(await logIn(user.email, other_password))).toBe(true)
})

test('a password that is too weak, or not typed twice alike, does not use the link up', async () => {
  const { user } = await newcomer(shop)
  const token = await tokenFor(user.email)
  await expect(reset(token, 'weak')).rejects.toMatchObject({
    status: 422,
    errors: { password: ['The password must have at least 8 characters.', expect.any(String), expect.any(String)] },
  })
  const body = { password: other_password, password_confirm: 'Else-Horse-3' }
  await expect(shop.visitor().call(resetPassword, { params: { token }, body })).rejects.toMatchObject({
    errors: { password_confirm: ['Passwords do not match.'] },
  })
  await reset(token)
})

test('only hashes of links rest in the database, and a request cannot choose where they lead', async () => {
  const { user } = await newcomer(shop)
  await shop.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { 'sec-fetch-site': 'same-origin', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { email: user.email, captcha: await proofFor(shop.deps, 'forgot_password') },
  })
  await workOff()
  const text = shop.mail.sent[0]?.text ?? ''
  expect(text).toContain('https://longtake.example/reset-password/')
  expect(JSON.stringify(shop.mail.sent)).not.toContain('evil.example')
  const token = /reset-password\/([\w-]{43})/.exec(text)?.[1] ?? ''
  const rows = await shop.db.selectFrom('password_resets').selectAll().where('user_id', '=', user.id).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('changing the password asks for the old one, ends the other sessions, renews this one, and tells by mail', async () => {
  const { visitor, user } = await newcomer(shop)
  const elsewhere = await logIn(user.email, good_password)
  const before = visitor.cookies.get('session') ?? ''
  const wrong = visitor.call(changePassword, { body: { current_password: 'Wrong-Horse-1', ...twice(other_password) } })
  await expect(wrong).rejects.toMatchObject({
    status: 422,
    errors: { current_password: ['This is not your password.'] },
  })
  expect(await isIn(elsewhere)).toBe(true)

  await visitor.call(changePassword, { body: { current_password: good_password, ...twice(other_password) } })
  expect(visitor.cookies.get('session')).not.toBe(before)
  expect(await isIn(visitor)).toBe(true)
  expect(await isIn(elsewhere)).toBe(false)
  const thief = shop.visitor()
  thief.cookies.set('session', before)
  expect(await isIn(thief)).toBe(false)

  const told = accountsReactions(shop.deps).find(({ name }) => name === 'accounts.mail-password-changed')
  await told?.react({ user_id: user.id })
  expect(shop.mail.sent[0]).toMatchObject({ to: user.email, subject: 'Your Longtake password was changed' })
  const news = await shop.db.selectFrom('events').selectAll().where('name', '=', 'user.password_changed').execute()
  expect(news.map(({ payload }) => payload)).toContainEqual({ user_id: user.id })
})

test('of twenty changes at once, one is carried out', async () => {
  const { visitor, user } = await newcomer(shop)
  const passwords = Array.from({ length: 20 }, (_, n) => `Racing-Horse-${n}`)
  const session = visitor.cookies.get('session') ?? ''
  const outcomes = await Promise.allSettled(
    passwords.map(password => {
      const tab = shop.visitor()
      tab.cookies.set('session', session)
      return tab.call(changePassword, { body: { current_password: good_password, ...twice(password) } })
    }),
  )
  const winners = passwords.filter((_, n) => outcomes[n]?.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  expect(await isIn(await logIn(user.email, winners[0] ?? ''))).toBe(true)
})

test('a new password ends links for a password and an email that were on their way', async () => {
  const { visitor, user } = await newcomer(shop)
  const token = await tokenFor(user.email)
  await visitor.call(requestEmailChange, { body: { email: `new-${user.email}`, password: good_password } })
  await visitor.call(changePassword, { body: { current_password: good_password, ...twice(other_password) } })
  await expect(reset(token)).rejects.toMatchObject({ status: 410 })
  expect((await visitor.call(getDetails, {})).data.pending_email).toBeNull()
})

test('whoever has no password sets one, once; whoever has one must give it', async () => {
  const { visitor, user } = await newcomer(shop)
  await expect(visitor.call(setPassword, { body: twice(other_password) })).rejects.toMatchObject({ status: 409 })
  await shop.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
  expect((await visitor.call(getDetails, {})).data.has_password).toBe(false)
  const change = visitor.call(changePassword, { body: { current_password: 'x', ...twice(other_password) } })
  await expect(change).rejects.toMatchObject({ status: 422 })
  shop.clock.advance(15 * 60_000)
  await expect(visitor.call(setPassword, { body: twice(other_password) })).rejects.toMatchObject({ status: 403 })
  await shop.db.updateTable('sessions').set({ created_at: shop.clock.now() }).where('user_id', '=', user.id).execute()
  await visitor.call(setPassword, { body: twice(other_password) })
  expect((await visitor.call(getDetails, {})).data.has_password).toBe(true)
  expect(await isIn(await logIn(user.email, other_password))).toBe(true)
})
