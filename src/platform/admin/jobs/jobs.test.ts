/** The jobs page on a real queue: failed jobs are listed, retried once and discarded, and events are replayed once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Buyer } from '../../../../testing/builders/orders.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { listStaffAuditLog } from '../../audit/audit-log-contract.ts'
import { job, openJobs } from '../../jobs/jobs.server.ts'
import { dispatchEvents, createReactionJobs, reaction, recordEvent } from '../../jobs/outbox.server.ts'
import { createEventMailer } from '../../mail/event-mails.server.ts'
import type { Mailer } from '../../mail/mail.server.ts'
import {
  discardFailedJob,
  listFailedJobs,
  listJobs,
  listOutbox,
  replayEvent,
  retryFailedJob,
  retryFailedJobs,
  type OutboxRow,
} from './contract.ts'

let shop: TestApp
let admin: Buyer
let fails = true
const calls: string[] = []

const runProbe = async (name: string, data: object) => {
  calls.push(`${name} ${JSON.stringify(data)}`)
  if (fails) throw new Error('mail to nora@example.com refused, token=abc123, by /send?to=nora')
}
const mailReaction = reaction('probe.mail', 'order.placed', data => runProbe('mail', data))
const welcomeReaction = ({ mail }: { mail: Mailer }) =>
  reaction('probe.welcome', 'user.registered', async ({ user_id }) => {
    for (const to of ['nora@example.com', 'ines@example.com', 'Nora@example.com'])
      await mail.send({ to, content: async () => ({ subject: `Welcome ${user_id}`, text: '', html: '' }) })
    if (fails) throw new Error('something after the mails')
  })
const indexReaction = reaction(
  'probe.index',
  'order.placed',
  async ({ order_id }) => void calls.push(`index ${order_id}`),
)
const listReactions = (deps: { mail: Mailer }) => [mailReaction, indexReaction, welcomeReaction(deps)]

beforeAll(async () => {
  // Without retries, a job fails at once.
  shop = await openTestApp({}, { queue: database => openJobs(database, { retryLimit: 0 }) })
  admin = await seedStaff(shop, 'platform_admin')
  await shop.jobs.start(
    [
      ...createReactionJobs(shop.deps, listReactions),
      job('probe.one', data => runProbe('one', data)),
      job('probe.other', data => runProbe('other', data)),
      job('probe.nightly', async () => {}, '7 3 * * *'),
    ],
    { isWorker: true },
  )
})
beforeEach(() => {
  fails = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => void calls.splice(0))
afterAll(async () => {
  await shop.jobs.stop()
  await shop.close()
})

const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 100 })
const listFailed = async (name: string) => (await admin.visitor.call(listFailedJobs, { query: { name } })).data
/** Sends the jobs and waits until each one has failed. */
const failJobs = async (name: string, ...payloads: object[]) => {
  for (const data of payloads) await shop.jobs.send(name, data)
  await waitUntil(async () => expect(await listFailed(name)).toHaveLength(payloads.length))
  calls.splice(0)
  return listFailed(name)
}
const loadQueue = async (name: string) => (await admin.visitor.call(listJobs, {})).data.find(row => row.name === name)
const listLogged = async (about: 'job' | 'event', key: string) =>
  (await admin.visitor.call(listStaffAuditLog, { query: { about, key } })).data
