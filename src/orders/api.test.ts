import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { listOrderClips } from './clips-contract.ts'
import { getOrder, listOrders, putProjectDetails } from './contract.ts'

let shop: TestApp
let buyer: Buyer
let stranger: Buyer
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await aMember(shop)
  stranger = await aMember(shop)
  clip = await aClip(shop)
})
afterAll(() => shop.close())

const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}

test('the order page gets everything as it was sold', async () => {
  const { number } = await anOrder(shop, buyer)
  const { data } = await buyer.visitor.call(getOrder, { params: { id: number } })
  expect(data).toMatchObject({
    universal_invoice_number: number,
    state: 'paid',
    placed_at: '2026-03-02T10:00:00.000Z',
    payment_method: 'Visa ending in 1111',
    bought_by: 'Nora Brandt',
    receipt_email: buyer.email,
    clips_count: 2,
    sub_total: { formatted: '$398.00', unformatted: 39_800 },
    tax: { formatted: '$28.86', unformatted: 2_886 },
    tax_name: 'California sales tax',
    total: { formatted: '$426.86', unformatted: 42_686 },
    licenses: [
      {
        sentence: 'Web & Social, for a client with 2–50 people, worldwide, forever',
        clips_count: 2,
        subtotal: { unformatted: 39_800 },
      },
    ],
    unassigned_count: 2,
    moves: [{ to_state: 'pending', by: 'Nora Brandt' }, { to_state: 'paid' }],
    downloads_closed: null,
    can_download: true,
    documents: ['receipt', 'license-agreement'],
  })
})

test('a clip keeps the name it was sold under', async () => {
  const renamed = await aClip(shop, 'Old name')
  const { number } = await anOrder(shop, buyer, 'paid', { clips: [renamed] })
  await shop.db.updateTable('clips').set({ name: 'New name' }).where('id', '=', renamed.id).execute()
  const { data, meta } = await buyer.visitor.call(listOrderClips, { params: { id: number }, query: {} })
  expect(data).toMatchObject([
    { id: renamed.id, name: 'Old name', filmmaker: 'Ines Marlow', formats: [{ id: 3, label: 'HD', codec: 'h264' }] },
  ])
  expect(meta.pagination).toMatchObject({ page: 1, total: 1, total_pages: 1 })
})

test('a clip under two licenses stands once, with a button for each format', async () => {
  const { number, id } = await anOrder(shop, buyer, 'pending', { clips: [clip, clip] })
  expect(number).toBe('')
  const [, second] = await shop.db
    .selectFrom('order_items')
    .where('order_id', '=', id)
    .orderBy('id')
    .select('id')
    .execute()
  await shop.db
    .updateTable('order_items')
    .set({ distribution_ids: [7], format_id: 2 })
    .where('id', '=', second?.id ?? 0)
    .execute()
  const { moveOrder } = await import('./orders.server.ts')
  const moved = await shop.db
    .transaction()
    .execute(trx => moveOrder(trx, id, 'paid', { user_id: null, reason: 'Test', now: shop.clock.now() }))
  const params = { id: moved.universal_invoice_number ?? '' }
  const { data } = await buyer.visitor.call(listOrderClips, { params, query: {} })
  expect(data).toMatchObject([
    {
      id: clip.id,
      formats: [
        { id: 3, label: 'HD' },
        { id: 2, label: 'Highest Res' },
      ],
      licenses: [
        'Web & Social, for a client with 2–50 people, worldwide, forever',
        'Broadcast TV, for a client with 2–50 people, worldwide, forever',
      ],
      price: { unformatted: 39_800 },
    },
  ])
  expect((await buyer.visitor.call(getOrder, { params })).data).toMatchObject({ clips_count: 1, unassigned_count: 1 })
})

