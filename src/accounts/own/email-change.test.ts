import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { EventName } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { good_password, registerPerson } from '../../../testing/builders/people.ts'
import { getSession, login } from '../contract.ts'
import { accountsReactions } from '../reactions.server.ts'
import { cancelEmailChange, confirmEmail, getDetails, requestEmailChange } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'https://longtake.example', DEMO: '1' })
})
beforeEach(async () => {
  shop.mail.sent.splice(0)
  await shop.db.deleteFrom('events').execute()
})
afterAll(() => shop.close())

/** Runs every reaction on the pending events. */
const runReactions = async () => {
  const events = await shop.db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
  await shop.db.deleteFrom('events').execute()
  for (const { name, payload } of events)
    for (const { event: to, handle: react } of accountsReactions(shop.deps))
      if (to === (name as EventName)) await react(payload as never)
}
const listMailsTo = (email: string) => shop.mail.sent.filter(({ to }) => to === email)
const extractToken = (text = '') => /confirm-email\?token=([\w-]{43})/.exec(text)?.[1] ?? ''

type RegisteredPerson = Awaited<ReturnType<typeof registerPerson>>
/** Registers a person and drops the events of the registration. */
const registerAlone = async (email?: string): Promise<RegisteredPerson> => {
  const person = await registerPerson(shop, email)
  await shop.db.deleteFrom('events').execute()
  return person
}
const requestChange = ({ visitor }: RegisteredPerson, email: string, password = good_password) =>
  visitor.call(requestEmailChange, { body: { email, password } })
const requestToken = async (person: RegisteredPerson, email: string) => {
  await requestChange(person, email)
  await runReactions()
  return extractToken(listMailsTo(email).at(-1)?.text)
}
const confirm = (token: string, visitor = shop.visitor()) => visitor.call(confirmEmail, { params: { token } })
const getEmail = async ({ visitor }: RegisteredPerson) => (await visitor.call(getSession, {})).data?.email

test('the link in the mail to the new email changes it on any device, and both emails get mails before and after', async () => {
  const person = await registerAlone('ada@people.example')
  const token = await requestToken(person, 'ada@new.example')
  expect(shop.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@new.example', 'Confirm your new email for Longtake'],
    ['ada@people.example', 'A new email for your Longtake account'],
  ])
  expect(listMailsTo('ada@new.example')[0]?.html).toContain(
    `https://longtake.example/account/details/confirm-email?token=${token}`,
  )
  expect(extractToken(listMailsTo('ada@people.example')[0]?.text)).toBe('')
  expect(await getEmail(person)).toBe('ada@people.example')
  expect((await person.visitor.call(getDetails, {})).data.pending_email?.email).toBe('ada@new.example')

  shop.mail.sent.splice(0)
  const otherBrowser = shop.visitor()
  await otherBrowser.call(login, { body: { login: 'ada@people.example', password: good_password } })
  await confirm(token, person.visitor)
  expect((await otherBrowser.call(getSession, {})).data).toBeNull()
  await runReactions()
  expect(await getEmail(person)).toBe('ada@new.example')
  expect((await person.visitor.call(getDetails, {})).data).toEqual({
    email: 'ada@new.example',
    email_verified: true,
    has_password: true,
    pending_email: null,
  })
  expect(shop.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@people.example', 'Your Longtake email was changed'],
    ['ada@new.example', 'Your Longtake email was changed'],
  ])
})

test('an email change needs the password and a different email', async () => {
  const person = await registerAlone()
  await expect(requestChange(person, 'x@new.example', 'Wrong-Horse-1')).rejects.toMatchObject({
    status: 422,
    errors: { password: ['This is not your password.'] },
  })
  await expect(requestChange(person, person.user.email.toUpperCase())).rejects.toMatchObject({
    errors: { email: ['This is your email already.'] },
  })
  await expect(requestChange(person, 'no email')).rejects.toMatchObject({
    errors: { email: ['Invalid email address.'] },
  })
  await runReactions()
  expect(shop.mail.sent).toEqual([])
})

test('only the owner of an email learns that it has an account', async () => {
  const [person, owner] = [await registerAlone(), await registerAlone()]
  const freeResponse = await requestChange(person, 'free@new.example')
  const takenResponse = await requestChange(person, owner.user.email)
  expect(Object.keys(takenResponse.data)).toEqual(Object.keys(freeResponse.data))
  await runReactions()
  expect(listMailsTo(owner.user.email).map(({ subject }) => subject)).toEqual(['You have a Longtake account already'])
  expect(extractToken(listMailsTo(owner.user.email)[0]?.text)).toBe('')
})

test('a link works once, for a day, and until it is canceled or replaced', async () => {
  const person = await registerAlone()
  const replacedToken = await requestToken(person, 'first@new.example')
  const canceledToken = await requestToken(person, 'second@new.example')
  await person.visitor.call(cancelEmailChange, {})
  for (const token of [replacedToken, canceledToken])
    await expect(confirm(token)).rejects.toMatchObject({ status: 410, message: expect.stringContaining('no longer') })
  const expiredToken = await requestToken(person, 'third@new.example')
  shop.clock.advance(24 * 3_600_000)
  await person.visitor.call(getSession, {})
  await expect(confirm(expiredToken)).rejects.toMatchObject({ status: 410, message: 'This link is too old.' })
  for (const invalidToken of [expiredToken.slice(1), 'none', `${expiredToken}.`])
    await expect(confirm(invalidToken)).rejects.toMatchObject({ status: 404 })
})

test('of twenty concurrent uses of one link, one succeeds', async () => {
  const person = await registerAlone()
  const token = await requestToken(person, 'race@new.example')
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(token)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 410 })
  await runReactions()
  expect(listMailsTo('race@new.example').filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1)
})

test('of two accounts that request one email, the first to confirm gets it', async () => {
  const [first, second] = [await registerAlone(), await registerAlone()]
  const tokens = [
    await requestToken(first, 'both@new.example'),
    await requestToken(second, 'both@new.example'),
  ] as const
  await confirm(tokens[1], second.visitor)
  await expect(confirm(tokens[0])).rejects.toMatchObject({
    status: 409,
    message: 'Another account has this email by now.',
  })
  expect([await getEmail(first), await getEmail(second)]).toEqual([first.user.email, 'both@new.example'])
})

test('a role that requires two-step sign-in keeps its email until a second step is set up', async () => {
  const person = await registerAlone()
  const giveRole = (platform_roles: number[]) =>
    shop.db.updateTable('users').set({ platform_roles }).where('id', '=', person.user.id).execute()
  const refusal = { status: 403, message: expect.stringContaining('two-step') }
  await giveRole([1, 3])
  await expect(requestChange(person, 'moved@people.example')).rejects.toMatchObject(refusal)
  await giveRole([1])
  const token = await requestToken(person, 'moved@people.example')
  await giveRole([1, 3])
  await expect(confirm(token, person.visitor)).rejects.toMatchObject(refusal)
  expect(await getEmail(person)).toBe(person.user.email)
  await giveRole([1])
  await confirm(token, person.visitor)
  expect(await getEmail(person)).toBe('moved@people.example')
})
