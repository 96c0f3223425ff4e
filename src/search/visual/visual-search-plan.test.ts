/** Tests that the database uses its indexes to find descriptors and never scans the whole table. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hexToLab } from '#catalog/visual/color-names.ts'
import { DESCRIPTOR_BYTES, packDescriptor, type VisualDescriptor } from '#catalog/visual/descriptor.ts'
import { distanceOf, measureDistance } from '#catalog/visual/distance.ts'
import { indexDescriptors, loadCentroidMap, settleDescriptors } from '#catalog/visual/index-descriptors.server.ts'
import type { Db } from '#platform/db/database.server.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveTestClips } from '../../../testing/builders/catalog.ts'
import { createDescriptorGenerator } from '../../../testing/visual-descriptors.ts'
import { listClipsByColor } from './contract.ts'
import { findNearestClips, findClipsWithColor } from './neighbors.server.ts'

/** Enough copies that a full scan is a bad plan and that there are centroids. */
const COPY_COUNT = 3_000
const clips_per_shoot = 20

let shop: TestApp
let descriptors: Map<number, VisualDescriptor>
beforeAll(async () => {
  shop = await openTestApp()
  await saveTestClips(shop, [{ name: 'Pattern of light' }])
  const copiedColumns = sql`filmmaker_id, shoot_id, category_id, master_id, width, height, fps, duration_ms, camera_look, motion, time_of_day, status, published_at`
  await sql`
    insert into clips (slug, name, ${copiedColumns}) select 'copy-' || n, 'Copy ' || n, ${copiedColumns} from clips, generate_series(1, ${COPY_COUNT}::integer) n`.execute(
    shop.db,
  )
  const { rows } = await sql<{ clip_id: number }>`
    insert into clip_search (clip_id, score, popularity, duration_ms, published_at, facets, words, card, detail)
    select c.id, 0, 0, 6000, now(), '', '', '{"id":1}', '{}' from clips c where c.slug like 'copy-%' returning clip_id`.execute(
    shop.db,
  )
  const descriptorFactory = createDescriptorGenerator(3)
  let shoot = descriptorFactory.shoot()
  const described = rows.map(({ clip_id }, n) => {
    if (n % clips_per_shoot === 0) shoot = descriptorFactory.shoot()
    return { id: clip_id, master: { descriptors: { ...descriptorFactory.clip(shoot), brightness: 0 } } }
  })
  descriptors = new Map(described.map(({ id, master }) => [id, packDescriptor(master.descriptors)]))
  // Indexed in batches, so that the first clips were indexed with fewer centroids.
  for (let start = 0; start < described.length; start += 500)
    await shop.db.transaction().execute(trx => indexDescriptors(trx, described.slice(start, start + 500)))
  await sql`analyze`.execute(shop.db)
})
afterAll(() => shop.close())

type DescriptorScans = { whole: number; cells: number; colors: number }

const readScanCounts = async (db: Db): Promise<DescriptorScans> => {
  const { rows } = await sql<DescriptorScans>`
    select pg_stat_get_xact_numscans('clip_descriptors'::regclass)::integer as whole,
           pg_stat_get_xact_numscans('clip_descriptors_cell'::regclass)::integer as cells,
           pg_stat_get_xact_numscans('clip_descriptors_colors'::regclass)::integer as colors`.execute(db)
  return rows[0] ?? { whole: 0, cells: 0, colors: 0 }
}
const countScans = (search: (db: Db) => Promise<unknown>): Promise<DescriptorScans> =>
  shop.db.transaction().execute(async trx => {
    const before = await readScanCounts(trx)
    await search(trx)
    const after = await readScanCounts(trx)
    return {
      whole: after.whole - before.whole,
      cells: after.cells - before.cells,
      colors: after.colors - before.colors,
    }
  })

const getDescriptor = () => [...descriptors.values()][77] ?? new Uint8Array(DESCRIPTOR_BYTES)

