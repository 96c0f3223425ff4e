/** What people see is counted: once a day for each, without who does not count, and without who they were. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aFilmmaker } from '../../../testing/builders/earnings.ts'
import { aClip, aMember, type TestClip } from '../../../testing/builders/orders.ts'
import { actAs, aStaff } from '../../../testing/builders/staff.ts'
import { catalogJobs } from '../jobs.server.ts'
import { noteSightings } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => shop.close())

const firefox = 'Mozilla/5.0 (X11; Linux x64; rv:142.0) Gecko/20100101 Firefox/142.0'
type Told = { views?: number[]; hovers?: number[] }
/** `x-forwarded-for` says where from. */
const tell = ({ send } = shop.visitor(), body: Told, headers: Record<string, string> = {}) =>
  send(`/api${noteSightings.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': firefox, ...headers },
    body: JSON.stringify({ views: [], hovers: [], ...body }),
  })
const count = async () => {
  for (const { name, run } of catalogJobs(shop.deps)) if (name === 'catalog.count-sightings') await run({})
}
const daysOf = async ({ id }: TestClip) => {
  await count()
  const rows = await shop.db.selectFrom('clip_days').where('clip_id', '=', id).orderBy('day').selectAll().execute()
  return rows.map(({ views, hovers }) => [views, hovers])
}

test('each visitor counts once a day for each clip and kind, however often and however many at once it is told', async () => {
  const clip = await aClip(shop)
  const tellings = Array.from({ length: 20 }, () => tell(undefined, { views: [clip.id, clip.id], hovers: [clip.id] }))
  for (const { status } of await Promise.all(tellings)) expect(status).toBe(200)
  expect(await daysOf(clip)).toEqual([[1, 1]])
  await tell(undefined, { views: [clip.id] }, { 'x-forwarded-for': '203.0.113.7' })
  await Promise.all(Array.from({ length: 20 }, count))
  expect(await daysOf(clip)).toEqual([[2, 1]])
  shop.clock.advance(86_400_000)
  await tell(undefined, { views: [clip.id] })
  expect(await daysOf(clip)).toEqual([
    [2, 1],
    [1, 0],
  ])
})

test('one address counts once, whatever its browsers say they are', async () => {
  const clip = await aClip(shop)
  const forged = (n: number, address: string) =>
    tell(
      undefined,
      { views: [clip.id], hovers: [clip.id] },
      { 'user-agent': `${firefox} Forged/${n}`, 'x-forwarded-for': address },
    )
  await Promise.all(Array.from({ length: 20 }, (_, n) => forged(n, '203.0.113.8')))
  expect(await daysOf(clip)).toEqual([[1, 1]])
  // Every address of a household's IPv6 network is one viewer, a neighbor's is another.
  await Promise.all(Array.from({ length: 20 }, (_, n) => forged(n, `2001:db8:12:ab${10 + n}::${n + 1}`)))
  expect(await daysOf(clip)).toEqual([[2, 2]])
  await forged(1, '2001:db8:12:cd00::1')
  await forged(2, '::ffff:203.0.113.8')
  expect(await daysOf(clip)).toEqual([[3, 3]])
})

test('machines, our own people, masquerades, filmmakers at their own, and who asks not to be measured do not count', async () => {
  const clip = await aClip(shop)
  const seen = { views: [clip.id], hovers: [clip.id] }
  await tell(undefined, seen, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await tell(undefined, seen, { 'sec-gpc': '1' })
  await tell(undefined, seen, { dnt: '1' })
  const staff = await aStaff(shop)
  await tell(staff.visitor, seen)
  await actAs(shop, staff, (await aMember(shop)).user_id)
  await tell(staff.visitor, seen)
  const artist = await aFilmmaker(shop, clip)
  await tell(artist.visitor, seen)
  expect(await daysOf(clip)).toEqual([])
  await tell((await aMember(shop)).visitor, seen)
  expect(await daysOf(clip)).toEqual([[1, 1]])
})

test('what is not in the shop is not counted, and too much at once is refused in words', async () => {
  const clip = await aClip(shop)
  await shop.db.updateTable('clips').set({ status: 'withdrawn' }).where('id', '=', clip.id).execute()
  expect((await tell(undefined, { views: [clip.id, 999_999_999] })).status).toBe(200)
  expect(await daysOf(clip)).toEqual([])
  const all = Array.from({ length: 101 }, (_, at) => at + 1)
  await expect(shop.visitor().call(noteSightings, { body: { views: all, hovers: [] } })).rejects.toMatchObject({
    status: 422,
    errors: { views: ['At most 100 clips at once.'] },
  })
})

test('who saw it is kept as a hash of the day alone, and gone when the day is over', async () => {
  const clip = await aClip(shop)
  const kept = () => shop.db.selectFrom('clip_sightings').where('clip_id', '=', clip.id).selectAll().execute()
  await tell(undefined, { views: [clip.id] })
  shop.clock.advance(86_400_000)
  await tell(undefined, { views: [clip.id] })
  const names = (await kept()).map(({ visitor }) => Buffer.from(visitor).toString('hex'))
  expect(new Set(names).size).toBe(2)
  const { rows } = await sql<{ said: string }>`select to_jsonb(s)::text as said from clip_sightings s`.execute(shop.db)
  for (const { said } of rows) expect(said).not.toMatch(/127\.0\.0\.1|Firefox/)
  await count()
  expect(await kept()).toHaveLength(1)
  shop.clock.advance(2 * 86_400_000)
  await count()
  expect(await kept()).toEqual([])
  expect(await daysOf(clip)).toEqual([
    [1, 0],
    [1, 0],
  ])
})
