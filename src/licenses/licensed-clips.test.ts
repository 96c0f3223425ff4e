import { afterAll, beforeAll, expect, test } from 'vitest'

import { putProjectDetails } from '#orders/contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { withdrawClip } from '../../testing/builders/catalog.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { listLicenses } from './contract.ts'
import { transitionOrder } from './transition-order.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const listClips = async (member: Buyer, term?: string, page?: string) =>
  member.visitor.call(listLicenses, { query: { 'search[query]': term, page } })
const listIds = async (member: Buyer, term?: string) => (await listClips(member, term)).data.map(clip => clip.id)
const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}

test('clips are listed newest first, as they were sold, with order, license, project and formats', async () => {
  const owner = await seedMember(shop)
  const [tide, lanterns] = [await seedClip(shop), await seedClip(shop, 'Paper lanterns')]
  const first = await seedOrder(shop, owner, 'paid', { clips: [tide, lanterns] })
  shop.clock.advance(60_000)
  const second = await seedOrder(shop, owner, 'invoiced', { clips: [lanterns, lanterns] })
  await owner.visitor.call(putProjectDetails, { params: { id: second.number }, body: details })
  await shop.db.updateTable('clips').set({ name: 'Renamed' }).where('id', '=', tide.id).execute()
  const { data, meta } = await listClips(owner)
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

test('formats are sorted by priority, highest first, and LOG has its name', async () => {
  const owner = await seedMember(shop)
  const clip = await seedClip(shop)
  const { item_ids } = await seedOrder(shop, owner, 'paid', { clips: [clip, clip, clip] })
  const [file] = await shop.db.selectFrom('clip_formats').where('clip_id', '=', clip.id).selectAll().execute()
  if (!file) throw new Error('The clip has no file')
  await shop.db
    .insertInto('clip_formats')
    .values({ ...file, format_id: 4, priority: 3 })
    .execute()
  for (const [index, format_id] of [2, 4, 3].entries())
    await shop.db
      .updateTable('order_items')
      .set({ format_id })
      .where('id', '=', item_ids[index] ?? 0)
      .execute()
  const [row] = (await listClips(owner)).data
  expect(row?.formats.map(({ label }) => label)).toEqual(['HD', 'LOG', 'Highest Res'])
})

test('search matches name, number, filmmaker and order, and takes wildcards literally', async () => {
  const owner = await seedMember(shop)
  const [half, tide] = [await seedClip(shop, 'Half moon 50%'), await seedClip(shop)]
  const first = await seedOrder(shop, owner, 'paid', { clips: [half] })
  const second = await seedOrder(shop, owner, 'paid', { clips: [tide] })
  expect(await listIds(owner, ' MOON ')).toEqual([half.id])
  expect(await listIds(owner, String(tide.id))).toContain(tide.id)
  expect(await listIds(owner, 'marlow')).toEqual([tide.id, half.id])
  expect(await listIds(owner, first.number)).toEqual([half.id])
  expect(await listIds(owner, second.number.toLowerCase())).toEqual([tide.id])
  expect(await listIds(owner, '50%')).toEqual([half.id])
  for (const term of ['%%', '_', '\\', "' or true --", '0x1', '9'.repeat(200), '\u{1f3ac}'])
    expect(await listIds(owner, term), term).toEqual([])
  expect(await listIds(owner, '   ')).toEqual([tide.id, half.id])
})

test.each([
  ['a\0b', undefined],
  ['x'.repeat(201), undefined],
  [undefined, '0'],
  [undefined, '-1'],
  [undefined, '1e3'],
])('a search for %j on page %j is refused', async (term, page) => {
  await expect(listClips(await seedMember(shop), term, page)).rejects.toMatchObject({ status: 422 })
})

test('a long list has pages; past the last page it is empty and the count stays', async () => {
  const owner = await seedMember(shop)
  const clips = []
  for (let n = 0; n < 25; n += 1) clips.push(await seedClip(shop, `Wave ${n}`))
  await seedOrder(shop, owner, 'paid', { clips })
  const [first, second, third] = [
    await listClips(owner),
    await listClips(owner, undefined, '2'),
    await listClips(owner, undefined, '3'),
  ]
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(clips.map(({ id }) => id))
  expect(second.meta.pagination).toEqual({ page: 2, per_page: 24, total: 25, total_pages: 2 })
  expect(third).toMatchObject({ data: [], meta: { pagination: { total: 25 } } })
})

test('unpaid orders list no licenses; refunded and long overdue ones say why downloads are closed', async () => {
  const owner = await seedMember(shop)
  const clips = [await seedClip(shop), await seedClip(shop), await seedClip(shop), await seedClip(shop)] as const
  for (const state of ['pending', 'failed', 'cancelled'] as const)
    await seedOrder(shop, owner, state, { clips: [clips[0]] })
  expect((await listClips(owner)).meta.pagination.total).toBe(0)
  const refunded = await seedOrder(shop, owner, 'paid', { clips: [clips[1], clips[2]] })
  const refund = {
    user_id: null,
    reason: 'Test',
    now: shop.clock.now(),
    refunded_item_ids: refunded.item_ids.slice(0, 1),
  }
  await shop.db.transaction().execute(trx => transitionOrder(trx, refunded.id, 'partially_refunded', refund))
  const overdueOrder = await seedOrder(shop, owner, 'overdue', { clips: [clips[3]] })
  const due_at = new Date(shop.clock.now().getTime() - 15 * DAY_MS)
  await shop.db.updateTable('orders').set({ due_at }).where('id', '=', overdueOrder.id).execute()
  expect((await listClips(owner)).data).toMatchObject([
    { id: clips[3].id, refunded: false, downloads_closed: expect.stringContaining('more than 14 days overdue') },
    { id: clips[1].id, refunded: true, formats: [] },
    { id: clips[2].id, refunded: false, formats: [{ label: 'HD' }], downloads_closed: null },
  ])
})

test('a withdrawn clip stays listed, as not published', async () => {
  const owner = await seedMember(shop)
  const [withdrawn, published] = [await seedClip(shop), await seedClip(shop)]
  await seedOrder(shop, owner, 'paid', { clips: [withdrawn, published] })
  await withdrawClip(shop, withdrawn.id)
  expect((await listClips(owner)).data).toMatchObject([
    { id: withdrawn.id, is_published: false, formats: [{ label: 'HD' }], downloads_closed: null },
    { id: published.id, is_published: true },
  ])
})

test('a workspace sees only its own licenses, and its guests see none', async () => {
  const [owner, stranger] = [await seedMember(shop), await seedMember(shop)]
  const clip = await seedClip(shop)
  const { number } = await seedOrder(shop, owner, 'paid', { clips: [clip] })
  expect(await listIds(stranger)).toEqual([])
  expect(await listIds(stranger, number)).toEqual([])
  expect(await listIds(await seedMember(shop, 'asset_manager', owner.workspace_id))).toEqual([clip.id])
  await expect(listClips(await seedMember(shop, 'guest', owner.workspace_id))).rejects.toMatchObject({ status: 403 })
  await expect(shop.visitor().call(listLicenses, { query: {} })).rejects.toMatchObject({ status: 401 })
})
