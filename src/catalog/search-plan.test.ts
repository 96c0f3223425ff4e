import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveWishes } from '../../testing/builders/catalog.ts'
import type { Db } from '../platform/database.server.ts'
import { filterWords } from './filter-words.ts'
import type { Filters, Sort } from './filters.ts'
import { searchBySql } from './sql-search.server.ts'

/** As many as make reading the whole table a bad plan. */
const copies = 6_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveWishes(shop, [{ name: 'Pattern of light' }])
  const same = sql`filmmaker_id, shoot_id, category_id, master_id, width, height, fps, duration_ms, camera_look, motion, time_of_day, status, published_at`
  await sql`
    insert into clips (slug, name, ${same}) select 'copy-' || n, 'Copy ' || n, ${same} from clips, generate_series(1, ${copies}::integer) n`.execute(
    shop.db,
  )
  await sql`
    insert into clip_search (clip_id, score, popularity, duration_ms, published_at, facets, words, card, detail)
    select c.id, random(), random(), 6000, now(), s.facets,
           to_tsvector('footage', 'copy ' || md5(c.id::text) || case when c.id % 60 = 0 then ' rare' else '' end) ||
           array_to_tsvector(array['~clip', '~look=' || case when c.id % 20 < 7 then 'aerial' else 'macro' end]),
           s.card, s.detail
    from clips c, clip_search s where c.slug like 'copy-%'`.execute(shop.db)
  await sql`analyze`.execute(shop.db)
})
afterAll(() => shop.close())

type Scans = { whole: number; words: number }

/** How often this transaction read the whole table, and looked into the index of words. */
const scansSoFar = async (db: Db): Promise<Scans> => {
  const { rows } = await sql<Scans>`
    select pg_stat_get_xact_numscans('clip_search'::regclass)::integer as whole,
           pg_stat_get_xact_numscans('clip_search_words'::regclass)::integer as words`.execute(db)
  return rows[0] ?? { whole: 0, words: 0 }
}

type Asked = { q?: string; include?: Filters; exclude?: Filters; sort?: Sort }

const scansOf = ({
  q = '',
  include = {},
  exclude = {},
  sort = 'relevance',
}: Asked): Promise<Scans & { total: number }> =>
  shop.db.transaction().execute(async trx => {
    const filters = filterWords(include, exclude)
    const before = await scansSoFar(trx)
    const { total } = await searchBySql(trx, { q, filters, sort, skip: 24, size: 24, counted: true }, 10_000)
    const after = await scansSoFar(trx)
    return { whole: after.whole - before.whole, words: after.words - before.words, total }
  })

test.each<[string, Asked, number]>([
  ['words', { q: 'rare' }, 100],
  ['words and a filter', { q: 'rare', include: { look: ['aerial'] } }, 100],
  ['a filter', { include: { look: ['aerial'] } }, 2_100],
  ['an exclusion', { exclude: { look: ['aerial'] }, sort: 'newest' }, 3_901],
])('a search for %s reads the index of words and never the whole table', async (_, ask, total) => {
  const found = await scansOf(ask)
  expect(found).toMatchObject({ whole: 0 })
  expect(found.words).toBeGreaterThan(0)
  expect(found.total).toBe(total)
})
