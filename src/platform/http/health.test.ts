/** Tests for liveness, readiness and metrics, including an unavailable database. */
import net from 'node:net'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { createApi } from '#app/api.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { openPostgres } from '../db/database.server.ts'
import { job, openJobs } from '../jobs/jobs.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())
afterEach(() => vi.restoreAllMocks())

/** Opens the same shop on the database at another URL. */
const openShopOn = async (url: string) => {
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

const unavailable = { message: 'The shop is temporarily unavailable. Please try again in a moment.', errors: {} }

test('a healthy shop is alive and ready', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await shop.app.inject(url)).statusCode).toBe(200)
})

test('without its database the shop is alive but not ready, and sends Retry-After', async () => {
  const disconnected = await openShopOn('postgres://127.0.0.1:1/nothing')
  expect((await disconnected.get('/healthz')).statusCode).toBe(200)
  for (const [url, message] of [
    ['/readyz', 'The database is unavailable.'],
    ['/api/countries/regions', unavailable.message],
  ] as const) {
    const response = await disconnected.get(url)
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toEqual({ message, errors: {} })
  }
  await disconnected.close()
})

/** A proxy to the database that can be blocked: open connections break, and new ones are refused. */
const openDatabaseProxy = async (target: URL) => {
  const sockets = new Set<net.Socket>()
  let blocked = false
  const server = net.createServer(socket => {
    if (blocked) return void socket.destroy()
    const upstream = net.connect(Number(target.port), target.hostname)
    for (const side of [socket, upstream])
      sockets.add(side.on('error', () => {}).on('close', () => sockets.delete(side)))
    socket.pipe(upstream).pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as net.AddressInfo).port)
  return {
    url: url.href,
    set: (state: 'open' | 'shut') => {
      blocked = state === 'shut'
      if (blocked) for (const socket of sockets) socket.destroy()
    },
    close: () => server.close(),
  }
}

test.runIf(process.env['TEST_DATABASE_URL'])('the shop recovers by itself when the database comes back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const target = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  const current = await shop.db
    .selectNoFrom(eb => eb.fn<string>('current_database', []).as('name'))
    .executeTakeFirstOrThrow()
  target.pathname = current.name
  const proxy = await openDatabaseProxy(target)
  const proxied = await openShopOn(proxy.url)
  const completedRounds: string[] = []
  const jobs = openJobs(proxied.database)
  await jobs.start([job<{ round: string }>('probe.round', async ({ round }) => void completedRounds.push(round))], {
    isWorker: true,
  })
  const address = '/api/countries/regions'
  const transaction = () => proxied.database.db.transaction().execute(trx => sql`select pg_sleep(0.1)`.execute(trx))
  const statuses = async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => proxied.get(address)))
    return new Set(responses.map(response => response.statusCode))
  }
  expect(await statuses()).toEqual(new Set([200]))
  for (let round = 0; round < 3; round++) {
    // Requests in flight while the proxy is blocked succeed or get a 503.
    const inFlight = statuses()
    const failedTransaction = expect(transaction()).rejects.toThrow()
    proxy.set('shut')
    for (const status of await inFlight) expect([200, 503]).toContain(status)
    await failedTransaction
    expect(await statuses()).toEqual(new Set([503]))
    expect((await proxied.get('/readyz')).statusCode).toBe(503)
    proxy.set('open')
    await expect.poll(async () => (await proxied.get('/readyz')).statusCode).toBe(200)
    expect(await statuses()).toEqual(new Set([200]))
    await transaction()
    await jobs.send('probe.round', { round: `round ${round}` })
    await expect.poll(() => completedRounds).toContain(`round ${round}`)
  }
  await jobs.stop()
  await proxied.close()
  proxy.close()
})

test('the metrics report response times by route and status', async () => {
  await shop.app.inject('/api/auth')
  const text = (await shop.app.inject('/metrics')).payload
  expect(text).toMatch(/http_request_seconds_count\{method="GET",route="\/api\/auth",status="200"\} [1-9]/)
  expect(text).toContain('process_cpu_seconds_total')
})

test.each([
  ['from outside', { remoteAddress: '203.0.113.7' }],
  ['from outside by a proxy', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['from outside, newer address', { remoteAddress: '2001:db8::7' }],
])('the metrics are hidden from requests %s', async (_, options) => {
  expect((await shop.app.inject({ url: '/metrics', ...options })).statusCode).toBe(404)
})

test.each(['10.1.2.3', '172.20.0.5', '192.168.1.9', '::1', '::ffff:10.1.2.3', 'fd00::5'])(
  'the metrics are visible to %s',
  async remoteAddress => {
    expect((await shop.app.inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200)
  },
)
