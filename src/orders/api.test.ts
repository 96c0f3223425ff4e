import { afterAll, beforeAll, expect, test } from 'vitest'

import { listOrderClips } from '#licenses/contract.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { getOrder, listOrders, putProjectDetails } from './contract.ts'

let shop: TestApp
let buyer: Buyer
let stranger: Buyer
let clip: TestClip
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
  stranger = await seedMember(shop)
  clip = await seedClip(shop)
})
afterAll(() => shop.close())

const details = {
  client_name: 'Harbor Foods',
  project_name: 'Spring campaign',
  project_description: 'Three spots for the web',
  start_date: '2026-04-01',
}

test('an order has all of its details as they were sold', async () => {
  const { number } = await seedOrder(shop, buyer)
  const { data } = await buyer.visitor.call(getOrder, { params: { id: number } })
  expect(data).toMatchObject({
    universal_invoice_number: number,
    state: 'paid',
    placed_at: '2026-03-02T10:00:00.000Z',
    payment_method: 'Visa ending in 1111',
    buyer_name: 'Nora Brandt',
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
    transitions: [{ to_state: 'pending', by: 'Nora Brandt' }, { to_state: 'paid' }],
    downloads_closed: null,
    can_download: true,
    documents: ['receipt', 'license-agreement'],
  })
})

test('a clip keeps the name it was sold under', async () => {
  const renamed = await seedClip(shop, 'Old name')
  const { number } = await seedOrder(shop, buyer, 'paid', { clips: [renamed] })
  await shop.db.updateTable('clips').set({ name: 'New name' }).where('id', '=', renamed.id).execute()
  const { data, meta } = await buyer.visitor.call(listOrderClips, { params: { id: number }, query: {} })
  expect(data).toMatchObject([
    { id: renamed.id, name: 'Old name', filmmaker: 'Ines Marlow', formats: [{ id: 3, label: 'HD', codec: 'h264' }] },
  ])
  expect(meta.pagination).toMatchObject({ page: 1, total: 1, total_pages: 1 })
})

