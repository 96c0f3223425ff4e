import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { withdrawClip } from '../catalog/save.server.ts'
import { listLicenses } from './clips-contract.ts'
import { putProjectDetails } from './contract.ts'
import { moveOrder } from './orders.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const list = async (by: Buyer, said?: string, page?: string) =>
  by.visitor.call(listLicenses, { query: { 'search[query]': said, page } })
const ids = async (by: Buyer, said?: string) => (await list(by, said)).data.map(clip => clip.id)
const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}

test('newest first, each clip as it was sold, with its order, license, project and formats', async () => {
  const owner = await aMember(shop)
  const [tide, lanterns] = [await aClip(shop), await aClip(shop, 'Paper lanterns')]
  const first = await anOrder(shop, owner, 'paid', { clips: [tide, lanterns] })
  shop.clock.advance(60_000)
  const second = await anOrder(shop, owner, 'invoiced', { clips: [lanterns, lanterns] })
  await owner.visitor.call(putProjectDetails, { params: { id: second.number }, body: details })
  await shop.db.updateTable('clips').set({ name: 'Renamed' }).where('id', '=', tide.id).execute()
  const { data, meta } = await list(owner)
  expect(data).toMatchObject([
    {
      id: lanterns.id,
      order: { universal_invoice_number: second.number },
      project: { project_name: 'Spring campaign' },
      formats: [{ id: 3, label: 'HD' }],
      downloads_closed: null,
      order_item_ids: second.item_ids,
    },
    {
      id: tide.id,
      name: 'Slow tide at dusk',
      filmmaker: 'Ines Marlow',
      order: { universal_invoice_number: first.number },
      licenses: ['Web & Social, for a client with 2–50 people, worldwide, forever'],
      project: null,
    },
    { id: lanterns.id, order: { universal_invoice_number: first.number }, project: null },
  ])
  expect(meta.pagination).toEqual({ page: 1, per_page: 24, total: 3, total_pages: 1 })
})

test('formats stand by priority descending, LOG under its name', async () => {
  const owner = await aMember(shop)
  const clip = await aClip(shop)
  const { item_ids } = await anOrder(shop, owner, 'paid', { clips: [clip, clip, clip] })
  const [file] = await shop.db.selectFrom('clip_formats').where('clip_id', '=', clip.id).selectAll().execute()
  if (!file) throw new Error('The clip has no file')
  await shop.db
    .insertInto('clip_formats')
    .values({ ...file, format_id: 4, priority: 3 })
    .execute()
  for (const [place, format_id] of [2, 4, 3].entries())
    await shop.db
      .updateTable('order_items')
      .set({ format_id })
      .where('id', '=', item_ids[place] ?? 0)
      .execute()
  const [row] = (await list(owner)).data
  expect(row?.formats.map(({ label }) => label)).toEqual(['HD', 'LOG', 'Highest Res'])
})

test('found by name, number, filmmaker and order, and by nothing that only looks like them', async () => {
  const owner = await aMember(shop)
  const [half, tide] = [await aClip(shop, 'Half moon 50%'), await aClip(shop)]
  const first = await anOrder(shop, owner, 'paid', { clips: [half] })
  const second = await anOrder(shop, owner, 'paid', { clips: [tide] })
  expect(await ids(owner, ' MOON ')).toEqual([half.id])
  expect(await ids(owner, String(tide.id))).toContain(tide.id)
  expect(await ids(owner, 'marlow')).toEqual([tide.id, half.id])
  expect(await ids(owner, first.number)).toEqual([half.id])
  expect(await ids(owner, second.number.toLowerCase())).toEqual([tide.id])
  expect(await ids(owner, '50%')).toEqual([half.id])
  for (const nothing of ['%%', '_', '\\', "' or true --", '0x1', '9'.repeat(200), '\u{1f3ac}'])
    expect(await ids(owner, nothing), nothing).toEqual([])
  expect(await ids(owner, '   ')).toEqual([tide.id, half.id])
})

test.each([
  ['a\0b', undefined],
  ['x'.repeat(201), undefined],
  [undefined, '0'],
  [undefined, '-1'],
  [undefined, '1e3'],
])('a search for %j on page %j is refused with a sentence', async (said, page) => {
  await expect(list(await aMember(shop), said, page)).rejects.toMatchObject({ status: 422 })
})

test('long lists come in pages; past the last there is nothing, and the count stays', async () => {
  const owner = await aMember(shop)
  const clips = []
  for (let n = 0; n < 25; n += 1) clips.push(await aClip(shop, `Wave ${n}`))
  await anOrder(shop, owner, 'paid', { clips })
  const [first, second, third] = [
    await list(owner),
    await list(owner, undefined, '2'),
    await list(owner, undefined, '3'),
  ]
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(clips.map(({ id }) => id))
  expect(second.meta.pagination).toEqual({ page: 2, per_page: 24, total: 25, total_pages: 2 })
  expect(third).toMatchObject({ data: [], meta: { pagination: { total: 25 } } })
})

test('what was never paid is no license; refunded and long overdue ones say why their files stay', async () => {
  const owner = await aMember(shop)
  const clips = [await aClip(shop), await aClip(shop), await aClip(shop), await aClip(shop)] as const
  for (const state of ['pending', 'failed', 'cancelled'] as const)
    await anOrder(shop, owner, state, { clips: [clips[0]] })
  expect((await list(owner)).meta.pagination.total).toBe(0)
  const part = await anOrder(shop, owner, 'paid', { clips: [clips[1], clips[2]] })
  const refund = { user_id: null, reason: 'Test', now: shop.clock.now(), refunded_item_ids: part.item_ids.slice(0, 1) }
  await shop.db.transaction().execute(trx => moveOrder(trx, part.id, 'partially_refunded', refund))
  const late = await anOrder(shop, owner, 'overdue', { clips: [clips[3]] })
  const due_at = new Date(shop.clock.now().getTime() - 15 * 86_400_000)
  await shop.db.updateTable('orders').set({ due_at }).where('id', '=', late.id).execute()
  expect((await list(owner)).data).toMatchObject([
    { id: clips[3].id, refunded: false, downloads_closed: expect.stringContaining('more than 14 days overdue') },
    { id: clips[1].id, refunded: true, formats: [] },
    { id: clips[2].id, refunded: false, formats: [{ label: 'HD' }], downloads_closed: null },
  ])
})

test('a withdrawn clip stays, though its page is gone', async () => {
  const owner = await aMember(shop)
  const [gone, here] = [await aClip(shop), await aClip(shop)]
  await anOrder(shop, owner, 'paid', { clips: [gone, here] })
  await shop.db.transaction().execute(trx => withdrawClip(trx, gone.id))
  expect((await list(owner)).data).toMatchObject([
    { id: gone.id, is_published: false, formats: [{ label: 'HD' }], downloads_closed: null },
    { id: here.id, is_published: true },
  ])
})

test('a workspace sees its own alone: neither another’s nor, as its guest, any', async () => {
  const [owner, stranger] = [await aMember(shop), await aMember(shop)]
  const clip = await aClip(shop)
  const { number } = await anOrder(shop, owner, 'paid', { clips: [clip] })
  expect(await ids(stranger)).toEqual([])
  expect(await ids(stranger, number)).toEqual([])
  expect(await ids(await aMember(shop, 'asset_manager', owner.workspace_id))).toEqual([clip.id])
  await expect(list(await aMember(shop, 'guest', owner.workspace_id))).rejects.toMatchObject({ status: 403 })
  await expect(shop.visitor().call(listLicenses, { query: {} })).rejects.toMatchObject({ status: 401 })
})
