/** Staff search for orders, cancel invoices and mark them as paid. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { downloadClip } from '#licenses/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { getOrder, putProjectDetails } from '../contract.ts'
import {
  cancelStaffOrder,
  getStaffOrder,
  listStaffOrders,
  markStaffOrderPaid,
  refundStaffOrder,
  staffDocumentPath,
} from './contract.ts'

let shop: TestApp
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const findOrders = async (query: {
  search?: string
  state?: 'overdue' | 'failed'
  sort?: 'total' | 'due'
  page?: string
}) => (await staff.visitor.call(listStaffOrders, { query })).data.map(({ id }) => id)
const paramsOf = (id: number) => ({ params: { id: String(id) } })
const loadOrder = async (id: number) => (await staff.visitor.call(getStaffOrder, paramsOf(id))).data
const REASON = 'Ticket 3F9A21C7'

test('finds an order by anything that a customer may know about it', async () => {
  const buyer = await seedMember(shop)
  const clip = await seedClip(shop, 'Heron at the weir')
  const { id, number } = await seedOrder(shop, buyer, 'paid', { clips: [clip], po_number: 'PO-4471' })
  await seedOrder(shop, await seedMember(shop))
  const project = {
    client_name: 'Marram Foods',
    project_name: 'Low country',
    project_description: 'A spot',
    start_date: '2026-04-01',
  }
  await buyer.visitor.call(putProjectDetails, { params: { id: number }, body: project })
  await shop.db
    .updateTable('workspaces')
    .set({ name: 'Sedge & Daughters' })
    .where('id', '=', buyer.workspace_id)
    .execute()
  for (const search of [
    number,
    buyer.email,
    'sedge & d',
    'heron at',
    String(clip.id),
    'low country',
    'marram',
    'PO-4471',
  ])
    expect([search, await findOrders({ search })]).toEqual([search, expect.arrayContaining([id])])
  expect(await findOrders({ search: 'heron at the weir' })).toEqual([id])
  expect(await findOrders({ search: '100%_\\' })).toEqual([])
})

test('filters by state, sorts by total and due date, and lists failed attempts only on request', async () => {
  const buyer = await seedMember(shop)
  const failed = await seedOrder(shop, buyer, 'failed')
  const overdue = await seedOrder(shop, buyer, 'overdue')
  const large = await seedOrder(shop, buyer, 'paid', {
    clips: [await seedClip(shop), await seedClip(shop), await seedClip(shop)],
  })
  expect(await findOrders({})).not.toContain(failed.id)
  expect(await findOrders({ state: 'failed' })).toEqual([failed.id])
  expect(await findOrders({ state: 'overdue' })).toEqual([overdue.id])
  expect((await findOrders({ sort: 'total' }))[0]).toBe(large.id)
  expect((await findOrders({ sort: 'due' }))[0]).toBe(overdue.id)
  const { meta } = await staff.visitor.call(listStaffOrders, { query: { page: '99' } })
  expect(meta.pagination).toMatchObject({ page: 99, per_page: 50, total_pages: 1 })
})

test('marking an invoice as paid stores the reference and opens its downloads', async () => {
  const buyer = await seedMember(shop)
  const clip = await seedClip(shop)
  const { id, number } = await seedOrder(shop, buyer, 'overdue', { clips: [clip] })
  const body = { reason: REASON, reference: 'SEPA 2026-11' }
  const after = (await staff.visitor.call(markStaffOrderPaid, { ...paramsOf(id), body })).data
  expect(after).toMatchObject({ state: 'paid', payment_method: 'Bank transfer, SEPA 2026-11', can_mark_paid: false })
  expect(after.transitions.at(-1)).toMatchObject({
    from_state: 'overdue',
    to_state: 'paid',
    by: staff.email,
    reason: 'Paid by bank transfer, SEPA 2026-11. Ticket 3F9A21C7',
  })
  expect((await buyer.visitor.call(getOrder, { params: { id: number } })).data.documents).toContain('receipt')
  await expect(staff.visitor.call(markStaffOrderPaid, { ...paramsOf(id), body })).rejects.toMatchObject({
    status: 409,
    message: 'This order is “Paid”: only an invoice that is not paid yet can be cancelled or marked as paid.',
  })
})

test('a canceled invoice has nothing due, no licenses, and a credit note', async () => {
  const buyer = await seedMember(shop)
  const clip = await seedClip(shop)
  const { id, number } = await seedOrder(shop, buyer, 'invoiced', { clips: [clip] })
  const { data } = await staff.visitor.call(cancelStaffOrder, { ...paramsOf(id), body: { reason: REASON } })
  expect(data).toMatchObject({ state: 'cancelled', can_cancel: false, credit_notes: [{ total: data.total }] })
  await expect(
    buyer.visitor.call(downloadClip, { params: { id: String(clip.id) }, body: { format_id: 3 } }),
  ).rejects.toMatchObject({ status: 404 })
  const noteNumber = data.credit_notes[0]?.number
  for (const [visitor, path] of [
    [staff.visitor, staffDocumentPath(id, noteNumber ?? '')],
    [buyer.visitor, `/api/workspace/orders/${number}/credit-notes/${noteNumber}`],
  ] as const) {
    const response = await visitor.send(path, { method: 'GET' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="longtake-credit-note-${noteNumber}.pdf"`,
    )
  }
  const stranger = await seedMember(shop)
  const foreignResponse = await stranger.visitor.send(`/api/workspace/orders/${number}/credit-notes/${noteNumber}`, {
    method: 'GET',
  })
  expect(foreignResponse.status).toBe(404)
})

test('of twenty simultaneous cancellations and payments only one succeeds', async () => {
  const buyer = await seedMember(shop)
  const { id } = await seedOrder(shop, buyer, 'invoiced')
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? staff.visitor.call(cancelStaffOrder, { ...paramsOf(id), body: { reason: REASON } })
        : staff.visitor.call(markStaffOrderPaid, { ...paramsOf(id), body: { reason: REASON, reference: 'SEPA 1' } }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { state, credit_notes, transitions } = await loadOrder(id)
  expect(credit_notes).toHaveLength(state === 'cancelled' ? 1 : 0)
  expect(transitions).toHaveLength(3)
})

test('every action needs a reason and a matching state, and staff cannot act on orders of their own workspace', async () => {
  const buyer = await seedMember(shop)
  const paid = await seedOrder(shop, buyer)
  await expect(
    staff.visitor.call(cancelStaffOrder, { ...paramsOf(paid.id), body: { reason: ' ' } }),
  ).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await expect(
    staff.visitor.call(cancelStaffOrder, { ...paramsOf(paid.id), body: { reason: REASON } }),
  ).rejects.toMatchObject({
    status: 409,
  })
  await expect(staff.visitor.call(getStaffOrder, paramsOf(999_999))).rejects.toMatchObject({ status: 404 })
  const ownOrder = await seedOrder(shop, staff, 'invoiced')
  expect((await loadOrder(ownOrder.id)).is_own).toBe(true)
  const refusal = { status: 403, message: 'This order belongs to a workspace of yours. Please ask a colleague.' }
  await expect(
    staff.visitor.call(cancelStaffOrder, { ...paramsOf(ownOrder.id), body: { reason: REASON } }),
  ).rejects.toMatchObject(refusal)
  const body = { order_item_ids: null, expected_cents: 1, reason: REASON, reference: 'x' }
  await expect(
    staff.visitor.call(refundStaffOrder, { ...paramsOf(ownOrder.id), body }, { idempotencyKey: 'a-key-of-mine' }),
  ).rejects.toMatchObject(refusal)
  await expect(staff.visitor.call(refundStaffOrder, { ...paramsOf(paid.id), body })).rejects.toMatchObject({
    status: 400,
  })
})
