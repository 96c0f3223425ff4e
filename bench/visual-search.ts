/**
 * `node bench/visual-search.ts 1000000`: latency and recall of visual search on PostgreSQL, compared with an exhaustive search.
 * `node bench/visual-search.ts 100000 2000,8000` tests other numbers of candidates than the default.
 */
import { sql } from 'kysely'

import { startPostgres } from '../scripts/tasks/postgres.ts'
import type { CentroidMap } from '../src/catalog/visual/cells.ts'
import { measureColorAmount } from '../src/catalog/visual/color-terms.ts'
import { DESCRIPTOR_BYTES, packDescriptor, paletteOf, type VisualDescriptor } from '../src/catalog/visual/descriptor.ts'
import { distanceOf, measureDistance } from '../src/catalog/visual/distance.ts'
import { indexDescriptors, loadCentroidMap, settleDescriptors } from '../src/catalog/visual/index-descriptors.server.ts'
import { openPostgres, type Db } from '../src/platform/db/database.server.ts'
import { migrate } from '../src/platform/db/migrate.server.ts'
import { findNearestClips, findClipsWithColor, MAX_COMPARED } from '../src/search/visual/neighbors.server.ts'
import { createDescriptorGenerator } from '../testing/visual-descriptors.ts'
import { describeMachine } from './machine.ts'

const clips = Number(process.argv[2] ?? 100_000)
const limits = (process.argv[3] ?? String(MAX_COMPARED)).split(',').map(Number)
const CLIPS_PER_SHOOT = 20
const BATCH_SIZE = 5_000
const QUERY_COUNT = 200
const TOP_COUNT = 60

