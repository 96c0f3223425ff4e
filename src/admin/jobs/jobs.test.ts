/** What the shop does by itself, on the true queue: what was given up is shown, tried again once, put aside; news is handed on again once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import type { Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { answerNews, oncePerEvent } from '../../platform/event-mails.server.ts'
import { job, openJobs } from '../../platform/jobs.server.ts'
import type { Mailer } from '../../platform/mail.server.ts'
import { dispatch, jobOf, reaction, record } from '../../platform/outbox.server.ts'
import { listStaffLog } from '../log/contract.ts'
import {
  discardFailedJob,
  listFailedJobs,
  listJobs,
  listOutbox,
  replayNews,
  retryFailedJob,
  retryFailedJobs,
  type OutboxRow,
} from './contract.ts'

let shop: TestApp
let admin: Buyer
let fails = true
const seen: string[] = []

const work = async (name: string, data: object) => {
  seen.push(`${name} ${JSON.stringify(data)}`)
  if (fails) throw new Error('mail to nora@example.com refused, token=abc123, by /send?to=nora')
}
const mail = reaction('probe.mail', 'order.placed', data => work('mail', data))
const welcome = reaction('probe.welcome', 'user.registered', async ({ user_id }) => {
  for (const to of ['nora@example.com', 'ines@example.com', 'Nora@example.com'])
    await shop.mail.send({ to, subject: `Welcome ${user_id}`, text: '', html: '' })
  if (fails) throw new Error('something after the mails')
})
const index = reaction('probe.index', 'order.placed', async ({ order_id }) => void seen.push(`index ${order_id}`))
const reactions = [mail, index, welcome]

beforeAll(async () => {
  // Without retries, what fails is given up at once.
  shop = await openTestApp({}, { queue: database => openJobs(database, { retryLimit: 0 }) })
  admin = await aStaff(shop, 'platform_admin')
  await shop.jobs.start(
    [
      ...reactions.map(jobOf),
      job('probe.one', data => work('one', data)),
      job('probe.other', data => work('other', data)),
      job('probe.nightly', async () => {}, '7 3 * * *'),
    ],
    { works: true },
  )
})
beforeEach(() => {
  fails = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => void seen.splice(0))
afterAll(async () => {
  await shop.jobs.stop()
  await shop.close()
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 25_000, interval: 100 })
const failed = async (name: string) => (await admin.visitor.call(listFailedJobs, { query: { name } })).data
/** Sends them, and waits until each was given up. */
const giveUp = async (name: string, ...all: object[]) => {
  for (const data of all) await shop.jobs.send(name, data)
  await until(async () => expect(await failed(name)).toHaveLength(all.length))
  seen.splice(0)
  return failed(name)
}
const queue = async (name: string) => (await admin.visitor.call(listJobs, {})).data.find(one => one.name === name)
const logged = async (about: 'job' | 'event', key: string) =>
  (await admin.visitor.call(listStaffLog, { query: { about, key } })).data
/** How many of twenty at once were let through; all others were told that somebody was quicker. */
const pressedAtOnce = async (press: () => Promise<unknown>) => {
  const all = await Promise.allSettled(Array.from({ length: 20 }, press))
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  return all.filter(({ status }) => status === 'fulfilled').length
}

test('a job that was given up is shown with its tries, its error and what it was about, without secrets; put aside, it is gone once, and the log keeps what it was', async () => {
  const [row] = await giveUp('probe.one', {
    order_id: 5,
    email: 'nora@example.com',
    token: 'abc123',
    note: `for nora@example.com ${'x'.repeat(500)}`,
  })
  expect(row).toEqual({
    id: expect.any(String),
    name: 'probe.one',
    sent_at: expect.any(String),
    failed_at: expect.any(String),
    tries: 1,
    error: 'mail to …@… refused, token=…, by /send',
    facts: expect.arrayContaining([
      { field: 'order_id', value: '5' },
      { field: 'email', value: '…' },
      { field: 'token', value: '…' },
      { field: 'note', value: `for …@… ${'x'.repeat(112)}` },
    ]),
    event_id: null,
  })
  expect(await queue('probe.one')).toMatchObject({ failed: 1, waiting: 0, ended_well: false })
  const params = { id: row?.id ?? '' }
  const discard = (reason: string) => admin.visitor.call(discardFailedJob, { params, body: { reason } })
  await expect(discard(' ')).rejects.toMatchObject({ status: 422, errors: { reason: ['Reason is required'] } })
  expect(await pressedAtOnce(() => discard('The order was a test'))).toBe(1)
  expect(await failed('probe.one')).toEqual([])
  expect(await queue('probe.one')).toMatchObject({ failed: 0 })
  const [entry, ...more] = await logged('job', 'probe.one')
  expect(more).toEqual([])
  expect(entry).toMatchObject({ action: 'Put aside', reason: 'The order was a test', staff_email: admin.email })
  expect(JSON.stringify(entry)).toContain('order_id 5')
  expect(JSON.stringify(entry)).not.toMatch(/nora@|abc123/)
})

