/** Tests for events and jobs on the real queue of the embedded database or PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { DAY_MS } from '../clock.ts'
import { job, openJobs, type Jobs } from './jobs.server.ts'
import { dispatchEvents, purgeOldEvents, reaction, recordEvent } from './outbox.server.ts'

let shop: TestApp
let jobs: Jobs
let fails = true
const seen: string[] = []
const single = { gate: Promise.resolve() }
const slow = { gate: Promise.resolve(), begun: 0, ended: 0 }

const mailReaction = reaction('probe.mail', 'order.placed', async ({ order_id }) => void seen.push(`mail ${order_id}`))
const indexReaction = reaction(
  'probe.index',
  'order.placed',
  async ({ order_id }) => void seen.push(`index ${order_id}`),
)
const clipReaction = reaction('probe.other', 'clip.changed', async ({ clip_id }) => void seen.push(`clip ${clip_id}`))
const reactions = [mailReaction, indexReaction, clipReaction]
const jobList = [
  ...reactions.map(({ name, handle }) => job<never>(name, handle)),
  job('probe.stubborn', async () => {
    seen.push('stubborn')
    if (fails) throw new Error('the mail server is away')
  }),
  job('probe.slow', async () => {
    slow.begun++
    await slow.gate
    slow.ended++
  }),
  { ...job('probe.single', () => single.gate), once_per_key: true },
]

beforeAll(async () => {
  shop = await openTestApp()
  jobs = openJobs(shop.database)
  await jobs.start(jobList, { isWorker: true })
})
afterAll(async () => {
  await jobs.stop()
  await shop.close()
})
beforeEach(() => {
  seen.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const placeOrder = (order_id: number) =>
  shop.db.transaction().execute(trx => recordEvent(trx, 'order.placed', { order_id }))
const dispatchAll = () => dispatchEvents(shop.db, jobs, reactions, shop.clock.now())
const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 100 })
const listJobStates = async (name: string) =>
  (await sql<{ state: string }>`select state from jobs.job where name = ${name}`.execute(shop.db)).rows.map(
    r => r.state,
  )

test('a committed event reaches each reaction once, with concurrent dispatchers', async () => {
  const orders = Array.from({ length: 30 }, (_, n) => n)
  await Promise.all(orders.map(placeOrder))
  const dispatched = await Promise.all([dispatchAll(), dispatchAll(), dispatchAll(), dispatchAll()])
  expect(dispatched.reduce((sum, n) => sum + n)).toBe(30)
  await waitUntil(() => expect(seen).toHaveLength(60))
  expect(seen.toSorted()).toEqual(orders.flatMap(n => [`mail ${n}`, `index ${n}`]).toSorted())
  expect(await dispatchAll()).toBe(0)
})

test('an event of a rolled-back transaction reaches nobody', async () => {
  const rolledBack = shop.db.transaction().execute(async trx => {
    await recordEvent(trx, 'order.placed', { order_id: 404 })
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  await placeOrder(1)
  expect(await dispatchAll()).toBe(1)
  await waitUntil(() => expect(seen).toHaveLength(2))
  expect(seen.join()).not.toContain('404')
})

test('a dispatcher that dies halfway sends nothing, and the next one sends everything', async () => {
  await placeOrder(7)
  await placeOrder(8)
  let sendCount = 0
  const failingJobs: Jobs = {
    ...jobs,
    send: async (...job) => {
      if (++sendCount === 3) throw new Error('killed')
      await jobs.send(...job)
    },
  }
  await expect(dispatchEvents(shop.db, failingJobs, reactions, shop.clock.now())).rejects.toThrow('killed')
  expect(await dispatchAll()).toBe(2)
  await waitUntil(() => expect(seen).toHaveLength(4))
  expect(seen.toSorted()).toEqual(['index 7', 'index 8', 'mail 7', 'mail 8'])
})

test('a job that keeps failing runs nine times and becomes a dead letter', async () => {
  await jobs.send('probe.stubborn', { order_id: 5 })
  // The retry delays grow to hours, so shorten them.
  await waitUntil(async () => {
    await sql`update jobs.job set start_after = now() where name = 'probe.stubborn' and state = 'retry'`.execute(
      shop.db,
    )
    expect(await listJobStates('dead-letters')).toEqual(['created'])
  })
  expect(seen).toHaveLength(9)
  const { rows } = await sql`select data from jobs.job where name = 'dead-letters'`.execute(shop.db)
  expect(rows).toEqual([{ data: { order_id: 5 } }])
  expect(console.error).toHaveBeenCalledWith('jobs: probe.stubborn failed: the mail server is away')
})

test('a job that fails once succeeds on its second attempt', async () => {
  await jobs.send('probe.stubborn', {})
  await waitUntil(() => expect(seen).toHaveLength(1))
  fails = false
  await waitUntil(async () => {
    await sql`update jobs.job set start_after = now() where name = 'probe.stubborn' and state = 'retry'`.execute(
      shop.db,
    )
    expect(seen).toHaveLength(2)
  })
})

test('transactions of the shop and the queue run concurrently', async () => {
  const transactions = Array.from({ length: 20 }, (_, n) =>
    shop.db.transaction().execute(async trx => {
      await recordEvent(trx, 'clip.changed', { clip_id: n })
      await new Promise(setImmediate)
      await sql`select count(*) from events`.execute(trx)
    }),
  )
  await Promise.all([...transactions, dispatchAll(), dispatchAll()])
  while ((await dispatchAll()) > 0);
  await waitUntil(() => expect(seen).toHaveLength(20))
  expect(new Set(seen).size).toBe(20)
})

test('a web-only process can send jobs at once, also within a transaction', async () => {
  const webJobs = openJobs(shop.database)
  await webJobs.start(jobList, { isWorker: false })
  await placeOrder(11)
  expect(await dispatchEvents(shop.db, webJobs, reactions, shop.clock.now())).toBe(1)
  await waitUntil(() => expect(seen).toHaveLength(2))
  await webJobs.stop()
})

test('of twenty concurrent sends with one key one job is queued, and other keys are independent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  single.gate = promise
  const send = (singletonKey: string) => jobs.send('probe.single', {}, { singletonKey })
  await Promise.all(Array.from({ length: 20 }, () => send('a')))
  await send('b')
  expect(await listJobStates('probe.single')).toHaveLength(2)
  await waitUntil(async () => expect(await listJobStates('probe.single')).toEqual(['active', 'active']))
  await send('a')
  expect(await listJobStates('probe.single')).toHaveLength(2)
  expect([await jobs.isPending('probe.single', 'a'), await jobs.isPending('probe.single', 'c')]).toEqual([true, false])
  resolve()
  await waitUntil(async () => expect(await listJobStates('probe.single')).toEqual(['completed', 'completed']))
  expect(await jobs.isPending('probe.single', 'a')).toBe(false)
  await send('a')
  expect(await listJobStates('probe.single')).toHaveLength(3)
})

test('an existing queue gets a new policy once no jobs wait in it', async () => {
  const olderJobs = openJobs(shop.database)
  await olderJobs.start([job('probe.older', async () => {})], { isWorker: false })
  await olderJobs.send('probe.older', {}, { singletonKey: 'a' })
  const startNewerVersion = async () => {
    const newerJobs = openJobs(shop.database)
    await newerJobs.start([{ ...job('probe.older', async () => {}), once_per_key: true }], { isWorker: false })
    await Promise.all(Array.from({ length: 20 }, () => newerJobs.send('probe.older', {}, { singletonKey: 'a' })))
    await newerJobs.stop()
  }
  await startNewerVersion()
  expect(await listJobStates('probe.older')).toHaveLength(21)
  await sql`update jobs.job set state = 'completed' where name = 'probe.older'`.execute(shop.db)
  await startNewerVersion()
  expect(await listJobStates('probe.older')).toEqual(['created'])
  await olderJobs.stop()
})

test('stopping waits for running jobs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.gate = promise
  await jobs.send('probe.slow', {})
  await waitUntil(() => expect(slow.begun).toBe(1))
  // The job is still running when the stop begins.
  setTimeout(resolve, 1_500)
  await jobs.stop()
  expect(slow.ended).toBe(1)
  expect(await listJobStates('probe.slow')).toEqual(['completed'])
})

test('events are deleted a month after their dispatch, and never before', async () => {
  await shop.db.deleteFrom('events').execute()
  const days = (n: number) => new Date(shop.clock.now().getTime() - n * DAY_MS)
  const buildRow = (name: string, dispatched_at: Date | null) => ({
    name,
    payload: '{}',
    recorded_at: days(90),
    dispatched_at,
  })
  await shop.db
    .insertInto('events')
    .values([buildRow('old', days(31)), buildRow('kept', days(29)), buildRow('waiting', null)])
    .execute()
  await purgeOldEvents(shop.db, shop.clock.now())
  const remaining = await shop.db.selectFrom('events').select('name').orderBy('name').execute()
  expect(remaining.map(({ name }) => name)).toEqual(['kept', 'waiting'])
})
