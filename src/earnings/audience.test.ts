/** Tests for the dashboard's counts within a range, and their sort order. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'
import { toDay } from '#platform/day.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedFilmmaker, replayToLedger } from '../../testing/builders/earnings.ts'
import { seedClip, seedMember, seedOrder } from '../../testing/builders/orders.ts'
import { createBoard } from '../boards/contract.ts'
import { listPoints, rangeStart } from './audience.ts'
import { getAudience, listEarningClips } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

test('the ranges are thirty days and twelve months, including today', () => {
  const now = new Date('2026-03-01T23:59:00Z')
  const days = listPoints('30d', now)
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-01-31', '2026-03-01'])
  expect(rangeStart('30d', now)).toEqual(new Date('2026-01-31T00:00:00Z'))
  const months = listPoints('12m', now)
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03'])
  expect(rangeStart('12m', now)).toEqual(new Date('2025-04-01T00:00:00Z'))
})

test('views, hovers, boards and licenses are counted by day, by month and by clip, sorted as requested', async () => {
  const [quiet, loud] = [await seedClip(shop, 'Quiet tide'), await seedClip(shop, 'Loud tide')]
  await shop.db
    .updateTable('clips')
    .set(eb => ({ filmmaker_id: eb.selectFrom('clips').where('id', '=', quiet.id).select('filmmaker_id') }))
    .where('id', '=', loud.id)
    .execute()
  const artist = await seedFilmmaker(shop, quiet)
  const buyer = await seedMember(shop)
  await buyer.visitor.call(createBoard, { body: { name: 'Tides', clip_id: [quiet.id] } })
  await seedOrder(shop, buyer, 'paid', { clips: [quiet] })
  await replayToLedger(shop)
  // A Date would shift by a day on machines west of Greenwich.
  const daysAgo = (days: number) => sql<Date>`${toDay(shop.clock.now().getTime() - days * DAY_MS)}::date`
  const counts = [
    { clip_id: quiet.id, day: daysAgo(0), views: 2, hovers: 9 },
    { clip_id: loud.id, day: daysAgo(1), views: 5, hovers: 1 },
    { clip_id: quiet.id, day: daysAgo(40), views: 70, hovers: 0 },
    { clip_id: loud.id, day: daysAgo(800), views: 1_000, hovers: 0 },
  ]
  await shop.db.insertInto('clip_daily_stats').values(counts).execute()

  const loadPoints = async (range: '30d' | '12m') =>
    (await artist.visitor.call(getAudience, { query: { range } })).data?.points ?? []
  const days = await loadPoints('30d')
  expect(days.slice(-2)).toMatchObject([
    { views: 5, hovers: 1, boards: 0, licenses: 0 },
    { views: 2, hovers: 9, boards: 1, licenses: 1 },
  ])
  expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(7)
  const months = await loadPoints('12m')
  expect(months.reduce((sum, { views }) => sum + views, 0)).toBe(77)

  type Query = Parameters<typeof artist.visitor.call<typeof listEarningClips>>[1]['query']
  const listClips = async (query: Query = {}) => (await artist.visitor.call(listEarningClips, { query })).data
  expect(await listClips()).toMatchObject([
    { id: quiet.id, views: 2, hovers: 9, boards: 1, licenses: 1, earned: { unformatted: 9_950 } },
    { id: loud.id, views: 5, hovers: 1, boards: 0, licenses: 0, earned: { unformatted: 0 } },
  ])
  const listIds = async (query: Query) => (await listClips(query)).map(({ id }) => id)
  expect(await listIds({ sort: 'views' })).toEqual([loud.id, quiet.id])
  expect(await listIds({ sort: 'views', way: 'asc' })).toEqual([quiet.id, loud.id])
  expect(await listIds({ sort: 'views', range: '12m' })).toEqual([quiet.id, loud.id])
  expect(await listIds({ sort: 'name' })).toEqual([loud.id, quiet.id])

  const other = await seedFilmmaker(shop, await seedClip(shop))
  const otherPoints = (await other.visitor.call(getAudience, { query: {} })).data?.points ?? []
  expect(otherPoints.every(({ views, boards, licenses }) => views + boards + licenses === 0)).toBe(true)
})
