/** Tests for the search across the whole admin: results and permissions. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedQuote } from '../../../testing/builders/quotes.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { seedTicket } from '../../../testing/builders/tickets.ts'
import { publishBanner } from '../../notifications/banners.server.ts'
import { findAnything } from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const find = async (text: string, { visitor }: Buyer = staff) =>
  (await visitor.call(findAnything, { query: { words: text } })).data
const findKindsOf = async (text: string, actor?: Buyer) => (await find(text, actor)).map(({ kind }) => kind)

test('the name of a workspace finds it and its people, orders and offers', async () => {
  const buyer = await seedMember(shop)
  const clip = await seedClip(shop, 'Heron at the weir')
  await shop.db
    .updateTable('workspaces')
    .set({ name: 'Sedge & Daughters' })
    .where('id', '=', buyer.workspace_id)
    .execute()
  const { id, number } = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  const quote = await seedQuote(shop, buyer, [clip])
  const groups = await find(' sedge & d ')
  expect(groups.map(({ kind, results }) => [kind, results.map(({ key }) => key)])).toEqual([
    ['person', [String(buyer.user_id)]],
    ['workspace', [String(buyer.workspace_id)]],
    ['order', [String(id)]],
    ['offer', [quote]],
  ])
  expect(groups[2]?.results[0]).toMatchObject({ title: number, detail: expect.stringContaining('Sedge & Daughters') })
})

test('a clip is found by its number and a ticket by its reference, even when it is closed', async () => {
  const clip = await seedClip(shop, 'Kelp in the swell')
  expect((await find(`#${clip.id}`)).find(({ kind }) => kind === 'clip')?.results).toMatchObject([
    { key: String(clip.id), title: 'Kelp in the swell' },
  ])
  const id = await seedTicket(shop, { name: 'Wren Alder' })
  await shop.db.updateTable('tickets').set({ state: 'closed' }).where('id', '=', id).execute()
  expect(await findKindsOf('wren alder')).toEqual(['ticket'])
})

test('only platform admins find banners', async () => {
  const id = await publishBanner(shop.db, {
    title: 'Plover season',
    description: 'New shoots from the dunes.',
    image_small: '/a.webp',
    image_medium: '/b.webp',
    published_at: shop.clock.now(),
  })
  expect(await find('plover season', await seedStaff(shop, 'platform_admin'))).toMatchObject([
    { kind: 'banner', results: [{ key: String(id), title: 'Plover season', detail: 'running' }] },
  ])
  expect(await find('plover season')).toEqual([])
  expect(await find('plover season', await seedStaff(shop, 'collection_admin'))).toEqual([])
})

test('at most five results per kind are returned, with the total', async () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await seedClip(shop, `Marram grass ${n}`)
  const [clips] = await find('marram grass')
  expect(clips).toMatchObject({ kind: 'clip', total: 7 })
  expect(clips?.results).toHaveLength(5)
})

test('editors find the catalog and nothing about people', async () => {
  const editor = await seedStaff(shop, 'collection_admin')
  const buyer = await seedMember(shop)
  await shop.db
    .updateTable('users')
    .set({ first_name: 'Tern', last_name: 'Island' })
    .where('id', '=', buyer.user_id)
    .execute()
  await seedClip(shop, 'Tern Island')
  expect(await findKindsOf('tern island')).toEqual(['person', 'workspace', 'clip'])
  expect(await findKindsOf('tern island', editor)).toEqual(['clip'])
})

test('characters with a meaning in patterns or SQL are taken literally, and an empty search finds nothing', async () => {
  for (const words of ['', '   ', '\0', '%', '_', "'; drop table users; --", 'a\\'])
    expect([words, await find(words)]).toEqual([words, []])
  await expect(find('x'.repeat(201))).rejects.toMatchObject({ status: 422 })
})