test('of twenty who press at once, one has it tried again: it runs once and is gone', async () => {
  const [row] = await giveUp('probe.other', { order_id: 7 })
  fails = false
  const retry = () => admin.visitor.call(retryFailedJob, { params: { id: row?.id ?? '' } })
  expect(await pressedAtOnce(retry)).toBe(1)
  await until(async () => expect(await queue('probe.other')).toMatchObject({ done: 1, failed: 0, ended_well: true }))
  expect(seen).toEqual(['other {"order_id":7}'])
  await expect(retry()).rejects.toMatchObject({ status: 409 })
  expect((await logged('job', 'probe.other')).map(({ action }) => action)).toEqual(['Tried again'])
})

test('all of a kind are tried again, each once, however many ask; those of another kind stay', async () => {
  await giveUp('probe.one', { order_id: 1 }, { order_id: 2 }, { order_id: 3 })
  await giveUp('probe.other', { order_id: 4 })
  fails = false
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => admin.visitor.call(retryFailedJobs, { body: { name: 'probe.one' } })),
  )
  const moved = answers.map(one => (one.status === 'fulfilled' ? one.value.data.moved : 0))
  expect(moved.reduce((sum, n) => sum + n)).toBe(3)
  await until(() => expect(seen).toHaveLength(3))
  expect(seen.toSorted()).toEqual([1, 2, 3].map(n => `one {"order_id":${n}}`))
  expect(await failed('probe.one')).toEqual([])
  expect(await failed('probe.other')).toHaveLength(1)
})

test('what comes round by the clock says when it does next', async () => {
  expect(await queue('probe.nightly')).toMatchObject({
    schedule: '7 3 * * *',
    next_at: expect.stringMatching(/T03:07:00\.000Z$/),
    ended_at: null,
    ended_well: null,
  })
})

const place = (order_id: number) => shop.db.transaction().execute(trx => record(trx, 'order.placed', { order_id }))
const pass = () => dispatch(shop.db, shop.jobs, reactions, shop.clock.now())
const news = async (query: { every?: 'yes'; name?: string }) =>
  (await admin.visitor.call(listOutbox, { query: { name: 'order.placed', ...query } })).data
const replayOf =
  (row: OutboxRow | undefined, only_failed: boolean, mails_again = false) =>
  () =>
    admin.visitor.call(replayNews, {
      params: { id: String(row?.id) },
      body: { seen_dispatched_at: row?.dispatched_at ?? '', only_failed, mails_again },
    })

test('of news a reaction was given up: it is shown, and one of twenty has that reaction tried again, and no other', async () => {
  await place(9)
  await pass()
  await until(async () => expect(await news({})).toMatchObject([{ failed: ['probe.mail'] }]))
  const [row] = await news({})
  expect(row).toMatchObject({ name: 'order.placed', facts: [{ field: 'order_id', value: '9' }] })
  expect(await failed('probe.mail')).toMatchObject([{ event_id: row?.id }])
  await until(() => expect(seen.toSorted()).toEqual(['index 9', 'mail {"order_id":9}']))
  fails = false
  const replay = replayOf(row, true)
  expect(await pressedAtOnce(replay)).toBe(1)
  await until(() => expect(seen).toHaveLength(3))
  expect(seen.at(-1)).toBe('mail {"order_id":9}')
  expect(await news({})).toEqual([])
  await expect(replay()).rejects.toMatchObject({ status: 409 })
  expect(await pass()).toBe(0)
  const log = await logged('event', String(row?.id))
  expect(log).toMatchObject([{ action: 'Tried its reactions again', staff_email: admin.email }])
})