/** Calls `press` twenty times at once, and returns how many succeeded; the others got a 409. */
const countSuccesses = async (request: () => Promise<unknown>) => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, request))
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('a failed job is shown with its tries, error and payload without secrets; it is discarded once, and the audit log keeps its payload', async () => {
  const [row] = await failJobs('probe.one', {
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
  expect(await loadQueue('probe.one')).toMatchObject({ failed: 1, waiting: 0, succeeded: false })
  const params = { id: row?.id ?? '' }
  const discard = (reason: string) => admin.visitor.call(discardFailedJob, { params, body: { reason } })
  await expect(discard(' ')).rejects.toMatchObject({ status: 422, errors: { reason: ['Reason is required'] } })
  expect(await countSuccesses(() => discard('The order was a test'))).toBe(1)
  expect(await listFailed('probe.one')).toEqual([])
  expect(await loadQueue('probe.one')).toMatchObject({ failed: 0 })
  const [entry, ...others] = await listLogged('job', 'probe.one')
  expect(others).toEqual([])
  expect(entry).toMatchObject({ action: 'discarded', reason: 'The order was a test', staff_email: admin.email })
  expect(JSON.stringify(entry)).toContain('order_id 5')
  expect(JSON.stringify(entry)).not.toMatch(/nora@|abc123/)
})

test('of twenty simultaneous retries of a job one succeeds: the job runs once and leaves the list', async () => {
  const [row] = await failJobs('probe.other', { order_id: 7 })
  fails = false
  const retry = () => admin.visitor.call(retryFailedJob, { params: { id: row?.id ?? '' } })
  expect(await countSuccesses(retry)).toBe(1)
  await waitUntil(async () =>
    expect(await loadQueue('probe.other')).toMatchObject({ done: 1, failed: 0, succeeded: true }),
  )
  expect(calls).toEqual(['other {"order_id":7}'])
  await expect(retry()).rejects.toMatchObject({ status: 409 })
  expect((await listLogged('job', 'probe.other')).map(({ action }) => action)).toEqual(['retried'])
})

test('retrying a kind retries each of its jobs once, and leaves jobs of another kind', async () => {
  await failJobs('probe.one', { order_id: 1 }, { order_id: 2 }, { order_id: 3 })
  await failJobs('probe.other', { order_id: 4 })
  fails = false
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => admin.visitor.call(retryFailedJobs, { body: { name: 'probe.one' } })),
  )
  const moved = results.map(result => (result.status === 'fulfilled' ? result.value.data.moved : 0))
  expect(moved.reduce((sum, n) => sum + n)).toBe(3)
  await waitUntil(() => expect(calls).toHaveLength(3))
  expect(calls.toSorted()).toEqual([1, 2, 3].map(n => `one {"order_id":${n}}`))
  expect(await listFailed('probe.one')).toEqual([])
  expect(await listFailed('probe.other')).toHaveLength(1)
})

test('a scheduled job shows its next run', async () => {
  expect(await loadQueue('probe.nightly')).toMatchObject({
    schedule: '7 3 * * *',
    next_at: expect.stringMatching(/T03:07:00\.000Z$/),
    ended_at: null,
    succeeded: null,
  })
})

const placeOrder = (order_id: number) =>
  shop.db.transaction().execute(trx => recordEvent(trx, 'order.placed', { order_id }))
const dispatchAll = () => dispatchEvents(shop.db, shop.jobs, listReactions(shop.deps), shop.clock.now())
const listEvents = async (query: { every?: 'yes'; name?: string }) =>
  (await admin.visitor.call(listOutbox, { query: { name: 'order.placed', ...query } })).data
const replayer =
  (row: OutboxRow | undefined, only_failed: boolean, resend_mails = false) =>
  () =>
    admin.visitor.call(replayEvent, {
      params: { id: String(row?.id) },
      body: { last_dispatched_at: row?.dispatched_at ?? '', only_failed, resend_mails },
    })

test('an event with a failed reaction is listed, and one of twenty simultaneous retries reruns only that reaction', async () => {
  await placeOrder(9)
  await dispatchAll()
  await waitUntil(async () => expect(await listEvents({})).toMatchObject([{ failed: ['probe.mail'] }]))
  const [row] = await listEvents({})
  expect(row).toMatchObject({ name: 'order.placed', facts: [{ field: 'order_id', value: '9' }] })
  expect(await listFailed('probe.mail')).toMatchObject([{ event_id: row?.id }])
  await waitUntil(() => expect(calls.toSorted()).toEqual(['index 9', 'mail {"order_id":9}']))
  fails = false
  const replay = replayer(row, true)
  expect(await countSuccesses(replay)).toBe(1)
  await waitUntil(() => expect(calls).toHaveLength(3))
  expect(calls.at(-1)).toBe('mail {"order_id":9}')
  expect(await listEvents({})).toEqual([])
  await expect(replay()).rejects.toMatchObject({ status: 409 })
  expect(await dispatchAll()).toBe(0)
  const log = await listLogged('event', String(row?.id))
  expect(log).toMatchObject([{ action: 'reactions_retried', staff_email: admin.email }])
})

test('one of twenty simultaneous replays of a delivered event succeeds and runs every reaction again', async () => {
  fails = false
  await placeOrder(10)
  await dispatchAll()
  await waitUntil(() => expect(calls).toHaveLength(2))
  const [row] = await listEvents({ every: 'yes' })
  expect(row).toMatchObject({ facts: [{ field: 'order_id', value: '10' }], failed: [] })
  shop.clock.advance(1_000)
  const replay = replayer(row, false)
  expect(await countSuccesses(replay)).toBe(1)
  // A request with an outdated dispatch time is refused, even if the event was dispatched in between.
  expect(await dispatchAll()).toBe(1)
  await expect(replay()).rejects.toMatchObject({ status: 409 })
  expect(await dispatchAll()).toBe(0)
  await waitUntil(() => expect(calls).toHaveLength(4))
  expect(calls.slice(2).toSorted()).toEqual(['index 10', 'mail {"order_id":10}'])
  expect(await listLogged('event', String(row?.id))).toMatchObject([{ action: 'replayed' }])
  await expect(replayer({ ...row, id: 999_999 } as OutboxRow, false)()).rejects.toMatchObject({ status: 404 })
})

