/** News and jobs on the true queue: the embedded database's, or PostgreSQL's. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { job, openJobs, type Jobs } from './jobs.server.ts'
import { dispatch, forgetOldEvents, reaction, record } from './outbox.server.ts'

let shop: TestApp
let jobs: Jobs
let fails = true
const seen: string[] = []
const single = { gate: Promise.resolve() }
const hold = { gate: Promise.resolve(), begun: 0, ended: 0 }

const mail = reaction('probe.mail', 'order.placed', async ({ order_id }) => void seen.push(`mail ${order_id}`))
const index = reaction('probe.index', 'order.placed', async ({ order_id }) => void seen.push(`index ${order_id}`))
const other = reaction('probe.other', 'clip.changed', async ({ clip_id }) => void seen.push(`clip ${clip_id}`))
const reactions = [mail, index, other]
const work = [
  ...reactions.map(({ name, react }) => job<never>(name, react)),
  job('probe.stubborn', async () => {
    seen.push('stubborn')
    if (fails) throw new Error('the mail server is away')
  }),
  job('probe.slow', async () => {
    hold.begun++
    await hold.gate
    hold.ended++
  }),
  { ...job('probe.single', () => single.gate), once_per_key: true },
]

beforeAll(async () => {
  shop = await openTestApp()
  jobs = openJobs(shop.database)
  await jobs.start(work, { works: true })
})
afterAll(async () => {
  await jobs.stop()
  await shop.close()
})
beforeEach(() => {
  seen.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const place = (order_id: number) => shop.db.transaction().execute(trx => record(trx, 'order.placed', { order_id }))
const pass = () => dispatch(shop.db, jobs, reactions, shop.clock.now())
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 25_000, interval: 100 })
const queued = async (name: string) =>
  (await sql<{ state: string }>`select state from jobs.job where name = ${name}`.execute(shop.db)).rows.map(
    r => r.state,
  )

test('committed news reaches each of its reactions once, with two dispatchers at once', async () => {
  const orders = Array.from({ length: 30 }, (_, n) => n)
  await Promise.all(orders.map(place))
  const handed = await Promise.all([pass(), pass(), pass(), pass()])
  expect(handed.reduce((sum, n) => sum + n)).toBe(30)
  await until(() => expect(seen).toHaveLength(60))
  expect(seen.toSorted()).toEqual(orders.flatMap(n => [`mail ${n}`, `index ${n}`]).toSorted())
  expect(await pass()).toBe(0)
})

test('news of a transaction that was rolled back never reaches anyone', async () => {
  const lost = shop.db.transaction().execute(async trx => {
    await record(trx, 'order.placed', { order_id: 404 })
    throw new Error('changed my mind')
  })
  await expect(lost).rejects.toThrow('changed my mind')
  await place(1)
  expect(await pass()).toBe(1)
  await until(() => expect(seen).toHaveLength(2))
  expect(seen.join()).not.toContain('404')
})

test('a dispatcher that dies half way hands nothing on, and the next one everything', async () => {
  await place(7)
  await place(8)
  let sent = 0
  const dying: Jobs = {
    ...jobs,
    send: async (...job) => {
      if (++sent === 3) throw new Error('killed')
      await jobs.send(...job)
    },
  }
  await expect(dispatch(shop.db, dying, reactions, shop.clock.now())).rejects.toThrow('killed')
  expect(await pass()).toBe(2)
  await until(() => expect(seen).toHaveLength(4))
  expect(seen.toSorted()).toEqual(['index 7', 'index 8', 'mail 7', 'mail 8'])
})

test('a job that keeps failing is tried nine times, then waits among the dead letters', async () => {
  await jobs.send('probe.stubborn', { order_id: 5 })
  // The pauses between tries grow to hours: here they are cut short.
  await until(async () => {
    await sql`update jobs.job set start_after = now() where name = 'probe.stubborn' and state = 'retry'`.execute(
      shop.db,
    )
    expect(await queued('dead-letters')).toEqual(['created'])
  })
  expect(seen).toHaveLength(9)
  const { rows } = await sql`select data from jobs.job where name = 'dead-letters'`.execute(shop.db)
  expect(rows).toEqual([{ data: { order_id: 5 } }])
  expect(console.error).toHaveBeenCalledWith('jobs: probe.stubborn failed: the mail server is away')
})

test('a job that fails once is done at its second try', async () => {
  await jobs.send('probe.stubborn', {})
  await until(() => expect(seen).toHaveLength(1))
  fails = false
  await until(async () => {
    await sql`update jobs.job set start_after = now() where name = 'probe.stubborn' and state = 'retry'`.execute(
      shop.db,
    )
    expect(seen).toHaveLength(2)
  })
})

test('transactions of the shop and the queue go on together', async () => {
  const busy = Array.from({ length: 20 }, (_, n) =>
    shop.db.transaction().execute(async trx => {
      await record(trx, 'clip.changed', { clip_id: n })
      await new Promise(setImmediate)
      await sql`select count(*) from events`.execute(trx)
    }),
  )
  await Promise.all([...busy, pass(), pass()])
  while ((await pass()) > 0);
  await until(() => expect(seen).toHaveLength(20))
  expect(new Set(seen).size).toBe(20)
})

test('a process that only serves the web can send at once, also within a transaction', async () => {
  const web = openJobs(shop.database)
  await web.start(work, { works: false })
  await place(11)
  expect(await dispatch(shop.db, web, reactions, shop.clock.now())).toBe(1)
  await until(() => expect(seen).toHaveLength(2))
  await web.stop()
})

test('of twenty sent at once with one key, one waits or is worked on; others go beside it, and after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  single.gate = promise
  const send = (singletonKey: string) => jobs.send('probe.single', {}, { singletonKey })
  await Promise.all(Array.from({ length: 20 }, () => send('a')))
  await send('b')
  expect(await queued('probe.single')).toHaveLength(2)
  await until(async () => expect(await queued('probe.single')).toEqual(['active', 'active']))
  await send('a')
  expect(await queued('probe.single')).toHaveLength(2)
  expect([await jobs.waits('probe.single', 'a'), await jobs.waits('probe.single', 'c')]).toEqual([true, false])
  resolve()
  await until(async () => expect(await queued('probe.single')).toEqual(['completed', 'completed']))
  expect(await jobs.waits('probe.single', 'a')).toBe(false)
  await send('a')
  expect(await queued('probe.single')).toHaveLength(3)
})

test('a queue that was made before its jobs had keys gets them, once nothing waits in it', async () => {
  const older = openJobs(shop.database)
  await older.start([job('probe.older', async () => {})], { works: false })
  await older.send('probe.older', {}, { singletonKey: 'a' })
  const begin = async () => {
    const newer = openJobs(shop.database)
    await newer.start([{ ...job('probe.older', async () => {}), once_per_key: true }], { works: false })
    await Promise.all(Array.from({ length: 20 }, () => newer.send('probe.older', {}, { singletonKey: 'a' })))
    await newer.stop()
  }
  await begin()
  expect(await queued('probe.older')).toHaveLength(21)
  await sql`update jobs.job set state = 'completed' where name = 'probe.older'`.execute(shop.db)
  await begin()
  expect(await queued('probe.older')).toEqual(['created'])
  await older.stop()
})

test('stopping waits for the job in progress', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold.gate = promise
  await jobs.send('probe.slow', {})
  await until(() => expect(hold.begun).toBe(1))
  // The job still takes its time when the stop begins.
  setTimeout(resolve, 1_500)
  await jobs.stop()
  expect(hold.ended).toBe(1)
  expect(await queued('probe.slow')).toEqual(['completed'])
})

test('news is forgotten a month after it was handed on, and never before', async () => {
  await shop.db.deleteFrom('events').execute()
  const days = (n: number) => new Date(shop.clock.now().getTime() - n * 86_400_000)
  const row = (name: string, dispatched_at: Date | null) => ({
    name,
    payload: '{}',
    recorded_at: days(90),
    dispatched_at,
  })
  await shop.db
    .insertInto('events')
    .values([row('old', days(31)), row('kept', days(29)), row('waiting', null)])
    .execute()
  await forgetOldEvents(shop.db, shop.clock.now())
  const left = await shop.db.selectFrom('events').select('name').orderBy('name').execute()
  expect(left.map(({ name }) => name)).toEqual(['kept', 'waiting'])
})
