import { afterAll, beforeAll, expect, test } from 'vitest'

import { listClips } from '#catalog/contract.ts'
import { recordInterest, refreshPopularity } from '#catalog/interest.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { recordClick, recordSearch } from './search-log-contract.ts'
import { deleteOldSearches, logSearches, openSearchLog, loadPopularTerms, normalizeTerm } from './search-log.server.ts'

let shop: TestApp
let ids: number[]
beforeAll(async () => {
  shop = await openTestApp()
  ids = await saveTestClips(shop, [
    { name: 'Tide', keywords: ['sea'], popularity: 0 },
    { name: 'Marsh', keywords: ['sea'], popularity: 0 },
  ])
})
afterAll(() => shop.close())

const rows = () => shop.db.selectFrom('search_log').selectAll().orderBy('term').execute()
const currentTime = () => shop.clock.now()

test('a term is normalized, however it was typed', () => {
  expect(normalizeTerm('  Golden \n HOUR ')).toBe('golden hour')
  expect(normalizeTerm('\0\t ')).toBe('')
  expect(normalizeTerm('x'.repeat(300))).toHaveLength(100)
})

test('searches and clicks of a day are counted by term, once for each visitor, and written on flush', async () => {
  const log = openSearchLog(shop)
  log.recordSearch('Sea', 2, 'ada')
  log.recordSearch(' sea ', 2, 'ada')
  log.recordSearch('sea', 2, 'bo')
  log.recordSearch('unicorn', 0, 'bo')
  log.recordSearch(' \0 ', 0, 'bo')
  log.recordClick('sea', ids[0] ?? 0, 'ada')
  log.recordClick('sea', ids[0] ?? 0, 'ada')
  log.recordClick('sea', ids[0] ?? 0, 'bo', { place: 3, by_meaning: true })
  log.recordClick('sea', 999_999, 'bo')
  await log.flush()
  await log.flush()
  expect(await rows()).toMatchObject([
    { term: 'sea', searches: 2, clicks: 3, clicked_places: 5, meaning_clicks: 1, result_count: 2 },
    { term: 'unicorn', searches: 1, clicks: 0, result_count: 0 },
  ])
  const { points } = await shop.db.selectFrom('clip_interest').select('points').executeTakeFirstOrThrow()
  expect(points).toBe(2)
})

test('the API records searches and clicks, ignores robots and counts the results itself', async () => {
  const guest = shop.visitor()
  await guest.call(recordSearch, { body: { q: 'marsh' } })
  await guest.call(recordClick, { body: { q: 'marsh', clip_id: ids[1] ?? 0 } })
  const robot = await shop.app.inject({
    method: 'POST',
    url: '/api/searches',
    headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)', 'sec-fetch-site': 'same-origin' },
    payload: { q: 'marsh' },
  })
  expect(robot.statusCode).toBe(200)
  await expect(guest.call(recordClick, { body: { q: 'marsh', clip_id: -1 } })).rejects.toMatchObject({ status: 422 })
  await expect(guest.call(recordSearch, { body: { q: '' } })).rejects.toMatchObject({ status: 422 })
})

test('popular terms found clips within thirty days, and clicks weigh more than searches', async () => {
  await logSearches(
    shop.db,
    [
      { term: 'tide', searches: 9, clicks: 0, result_count: 1 },
      { term: 'marsh', searches: 3, clicks: 4, result_count: 1 },
      { term: 'griffin', searches: 50, clicks: 0, result_count: 0 },
      { term: 'once', searches: 1, clicks: 0, result_count: 1 },
    ],
    currentTime(),
  )
  const longAgo = new Date(currentTime().getTime() - 40 * DAY_MS)
  await logSearches(shop.db, [{ term: 'yesteryear', searches: 90, clicks: 90, result_count: 3 }], longAgo)
  const terms = (await loadPopularTerms(shop.db, 10, currentTime())).map(row => row.term)
  expect(terms.filter(term => term !== 'sea')).toEqual(['marsh', 'tide'])
})

test('text that was added to found words is never public', async () => {
  const abusive = ['tide or buy at evil.example', '-tide evil', 'tide -"evil words"', 'or evil', 'evil or']
  await logSearches(
    shop.db,
    [...abusive, 'orca'].map(term => ({ term, searches: 99, clicks: 9, result_count: 1 })),
    currentTime(),
  )
  const terms = (await loadPopularTerms(shop.db, 20, currentTime())).map(row => row.term)
  expect(terms).toContain('orca')
  expect(terms).not.toEqual(expect.arrayContaining([expect.stringContaining('evil')]))
})

test('searches older than a year are deleted', async () => {
  await logSearches(
    shop.db,
    [{ term: 'ancient', searches: 1, clicks: 0, result_count: 1 }],
    new Date(currentTime().getTime() - 400 * DAY_MS),
  )
  await deleteOldSearches(shop.db, currentTime(), 90)
  expect((await rows()).map(row => row.term)).not.toContain('ancient')
  expect((await rows()).map(row => row.term)).toContain('yesteryear')
})

test('a license makes a clip more popular, once for each order, and its popularity fades without further interest', async () => {
  const [, marsh = 0] = ids
  const loadPopularIds = async () => {
    shop.clock.advance(2_000)
    const { data } = await shop.visitor().call(listClips, { query: { q: 'sea', sort: 'popular' } })
    return data.map(clip => clip.id)
  }
  const loadPopularity = async () =>
    (await shop.db.selectFrom('clips').where('id', '=', marsh).select('popularity').executeTakeFirstOrThrow())
      .popularity
  await recordInterest(shop.db, 'license', [marsh], 'order 1', currentTime())
  await recordInterest(shop.db, 'license', [marsh], 'order 1', currentTime())
  await refreshPopularity(shop.db, currentTime(), 30)
  const initial = await loadPopularity()
  expect(initial).toBeGreaterThan(0.3)
  expect(initial).toBeLessThan(0.45)
  expect((await loadPopularIds())[0]).toBe(marsh)
  shop.clock.advance(240 * DAY_MS)
  await refreshPopularity(shop.db, currentTime(), 30)
  expect(await loadPopularity()).toBeLessThan(initial / 5)
})

test('clicks of twenty visitors at once are all counted', async () => {
  const [tide = 0] = ids
  const before = (await rows()).find(row => row.term === 'crowd')
  expect(before).toBeUndefined()
  const logs = Array.from({ length: 20 }, () => openSearchLog(shop))
  for (const [i, log] of logs.entries()) log.recordClick('crowd', tide, `visitor ${i}`)
  await Promise.all(logs.map(log => log.flush()))
  const counted = (await rows()).filter(row => row.term === 'crowd')
  expect(counted).toMatchObject([{ clicks: 20 }])
})

test('twenty licenses at once all add points', async () => {
  const [tide = 0] = ids
  const loadPoints = async () =>
    (await shop.db.selectFrom('clip_interest').select('points').where('clip_id', '=', tide).executeTakeFirstOrThrow())
      .points
  await recordInterest(shop.db, 'license', [tide], 'order 100', currentTime())
  const before = await loadPoints()
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => recordInterest(shop.db, 'license', [tide], `order ${101 + i}`, currentTime())),
  )
  expect((await loadPoints()) - before).toBeCloseTo(20 * 25)
})
