import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveWishes } from '../../testing/builders/catalog.ts'
import { forgetIndex, index_version, reindex, reindexStep } from './reindex.server.ts'

const many = 45
const size = 20

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveWishes(
    shop,
    Array.from({ length: many }, (_, i) => ({ name: `Tide ${i}` })),
  )
})
afterAll(() => shop.close())
beforeEach(async () => {
  await reindex(shop.db)
  await forgetIndex(shop.db)
  await sql`update clip_search set card = '{}'`.execute(shop.db)
})

const stale = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from clip_search where card = '{}'`.execute(
    shop.db,
  )
  return rows[0]?.n
}

test('every row is made again, in batches that say how many are left, and then there is nothing to do', async () => {
  const told: [number, boolean][] = []
  await reindex(shop.db, step => told.push([step.last - step.through, step.finished]), { size })
  expect(told).toEqual([
    [25, false],
    [5, false],
    [0, true],
  ])
  expect(await stale()).toBe(0)
  expect(await reindexStep(shop.db)).toMatchObject({ finished: true })
})

test('whoever stops in the middle goes on from there', async () => {
  await reindexStep(shop.db, { size })
  expect(await stale()).toBe(25)
  await sql`update clip_search set card = '{}' where clip_id in (select clip_id from clip_search order by clip_id limit 1)`.execute(
    shop.db,
  )
  await reindex(shop.db)
  // What was done before the stop was not done twice.
  expect(await stale()).toBe(1)
})

test('another version begins anew', async () => {
  await reindexStep(shop.db, { size })
  await reindex(shop.db, undefined, { version: index_version + 1, size })
  expect(await stale()).toBe(0)
})

test('two workers share the work', async () => {
  const before = await sql<{ n: number }>`select count(*)::integer as n from clip_search`.execute(shop.db)
  await Promise.all([reindex(shop.db, undefined, { size }), reindex(shop.db, undefined, { size })])
  expect(await stale()).toBe(0)
  expect(before.rows[0]?.n).toBe(many)
})
