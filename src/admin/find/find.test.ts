/** One field over every room: what it finds, and for whom. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aQuote } from '../../../testing/builders/quotes.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { aTicket } from '../../../testing/builders/tickets.ts'
import { publishBanner } from '../../notifications/banners.server.ts'
import { findAnything } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

const find = async (words: string, { visitor }: Buyer = staff) =>
  (await visitor.call(findAnything, { query: { words } })).data
const kindsOf = async (words: string, who?: Buyer) => (await find(words, who)).map(({ kind }) => kind)

test('a workspace’s name finds it with its people, orders and offers', async () => {
  const buyer = await aMember(shop)
  const clip = await aClip(shop, 'Heron at the weir')
  await shop.db
    .updateTable('workspaces')
    .set({ name: 'Sedge & Daughters' })
    .where('id', '=', buyer.workspace_id)
    .execute()
  const { id, number } = await anOrder(shop, buyer, 'paid', { clips: [clip] })
  const quote = await aQuote(shop, buyer, [clip])
  const groups = await find(' sedge & d ')
  expect(groups.map(({ kind, found }) => [kind, found.map(({ key }) => key)])).toEqual([
    ['person', [String(buyer.user_id)]],
    ['workspace', [String(buyer.workspace_id)]],
    ['order', [String(id)]],
    ['offer', [quote]],
  ])
  expect(groups[2]?.found[0]).toMatchObject({ title: number, detail: expect.stringContaining('Sedge & Daughters') })
})

test('a clip is found by its number, a ticket by its reference, closed or not', async () => {
  const clip = await aClip(shop, 'Kelp in the swell')
  expect((await find(`#${clip.id}`)).find(({ kind }) => kind === 'clip')?.found).toMatchObject([
    { key: String(clip.id), title: 'Kelp in the swell' },
  ])
  const id = await aTicket(shop, { name: 'Wren Alder' })
  await shop.db.updateTable('tickets').set({ state: 'closed' }).where('id', '=', id).execute()
  expect(await kindsOf('wren alder')).toEqual(['ticket'])
})

test('a banner is found by its words, by platform admins alone', async () => {
  const id = await publishBanner(shop.db, {
    title: 'Plover season',
    description: 'New shoots from the dunes.',
    image_small: '/a.webp',
    image_medium: '/b.webp',
    published_at: shop.clock.now(),
  })
  expect(await find('plover season', await aStaff(shop, 'platform_admin'))).toMatchObject([
    { kind: 'banner', found: [{ key: String(id), title: 'Plover season', detail: 'running' }] },
  ])
  expect(await find('plover season')).toEqual([])
  expect(await find('plover season', await aStaff(shop, 'collection_admin'))).toEqual([])
})

test('of many the first five are shown, and how many there are', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await aClip(shop, `Marram grass ${n}`)
  const [clips] = await find('marram grass')
  expect(clips).toMatchObject({ kind: 'clip', total: 7 })
  expect(clips?.found).toHaveLength(5)
})

test('editors find the catalog and nothing of anybody', async () => {
  const noor = await aStaff(shop, 'collection_admin')
  const buyer = await aMember(shop)
  await shop.db
    .updateTable('users')
    .set({ first_name: 'Tern', last_name: 'Island' })
    .where('id', '=', buyer.user_id)
    .execute()
  await aClip(shop, 'Tern Island')
  expect(await kindsOf('tern island')).toEqual(['person', 'workspace', 'clip'])
  expect(await kindsOf('tern island', noor)).toEqual(['clip'])
})

test('what means something to a pattern or to SQL is searched for as it stands, and nothing finds nothing', async () => {
  for (const words of ['', '   ', '\0', '%', '_', "'; drop table users; --", 'a\\'])
    expect([words, await find(words)]).toEqual([words, []])
  await expect(find('x'.repeat(201))).rejects.toMatchObject({ status: 422 })
})
