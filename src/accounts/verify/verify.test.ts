import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { newcomer } from '../../../testing/builders/people.ts'
import { proofFor } from '../../../testing/proof.ts'
import { dispatch } from '../../platform/outbox.server.ts'
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

/** What the workers do with news and jobs, until nothing is left. */
const workOff = async () => {
  const reactions = accountsReactions(shop.deps)
  do {
    for (const { name, data } of shop.jobs.sent.splice(0)) {
      await reactions.find(one => one.name === name)?.react(data as never)
      await accountsJobs(shop.deps)
        .find(one => one.name === name)
        ?.run(data)
    }
  } while ((await dispatch(shop.db, shop.jobs, reactions, shop.clock.now())) > 0)
  for (const { name, data } of shop.jobs.sent.splice(0))
    await reactions.find(one => one.name === name)?.react(data as never)
}
const mailsTo = (email: string) => shop.mail.sent.filter(({ to }) => to === email)
const lastToken = () => /verify-email\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
const verify = (token: string, visitor = shop.visitor()) => visitor.call(verifyEmail, { params: { token } })

const registered = async () => {
  const person = await newcomer(shop)
  await workOff()
  return { ...person, email: person.user.email, token: lastToken() }
}
const isVerified = async ({ visitor }: Pick<Awaited<ReturnType<typeof registered>>, 'visitor'>) =>
  (await visitor.call(getSession, {})).data?.email_verified

test('whoever registers is mailed a link, and once it was opened a welcome', async () => {
  const person = await registered()
  const [mail, ...others] = mailsTo(person.email)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'Confirm your email for Longtake' })
  expect(mail?.html).toContain(`href="https://longtake.example/verify-email/${person.token}"`)
  expect(mail?.text).toContain(`https://longtake.example/verify-email/${person.token}`)
  expect(await isVerified(person)).toBe(false)
  expect((await verify(person.token, person.visitor)).data).toEqual({ email: person.email, password_token: null })
  expect(await isVerified(person)).toBe(true)
  await workOff()
  expect(mailsTo(person.email).map(({ subject }) => subject)).toEqual([
    'Confirm your email for Longtake',
    'Welcome to Longtake',
  ])
  expect(shop.mail.sent.at(-1)?.text).toContain('https://longtake.example/account/notification-preferences/')
})

test('a link works once, for three days, and only whole', async () => {
  const { token } = await registered()
  await verify(token)
  await expect(verify(token)).rejects.toMatchObject({ status: 410, message: 'This link has been used already.' })
  const late = await registered()
  shop.clock.advance(3 * 24 * 3_600_000)
  await expect(verify(late.token)).rejects.toMatchObject({ status: 410, message: 'This link is too old.' })
  await expect(verify(late.token.slice(0, 40))).rejects.toMatchObject({ status: 404 })
})

test('twenty open a link at once: it works once, and one welcome is written', async () => {
  const { token, email } = await registered()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => verify(token)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await workOff()
  expect(mailsTo(email).filter(({ subject }) => subject.startsWith('Welcome'))).toHaveLength(1)
})

test('the link is mailed again, and those before it end', async () => {
  const person = await registered()
  await person.visitor.call(mailVerification, {})
  await workOff()
  expect(lastToken()).not.toBe(person.token)
  await expect(verify(person.token)).rejects.toMatchObject({ status: 404 })
  await verify(lastToken(), person.visitor)
  await expect(person.visitor.call(mailVerification, {})).rejects.toMatchObject({ status: 409 })
})

test('it is mailed five times in a quarter of an hour, then no more', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1' })
  try {
    const { visitor } = await newcomer(limited)
    for (let i = 0; i < 5; i++) await visitor.call(mailVerification, {})
    await expect(visitor.call(mailVerification, {})).rejects.toMatchObject({ status: 429 })
    expect(limited.jobs.sent).toHaveLength(5)
  } finally {
    await limited.close()
  }
})

test('a link for a new password shows as well that mail arrives', async () => {
  const person = await registered()
  const captcha = await proofFor(shop.deps, 'forgot_password')
  await shop.visitor().call(forgotPassword, { body: { email: person.email, captcha } })
  await workOff()
  const token = /reset-password\/([\w-]{43})/.exec(shop.mail.sent.at(-1)?.text ?? '')?.[1] ?? ''
  const password = 'Other-Horse-2'
  await shop.visitor().call(resetPassword, { params: { token }, body: { password, password_confirm: password } })
  await workOff()
  expect(mailsTo(person.email).map(({ subject }) => subject)).toContain('Welcome to Longtake')
  await expect(verify(person.token)).rejects.toMatchObject({ status: 410 })
})

test('a link for an email that is no longer theirs confirms nothing', async () => {
  const person = await registered()
  await shop.db
    .updateTable('users')
    .set({ email: `moved-${person.user.id}@people.example` })
    .where('id', '=', person.user.id)
    .execute()
  await expect(verify(person.token)).rejects.toMatchObject({ status: 410 })
  expect(await isVerified(person)).toBe(false)
})

test('only hashes of links rest in the database', async () => {
  const { token } = await registered()
  const rows = await shop.db.selectFrom('email_verifications').selectAll().execute()
  expect(token).toHaveLength(43)
  expect(JSON.stringify([rows, await shop.db.selectFrom('events').selectAll().execute()])).not.toContain(token)
})
