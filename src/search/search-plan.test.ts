import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Filters, Sort } from '#catalog/filters.ts'
import type { Db } from '#platform/db/database.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import type { TextQuery } from './engine/text-query.ts'
import { toFilterTerms } from './filter-terms.ts'
import { searchBySql } from './sql-search.server.ts'

/** Enough rows to make a sequential scan a bad plan. */
const COPIES = 6_000

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
  await saveTestClips(shop, [{ name: 'Pattern of light' }])
  const columns = sql`filmmaker_id, shoot_id, category_id, master_id, width, height, fps, duration_ms, camera_look, motion, time_of_day, status, published_at`
  await sql`
    insert into clips (slug, name, ${columns}) select 'copy-' || n, 'Copy ' || n, ${columns} from clips, generate_series(1, ${COPIES}::integer) n`.execute(
    shop.db,
  )
  await sql`
    insert into clip_search (clip_id, score, popularity, duration_ms, published_at, facets, words, card, detail)
    select c.id, random(), random(), 6000, now(), s.facets,
           setweight(to_tsvector('footage', 'copy ' || md5(c.id::text) || case when c.id % 60 = 0 then ' rare' else '' end), 'B') ||
           array_to_tsvector(array['~clip', '~look=' || case when c.id % 20 < 7 then 'aerial' else 'macro' end]),
           s.card, s.detail
    from clips c, clip_search s where c.slug like 'copy-%'`.execute(shop.db)
  await sql`analyze`.execute(shop.db)
})
afterAll(() => shop.close())

type ScanCounts = { whole: number; words: number }

/** Returns how often this transaction scanned the whole table and the index of terms. */
const loadScanCounts = async (db: Db): Promise<ScanCounts> => {
  const { rows } = await sql<ScanCounts>`
    select pg_stat_get_xact_numscans('clip_search'::regclass)::integer as whole,
           pg_stat_get_xact_numscans('clip_search_words'::regclass)::integer as words`.execute(db)
  return rows[0] ?? { whole: 0, words: 0 }
}

type ScanInput = { q?: string; include?: Filters; exclude?: Filters; sort?: Sort }

const textOf = (lexeme: string): TextQuery => ({
  slots: [
    {
      label: lexeme,
      required: false,
      alternatives: [{ query: { kind: 'word', lexeme }, weight: 1, is_synonym: false }],
    },
  ],
  excluded: [],
})

const countScans = ({
  q,
  include = {},
  exclude = {},
  sort = 'relevance',
}: ScanInput): Promise<ScanCounts & { total: number }> =>
  shop.db.transaction().execute(async trx => {
    const filters = toFilterTerms(include, exclude)
    const before = await loadScanCounts(trx)
    const { total } = await searchBySql(
      trx,
      { text: q === undefined ? undefined : textOf(q), filters, sort, skip: 24, size: 24, counted: true },
      10_000,
    )
    const after = await loadScanCounts(trx)
    return { whole: after.whole - before.whole, words: after.words - before.words, total }
  })

test.each<[string, ScanInput, number]>([
  ['words', { q: 'rare' }, 100],
  ['words and a filter', { q: 'rare', include: { look: ['aerial'] } }, 100],
  ['a filter', { include: { look: ['aerial'] } }, 2_100],
  ['an exclusion', { exclude: { look: ['aerial'] }, sort: 'newest' }, 3_901],
])('a search for %s uses the index of terms and never scans the whole table', async (_, input, total) => {
  const scans = await countScans(input)
  expect(scans).toMatchObject({ whole: 0 })
  expect(scans.words).toBeGreaterThan(0)
  expect(scans.total).toBe(total)
})

test('a page of more results than are usually ranked is sorted by relevance', async () => {
  await shop.db.transaction().execute(async trx => {
    await sql`update clip_search set score = 0.5 where words @@ 'rare'`.execute(trx)
    await sql`
      update clip_search set words = setweight(words, 'A'), card = '{"id":-1}'
      where clip_id = (select min(clip_id) from clip_search where words @@ 'rare')`.execute(trx)
    const query = { text: textOf('rare'), filters: [], sort: 'relevance', skip: 0, counted: false } as const
    for (const size of [60, 240]) {
      const { cards } = await searchBySql(trx, { ...query, size }, 10_000)
      expect((JSON.parse(cards) as { id: number }[])[0], `${size} results`).toEqual({ id: -1 })
    }
  })
})
