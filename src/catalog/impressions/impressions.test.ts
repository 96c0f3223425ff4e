/** Impressions are counted once a day for each visitor, without excluded visitors and without identifying anyone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedFilmmaker } from '../../../testing/builders/earnings.ts'
import { seedClip, seedMember, type TestClip } from '../../../testing/builders/orders.ts'
import { startMasquerade, seedStaff } from '../../../testing/builders/staff.ts'
import { catalogJobs } from '../jobs.server.ts'
import { recordImpressions } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => shop.close())

const FIREFOX_USER_AGENT = 'Mozilla/5.0 (X11; Linux x64; rv:142.0) Gecko/20100101 Firefox/142.0'
type ImpressionReport = { views?: number[]; hovers?: number[] }
/** `x-forwarded-for` sets the visitor’s address. */
const report = ({ send } = shop.visitor(), body: ImpressionReport, headers: Record<string, string> = {}) =>
  send(`/api${recordImpressions.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX_USER_AGENT, ...headers },
    body: JSON.stringify({ views: [], hovers: [], ...body }),
  })
const runCountJob = async () => {
  for (const { name, run } of catalogJobs(shop.deps)) if (name === 'catalog.count-impressions') await run({})
}
const loadDays = async ({ id }: TestClip) => {
  await runCountJob()
  const rows = await shop.db
    .selectFrom('clip_daily_stats')
    .where('clip_id', '=', id)
    .orderBy('day')
    .selectAll()
    .execute()
  return rows.map(({ views, hovers }) => [views, hovers])
}

test('each visitor counts once a day for each clip and kind, however often and concurrently it is reported', async () => {
  const clip = await seedClip(shop)
  const reports = Array.from({ length: 20 }, () => report(undefined, { views: [clip.id, clip.id], hovers: [clip.id] }))
  for (const { status } of await Promise.all(reports)) expect(status).toBe(200)
  expect(await loadDays(clip)).toEqual([[1, 1]])
  await report(undefined, { views: [clip.id] }, { 'x-forwarded-for': '203.0.113.7' })
  await Promise.all(Array.from({ length: 20 }, runCountJob))
  expect(await loadDays(clip)).toEqual([[2, 1]])
  shop.clock.advance(DAY_MS)
  await report(undefined, { views: [clip.id] })
  expect(await loadDays(clip)).toEqual([
    [2, 1],
    [1, 0],
  ])
})

test('one address counts once, whatever its User-Agent headers are', async () => {
  const clip = await seedClip(shop)
  const reportForged = (n: number, address: string) =>
    report(
      undefined,
      { views: [clip.id], hovers: [clip.id] },
      { 'user-agent': `${FIREFOX_USER_AGENT} Forged/${n}`, 'x-forwarded-for': address },
    )
  await Promise.all(Array.from({ length: 20 }, (_, n) => reportForged(n, '203.0.113.8')))
  expect(await loadDays(clip)).toEqual([[1, 1]])
  // Every address of a household’s IPv6 network is one visitor; a neighbor’s network is another.
  await Promise.all(Array.from({ length: 20 }, (_, n) => reportForged(n, `2001:db8:12:ab${10 + n}::${n + 1}`)))
  expect(await loadDays(clip)).toEqual([[2, 2]])
  await reportForged(1, '2001:db8:12:cd00::1')
  await reportForged(2, '::ffff:203.0.113.8')
  expect(await loadDays(clip)).toEqual([[3, 3]])
})

test('bots, staff, masquerades, filmmakers on their own clips and visitors who opt out do not count', async () => {
  const clip = await seedClip(shop)
  const impressions = { views: [clip.id], hovers: [clip.id] }
  await report(undefined, impressions, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await report(undefined, impressions, { 'sec-gpc': '1' })
  await report(undefined, impressions, { dnt: '1' })
  const staff = await seedStaff(shop)
  await report(staff.visitor, impressions)
  await startMasquerade(shop, staff, (await seedMember(shop)).user_id)
  await report(staff.visitor, impressions)
  const artist = await seedFilmmaker(shop, clip)
  await report(artist.visitor, impressions)
  expect(await loadDays(clip)).toEqual([])
  await report((await seedMember(shop)).visitor, impressions)
  expect(await loadDays(clip)).toEqual([[1, 1]])
})

test('unpublished clips are not counted, and too many clips at once are refused with a message', async () => {
  const clip = await seedClip(shop)
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', clip.id).execute()
  expect((await report(undefined, { views: [clip.id, 999_999_999] })).status).toBe(200)
  expect(await loadDays(clip)).toEqual([])
  const all = Array.from({ length: 101 }, (_, index) => index + 1)
  await expect(shop.visitor().call(recordImpressions, { body: { views: all, hovers: [] } })).rejects.toMatchObject({
    status: 422,
    errors: { views: ['At most 100 clips at once.'] },
  })
})

test('visitors are stored as a daily hash, and deleted when the day is over', async () => {
  const clip = await seedClip(shop)
  const loadImpressions = () =>
    shop.db.selectFrom('clip_impressions').where('clip_id', '=', clip.id).selectAll().execute()
  await report(undefined, { views: [clip.id] })
  shop.clock.advance(DAY_MS)
  await report(undefined, { views: [clip.id] })
  const visitorHashes = (await loadImpressions()).map(({ visitor_hash }) => Buffer.from(visitor_hash).toString('hex'))
  expect(new Set(visitorHashes).size).toBe(2)
  const { rows } = await sql<{ text: string }>`select to_jsonb(s)::text as text from clip_impressions s`.execute(
    shop.db,
  )
  for (const { text } of rows) expect(text).not.toMatch(/127\.0\.0\.1|Firefox/)
  await runCountJob()
  expect(await loadImpressions()).toHaveLength(1)
  shop.clock.advance(2 * DAY_MS)
  await runCountJob()
  expect(await loadImpressions()).toEqual([])
  expect(await loadDays(clip)).toEqual([
    [1, 0],
    [1, 0],
  ])
})
