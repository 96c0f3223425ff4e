import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { invalidateIndex, INDEX_VERSION, reindex, reindexStep } from './reindex.server.ts'

const CLIP_COUNT = 45
const BATCH_SIZE = 20

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveTestClips(
    shop,
    Array.from({ length: CLIP_COUNT }, (_, i) => ({ name: `Tide ${i}` })),
  )
})
afterAll(() => shop.close())
beforeEach(async () => {
  await reindex(shop.db)
  await invalidateIndex(shop.db)
  await sql`update clip_search set card = '{}'`.execute(shop.db)
})

const countStaleRows = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from clip_search where card = '{}'`.execute(
    shop.db,
  )
  return rows[0]?.n
}

test('every row is rebuilt in batches that report how many are left, and then there is nothing to do', async () => {
  const steps: [number, boolean][] = []
  await reindex(shop.db, step => steps.push([step.last - step.through, step.finished]), { size: BATCH_SIZE })
  expect(steps).toEqual([
    [25, false],
    [5, false],
    [0, true],
  ])
  expect(await countStaleRows()).toBe(0)
  expect(await reindexStep(shop.db)).toMatchObject({ finished: true })
})

test('a stopped reindex resumes where it stopped', async () => {
  await reindexStep(shop.db, { size: BATCH_SIZE })
  expect(await countStaleRows()).toBe(25)
  await sql`update clip_search set card = '{}' where clip_id in (select clip_id from clip_search order by clip_id limit 1)`.execute(
    shop.db,
  )
  await reindex(shop.db)
  // Batches before the stop are not repeated.
  expect(await countStaleRows()).toBe(1)
})

test('another version starts from the beginning', async () => {
  await reindexStep(shop.db, { size: BATCH_SIZE })
  await reindex(shop.db, undefined, { version: INDEX_VERSION + 1, size: BATCH_SIZE })
  expect(await countStaleRows()).toBe(0)
})

test('two workers share the work', async () => {
  const before = await sql<{ n: number }>`select count(*)::integer as n from clip_search`.execute(shop.db)
  await Promise.all([
    reindex(shop.db, undefined, { size: BATCH_SIZE }),
    reindex(shop.db, undefined, { size: BATCH_SIZE }),
  ])
  expect(await countStaleRows()).toBe(0)
  expect(before.rows[0]?.n).toBe(CLIP_COUNT)
})
