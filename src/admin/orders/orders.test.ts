/** Finding orders at the staff desk, and what is done about invoices. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { downloadClip } from '../../orders/clips-contract.ts'
import { getOrder, putProjectDetails } from '../../orders/contract.ts'
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
  staff = await aStaff(shop)
})
afterAll(() => shop.close())

const found = async (query: { search?: string; state?: 'overdue' | 'failed'; sort?: 'total' | 'due'; page?: string }) =>
  (await staff.visitor.call(listStaffOrders, { query })).data.map(({ id }) => id)
const of = (id: number) => ({ params: { id: String(id) } })
const facts = async (id: number) => (await staff.visitor.call(getStaffOrder, of(id))).data
const reason = 'Ticket 3F9A21C7'

test('an order is found by anything that somebody may tell us of it', async () => {
  const buyer = await aMember(shop)
  const clip = await aClip(shop, 'Heron at the weir')
  const { id, number } = await anOrder(shop, buyer, 'paid', { clips: [clip], po_number: 'PO-4471' })
  await anOrder(shop, await aMember(shop))
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
    expect([search, await found({ search })]).toEqual([search, expect.arrayContaining([id])])
  expect(await found({ search: 'heron at the weir' })).toEqual([id])
  expect(await found({ search: '100%_\\' })).toEqual([])
})

test('by state, by total, and by the day that is due; tries that failed only when asked for', async () => {
  const buyer = await aMember(shop)
  const failed = await anOrder(shop, buyer, 'failed')
  const overdue = await anOrder(shop, buyer, 'overdue')
  const large = await anOrder(shop, buyer, 'paid', { clips: [await aClip(shop), await aClip(shop), await aClip(shop)] })
  expect(await found({})).not.toContain(failed.id)
  expect(await found({ state: 'failed' })).toEqual([failed.id])
  expect(await found({ state: 'overdue' })).toEqual([overdue.id])
  expect((await found({ sort: 'total' }))[0]).toBe(large.id)
  expect((await found({ sort: 'due' }))[0]).toBe(overdue.id)
  const { meta } = await staff.visitor.call(listStaffOrders, { query: { page: '99' } })
  expect(meta.pagination).toMatchObject({ page: 99, per_page: 50, total_pages: 1 })
})

test('an invoice that came by transfer is paid, with its reference, and its downloads open', async () => {
  const buyer = await aMember(shop)
  const clip = await aClip(shop)
  const { id, number } = await anOrder(shop, buyer, 'overdue', { clips: [clip] })
  const body = { reason, reference: 'SEPA 2026-11' }
  const after = (await staff.visitor.call(markStaffOrderPaid, { ...of(id), body })).data
  expect(after).toMatchObject({ state: 'paid', payment_method: 'Bank transfer, SEPA 2026-11', can_mark_paid: false })
  expect(after.moves.at(-1)).toMatchObject({
    from_state: 'overdue',
    to_state: 'paid',
    by: staff.email,
    reason: 'Paid by bank transfer, SEPA 2026-11. Ticket 3F9A21C7',
  })
  expect((await buyer.visitor.call(getOrder, { params: { id: number } })).data.documents).toContain('receipt')
  await expect(staff.visitor.call(markStaffOrderPaid, { ...of(id), body })).rejects.toMatchObject({
    status: 409,
    message: 'This order is “Paid”: only an invoice that is not paid yet can be cancelled or marked as paid.',
  })
})

test('a cancelled invoice owes nothing, licenses nothing, and has a credit note', async () => {
  const buyer = await aMember(shop)
  const clip = await aClip(shop)
  const { id, number } = await anOrder(shop, buyer, 'invoiced', { clips: [clip] })
  const { data } = await staff.visitor.call(cancelStaffOrder, { ...of(id), body: { reason } })
  expect(data).toMatchObject({ state: 'cancelled', can_cancel: false, credit_notes: [{ total: data.total }] })
  await expect(
    buyer.visitor.call(downloadClip, { params: { id: String(clip.id) }, body: { format_id: 3 } }),
  ).rejects.toMatchObject({ status: 404 })
  const note = data.credit_notes[0]?.number
  for (const [visitor, path] of [
    [staff.visitor, staffDocumentPath(id, note ?? '')],
    [buyer.visitor, `/api/workspace/orders/${number}/credit-notes/${note}`],
  ] as const) {
    const answer = await visitor.send(path, { method: 'GET' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="longtake-credit-note-${note}.pdf"`)
  }
  const stranger = await aMember(shop)
  const foreign = await stranger.visitor.send(`/api/workspace/orders/${number}/credit-notes/${note}`, { method: 'GET' })
  expect(foreign.status).toBe(404)
})

test('twenty who cancel and mark paid at once: one of them wins', async () => {
  const buyer = await aMember(shop)
  const { id } = await anOrder(shop, buyer, 'invoiced')
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? staff.visitor.call(cancelStaffOrder, { ...of(id), body: { reason } })
        : staff.visitor.call(markStaffOrderPaid, { ...of(id), body: { reason, reference: 'SEPA 1' } }),
    ),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { state, credit_notes, moves } = await facts(id)
  expect(credit_notes).toHaveLength(state === 'cancelled' ? 1 : 0)
  expect(moves).toHaveLength(3)
})

test('each needs its reason; what is not owed is not cancelled; one’s own workspace is a colleague’s matter', async () => {
  const buyer = await aMember(shop)
  const paid = await anOrder(shop, buyer)
  await expect(staff.visitor.call(cancelStaffOrder, { ...of(paid.id), body: { reason: ' ' } })).rejects.toMatchObject({
    status: 422,
    errors: { reason: ['Reason is required'] },
  })
  await expect(staff.visitor.call(cancelStaffOrder, { ...of(paid.id), body: { reason } })).rejects.toMatchObject({
    status: 409,
  })
  await expect(staff.visitor.call(getStaffOrder, of(999_999))).rejects.toMatchObject({ status: 404 })
  const mine = await anOrder(shop, staff, 'invoiced')
  expect((await facts(mine.id)).is_own).toBe(true)
  const own = { status: 403, message: 'This order is of a workspace of yours. Please ask a colleague.' }
  await expect(staff.visitor.call(cancelStaffOrder, { ...of(mine.id), body: { reason } })).rejects.toMatchObject(own)
  const body = { order_item_ids: null, seen_cents: 1, reason, reference: 'x' }
  await expect(
    staff.visitor.call(refundStaffOrder, { ...of(mine.id), body }, { idempotencyKey: 'a-key-of-mine' }),
  ).rejects.toMatchObject(own)
  await expect(staff.visitor.call(refundStaffOrder, { ...of(paid.id), body })).rejects.toMatchObject({ status: 400 })
})
