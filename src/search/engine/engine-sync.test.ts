/** Tests the engine with a catalog that keeps changing. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '#platform/db/database.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveTestClips } from '../../../testing/builders/catalog.ts'
import { createEngineSync } from './engine-sync.server.ts'

const CLIP_COUNT = 5
/** The third rewrite of all clips exceeds this limit. */
const limits = { documents: 12, share: 0.3 }

let shop: TestApp
let ids: number[]
beforeAll(async () => {
  shop = await openTestApp()
  ids = await saveTestClips(
    shop,
    Array.from({ length: CLIP_COUNT }, (_, i) => ({ name: `Tide ${i}` })),
  )
})
afterAll(() => shop.close())

const writeAll = (duration_ms: number) => sql`update clip_search set duration_ms = ${duration_ms}`.execute(shop.db)
const matchAll = { text: undefined, filters: [], sort: 'newest', skip: 0, size: 100, counted: false } as const

type EngineSync = ReturnType<typeof createEngineSync>
const countRemoved = async (engineSync: EngineSync) => (await engineSync.current())?.gone
const rewriteClips = async (engineSync: EngineSync) => {
  await engineSync.current()
  for (const duration_ms of [5_000, 6_000, 7_000]) {
    await writeAll(duration_ms)
    await engineSync.current()
  }
}

test('memory use stays bounded when the clips of a small catalog are rewritten repeatedly', async () => {
  const engineSync = createEngineSync(shop.db, limits)
  await rewriteClips(engineSync)
  await expect.poll(() => countRemoved(engineSync)).toBe(0)
  expect((await engineSync.current())?.find(matchAll).total).toBe(CLIP_COUNT)
})

test('the old engine answers while a compacted engine is built, and no change is lost', async () => {
  const gate = Promise.withResolvers<void>()
  let freeReads = 4
  // The fifth read of whole rows waits: it belongs to the new engine.
  const slow = shop.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some(row => 'words' in row) && freeReads-- <= 0) await gate.promise
      return result
    },
  }) as Db
  const engineSync = createEngineSync(slow, limits)
  await rewriteClips(engineSync)
  const [firstId = 0] = ids
  await sql`delete from clip_search where clip_id = ${firstId}`.execute(shop.db)
  const meanwhile = await engineSync.current()
  expect(meanwhile?.gone).toBe(3 * CLIP_COUNT + 1)
  expect(meanwhile?.find(matchAll).total).toBe(CLIP_COUNT - 1)
  gate.resolve()
  await expect.poll(() => countRemoved(engineSync)).toBeLessThan(2)
  expect((await engineSync.current())?.find(matchAll).total).toBe(CLIP_COUNT - 1)
})

// The embedded database has a single connection, so no transaction can run in parallel.
test.runIf(process.env['TEST_DATABASE_URL'])('a new engine reads no clip twice while another transaction is open', () =>
  shop.db.transaction().execute(async openTrx => {
    await sql`select pg_current_xact_id()`.execute(openTrx)
    await writeAll(8_000)
    const engineSync = createEngineSync(shop.db)
    expect(await countRemoved(engineSync)).toBe(0)
    await writeAll(9_000)
    expect(await countRemoved(engineSync)).toBe(CLIP_COUNT - 1)
  }),
)

test('rows restored from another server’s dump are not reported as changes, whatever their transaction ids', async () => {
  await sql`alter table clip_search disable trigger set_transaction`.execute(shop.db)
  await sql`update clip_search set written_by = '900000000000'::xid8`.execute(shop.db)
  await sql`alter table clip_search enable trigger set_transaction`.execute(shop.db)
  const changedIds: number[] = []
  const engineSync = createEngineSync(shop.db)
  engineSync.onChange(clip_id => changedIds.push(clip_id))
  await engineSync.current()
  await engineSync.current()
  expect(changedIds).toEqual([])
  const last = ids.at(-1) ?? 0
  await sql`update clip_search set duration_ms = 99000 where clip_id = ${last}`.execute(shop.db)
  await engineSync.current()
  expect(changedIds).toEqual([last])
})