test('another workspace’s order is not found, at any door', async () => {
  const { number } = await anOrder(shop, buyer, 'paid', { clips: [clip] })
  const { visitor } = stranger
  const params = { id: number }
  const missing = { status: 404 }
  await expect(visitor.call(getOrder, { params })).rejects.toMatchObject(missing)
  await expect(visitor.call(listOrderClips, { params, query: {} })).rejects.toMatchObject(missing)
  await expect(visitor.call(putProjectDetails, { params, body: details })).rejects.toMatchObject(missing)
  expect((await visitor.send(`/api/workspace/orders/${number}/receipt`, { method: 'GET' })).status).toBe(404)
  for (const id of ['LT-2026-999999', 'LT-2026-1', '1', "LT'--"])
    await expect(buyer.visitor.call(getOrder, { params: { id } })).rejects.toMatchObject(missing)
})

test('orders are for those who buy or download: guests of the workspace are refused, guests of the shop log in first', async () => {
  const { number } = await anOrder(shop, buyer, 'paid', { clips: [clip] })
  const [manager, guest] = [
    await aMember(shop, 'asset_manager', buyer.workspace_id),
    await aMember(shop, 'guest', buyer.workspace_id),
  ]
  const params = { id: number }
  expect((await manager.visitor.call(getOrder, { params })).data.can_download).toBe(true)
  for (const [visitor, status] of [
    [guest.visitor, 403],
    [shop.visitor(), 401],
  ] as const) {
    await expect(visitor.call(getOrder, { params })).rejects.toMatchObject({ status })
    await expect(visitor.call(listOrders, { query: {} })).rejects.toMatchObject({ status })
    await expect(visitor.call(putProjectDetails, { params, body: details })).rejects.toMatchObject({ status })
    expect((await visitor.send(`/api/workspace/orders/${number}/receipt`, { method: 'GET' })).status).toBe(status)
  }
})

test('an order, then one of its clips, is assigned to a project', async () => {
  const { number, item_ids } = await anOrder(shop, buyer)
  const params = { id: number }
  const first = await buyer.visitor.call(putProjectDetails, { params, body: { ...details, po_number: ' PO-7 ' } })
  expect(first.data).toMatchObject({ unassigned_count: 0, projects: [{ ...details, po_number: 'PO-7' }] })

  const other = { ...details, project_name: 'Autumn campaign', order_item_ids: item_ids.slice(0, 1) }
  const second = await buyer.visitor.call(putProjectDetails, { params, body: other })
  expect(second.data.projects.map(p => p.project_name)).toEqual(['Spring campaign', 'Autumn campaign'])
  const { data } = await buyer.visitor.call(listOrderClips, { params, query: {} })
  expect(data.map(row => row.project?.project_name)).toEqual(['Autumn campaign', 'Spring campaign'])

  const third = await buyer.visitor.call(putProjectDetails, { params, body: { ...other, order_item_ids: item_ids } })
  expect(third.data.projects.map(p => p.project_name)).toEqual(['Autumn campaign'])
})

test('a line of another order cannot be assigned, and nothing else is', async () => {
  const mine = await anOrder(shop, buyer, 'paid', { clips: [clip] })
  const theirs = await anOrder(shop, stranger, 'paid', { clips: [clip] })
  const order_item_ids = [...mine.item_ids, ...theirs.item_ids]
  const asked = buyer.visitor.call(putProjectDetails, {
    params: { id: mine.number },
    body: { ...details, order_item_ids },
  })
  await expect(asked).rejects.toMatchObject({ status: 404 })
  const { data } = await buyer.visitor.call(getOrder, { params: { id: mine.number } })
  expect(data).toMatchObject({ unassigned_count: 1, projects: [] })
})

test.each([
  [{ client_name: '  ' }, { client_name: ['Client name is required'] }],
  [{ client_name: undefined }, { client_name: ['Client name is required'] }],
  [{ project_name: '' }, { project_name: ['Project name is required'] }],
  [{ project_description: '' }, { project_description: ['Project description is required'] }],
  [{ start_date: '' }, { start_date: ['Start date is required'] }],
  [{ start_date: '04/01/2026' }, { start_date: ['Please give the start date as MM/DD/YYYY'] }],
  [{ start_date: '2026-02-31' }, { start_date: ['Please give the start date as MM/DD/YYYY'] }],
  [{ project_description: 'a\u0000b' }, { project_description: ['Please type letters and digits'] }],
  [{ client_name: 'evil.example/x' }, { client_name: ['Client name can’t contain a web address.'] }],
  [{ order_item_ids: [] }, { order_item_ids: ['Choose a clip'] }],
])('project details %j are refused with a sentence', async (wrong, errors) => {
  const { number } = await anOrder(shop, buyer, 'paid', { clips: [clip] })
  const asked = buyer.visitor.call(putProjectDetails, {
    params: { id: number },
    body: { ...details, ...(wrong as object) },
  })
  await expect(asked).rejects.toMatchObject({ status: 422, errors })
})