test('news that arrived is handed on again by one of twenty, to every reaction once more', async () => {
  fails = false
  await place(10)
  await pass()
  await until(() => expect(seen).toHaveLength(2))
  const [row] = await news({ every: 'yes' })
  expect(row).toMatchObject({ facts: [{ field: 'order_id', value: '10' }], failed: [] })
  shop.clock.advance(1_000)
  const replay = replayOf(row, false)
  expect(await pressedAtOnce(replay)).toBe(1)
  // Who presses late saw what was, and is told so, also when it was handed on in between.
  expect(await pass()).toBe(1)
  await expect(replay()).rejects.toMatchObject({ status: 409 })
  expect(await pass()).toBe(0)
  await until(() => expect(seen).toHaveLength(4))
  expect(seen.slice(2).toSorted()).toEqual(['index 10', 'mail {"order_id":10}'])
  expect(await logged('event', String(row?.id))).toMatchObject([{ action: 'Handed on again' }])
  await expect(replayOf({ ...row, id: 999_999 } as OutboxRow, false)()).rejects.toMatchObject({ status: 404 })
})

test('news that is handed on again sends none of its mails twice, unless whoever does it says so', async () => {
  const sent = () => shop.mail.sent.filter(({ subject }) => subject === 'Welcome 77').map(({ to }) => to)
  const all = ['nora@example.com', 'ines@example.com', 'Nora@example.com']
  await shop.db.transaction().execute(trx => record(trx, 'user.registered', { user_id: 77 }))
  const known = async () => (await news({ every: 'yes', name: 'user.registered' }))[0]
  const runs = async () => {
    const welcomed = await queue('probe.welcome')
    return (welcomed?.done ?? 0) + (welcomed?.failed ?? 0)
  }
  await pass()
  await until(async () => expect(await known()).toMatchObject({ failed: ['probe.welcome'] }))
  expect(sent()).toEqual(all)
  // What failed after its mails, tried again, and all of it handed on again: nobody is written to a second time.
  fails = false
  await replayOf(await known(), true)()
  await until(async () => expect(await queue('probe.welcome')).toMatchObject({ done: 1, failed: 0 }))
  shop.clock.advance(1_000)
  await replayOf(await known(), false)()
  expect(await pass()).toBe(1)
  await until(async () => expect(await runs()).toBe(2))
  expect(sent()).toEqual(all)
  shop.clock.advance(1_000)
  await replayOf(await known(), false, true)()
  expect(await pass()).toBe(1)
  await until(async () => expect(await runs()).toBe(3))
  expect(sent()).toEqual([...all, ...all])
  expect((await logged('event', String((await known())?.id))).map(({ action }) => action)).toEqual([
    'Handed on again, with its mails',
    'Handed on again',
    'Tried its reactions again',
  ])
  const kept = await shop.db.selectFrom('event_mails').selectAll().execute()
  expect(JSON.stringify(kept)).not.toMatch(/nora|ines/i)
})

test('of twenty workers at once one sends the mail, and one that the mail server refused is sent by the next try', async () => {
  const [event] = await shop.db
    .insertInto('events')
    .values({ name: 'user.registered', payload: '{"user_id":78}', dispatched_at: shop.clock.now() })
    .returning('id')
    .execute()
  const answer = () =>
    answerNews(event?.id ?? 0, 'probe.twenty', () =>
      shop.mail.send({ to: 'sam@example.com', subject: 'Once', text: '', html: '' }),
    )
  const once = () => shop.mail.sent.filter(({ subject }) => subject === 'Once')
  const said = await Promise.allSettled(Array.from({ length: 20 }, answer))
  expect(said.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(once()).toHaveLength(1)
  const away = {
    send: () => Promise.reject(new Error('The mail server is away')),
    wasSent: async () => false,
    close: () => {},
  }
  const later = (mailer: Mailer) =>
    answerNews(event?.id ?? 0, 'probe.later', () =>
      oncePerEvent(shop, mailer).send({ to: 'sam@example.com', subject: 'Once', text: '', html: '' }),
    )
  await expect(later(away)).rejects.toThrow('away')
  await later(shop.mail)
  await later(shop.mail)
  expect(once()).toHaveLength(2)
})

test('news that nobody takes on is shown as stuck after a minute', async () => {
  await shop.db
    .insertInto('events')
    .values({ name: 'clip.changed', payload: '{"clip_id":3}', recorded_at: new Date(0) })
    .execute()
  const { data } = await admin.visitor.call(listOutbox, { query: { name: 'clip.changed' } })
  expect(data).toMatchObject([{ dispatched_at: null, failed: [], facts: [{ field: 'clip_id', value: '3' }] }])
})