test('a clip under two licenses is listed once, with both formats', async () => {
  const { number, id } = await seedOrder(shop, buyer, 'pending', { clips: [clip, clip] })
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
  const { transitionOrder } = await import('#licenses/transition-order.server.ts')
  const placedOrder = await shop.db
    .transaction()
    .execute(trx => transitionOrder(trx, id, 'paid', { user_id: null, reason: 'Test', now: shop.clock.now() }))
  const params = { id: placedOrder.universal_invoice_number ?? '' }
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

test('another workspace’s order is not found at any endpoint', async () => {
  const { number } = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
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

test('buyers and asset managers can see orders; workspace guests get 403 and anonymous visitors 401', async () => {
  const { number } = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  const [manager, guest] = [
    await seedMember(shop, 'asset_manager', buyer.workspace_id),
    await seedMember(shop, 'guest', buyer.workspace_id),
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
  const { number, item_ids } = await seedOrder(shop, buyer)
  const params = { id: number }
  const first = await buyer.visitor.call(putProjectDetails, { params, body: { ...details, po_number: ' PO-7 ' } })
  expect(first.data).toMatchObject({ unassigned_count: 0, projects: [{ ...details, po_number: 'PO-7' }] })

  const otherProject = { ...details, project_name: 'Autumn campaign', order_item_ids: item_ids.slice(0, 1) }
  const second = await buyer.visitor.call(putProjectDetails, { params, body: otherProject })
  expect(second.data.projects.map(p => p.project_name)).toEqual(['Spring campaign', 'Autumn campaign'])
  const { data } = await buyer.visitor.call(listOrderClips, { params, query: {} })
  expect(data.map(row => row.project?.project_name)).toEqual(['Autumn campaign', 'Spring campaign'])

  const third = await buyer.visitor.call(putProjectDetails, {
    params,
    body: { ...otherProject, order_item_ids: item_ids },
  })
  expect(third.data.projects.map(p => p.project_name)).toEqual(['Autumn campaign'])
})

test('a request with a line of another order is refused and changes nothing', async () => {
  const ownOrder = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  const otherOrder = await seedOrder(shop, stranger, 'paid', { clips: [clip] })
  const order_item_ids = [...ownOrder.item_ids, ...otherOrder.item_ids]
  const request = buyer.visitor.call(putProjectDetails, {
    params: { id: ownOrder.number },
    body: { ...details, order_item_ids },
  })
  await expect(request).rejects.toMatchObject({ status: 404 })
  const { data } = await buyer.visitor.call(getOrder, { params: { id: ownOrder.number } })
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
])('project details %j are refused with a message', async (overrides, errors) => {
  const { number } = await seedOrder(shop, buyer, 'paid', { clips: [clip] })
  const request = buyer.visitor.call(putProjectDetails, {
    params: { id: number },
    body: { ...details, ...(overrides as object) },
  })
  await expect(request).rejects.toMatchObject({ status: 422, errors })
})

test('orders are listed newest first, filtered by type and by search text; failed attempts are left out', async () => {
  const owner = await seedMember(shop)
  const lanterns = await seedClip(shop, 'Paper lanterns 50%')
  const paid = await seedOrder(shop, owner, 'paid', { clips: [clip] })
  await seedOrder(shop, owner, 'failed', { clips: [clip] })
  await seedOrder(shop, owner, 'pending', { clips: [clip] })
  shop.clock.advance(60_000)
  const invoiced = await seedOrder(shop, owner, 'invoiced', { clips: [clip, lanterns] })
  await owner.visitor.call(putProjectDetails, { params: { id: invoiced.number }, body: details })
  const listNumbers = async (query: Parameters<typeof owner.visitor.call<typeof listOrders>>[1]['query']) =>
    (await owner.visitor.call(listOrders, { query })).data.map(row => row.universal_invoice_number)

  expect(await listNumbers({})).toEqual([invoiced.number, paid.number])
  expect(await listNumbers({ sort: 'oldest' })).toEqual([paid.number, invoiced.number])
  expect(await listNumbers({ sort: 'total' })).toEqual([invoiced.number, paid.number])
  expect(await listNumbers({ 'filter[type]': 'paid' })).toEqual([paid.number])
  expect(await listNumbers({ 'filter[type]': 'open' })).toEqual([invoiced.number])
  expect(await listNumbers({ 'filter[type]': 'ended' })).toEqual([])
  expect(await listNumbers({ 'search[query]': 'LANTERNS' })).toEqual([invoiced.number])
  expect(await listNumbers({ 'search[query]': '50%', 'search[field]': 'clip' })).toEqual([invoiced.number])
  expect(await listNumbers({ 'search[query]': '%', 'search[field]': 'number' })).toEqual([])
  expect(await listNumbers({ 'search[query]': paid.number })).toEqual([paid.number])
  expect(await listNumbers({ 'search[query]': 'harbor', 'search[field]': 'client' })).toEqual([invoiced.number])
  expect(await listNumbers({ 'search[query]': 'harbor', 'search[field]': 'project' })).toEqual([])
  expect(await listNumbers({ page: '2' })).toEqual([])
  const { data, meta } = await owner.visitor.call(listOrders, { query: {} })
  expect(data[0]).toMatchObject({ clips_count: 2, project_names: ['Spring campaign'], total: { unformatted: 42_686 } })
  expect(meta.pagination).toEqual({ page: 1, per_page: 20, total: 2, total_pages: 1 })
  await expect(listNumbers({ 'search[query]': '\u0000' })).rejects.toMatchObject({ status: 422 })
})

test('a long order has pages of clips, each clip once, and one project covers all of them', async () => {
  const owner = await seedMember(shop)
  const clips: TestClip[] = []
  for (let n = 0; n < 50; n += 1) clips.push(await seedClip(shop, `Take ${n}`))
  const { number } = await seedOrder(shop, owner, 'paid', { clips })
  const loadPage = (page: string) => owner.visitor.call(listOrderClips, { params: { id: number }, query: { page } })
  const [first, second, third] = [await loadPage('1'), await loadPage('2'), await loadPage('3')]
  expect(first.meta.pagination).toEqual({ page: 1, per_page: 48, total: 50, total_pages: 2 })
  expect([first.data.length, second.data.length, third.data.length]).toEqual([48, 2, 0])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(50)
  const { data } = await owner.visitor.call(putProjectDetails, { params: { id: number }, body: details })
  expect(data).toMatchObject({ unassigned_count: 0, projects: [details] })
  const secondPageItemIds = second.data.flatMap(({ order_item_ids }) => order_item_ids)
  const otherProject = { ...details, project_name: 'Autumn campaign', order_item_ids: secondPageItemIds }
  const updated = (await owner.visitor.call(putProjectDetails, { params: { id: number }, body: otherProject })).data
  expect(updated.projects.map(({ project_name }) => project_name)).toEqual(['Spring campaign', 'Autumn campaign'])
})
