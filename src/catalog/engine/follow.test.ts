/** The engine beside a catalog that goes on changing. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Db } from '#platform/database.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveWishes } from '../../../testing/builders/catalog.ts'
import { followSearch } from './follow.server.ts'

const clips = 5
/** The third time that all clips are written leaves more than this behind. */
const limits = { documents: 12, share: 0.3 }

let shop: TestApp
let ids: number[]
beforeAll(async () => {
  shop = await openTestApp()
  ids = await saveWishes(
    shop,
    Array.from({ length: clips }, (_, i) => ({ name: `Tide ${i}` })),
  )
})
afterAll(() => shop.close())

const writeAll = (duration_ms: number) => sql`update clip_search set duration_ms = ${duration_ms}`.execute(shop.db)
const everything = { typed: undefined, filters: [], sort: 'newest', skip: 0, size: 100, counted: false } as const

type Follower = ReturnType<typeof followSearch>
const gone = async (follower: Follower) => (await follower.current())?.gone
const waste = async (follower: Follower) => {
  await follower.current()
  for (const duration_ms of [5_000, 6_000, 7_000]) {
    await writeAll(duration_ms)
    await follower.current()
  }
}

test('a small catalog whose clips are written again and again takes no more and more room', async () => {
  const follower = followSearch(shop.db, limits)
  await waste(follower)
  await expect.poll(() => gone(follower)).toBe(0)
  expect((await follower.current())?.find(everything).total).toBe(clips)
})

test('while an engine without waste is made, the other one answers, and nothing that happens meanwhile is lost', async () => {
  const gate = Promise.withResolvers<void>()
  let free_reads = 4
  // Whoever reads whole rows for the fifth time waits: that is the new engine.
  const slow = shop.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some(row => 'words' in row) && free_reads-- <= 0) await gate.promise
      return result
    },
  }) as Db
  const follower = followSearch(slow, limits)
  await waste(follower)
  const [one = 0] = ids
  await sql`delete from clip_search where clip_id = ${one}`.execute(shop.db)
  const meanwhile = await follower.current()
  expect(meanwhile?.gone).toBe(3 * clips + 1)
  expect(meanwhile?.find(everything).total).toBe(clips - 1)
  gate.resolve()
  await expect.poll(() => gone(follower)).toBeLessThan(2)
  expect((await follower.current())?.find(everything).total).toBe(clips - 1)
})

// The embedded database has one connection, so nothing lasts beside anything.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'while a transaction lasts elsewhere, a new engine reads no clip twice',
  () =>
    shop.db.transaction().execute(async lasting => {
      await sql`select pg_current_xact_id()`.execute(lasting)
      await writeAll(8_000)
      const follower = followSearch(shop.db)
      expect(await gone(follower)).toBe(0)
      await writeAll(9_000)
      expect(await gone(follower)).toBe(clips - 1)
    }),
)

test('rows that came with a dump from another server are no news, whatever numbers its transactions had', async () => {
  await sql`alter table clip_search disable trigger stamp`.execute(shop.db)
  await sql`update clip_search set written_by = '900000000000'::xid8`.execute(shop.db)
  await sql`alter table clip_search enable trigger stamp`.execute(shop.db)
  const told: number[] = []
  const follower = followSearch(shop.db)
  follower.onChange(clip_id => told.push(clip_id))
  await follower.current()
  await follower.current()
  expect(told).toEqual([])
  const last = ids.at(-1) ?? 0
  await sql`update clip_search set duration_ms = 99000 where clip_id = ${last}`.execute(shop.db)
  await follower.current()
  expect(told).toEqual([last])
})
