/** How the database finds looks: by its indexes, and never by reading them all. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { saveWishes } from '../../../testing/builders/catalog.ts'
import { openLooks } from '../../../testing/made-looks.ts'
import type { Db } from '../../platform/database.server.ts'
import { labOf } from './color-names.ts'
import { distanceOf, partsOf } from './distance.ts'
import { indexLooks, readMap, settleLooks } from './index-looks.server.ts'
import { look_bytes, packLook, type Look } from './look.ts'
import { clipsNear, clipsRichIn } from './neighbors.server.ts'

/** Enough that reading them all is a bad plan, and that there are landmarks. */
const copies = 3_000
const clips_per_shoot = 20

let shop: TestApp
let looks: Map<number, Look>
beforeAll(async () => {
  shop = await openTestApp()
  await saveWishes(shop, [{ name: 'Pattern of light' }])
  const same = sql`filmmaker_id, shoot_id, category_id, master_id, width, height, fps, duration_ms, camera_look, motion, time_of_day, status, published_at`
  await sql`
    insert into clips (slug, name, ${same}) select 'copy-' || n, 'Copy ' || n, ${same} from clips, generate_series(1, ${copies}::integer) n`.execute(
    shop.db,
  )
  const { rows } = await sql<{ clip_id: number }>`
    insert into clip_search (clip_id, score, popularity, duration_ms, published_at, facets, words, card, detail)
    select c.id, 0, 0, 6000, now(), '', '', '{}', '{}' from clips c where c.slug like 'copy-%' returning clip_id`.execute(
    shop.db,
  )
  const made = openLooks(3)
  let shoot = made.shoot()
  const described = rows.map(({ clip_id }, n) => {
    if (n % clips_per_shoot === 0) shoot = made.shoot()
    return { id: clip_id, master: { descriptors: { ...made.clip(shoot), brightness: 0 } } }
  })
  looks = new Map(described.map(({ id, master }) => [id, packLook(master.descriptors)]))
  // In parts, so that the first ones know fewer landmarks.
  for (let start = 0; start < described.length; start += 500)
    await shop.db.transaction().execute(trx => indexLooks(trx, described.slice(start, start + 500)))
  await sql`analyze`.execute(shop.db)
})
afterAll(() => shop.close())

type Scans = { whole: number; cells: number; colors: number }

const scansSoFar = async (db: Db): Promise<Scans> => {
  const { rows } = await sql<Scans>`
    select pg_stat_get_xact_numscans('clip_looks'::regclass)::integer as whole,
           pg_stat_get_xact_numscans('clip_looks_cell'::regclass)::integer as cells,
           pg_stat_get_xact_numscans('clip_looks_colors'::regclass)::integer as colors`.execute(db)
  return rows[0] ?? { whole: 0, cells: 0, colors: 0 }
}
const scansOf = (find: (db: Db) => Promise<unknown>): Promise<Scans> =>
  shop.db.transaction().execute(async trx => {
    const before = await scansSoFar(trx)
    await find(trx)
    const after = await scansSoFar(trx)
    return {
      whole: after.whole - before.whole,
      cells: after.cells - before.cells,
      colors: after.colors - before.colors,
    }
  })

const someLook = () => [...looks.values()][77] ?? new Uint8Array(look_bytes)

test('neighbors are read from the index of cells, never from the whole table', async () => {
  const map = await readMap(shop.db)
  expect(map.ids.length).toBeGreaterThan(10)
  const scans = await scansOf(db => clipsNear(db, map, someLook(), 300))
  expect(scans).toMatchObject({ whole: 0, colors: 0 })
  expect(scans.cells).toBeGreaterThan(0)
  // No more cells than it takes.
  expect(scans.cells).toBeLessThan(map.ids.length)
})

test('clips of a color are read from the index of colors, never from the whole table', async () => {
  const scans = await scansOf(db => clipsRichIn(db, labOf('#3a5a78'), 300))
  expect(scans).toMatchObject({ whole: 0, cells: 0 })
  expect(scans.colors).toBeGreaterThan(0)
})

test('with all of them compared, exactly the nearest are found; with a third of them, most', async () => {
  const map = await readMap(shop.db)
  const asked = [...looks.values()].filter((_, n) => n % 150 === 0)
  let found = 0
  for (const look of asked) {
    const truth = [...looks]
      .map(([id, other]) => ({ id, far: distanceOf(partsOf(look, other)) }))
      .toSorted((a, b) => a.far - b.far || a.id - b.id)
    const nearest = truth.slice(0, 12).map(one => one.id)
    const all = (await clipsNear(shop.db, map, look, 2 * copies)).filter(one => looks.has(one.clip_id))
    expect(all.slice(0, 12).map(one => one.clip_id)).toEqual(nearest)
    const some = new Set((await clipsNear(shop.db, map, look, copies / 3)).map(one => one.clip_id))
    found += nearest.filter(id => some.has(id)).length
  }
  expect(found / (12 * asked.length)).toBeGreaterThan(0.85)
})

test('settling moves each clip to the landmark that is nearest today, once', async () => {
  const map = await readMap(shop.db)
  const behind = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from clip_looks where known < ${map.ids.length}::int / 2`.execute(shop.db)
    ).rows[0]?.n
  expect(await behind()).toBeGreaterThan(0)
  expect(await settleLooks(shop.db)).toBeGreaterThan(0)
  expect(await behind()).toBe(0)
  expect(await settleLooks(shop.db)).toBe(0)
})

test('a clip that looks as before is not written again', async () => {
  const [first] = looks.keys()
  const versionOf = async () =>
    (await sql<{ v: string }>`select xmin::text as v from clip_looks where clip_id = ${first}`.execute(shop.db)).rows[0]
      ?.v
  const made = openLooks(3)
  const descriptors = { ...made.clip(made.shoot()), brightness: 0 }
  const index = (motion_energy: number) =>
    shop.db
      .transaction()
      .execute(trx => indexLooks(trx, [{ id: first ?? 0, master: { descriptors: { ...descriptors, motion_energy } } }]))
  await index(0.2)
  const before = await versionOf()
  await index(0.2)
  expect(await versionOf()).toBe(before)
  await index(0.9)
  expect(await versionOf()).not.toBe(before)
})