test('neighbors are read from the cell index, never by a full scan', async () => {
  const centroidMap = await loadCentroidMap(shop.db)
  expect(centroidMap.ids.length).toBeGreaterThan(10)
  const scans = await countScans(db => findNearestClips(db, centroidMap, getDescriptor(), 300))
  expect(scans).toMatchObject({ whole: 0, colors: 0 })
  expect(scans.cells).toBeGreaterThan(0)
  // It reads no more cells than it needs.
  expect(scans.cells).toBeLessThan(centroidMap.ids.length)
})

test('clips with a color are read from the color index, never by a full scan', async () => {
  const scans = await countScans(db => findClipsWithColor(db, hexToLab('#3a5a78'), 300))
  expect(scans).toMatchObject({ whole: 0, cells: 0 })
  expect(scans.colors).toBeGreaterThan(0)
})

test('comparing all clips finds exactly the nearest ones, and comparing a third finds most of them', async () => {
  const centroidMap = await loadCentroidMap(shop.db)
  const samples = [...descriptors.values()].filter((_, n) => n % 150 === 0)
  let hits = 0
  for (const descriptor of samples) {
    const ranked = [...descriptors]
      .map(([id, other]) => ({ id, distance: distanceOf(measureDistance(descriptor, other)) }))
      .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
    const nearest = ranked.slice(0, 12).map(neighbor => neighbor.id)
    const neighbors = (await findNearestClips(shop.db, centroidMap, descriptor, 2 * COPY_COUNT)).filter(neighbor =>
      descriptors.has(neighbor.clip_id),
    )
    expect(neighbors.slice(0, 12).map(neighbor => neighbor.clip_id)).toEqual(nearest)
    const sampledIds = new Set(
      (await findNearestClips(shop.db, centroidMap, descriptor, COPY_COUNT / 3)).map(neighbor => neighbor.clip_id),
    )
    hits += nearest.filter(id => sampledIds.has(id)).length
  }
  expect(hits / (12 * samples.length)).toBeGreaterThan(0.85)
})

test('a search with more than 240 results counts them as 240 or more', async () => {
  const search = (query: Record<string, string> = {}) =>
    shop.visitor().call(listClipsByColor, { query: { hex: '3a5a78', ...query } })
  const [first, last] = [await search(), await search({ per_page: '100', page: '3' })]
  expect(first.meta.pagination).toMatchObject({ total: 240, total_is_estimate: true })
  expect(last.data).toHaveLength(40)
})

test('settling moves each clip to its nearest centroid once', async () => {
  const centroidMap = await loadCentroidMap(shop.db)
  const countOutdated = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from clip_descriptors where centroid_count < ${centroidMap.ids.length}::int / 2`.execute(
        shop.db,
      )
    ).rows[0]?.n
  expect(await countOutdated()).toBeGreaterThan(0)
  expect(await settleDescriptors(shop.db)).toBeGreaterThan(0)
  expect(await countOutdated()).toBe(0)
  expect(await settleDescriptors(shop.db)).toBe(0)
})

test('an unchanged descriptor is not rewritten', async () => {
  const [first] = descriptors.keys()
  const readVersion = async () =>
    (await sql<{ v: string }>`select xmin::text as v from clip_descriptors where clip_id = ${first}`.execute(shop.db))
      .rows[0]?.v
  const descriptorFactory = createDescriptorGenerator(3)
  const rawDescriptors = { ...descriptorFactory.clip(descriptorFactory.shoot()), brightness: 0 }
  const reindex = (motion_energy: number) =>
    shop.db
      .transaction()
      .execute(trx =>
        indexDescriptors(trx, [{ id: first ?? 0, master: { descriptors: { ...rawDescriptors, motion_energy } } }]),
      )
  await reindex(0.2)
  const before = await readVersion()
  await reindex(0.2)
  expect(await readVersion()).toBe(before)
  await reindex(0.9)
  expect(await readVersion()).not.toBe(before)
})