const secondsSince = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`

/** Inserts minimal clip rows for the descriptors. */
const insertClips = async (db: Db) => {
  const statements = [
    `insert into filmmakers (slug, name) values ('one', 'One')`,
    `insert into categories (slug, name) values ('one', 'One')`,
    `insert into collections (kind, slug, name, filmmaker_id) values ('shoot', 'one', 'One', 1)`,
    `insert into masters (sha256, storage_key, file_name, size_bytes, facts, renditions, descriptors) values (repeat('0', 64), 'one.mp4', 'one.mp4', 1, '{}', '{}', '{}')`,
    `insert into clips (slug, name, filmmaker_id, shoot_id, category_id, master_id, width, height, fps, duration_ms, camera_look, motion, time_of_day, status, published_at)
       select 'clip-' || n, 'Clip', 1, 1, 1, 1, 3840, 2160, 24, 6000, 'wide', 'realtime', 'day', 'published', now() from generate_series(1, ${clips}) n`,
    `insert into clip_search (clip_id, score, popularity, duration_ms, published_at, facets, words, card, detail)
       select id, 0, 0, 6000, now(), '', '', '{}', '{}' from clips`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Inserts a descriptor for each clip. Returns all packed descriptors in order. */
const insertDescriptors = async (db: Db): Promise<Uint8Array> => {
  const generator = createDescriptorGenerator(1)
  const packed = new Uint8Array(clips * DESCRIPTOR_BYTES)
  let shoot = generator.shoot()
  for (let start = 0; start < clips; start += BATCH_SIZE) {
    const batch = Array.from({ length: Math.min(BATCH_SIZE, clips - start) }, (_, n) => {
      if ((start + n) % CLIPS_PER_SHOOT === 0) shoot = generator.shoot()
      const descriptors = { ...generator.clip(shoot), brightness: 0 }
      packed.set(packDescriptor(descriptors), (start + n) * DESCRIPTOR_BYTES)
      return { id: start + n + 1, master: { descriptors } }
    })
    await db.transaction().execute(trx => indexDescriptors(trx, batch))
  }
  return packed
}

/** Returns queries: half are descriptors of the catalog, half are frames from unknown shoots. */
const createQueries = (packed: Uint8Array): VisualDescriptor[] => {
  const otherGenerator = createDescriptorGenerator(2)
  return Array.from({ length: QUERY_COUNT }, (_, n) => {
    if (n % 2 === 0) {
      const clip = Math.floor(((n + 0.5) * clips) / QUERY_COUNT)
      return packed.slice(clip * DESCRIPTOR_BYTES, (clip + 1) * DESCRIPTOR_BYTES)
    }
    const { palette, color_layout, edges } = otherGenerator.clip(otherGenerator.shoot())
    return packDescriptor({ palette, color_layout, edges })
  })
}

/** Finds the TOP_COUNT best clips by exhaustive search; `measure` returns a distance, smallest first. */
const searchExhaustively = (measure: (offset: number) => number): number[] => {
  const distances = Float64Array.from({ length: clips }, (_, n) => measure(n * DESCRIPTOR_BYTES))
  const limit = distances.toSorted()[TOP_COUNT] ?? Infinity
  const ids = Array.from({ length: clips }, (_, n) => n).filter(n => (distances[n] ?? Infinity) <= limit)
  return ids
    .toSorted((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0))
    .slice(0, TOP_COUNT)
    .map(n => n + 1)
}

const percentile = (sorted: readonly number[], part: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1)

/** Times each query alone, then eight at a time. */
const timeQueries = async <T>(
  name: string,
  queries: readonly VisualDescriptor[],
  find: (descriptor: VisualDescriptor) => Promise<T>,
) => {
  for (const descriptor of queries) await find(descriptor)
  const durations: number[] = []
  for (const descriptor of queries) {
    const since = performance.now()
    await find(descriptor)
    durations.push(performance.now() - since)
  }
  durations.sort((a, b) => a - b)
  const remaining = [...queries, ...queries]
  const since = performance.now()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let descriptor = remaining.pop(); descriptor; descriptor = remaining.pop()) await find(descriptor)
    }),
  )
  const per_second = (2 * queries.length) / ((performance.now() - since) / 1_000)
  console.log(
    `${name.padEnd(22)} p50 ${percentile(durations, 0.5)} ms  p99 ${percentile(durations, 0.99)} ms alone, ${per_second.toFixed(0)}/s with eight at once`,
  )
}

const recallOf = (results: readonly number[], expected: readonly number[], limit: number) => {
  const resultIds = new Set(results)
  const best = expected.slice(0, limit)
  return best.filter(id => resultIds.has(id)).length / best.length
}

const formatMean = (values: readonly number[]) =>
  `${((100 * values.reduce((a, b) => a + b, 0)) / values.length).toFixed(1)} %`

type ExpectedNeighbors = { look: VisualDescriptor; ofClip: boolean; nearest: number[] }

/** Returns the exact neighbors of each query. */
const findExpectedNeighbors = (packed: Uint8Array, queries: readonly VisualDescriptor[]): ExpectedNeighbors[] =>
  queries.map((descriptor, n) => ({
    look: descriptor,
    ofClip: n % 2 === 0,
    nearest: searchExhaustively(offset => distanceOf(measureDistance(descriptor, packed, offset))),
  }))

const reportRecall = async (
  db: Db,
  map: CentroidMap,
  packed: Uint8Array,
  expected: readonly ExpectedNeighbors[],
  limit: number,
) => {
  for (const ofClip of [true, false]) {
    const selected = expected.filter(query => query.ofClip === ofClip)
    const [recallOf12, recallOfTop, excessDistance]: [number[], number[], number[]] = [[], [], []]
    for (const { look: descriptor, nearest } of selected) {
      const results = (await findNearestClips(db, map, descriptor, limit)).map(clip => clip.clip_id)
      const totalDistance = (ids: readonly number[]) =>
        ids.reduce((sum, id) => sum + distanceOf(measureDistance(descriptor, packed, (id - 1) * DESCRIPTOR_BYTES)), 0)
      recallOf12.push(recallOf(results, nearest, 12))
      recallOfTop.push(recallOf(results, nearest, TOP_COUNT))
      excessDistance.push(totalDistance(results.slice(0, TOP_COUNT)) / totalDistance(nearest) - 1)
    }
    console.log(
      `  near a ${ofClip ? 'clip ' : 'frame'}  of the 12 nearest ${formatMean(recallOf12)}, of the ${TOP_COUNT} nearest ${formatMean(recallOfTop)}; the first ${TOP_COUNT} are ${formatMean(excessDistance)} farther away than the nearest`,
    )
  }
}

const reportColorRecall = async (db: Db, packed: Uint8Array, queries: readonly VisualDescriptor[]) => {
  const shares: number[] = []
  for (const descriptor of queries.filter((_, n) => n % 10 === 0)) {
    const color = paletteOf(descriptor)[0]?.lab ?? [50, 0, 0]
    const totalAmount = (ids: readonly number[]) =>
      ids.reduce((sum, id) => sum + measureColorAmount(color, packed, (id - 1) * DESCRIPTOR_BYTES), 0)
    const results = (await findClipsWithColor(db, color)).slice(0, TOP_COUNT)
    shares.push(
      totalAmount(results.map(clip => clip.clip_id)) /
        totalAmount(searchExhaustively(offset => -measureColorAmount(color, packed, offset))),
    )
  }
  console.log(`  the first ${TOP_COUNT} of a color have ${formatMean(shares)} of what the richest ${TOP_COUNT} have`)
}

const postgres = await startPostgres([
  'shared_buffers=1GB',
  'work_mem=16MB',
  'maintenance_work_mem=512MB',
  'max_wal_size=4GB',
  'jit=off',
  'fsync=off',
])
try {
  const database = await openPostgres(postgres.url, 8)
  const { db } = database
  await migrate(database)
  await database.db.insertInto('shop_opening').values({ opened_at: new Date() }).execute()
  const { rows } = await sql<{
    version: string
  }>`select 'PostgreSQL ' || current_setting('server_version') as version`.execute(db)
  console.log(describeMachine(rows[0]?.version ?? ''))
  let since = performance.now()
  await insertClips(db)
  console.log(`${clips.toLocaleString('en-US')} clips in ${secondsSince(since)}`)
  since = performance.now()
  const packed = await insertDescriptors(db)
  console.log(`their descriptors in ${secondsSince(since)}`)
  since = performance.now()
  console.log(
    `${(await settleDescriptors(db)).toLocaleString('en-US')} moved to a nearer centroid in ${secondsSince(since)}`,
  )
  await sql`vacuum analyze`.execute(db)
  const sizes = await sql<{ table: string; cells: string; colors: string }>`
    select pg_size_pretty(pg_table_size('clip_descriptors')) as table, pg_size_pretty(pg_relation_size('clip_descriptors_cell')) as cells,
           pg_size_pretty(pg_relation_size('clip_descriptors_colors')) as colors`.execute(db)
  const map = await loadCentroidMap(db)
  console.log({ ...sizes.rows[0], centroids: map.ids.length })
  const queries = createQueries(packed)
  const expected = findExpectedNeighbors(packed, queries)
  for (const limit of limits) {
    await timeQueries(`${limit} compared`, queries, descriptor => findNearestClips(db, map, descriptor, limit))
    await reportRecall(db, map, packed, expected, limit)
  }
  await timeQueries('rich in a color', queries, descriptor =>
    findClipsWithColor(db, paletteOf(descriptor)[0]?.lab ?? [50, 0, 0]),
  )
  await reportColorRecall(db, packed, queries)
  await database.close()
} finally {
  await postgres.stop()
}
