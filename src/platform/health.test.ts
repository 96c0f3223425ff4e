/** Whether the shop lives, whether it can work, and what it says when its database is away. */
import net from 'node:net'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { createApi } from '../api.ts'
import { openPostgres } from './database.server.ts'
import { job, openJobs } from './jobs.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())
afterEach(() => vi.restoreAllMocks())

/** The same shop, on the database behind another address. */
const openBehind = async (url: string) => {
  const database = await openPostgres(url, 3)
  const app = await createApi({ ...shop.deps, db: database.db })
  return {
    database,
    get: (address: string) => app.inject(address),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

const away = { message: 'The shop is short of breath. Please try again in a moment.', errors: {} }

test('a shop that can work says so', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await shop.app.inject(url)).statusCode).toBe(200)
})

test('without its database the shop lives but is not ready, and asks to come back', async () => {
  const behind = await openBehind('postgres://127.0.0.1:1/nothing')
  expect((await behind.get('/healthz')).statusCode).toBe(200)
  for (const [url, message] of [
    ['/readyz', 'The database is away.'],
    ['/api/countries/regions', away.message],
  ] as const) {
    const answer = await behind.get(url)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toEqual({ message, errors: {} })
  }
  await behind.close()
})

/** A door to the database that can be shut: what is open breaks, what comes is turned away. */
const openDoor = async (target: URL) => {
  const open = new Set<net.Socket>()
  let shut = false
  const server = net.createServer(socket => {
    if (shut) return void socket.destroy()
    const inner = net.connect(Number(target.port), target.hostname)
    for (const one of [socket, inner]) open.add(one.on('error', () => {}).on('close', () => open.delete(one)))
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    url: url.href,
    set: (state: 'open' | 'shut') => {
      shut = state === 'shut'
      if (shut) for (const socket of open) socket.destroy()
    },
    close: () => server.close(),
  }
}

test.runIf(process.env['TEST_DATABASE_URL'])('a database that goes and comes back needs nobody to help', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const target = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  const current = await shop.db
    .selectNoFrom(eb => eb.fn<string>('current_database', []).as('name'))
    .executeTakeFirstOrThrow()
  target.pathname = current.name
  const door = await openDoor(target)
  const behind = await openBehind(door.url)
  const done: string[] = []
  const jobs = openJobs(behind.database)
  await jobs.start([job<{ round: string }>('probe.round', async ({ round }) => void done.push(round))], { works: true })
  const address = '/api/countries/regions'
  const transaction = () => behind.database.db.transaction().execute(trx => sql`select pg_sleep(0.1)`.execute(trx))
  const statuses = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => behind.get(address)))
    return new Set(answers.map(answer => answer.statusCode))
  }
  expect(await statuses()).toEqual(new Set([200]))
  for (let time = 0; time < 3; time++) {
    // Some are on their way while the door is shut: each is answered, with success or with a 503.
    const onTheirWay = statuses()
    const cut = expect(transaction()).rejects.toThrow()
    door.set('shut')
    for (const status of await onTheirWay) expect([200, 503]).toContain(status)
    await cut
    expect(await statuses()).toEqual(new Set([503]))
    expect((await behind.get('/readyz')).statusCode).toBe(503)
    door.set('open')
    await vi.waitFor(async () => expect((await behind.get('/readyz')).statusCode).toBe(200))
    expect(await statuses()).toEqual(new Set([200]))
    await transaction()
    await jobs.send('probe.round', { round: `round ${time}` })
    await vi.waitFor(() => expect(done).toContain(`round ${time}`), { timeout: 8_000, interval: 100 })
  }
  await jobs.stop()
  await behind.close()
  door.close()
})

test('the metrics tell how long answers took, by route and status', async () => {
  await shop.app.inject('/api/auth')
  const text = (await shop.app.inject('/metrics')).payload
  expect(text).toMatch(/http_request_seconds_count\{method="GET",route="\/api\/auth",status="200"\} [1-9]/)
  expect(text).toContain('process_cpu_seconds_total')
})

test.each([
  ['from outside', { remoteAddress: '203.0.113.7' }],
  ['from outside by a proxy', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['from outside, newer address', { remoteAddress: '2001:db8::7' }],
])('the metrics are nothing for anyone %s', async (_, from) => {
  expect((await shop.app.inject({ url: '/metrics', ...from })).statusCode).toBe(404)
})

test.each(['10.1.2.3', '172.20.0.5', '192.168.1.9', '::1', '::ffff:10.1.2.3', 'fd00::5'])(
  'the metrics are there for %s',
  async remoteAddress => {
    expect((await shop.app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200)
  },
)
