import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import { dispatchEvents } from '#platform/jobs/outbox.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember } from '../../testing/builders/orders.ts'
import { registerConfirmedPerson, confirmEmail, registerPerson } from '../../testing/builders/people.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { requestResearch, sendContact } from './contract.ts'
import { listTickets } from './inbox.server.ts'
import { ticketsReactions } from './reactions.server.ts'
import { purgeOldTickets } from './tickets.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ PUBLIC_URL: 'http://localhost:4900', CAPTCHA_KEYS: '0' })
})
beforeEach(async () => {
  await shop.db.deleteFrom('tickets').execute()
  await shop.db.deleteFrom('events').execute()
  shop.jobs.sent.splice(0)
  shop.mail.sent.splice(0)
})
afterAll(() => shop.close())

const message = 'Two clips of a harbor at night,\nfor a series. Can we get both as RAW?'
const contact = { name: 'Dana Reyes', email: 'dana@example.com', topic: 'licensing', message } as const
const research = { name: 'Dana Reyes', email: 'dana@example.com', project: 'Tidal', message, deadline: 'week' } as const

/** Dispatches events and runs their reactions, as the worker does. */
const runReactions = async (mail = shop.deps.mail) => {
  const reactions = ticketsReactions({ ...shop.deps, mail })
  await dispatchEvents(shop.db, shop.jobs, reactions, shop.clock.now())
  for (const { name, data } of shop.jobs.sent)
    await reactions.find(reaction => reaction.name === name)?.handle(data as { ticket_id: number })
}

test('a message becomes an open ticket, a mail to staff with the sender as reply-to, and a receipt', async () => {
  const { data } = await shop.visitor().call(sendContact, { body: { ...contact, email: '  dana@example.com ' } })
  expect(data).toEqual({ reference: expect.stringMatching(/^[0-9A-F]{8}$/), due_at: '2026-03-03T10:00:00.000Z' })
  expect(await listTickets(shop.db)).toMatchObject([
    { ...contact, ...data, due_at: new Date(data.due_at), kind: 'contact', state: 'open', user_id: null },
  ])
  await runReactions()
  const [toStaff, receipt] = shop.mail.sent
  expect(shop.mail.sent).toHaveLength(2)
  expect(toStaff).toMatchObject({ to: 'hello@longtake.example', reply_to: 'dana@example.com' })
  expect(toStaff?.subject).toBe(`[${data.reference}] Message by Tuesday, March 3`)
  for (const text of ['Dana Reyes', 'A license or a price', 'for a series. Can we get both as RAW?'])
    expect(toStaff?.text).toContain(text)
  expect(receipt).toMatchObject({ to: 'dana@example.com', subject: `We have your message (${data.reference})` })
  expect(receipt?.text).toContain('by Tuesday, March 3')
  expect(receipt?.text).toContain('http://localhost:4900/faq')
})

test.each(['1-800-805-6802', '+353 (1) 555 01 23', '089/123456'])('staff see the phone number %s', async phone => {
  await shop.visitor().call(sendContact, { body: { ...contact, phone: ` ${phone} ` } })
  await shop.visitor().call(requestResearch, { body: { ...research, phone } })
  expect((await listTickets(shop.db)).map(({ details }) => details['Phone'])).toEqual([phone, phone])
  await runReactions()
  const toStaff = shop.mail.sent.filter(({ to }) => to === 'hello@longtake.example')
  expect(toStaff).toHaveLength(2)
  for (const { text } of toStaff) expect(text).toContain(phone)
})

test('a receipt has no text of the sender, so that it cannot be used to send spam to others', async () => {
  const spam = 'Buy now at http://spam.example'
  await shop.visitor().call(sendContact, { body: { ...contact, name: spam, message: spam } })
  await shop.visitor().call(requestResearch, { body: { ...research, project: spam, name: spam, message: spam } })
  await runReactions()
  const receipts = shop.mail.sent.filter(({ to }) => to === 'dana@example.com')
  expect(receipts).toHaveLength(2)
  for (const { subject, text, html } of receipts) expect(subject + text + html).not.toMatch(/spam/i)
})

test('footage research has its project and deadline, belongs to the signed-in user, and is due in one business day', async () => {
  const buyer = await seedMember(shop)
  await confirmEmail(shop, { id: buyer.user_id, email: buyer.email })
  const { data } = await buyer.visitor.call(requestResearch, { body: research })
  expect(await listTickets(shop.db, { kind: 'footage_research' })).toMatchObject([
    {
      reference: data.reference,
      details: { Project: 'Tidal', 'Needed by': 'Within a week' },
      user_id: buyer.user_id,
      workspace_id: buyer.workspace_id,
    },
  ])
  expect(await listTickets(shop.db, { kind: 'contact' })).toEqual([])
  await runReactions()
  const receipt = shop.mail.sent.find(({ to }) => to === 'dana@example.com')
  expect(receipt?.text).toContain('delivered to your account within 1 business day: by Tuesday, March 3.')
})

