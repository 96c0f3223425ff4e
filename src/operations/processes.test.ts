/** The health addresses of a worker, and what processes announce. A worker needs PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createProcessShop } from '../../testing/process.ts'
import { listProcesses } from './processes.server.ts'

let shop: Awaited<ReturnType<typeof createProcessShop>>
const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined

beforeAll(async () => {
  shop = await createProcessShop({})
})
afterAll(() => shop.remove())

const roles = () =>
  shop.onDatabase(async db => (await listProcesses(db, new Date())).map(({ role, version }) => [role, version]))

test.skipIf(isEmbedded)('a worker answers health checks and nothing else, and is announced while it runs', async () => {
  const worker = await shop.start({ ROLE: 'worker' })
  const get = (path: string) => fetch(`http://127.0.0.1:${worker.port}${path}`)
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  expect(await (await get('/metrics')).text()).toContain('process_cpu_seconds_total')
  expect((await get('/api/session')).status).toBe(404)
  expect(await roles()).toEqual([['worker', '0.1.0']])
  await worker.stop()
  expect(await roles()).toEqual([])
})

test.skipIf(isEmbedded)('a killed process is no longer listed after a minute', async () => {
  const web = await shop.start({ ROLE: 'web' })
  await web.kill()
  expect(await roles()).toEqual([['web', '0.1.0']])
  const later = await shop.onDatabase(db => listProcesses(db, new Date(Date.now() + 61_000)))
  expect(later).toEqual([])
})