test('the list: newest first, by kind, by what somebody types; tries that failed are no orders', async () => {
  const owner = await aMember(shop)
  const lanterns = await aClip(shop, 'Paper lanterns 50%')
  const paid = await anOrder(shop, owner, 'paid', { clips: [clip] })
  await anOrder(shop, owner, 'failed', { clips: [clip] })
  await anOrder(shop, owner, 'pending', { clips: [clip] })
  shop.clock.advance(60_000)
  const due = await anOrder(shop, owner, 'invoiced', { clips: [clip, lanterns] })
  await owner.visitor.call(putProjectDetails, { params: { id: due.number }, body: details })
  const list = async (query: Parameters<typeof owner.visitor.call<typeof listOrders>>[1]['query']) =>
    (await owner.visitor.call(listOrders, { query })).data.map(row => row.universal_invoice_number)

  expect(await list({})).toEqual([due.number, paid.number])
  expect(await list({ sort: 'oldest' })).toEqual([paid.number, due.number])
  expect(await list({ sort: 'total' })).toEqual([due.number, paid.number])
  expect(await list({ 'filter[type]': 'paid' })).toEqual([paid.number])
  expect(await list({ 'filter[type]': 'open' })).toEqual([due.number])
  expect(await list({ 'filter[type]': 'ended' })).toEqual([])
  expect(await list({ 'search[query]': 'LANTERNS' })).toEqual([due.number])
  expect(await list({ 'search[query]': '50%', 'search[field]': 'clip' })).toEqual([due.number])
  expect(await list({ 'search[query]': '%', 'search[field]': 'number' })).toEqual([])
  expect(await list({ 'search[query]': paid.number })).toEqual([paid.number])
  expect(await list({ 'search[query]': 'harbor', 'search[field]': 'client' })).toEqual([due.number])
  expect(await list({ 'search[query]': 'harbor', 'search[field]': 'project' })).toEqual([])
  expect(await list({ page: '2' })).toEqual([])
  const { data, meta } = await owner.visitor.call(listOrders, { query: {} })
  expect(data[0]).toMatchObject({ clips_count: 2, project_names: ['Spring campaign'], total: { unformatted: 42_686 } })
  expect(meta.pagination).toEqual({ page: 1, per_page: 20, total: 2, total_pages: 1 })
  await expect(list({ 'search[query]': '\u0000' })).rejects.toMatchObject({ status: 422 })
})

test('the clips of a long order come in pages, each clip once, and one project takes them all', async () => {
  const owner = await aMember(shop)
  const clips: TestClip[] = []
  for (let n = 0; n < 50; n += 1) clips.push(await aClip(shop, `Take ${n}`))
  const { number } = await anOrder(shop, owner, 'paid', { clips })
  const pageOf = (page: string) => owner.visitor.call(listOrderClips, { params: { id: number }, query: { page } })
  const [first, second, third] = [await pageOf('1'), await pageOf('2'), await pageOf('3')]
  expect(first.meta.pagination).toEqual({ page: 1, per_page: 48, total: 50, total_pages: 2 })
  expect([first.data.length, second.data.length, third.data.length]).toEqual([48, 2, 0])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(50)
  const { data } = await owner.visitor.call(putProjectDetails, { params: { id: number }, body: details })
  expect(data).toMatchObject({ unassigned_count: 0, projects: [details] })
  const mixed = second.data.flatMap(({ order_item_ids }) => order_item_ids)
  const others = { ...details, project_name: 'Autumn campaign', order_item_ids: mixed }
  const after = (await owner.visitor.call(putProjectDetails, { params: { id: number }, body: others })).data
  expect(after.projects.map(({ project_name }) => project_name)).toEqual(['Spring campaign', 'Autumn campaign'])
})