test.each([
  [{}, { name: ['Name is required.'], email: ['Email is required.'], message: ['Message is required.'] }],
  [{ ...contact, name: ' \n ' }, { name: ['Name is required.'] }],
  [{ ...contact, email: ' ' }, { email: ['Email is required.'] }],
  [{ ...contact, email: 'dana@' }, { email: ['Invalid email address.'] }],
  [{ ...contact, topic: 'spam' }, { topic: ['This field is required'] }],
  [{ ...contact, phone: 'call me' }, { phone: ['Invalid phone number.'] }],
  [{ ...contact, phone: '12345' }, { phone: ['Invalid phone number.'] }],
  [{ ...contact, phone: '+1'.padEnd(20, '2') }, { phone: ['Invalid phone number.'] }],
  [{ ...contact, message: 'a'.repeat(5_001) }, { message: ['Message is too long. At most 5,000 characters, please.'] }],
])('%j is refused with a message for each field', async (body, errors) => {
  const response = await shop.visitor().send('/api/forms/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ errors })
  expect(await listTickets(shop.db)).toEqual([])
})

test('a filled honeypot gets the same response, and nothing is saved or sent', async () => {
  const website = 'http://spam.example'
  const responses = [
    await shop.visitor().call(sendContact, { body: { ...contact, website } }),
    await shop.visitor().call(requestResearch, { body: { ...research, website } }),
  ]
  for (const { data } of responses)
    expect(data).toEqual({ reference: expect.stringMatching(/^[0-9A-F]{8}$/), due_at: '2026-03-03T10:00:00.000Z' })
  await runReactions()
  expect([await listTickets(shop.db), shop.mail.sent]).toEqual([[], []])
})

test('line feeds stay only in a message, and a name cannot forge a header', async () => {
  await shop.visitor().call(sendContact, {
    body: { ...contact, name: 'Dana\r\nBcc: all@example.com', message: 'One\n\nTwo\u0000' },
  })
  expect(await listTickets(shop.db)).toMatchObject([{ name: 'Dana Bcc: all@example.com', message: 'One\n\nTwo' }])
})

test('each mail is sent once, even if its reaction runs again or 20 times concurrently', async () => {
  await shop.visitor().call(sendContact, { body: contact })
  await Promise.allSettled(Array.from({ length: 20 }, () => runReactions()))
  await runReactions()
  expect(shop.mail.sent.map(({ to }) => to).toSorted()).toEqual(['dana@example.com', 'hello@longtake.example'])
})

test('a mail that fails is retried', async () => {
  await shop.visitor().call(sendContact, { body: contact })
  const brokenMail = { ...shop.mail, send: () => Promise.reject(new Error('no answer')) }
  await expect(runReactions(brokenMail)).rejects.toThrow('no answer')
  await runReactions()
  expect(shop.mail.sent).toHaveLength(2)
})

test('closed tickets are deleted after two years, and open ones are not', async () => {
  await shop.visitor().call(sendContact, { body: contact })
  await shop.visitor().call(requestResearch, { body: research })
  const [first] = await listTickets(shop.db)
  await shop.db
    .updateTable('tickets')
    .set({ state: 'closed' })
    .where('id', '=', first?.id ?? 0)
    .execute()
  expect(await listTickets(shop.db)).toHaveLength(1)
  await purgeOldTickets(shop.db, new Date(shop.clock.now().getTime() + 731 * DAY_MS), 730)
  expect(await listTickets(shop.db, { state: 'closed' })).toEqual([])
  expect(await listTickets(shop.db)).toHaveLength(1)
})

test('one email can send five messages an hour from any address, and more later', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1', CAPTCHA_KEYS: '0' })
  let lastHost = 0
  const send = (email: string = contact.email) =>
    limited.app.inject({
      method: 'POST',
      url: '/api/forms/contact',
      headers: { 'sec-fetch-site': 'same-origin' },
      remoteAddress: `10.0.0.${(lastHost += 1)}`,
      payload: { ...contact, email },
    })
  for (let i = 0; i < 5; i += 1) expect((await send()).statusCode).toBe(200)
  const response = await send('DANA@example.com')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '3600'])
  expect(response.json()).toMatchObject({ message: expect.stringContaining('wait 60 minutes') })
  expect((await send('else@example.com')).statusCode).toBe(200)
  const responses = await Promise.all(Array.from({ length: 20 }, () => send('rush@example.com')))
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  limited.clock.advance(3_600_000)
  expect((await send()).statusCode).toBe(200)
  await limited.close()
})

test('an account with an unconfirmed email needs a captcha and can write only from that email', async () => {
  const strict = await openTestApp()
  try {
    const { visitor, user } = await registerPerson(strict)
    const send = (email: string, captcha?: string) =>
      visitor.call(sendContact, { body: { ...contact, email, captcha } })
    await expect(send(user.email)).rejects.toMatchObject({ status: 422, errors: { captcha: [expect.any(String)] } })
    await expect(send('victim@example.com', await solveCaptcha(visitor, 'contact'))).rejects.toMatchObject({
      status: 422,
      errors: { email: ['Please confirm your email first, or write from the email of your account.'] },
    })
    await send(user.email.toUpperCase(), await solveCaptcha(visitor, 'contact'))
    const confirmed = await registerConfirmedPerson(strict)
    await confirmed.visitor.call(sendContact, { body: contact })
    expect(await listTickets(strict.db)).toHaveLength(2)
  } finally {
    await strict.close()
  }
})

test('one account can send five messages an hour, whatever emails it names, even concurrently', async () => {
  const limited = await openTestApp({ CAPTCHA_KEYS: '0', RATE_LIMITS: '1' })
  try {
    const { visitor } = await registerConfirmedPerson(limited)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const send = (n: number) =>
      limited.app.inject({
        method: 'POST',
        url: '/api/forms/contact',
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        remoteAddress: `10.3.0.${n}`,
        payload: { ...contact, email: `person-${n}@example.com` },
      })
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n + 1)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
    limited.clock.advance(3_600_000)
    expect((await send(99)).statusCode).toBe(200)
  } finally {
    await limited.close()
  }
})
