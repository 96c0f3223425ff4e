import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveWishes } from '../../testing/builders/catalog.ts'
import { listClips } from './contract.ts'
import { noteInterest, refreshPopularity } from './interest.server.ts'
import { noteClick, noteSearch } from './search-log-contract.ts'
import { forgetOldSearches, logSearches, openSearchLog, popularSearches, termOf } from './search-log.server.ts'

const day_ms = 86_400_000

let shop: TestApp
let ids: number[]
beforeAll(async () => {
  shop = await openTestApp()
  ids = await saveWishes(shop, [
    { name: 'Tide', keywords: ['sea'], popularity: 0 },
    { name: 'Marsh', keywords: ['sea'], popularity: 0 },
  ])
})
afterAll(() => shop.close())

const rows = () => shop.db.selectFrom('search_log').selectAll().orderBy('term').execute()
const now = () => shop.clock.now()

test('a term is what was meant, however it was typed', () => {
  expect(termOf('  Golden \n HOUR ')).toBe('golden hour')
  expect(termOf('\0\t ')).toBe('')
  expect(termOf('x'.repeat(300))).toHaveLength(100)
})

test('searches and clicks of a day are counted by term, once for each visitor, and written when they are flushed', async () => {
  const log = openSearchLog(shop)
  log.searched('Sea', 2, 'ada')
  log.searched(' sea ', 2, 'ada')
  log.searched('sea', 2, 'bo')
  log.searched('unicorn', 0, 'bo')
  log.searched(' \0 ', 0, 'bo')
  log.clicked('sea', ids[0] ?? 0, 'ada')
  log.clicked('sea', ids[0] ?? 0, 'ada')
  log.clicked('sea', ids[0] ?? 0, 'bo')
  log.clicked('sea', 999_999, 'bo')
  await log.flush()
  await log.flush()
  expect(await rows()).toMatchObject([
    { term: 'sea', searches: 2, clicks: 3, found: 2 },
    { term: 'unicorn', searches: 1, clicks: 0, found: 0 },
  ])
  const { points } = await shop.db.selectFrom('clip_interest').select('points').executeTakeFirstOrThrow()
  expect(points).toBe(2)
})

test('the browser tells of searches and clicks; robots are not counted; the shop itself looks up what was found', async () => {
  const guest = shop.visitor()
  await guest.call(noteSearch, { body: { q: 'marsh' } })
  await guest.call(noteClick, { body: { q: 'marsh', clip_id: ids[1] ?? 0 } })
  const robot = await shop.app.inject({
    method: 'POST',
    url: '/api/searches',
    headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'sec-fetch-site': 'same-origin' },
    payload: { q: 'marsh' },
  })
  expect(robot.statusCode).toBe(200)
  await expect(guest.call(noteClick, { body: { q: 'marsh', clip_id: -1 } })).rejects.toMatchObject({ status: 422 })
  await expect(guest.call(noteSearch, { body: { q: '' } })).rejects.toMatchObject({ status: 422 })
})

test('popular are the terms of thirty days that found something, clicks before mere searches', async () => {
  await logSearches(
    shop.db,
    [
      { term: 'tide', searches: 9, clicks: 0, found: 1 },
      { term: 'marsh', searches: 3, clicks: 4, found: 1 },
      { term: 'griffin', searches: 50, clicks: 0, found: 0 },
      { term: 'once', searches: 1, clicks: 0, found: 1 },
    ],
    now(),
  )
  const long_ago = new Date(now().getTime() - 40 * day_ms)
  await logSearches(shop.db, [{ term: 'yesteryear', searches: 90, clicks: 90, found: 3 }], long_ago)
  const terms = (await popularSearches(shop.db, 10, now())).map(one => one.term)
  expect(terms.filter(term => term !== 'sea')).toEqual(['marsh', 'tide'])
})

test('what a stranger writes beside words that find something is shown to nobody', async () => {
  const strange = ['tide or buy at evil.example', '-tide evil', 'tide -"evil words"', 'or evil', 'evil or']
  await logSearches(
    shop.db,
    [...strange, 'orca'].map(term => ({ term, searches: 99, clicks: 9, found: 1 })),
    now(),
  )
  const terms = (await popularSearches(shop.db, 20, now())).map(one => one.term)
  expect(terms).toContain('orca')
  expect(terms).not.toEqual(expect.arrayContaining([expect.stringContaining('evil')]))
})

test('searches of more than a year ago are forgotten', async () => {
  await logSearches(
    shop.db,
    [{ term: 'ancient', searches: 1, clicks: 0, found: 1 }],
    new Date(now().getTime() - 400 * day_ms),
  )
  await forgetOldSearches(shop.db, now())
  expect((await rows()).map(row => row.term)).not.toContain('ancient')
  expect((await rows()).map(row => row.term)).toContain('yesteryear')
})

test('a licensed clip becomes more popular, once for each order, moves up, and fades when nobody cares any more', async () => {
  const [, marsh = 0] = ids
  const popular = async () => {
    shop.clock.advance(2_000)
    const { data } = await shop.visitor().call(listClips, { query: { q: 'sea', sort: 'popular' } })
    return data.map(clip => clip.id)
  }
  const popularity = async () =>
    (await shop.db.selectFrom('clips').where('id', '=', marsh).select('popularity').executeTakeFirstOrThrow())
      .popularity
  await noteInterest(shop.db, 'license', [marsh], 'order 1', now())
  await noteInterest(shop.db, 'license', [marsh], 'order 1', now())
  await refreshPopularity(shop.db, now())
  const first = await popularity()
  expect(first).toBeGreaterThan(0.3)
  expect(first).toBeLessThan(0.45)
  expect((await popular())[0]).toBe(marsh)
  shop.clock.advance(240 * day_ms)
  await refreshPopularity(shop.db, now())
  expect(await popularity()).toBeLessThan(first / 5)
})

test('clicks told by twenty visitors at once are all counted', async () => {
  const [tide = 0] = ids
  const before = (await rows()).find(row => row.term === 'crowd')
  expect(before).toBeUndefined()
  const logs = Array.from({ length: 20 }, () => openSearchLog(shop))
  for (const [i, log] of logs.entries()) log.clicked('crowd', tide, `visitor ${i}`)
  await Promise.all(logs.map(log => log.flush()))
  const counted = (await rows()).filter(row => row.term === 'crowd')
  expect(counted).toMatchObject([{ clicks: 20 }])
})

test('licenses told by twenty at once are all worth something', async () => {
  const [tide = 0] = ids
  const points = async () =>
    (await shop.db.selectFrom('clip_interest').select('points').where('clip_id', '=', tide).executeTakeFirstOrThrow())
      .points
  await noteInterest(shop.db, 'license', [tide], 'order 100', now())
  const before = await points()
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => noteInterest(shop.db, 'license', [tide], `order ${101 + i}`, now())),
  )
  expect((await points()) - before).toBeCloseTo(20 * 25)
})
