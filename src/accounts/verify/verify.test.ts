import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { registerPerson } from '../../../testing/builders/people.ts'
import { createCaptchaProof } from '../../../testing/captcha.ts'
import { getSession } from '../contract.ts'
import { accountsJobs } from '../jobs.server.ts'
import { forgotPassword, resetPassword } from '../own/contract.ts'
import { accountsReactions } from '../reactions.server.ts'
import { mailVerification, verifyEmail } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'https://longtake.example', DEMO: '1' })
})
beforeEach(() => void shop.mail.sent.splice(0))
afterAll(() => shop.close())

/** Runs reactions and jobs until none are left. */
const runReactionsAndJobs = async () => {
  const reactions = accountsReactions(shop.deps)
  do {
    for (const { name, data } of shop.jobs.sent.splice(0)) {
      await reactions.find(candidate => candidate.name === name)?.handle(data as never)
      await accountsJobs(shop.deps)
        .find(candidate => candidate.name === name)
        ?.run(data)
    }
  } while ((await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())) > 0)
  for (const { name, data } of shop.jobs.sent.splice(0))
    await reactions.find(candidate => candidate.name === name)?.handle(data as never)
}
const listMailsTo = (email: string) => shop.mail.sent.filter(({ to }) => to === email)
const getLastToken = () => /verify-email\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
const verifyWith = (token: string, visitor = shop.visitor()) => visitor.call(verifyEmail, { params: { token } })

const registerWithToken = async () => {
  const person = await registerPerson(shop)
  await runReactionsAndJobs()
  return { ...person, email: person.user.email, token: getLastToken() }
}
const isVerified = async ({ visitor }: Pick<Awaited<ReturnType<typeof registerWithToken>>, 'visitor'>) =>
  (await visitor.call(getSession, {})).data?.email_verified

test('a new user is mailed a link, and a welcome after opening it', async () => {
  const person = await registerWithToken()
  const [mail, ...others] = listMailsTo(person.email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Confirm your email for Longtake' })
  expect(mail?.html).toContain(`href="https://longtake.example/verify-email/${person.token}"`)
  expect(mail?.text).toContain(`https://longtake.example/verify-email/${person.token}`)
  expect(await isVerified(person)).toBe(false)
  expect((await verifyWith(person.token, person.visitor)).data).toEqual({ email: person.email, password_token: null })
  expect(await isVerified(person)).toBe(true)
  await runReactionsAndJobs()
  expect(listMailsTo(person.email).map(({ subject }) => subject)).toEqual([
    'Confirm your email for Longtake',
    'Welcome to Longtake',
  ])
  expect(shop.mail.sent.at(-1)?.text).toContain('https://longtake.example/account/notification-preferences/')
})

test('a link works once, for three days, and only in full', async () => {
  const { token } = await registerWithToken()
  await verifyWith(token)
  await expect(verifyWith(token)).rejects.toMatchObject({ status: 410, message: 'This link has been used already.' })
  const expired = await registerWithToken()
  shop.clock.advance(3 * 24 * 3_600_000)
  await expect(verifyWith(expired.token)).rejects.toMatchObject({ status: 410, message: 'This link is too old.' })
  await expect(verifyWith(expired.token.slice(0, 40))).rejects.toMatchObject({ status: 404 })
})

test('of twenty concurrent uses of one link, one succeeds and sends one welcome', async () => {
  const { token, email } = await registerWithToken()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => verifyWith(token)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await runReactionsAndJobs()
  expect(listMailsTo(email).filter(({ subject }) => subject.startsWith('Welcome'))).toHaveLength(1)
})

test('the link is mailed again, and earlier links end', async () => {
  const person = await registerWithToken()
  await person.visitor.call(mailVerification, {})
  await runReactionsAndJobs()
  expect(getLastToken()).not.toBe(person.token)
  await expect(verifyWith(person.token)).rejects.toMatchObject({ status: 404 })
  await verifyWith(getLastToken(), person.visitor)
  await expect(person.visitor.call(mailVerification, {})).rejects.toMatchObject({ status: 409 })
})

test('the link may be mailed five times per 15 minutes', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1' })
  try {
    const { visitor } = await registerPerson(limited)
    for (let i = 0; i < 5; i++) await visitor.call(mailVerification, {})
    await expect(visitor.call(mailVerification, {})).rejects.toMatchObject({ status: 429 })
    expect(limited.jobs.sent).toHaveLength(5)
  } finally {
    await limited.close()
  }
})

test('a password reset link verifies the email too', async () => {
  const person = await registerWithToken()
  const captcha = await createCaptchaProof(shop.deps, 'forgot_password')
  await shop.visitor().call(forgotPassword, { body: { email: person.email, captcha } })
  await runReactionsAndJobs()
  const token = /reset-password\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
  const password = 'Other-Horse-2'
  await shop.visitor().call(resetPassword, { params: { token }, body: { password, password_confirm: password } })
  await runReactionsAndJobs()
  expect(listMailsTo(person.email).map(({ subject }) => subject)).toContain('Welcome to Longtake')
  await expect(verifyWith(person.token)).rejects.toMatchObject({ status: 410 })
})

test('a link for an email that was changed since confirms nothing', async () => {
  const person = await registerWithToken()
  await shop.db
    .updateTable('users')
    .set({ email: `moved-${person.user.id}@people.example` })
    .where('id', '=', person.user.id)
    .execute()
  await expect(verifyWith(person.token)).rejects.toMatchObject({ status: 410 })
  expect(await isVerified(person)).toBe(false)
})

test('the database stores only hashes of links', async () => {
  const { token } = await registerWithToken()
  const rows = await shop.db.selectFrom('email_verifications').selectAll().execute()
  expect(token).toHaveLength(43)
  expect(JSON.stringify([rows, await shop.db.selectFrom('events').selectAll().execute()])).not.toContain(token)
})
