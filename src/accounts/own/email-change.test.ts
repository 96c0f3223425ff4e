import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { good_password, newcomer } from '../../../testing/builders/people.ts'
import type { EventName } from '../../platform/outbox.server.ts'
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

/** Lets every reaction have the news that waits. */
const spread = async () => {
  const news = await shop.db.selectFrom('events').select(['name', 'payload']).orderBy('id').execute()
  await shop.db.deleteFrom('events').execute()
  for (const { name, payload } of news)
    for (const { to, react } of accountsReactions(shop.deps))
      if (to === (name as EventName)) await react(payload as never)
}
const mailsTo = (email: string) => shop.mail.sent.filter(({ to }) => to === email)
const tokenIn = (text = '') => /confirm-email\?token=([\w-]{43})/.exec(text)?.[1] ?? ''

type Person = Awaited<ReturnType<typeof newcomer>>
/** Somebody who has had the mails of a new account. */
const somebody = async (email?: string): Promise<Person> => {
  const person = await newcomer(shop, email)
  await shop.db.deleteFrom('events').execute()
  return person
}
const ask = ({ visitor }: Person, email: string, password = good_password) =>
  visitor.call(requestEmailChange, { body: { email, password } })
const askedFor = async (person: Person, email: string) => {
  await ask(person, email)
  await spread()
  return tokenIn(mailsTo(email).at(-1)?.text)
}
const confirm = (token: string, visitor = shop.visitor()) => visitor.call(confirmEmail, { params: { token } })
const emailOf = async ({ visitor }: Person) => (await visitor.call(getSession, {})).data?.email

test('the link that went to the new email changes it, on any device; both emails are told, before and after', async () => {
  const person = await somebody('ada@people.example')
  const token = await askedFor(person, 'ada@new.example')
  expect(shop.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ada@new.example', 'Confirm your new email for Longtake'],
    ['ada@people.example', 'A new email for your Longtake account'],
  ])
  expect(mailsTo('ada@new.example')[0]?.html).toContain(
    `https://longtake.example/account/details/confirm-email?token=${token}`,
  )
  expect(tokenIn(mailsTo('ada@people.example')[0]?.text)).toBe('')
  expect(await emailOf(person)).toBe('ada@people.example')
  expect((await person.visitor.call(getDetails, {})).data.pending_email?.email).toBe('ada@new.example')

  shop.mail.sent.splice(0)
  const elsewhere = shop.visitor()
  await elsewhere.call(login, { body: { login: 'ada@people.example', password: good_password } })
  await confirm(token, person.visitor)
  expect((await elsewhere.call(getSession, {})).data).toBeNull()
  await spread()
  expect(await emailOf(person)).toBe('ada@new.example')
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

test('it asks for the password, and for an email that is another', async () => {
  const person = await somebody()
  await expect(ask(person, 'x@new.example', 'Wrong-Horse-1')).rejects.toMatchObject({
    status: 422,
    errors: { password: ['This is not your password.'] },
  })
  await expect(ask(person, person.user.email.toUpperCase())).rejects.toMatchObject({
    errors: { email: ['This is your email already.'] },
  })
  await expect(ask(person, 'no email')).rejects.toMatchObject({ errors: { email: ['Invalid email address.'] } })
  await spread()
  expect(shop.mail.sent).toEqual([])
})

test('whether an email has an account is told to its owner alone', async () => {
  const [person, owner] = [await somebody(), await somebody()]
  const free = await ask(person, 'free@new.example')
  const taken = await ask(person, owner.user.email)
  expect(Object.keys(taken.data)).toEqual(Object.keys(free.data))
  await spread()
  expect(mailsTo(owner.user.email).map(({ subject }) => subject)).toEqual(['You have a Longtake account already'])
  expect(tokenIn(mailsTo(owner.user.email)[0]?.text)).toBe('')
})

test('a link works once, for a day, whole, until it is taken back or replaced', async () => {
  const person = await somebody()
  const replaced = await askedFor(person, 'first@new.example')
  const withdrawn = await askedFor(person, 'second@new.example')
  await person.visitor.call(cancelEmailChange, {})
  for (const token of [replaced, withdrawn])
    await expect(confirm(token)).rejects.toMatchObject({ status: 410, message: expect.stringContaining('no longer') })
  const old = await askedFor(person, 'third@new.example')
  shop.clock.advance(24 * 3_600_000)
  await person.visitor.call(getSession, {})
  await expect(confirm(old)).rejects.toMatchObject({ status: 410, message: 'This link is too old.' })
  for (const wrong of [old.slice(1), 'none', `${old}.`])
    await expect(confirm(wrong)).rejects.toMatchObject({ status: 404 })
})

test('of twenty who use one link at once, one wins', async () => {
  const person = await somebody()
  const token = await askedFor(person, 'race@new.example')
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => confirm(token)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 410 })
  await spread()
  expect(mailsTo('race@new.example').filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1)
})

test('of two who want one email, the first to confirm gets it', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const tokens = [await askedFor(one, 'both@new.example'), await askedFor(other, 'both@new.example')] as const
  await confirm(tokens[1], other.visitor)
  await expect(confirm(tokens[0])).rejects.toMatchObject({
    status: 409,
    message: 'Another account has this email by now.',
  })
  expect([await emailOf(one), await emailOf(other)]).toEqual([one.user.email, 'both@new.example'])
})

test('a role that needs two-step sign-in keeps its email until a second step is set up', async () => {
  const person = await somebody()
  const giveRole = (platform_roles: number[]) =>
    shop.db.updateTable('users').set({ platform_roles }).where('id', '=', person.user.id).execute()
  const refusal = { status: 403, message: expect.stringContaining('two-step') }
  await giveRole([1, 3])
  await expect(ask(person, 'moved@people.example')).rejects.toMatchObject(refusal)
  await giveRole([1])
  const token = await askedFor(person, 'moved@people.example')
  await giveRole([1, 3])
  await expect(confirm(token, person.visitor)).rejects.toMatchObject(refusal)
  expect(await emailOf(person)).toBe(person.user.email)
  await giveRole([1])
  await confirm(token, person.visitor)
  expect(await emailOf(person)).toBe('moved@people.example')
})
