/**
 * `node bench/looks.ts 1000000`: clips by what they look like on PostgreSQL, how fast, and how much of what comparing every clip
 * would find. `node bench/looks.ts 100000 2000,8000` compares that many candidates instead of the usual number.
 */
import { sql } from 'kysely'

import { startPostgres } from '../scripts/tasks/postgres.ts'
import type { LookMap } from '../src/catalog/looks/cells.ts'
import { amountOf } from '../src/catalog/looks/color-words.ts'
import { distanceOf, partsOf } from '../src/catalog/looks/distance.ts'
import { indexLooks, readMap, settleLooks } from '../src/catalog/looks/index-looks.server.ts'
import { look_bytes, packLook, paletteOf, type Look } from '../src/catalog/looks/look.ts'
import { clipsNear, clipsRichIn, most_compared } from '../src/catalog/looks/neighbors.server.ts'
import { openPostgres, type Db } from '../src/platform/database.server.ts'
import { migrate } from '../src/platform/migrate.server.ts'
import { openLooks } from '../testing/made-looks.ts'
import { machineLine } from './machine.ts'

const clips = Number(process.argv[2] ?? 100_000)
const limits = (process.argv[3] ?? String(most_compared)).split(',').map(Number)
const clips_per_shoot = 20
const batch_size = 5_000
const asked = 200
const judged = 60

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(0)} s`

/** Rows that a look hangs on, as narrow as they can be. */
const makeClips = async (db: Db) => {
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

/** Every look of the catalog, one after the other, as they are kept. */
const makeLooks = async (db: Db): Promise<Uint8Array> => {
  const made = openLooks(1)
  const all = new Uint8Array(clips * look_bytes)
  let shoot = made.shoot()
  for (let start = 0; start < clips; start += batch_size) {
    const batch = Array.from({ length: Math.min(batch_size, clips - start) }, (_, n) => {
      if ((start + n) % clips_per_shoot === 0) shoot = made.shoot()
      const descriptors = { ...made.clip(shoot), brightness: 0 }
      all.set(packLook(descriptors), (start + n) * look_bytes)
      return { id: start + n + 1, master: { descriptors } }
    })
    await db.transaction().execute(trx => indexLooks(trx, batch))
  }
  return all
}

/** Half of them looks of the catalog, half frames from shoots that it has nothing of. */
const questions = (all: Uint8Array): Look[] => {
  const fresh = openLooks(2)
  return Array.from({ length: asked }, (_, n) => {
    if (n % 2 === 0) {
      const clip = Math.floor(((n + 0.5) * clips) / asked)
      return all.slice(clip * look_bytes, (clip + 1) * look_bytes)
    }
    const { palette, color_layout, edges } = fresh.clip(fresh.shoot())
    return packLook({ palette, color_layout, edges })
  })
}

/** The `judged` best by any measure, smallest first, of every clip there is. */
const bestOf = (measure: (at: number) => number): number[] => {
  const far = Float64Array.from({ length: clips }, (_, n) => measure(n * look_bytes))
  const limit = far.toSorted()[judged] ?? Infinity
  const ids = Array.from({ length: clips }, (_, n) => n).filter(n => (far[n] ?? Infinity) <= limit)
  return ids
    .toSorted((a, b) => (far[a] ?? 0) - (far[b] ?? 0))
    .slice(0, judged)
    .map(n => n + 1)
}

const percentile = (sorted: readonly number[], part: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1)

/** Each question alone, then eight at once. */
const time = async <T>(name: string, list: readonly Look[], find: (look: Look) => Promise<T>) => {
  for (const look of list) await find(look)
  const alone: number[] = []
  for (const look of list) {
    const since = performance.now()
    await find(look)
    alone.push(performance.now() - since)
  }
  alone.sort((a, b) => a - b)
  const left = [...list, ...list]
  const since = performance.now()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let look = left.pop(); look; look = left.pop()) await find(look)
    }),
  )
  const per_second = (2 * list.length) / ((performance.now() - since) / 1_000)
  console.log(
    `${name.padEnd(22)} p50 ${percentile(alone, 0.5)} ms  p99 ${percentile(alone, 0.99)} ms alone, ${per_second.toFixed(0)}/s with eight at once`,
  )
}

const recall = (found: readonly number[], truth: readonly number[], most: number) => {
  const known = new Set(found)
  const best = truth.slice(0, most)
  return best.filter(id => known.has(id)).length / best.length
}

const mean = (values: readonly number[]) =>
  `${((100 * values.reduce((a, b) => a + b, 0)) / values.length).toFixed(1)} %`

type Truth = { look: Look; ofClip: boolean; nearest: number[] }

/** What comparing every clip finds. */
const truths = (all: Uint8Array, list: readonly Look[]): Truth[] =>
  list.map((look, n) => ({ look, ofClip: n % 2 === 0, nearest: bestOf(at => distanceOf(partsOf(look, all, at))) }))

const judgeLooks = async (db: Db, map: LookMap, all: Uint8Array, known: readonly Truth[], limit: number) => {
  for (const ofClip of [true, false]) {
    const asked = known.filter(one => one.ofClip === ofClip)
    const [first, more, farther]: [number[], number[], number[]] = [[], [], []]
    for (const { look, nearest } of asked) {
      const found = (await clipsNear(db, map, look, limit)).map(one => one.clip_id)
      const far = (ids: readonly number[]) =>
        ids.reduce((sum, id) => sum + distanceOf(partsOf(look, all, (id - 1) * look_bytes)), 0)
      first.push(recall(found, nearest, 12))
      more.push(recall(found, nearest, judged))
      farther.push(far(found.slice(0, judged)) / far(nearest) - 1)
    }
    console.log(
      `  near a ${ofClip ? 'clip ' : 'frame'}  of the 12 nearest ${mean(first)}, of the ${judged} nearest ${mean(more)}; the first ${judged} are ${mean(farther)} farther away than the nearest`,
    )
  }
}

const judgeColors = async (db: Db, all: Uint8Array, list: readonly Look[]) => {
  const parts: number[] = []
  for (const look of list.filter((_, n) => n % 10 === 0)) {
    const color = paletteOf(look)[0]?.lab ?? [50, 0, 0]
    const amount = (ids: readonly number[]) =>
      ids.reduce((sum, id) => sum + amountOf(color, all, (id - 1) * look_bytes), 0)
    const rich = (await clipsRichIn(db, color)).slice(0, judged)
    parts.push(amount(rich.map(one => one.clip_id)) / amount(bestOf(at => -amountOf(color, all, at))))
  }
  console.log(`  the first ${judged} of a color have ${mean(parts)} of what the richest ${judged} have`)
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
  const { rows } = await sql<{
    version: string
  }>`select 'PostgreSQL ' || current_setting('server_version') as version`.execute(db)
  console.log(machineLine(rows[0]?.version ?? ''))
  let since = performance.now()
  await makeClips(db)
  console.log(`${clips.toLocaleString('en-US')} clips in ${seconds(since)}`)
  since = performance.now()
  const all = await makeLooks(db)
  console.log(`their looks in ${seconds(since)}`)
  since = performance.now()
  console.log(`${(await settleLooks(db)).toLocaleString('en-US')} moved to a nearer landmark in ${seconds(since)}`)
  await sql`vacuum analyze`.execute(db)
  const sizes = await sql<{ table: string; cells: string; colors: string }>`
    select pg_size_pretty(pg_table_size('clip_looks')) as table, pg_size_pretty(pg_relation_size('clip_looks_cell')) as cells,
           pg_size_pretty(pg_relation_size('clip_looks_colors')) as colors`.execute(db)
  const map = await readMap(db)
  console.log({ ...sizes.rows[0], landmarks: map.ids.length })
  const list = questions(all)
  const known = truths(all, list)
  for (const limit of limits) {
    await time(`${limit} compared`, list, look => clipsNear(db, map, look, limit))
    await judgeLooks(db, map, all, known, limit)
  }
  await time('rich in a color', list, look => clipsRichIn(db, paletteOf(look)[0]?.lab ?? [50, 0, 0]))
  await judgeColors(db, all, list)
  await database.close()
} finally {
  await postgres.stop()
}
