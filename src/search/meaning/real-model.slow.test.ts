/** Search by meaning with all-MiniLM-L6-v2: `REAL_MODEL=1` installs and starts it (testing/embeddings). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { listClips } from '#catalog/contract.ts'

import { seedCatalog } from '../../../demo/seed-catalog.ts'
import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { embedClips } from './embed-clips.server.ts'

const INSTALL_TIMEOUT_MS = 300_000

/** Returns the server's port, or a sentence that says why it can't be installed. */
const startServer = async () => {
  const child = spawn('sh', ['testing/embeddings/start.sh'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let problem = ''
  child.stderr.on('data', chunk => (problem += String(chunk)))
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  const port = Number(String(first).trim())
  return { child, url: child.exitCode === null && port > 1_000 ? `http://127.0.0.1:${port}/v1` : undefined, problem }
}

describe.skipIf(process.env['REAL_MODEL'] !== '1')('with a real model (REAL_MODEL=1)', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let shop: TestApp | undefined
  beforeAll(async () => {
    server = await startServer()
    if (!server.url) return
    shop = await openTestApp({ EMBEDDINGS_URL: server.url, EMBEDDINGS_MODEL: 'all-MiniLM-L6-v2' })
    await seedCatalog(shop)
    if (shop.deps.config.embeddings) await embedClips(shop.db, shop.deps.config.embeddings)
  }, INSTALL_TIMEOUT_MS)
  afterAll(async () => {
    await shop?.close()
    server.child.kill()
  })

  test.for([
    ['polar light show', 'Green Aurora over Snow'],
    ['volcanic eruption close to the camera', 'Lava beneath a Breaking Crust'],
    ['barista making a cappuccino', 'Cream Turning in Coffee'],
    ['pyrotechnic inferno', 'Wall of Flame, Slow Motion'],
    ['astronaut looking down', 'Daylight Limb from Orbit'],
  ] as const)('“%s” has “%s” among the first five', async ([q, name], context) => {
    if (!shop) return context.skip(server.problem)
    const { data } = await shop.visitor().call(listClips, { query: { q } })
    expect(data.slice(0, 5).map(clip => clip.name)).toContain(name)
  })
})