test('a replayed event sends none of its mails again, unless the request asks for it', async () => {
  const sent = () => shop.mail.sent.filter(({ subject }) => subject === 'Welcome 77').map(({ to }) => to)
  const recipients = ['nora@example.com', 'ines@example.com', 'Nora@example.com']
  await shop.db.transaction().execute(trx => recordEvent(trx, 'user.registered', { user_id: 77 }))
  const loadEvent = async () => (await listEvents({ every: 'yes', name: 'user.registered' }))[0]
  const countRuns = async () => {
    const welcomeQueue = await loadQueue('probe.welcome')
    return (welcomeQueue?.done ?? 0) + (welcomeQueue?.failed ?? 0)
  }
  await dispatchAll()
  await waitUntil(async () => expect(await loadEvent()).toMatchObject({ failed: ['probe.welcome'] }))
  expect(sent()).toEqual(recipients)
  // The reaction failed after its mails. Neither its retry nor a replay mails anyone a second time.
  fails = false
  await replayer(await loadEvent(), true)()
  await waitUntil(async () => expect(await loadQueue('probe.welcome')).toMatchObject({ done: 1, failed: 0 }))
  shop.clock.advance(1_000)
  await replayer(await loadEvent(), false)()
  expect(await dispatchAll()).toBe(1)
  await waitUntil(async () => expect(await countRuns()).toBe(2))
  expect(sent()).toEqual(recipients)
  shop.clock.advance(1_000)
  await replayer(await loadEvent(), false, true)()
  expect(await dispatchAll()).toBe(1)
  await waitUntil(async () => expect(await countRuns()).toBe(3))
  expect(sent()).toEqual([...recipients, ...recipients])
  expect((await listLogged('event', String((await loadEvent())?.id))).map(({ action }) => action)).toEqual([
    'replayed_with_mails',
    'replayed',
    'reactions_retried',
  ])
  const eventMails = await shop.db.selectFrom('event_mails').selectAll().execute()
  expect(JSON.stringify(eventMails)).not.toMatch(/nora|ines/i)
})

test('of twenty simultaneous workers one sends the mail; the next try sends a mail that the mail server refused', async () => {
  const [event] = await shop.db
    .insertInto('events')
    .values({ name: 'user.registered', payload: '{"user_id":78}', dispatched_at: shop.clock.now() })
    .returning('id')
    .execute()
  const reactOnce = () =>
    createEventMailer(shop.deps, { event_id: event?.id ?? 0, reaction: 'probe.twenty' }).send({
      to: 'sam@example.com',
      content: async () => ({ subject: 'Once', text: '', html: '' }),
    })
  const listSent = () => shop.mail.sent.filter(({ subject }) => subject === 'Once')
  const results = await Promise.allSettled(Array.from({ length: 20 }, reactOnce))
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(listSent()).toHaveLength(1)
  const failingMailer = {
    send: () => Promise.reject(new Error('The mail server is away')),
    wasSent: async () => false,
    close: () => {},
  }
  const reactWith = (mailer: Mailer) =>
    createEventMailer({ ...shop.deps, mail: mailer }, { event_id: event?.id ?? 0, reaction: 'probe.later' }).send({
      to: 'sam@example.com',
      content: async () => ({ subject: 'Once', text: '', html: '' }),
    })
  await expect(reactWith(failingMailer)).rejects.toThrow('away')
  await reactWith(shop.mail)
  await reactWith(shop.mail)
  expect(listSent()).toHaveLength(2)
})

test('an event that was not dispatched is listed as stuck after a minute', async () => {
  await shop.db
    .insertInto('events')
    .values({ name: 'clip.changed', payload: '{"clip_id":3}', recorded_at: new Date(0) })
    .execute()
  const { data } = await admin.visitor.call(listOutbox, { query: { name: 'clip.changed' } })
  expect(data).toMatchObject([{ dispatched_at: null, failed: [], facts: [{ field: 'clip_id', value: '3' }] }])
})
