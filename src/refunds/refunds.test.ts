/** Refunds by staff, against a real sandbox gateway. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { reconcile } from '#checkout/admin/reconcile.server.ts'
import { downloadClip } from '#licenses/contract.ts'
import { transitionOrder } from '#licenses/transition-order.server.ts'
import { cancelStaffRefund, getStaffOrder, refundStaffOrder } from '#orders/admin/contract.ts'
import type { StaffOrder } from '#orders/admin/order-contract.ts'
import { getOrder, putProjectDetails } from '#orders/contract.ts'
import { mailCredited } from '#orders/mails.server.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import { seedBuyer, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { findOrderLicenses, addUpgradeToCart } from '../../testing/builders/upgrades.ts'
import { sweepRefunds } from './refund-steps.server.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
let staff: Buyer
beforeAll(async () => {
  checkout = await openCheckoutShop(4_000)
  gateway = openGateway(checkout.shop.config) as PaymentGateway
  staff = await seedStaff(checkout.shop, 'platform_admin')
})
afterAll(() => checkout.close())
beforeEach(() => checkout.faults())

/** Pays an order of two clips at $199.00 plus tax by card. */
const payOrder = async () => {
  const buyer = await seedBuyer(checkout.shop, checkout.clips)
  const { data } = await buyer.pay()
  const order = await loadOrder(data.order_id)
  const charge = order.attempts[0]?.transaction_id ?? ''
  return { buyer, id: data.order_id, number: order.universal_invoice_number ?? '', charge, order }
}
const loadOrder = async (id: number): Promise<StaffOrder> =>
  (await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })).data

type RefundTestInput = { items?: number[] | null; seen?: number; key?: string; reference?: string; by?: Buyer }
const refund = async (
  order: Pick<StaffOrder, 'id' | 'lines' | 'total'>,
  { items = null, seen, key = randomUUID(), reference = '', by = staff }: RefundTestInput = {},
) => {
  const expected_cents =
    seen ?? (items ? items.reduce((sum, id) => sum + lineCents(order, id), 0) : order.total.unformatted)
  const body = { order_item_ids: items, expected_cents, reason: 'Asked for by mail', reference }
  const params = { id: String(order.id) }
  return (await by.visitor.call(refundStaffOrder, { params, body }, { idempotencyKey: key })).data
}
const lineCents = ({ lines }: Pick<StaffOrder, 'lines'>, id: number) => {
  const line = lines.find(item => item.id === id)
  return line ? line.price.unformatted - line.discount.unformatted + line.tax.unformatted : 0
}
const firstLineId = (order: StaffOrder) => order.lines[0]?.id ?? 0
const secondLineId = (order: StaffOrder) => order.lines[1]?.id ?? 0
const getRefundedCents = async (charge: string) => {
  const gatewayRefund = await gateway.refundOf(charge)
  return gatewayRefund.kind === 'standing' ? gatewayRefund.cents : Number.NaN
}

test('refunding an unsettled order voids its charge, ends its licenses, and creates and mails a credit note', async () => {
  const { buyer, id, number, charge, order } = await payOrder()
  const after = await refund(order)
  expect(after).toMatchObject({ state: 'refunded', can_refund: false, refunded: order.total })
  expect((await checkout.transactions()).find(transaction => transaction.id === charge)?.status).toBe('voided')
  expect(await getRefundedCents(charge)).toBe(0)
  expect(after.lines.every(line => line.refunded)).toBe(true)
  expect(after.transitions.at(-1)).toMatchObject({ from_state: 'paid', to_state: 'refunded', by: staff.email })
  expect(after.credit_notes).toEqual([
    {
      number: expect.stringMatching(/^LC-2026-\d{6}$/),
      total: order.total,
      by_dispute: false,
      created_at: expect.any(String),
    },
  ])
  const buyerOrder = (await buyer.visitor.call(getOrder, { params: { id: number } })).data
  expect(buyerOrder.credit_notes[0]).toMatchObject({ total: order.total, refunded_to: 'Visa ending in 1111' })

  const { id: note_id } = await checkout.shop.db
    .selectFrom('credit_notes')
    .where('order_id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow()
  const { sent } = checkout.shop.mail as unknown as { sent: { to: string; subject: string }[] }
  sent.length = 0
  await mailCredited(checkout.shop.deps, note_id)
  await mailCredited(checkout.shop.deps, note_id)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [buyer.email, `Your Longtake refund of ${order.total.formatted} for order ${number}`],
  ])
})

test('refunding one clip of a settled order refunds its exact price and closes its downloads only', async () => {
  const { buyer, number, charge, order } = await payOrder()
  await checkout.settle(charge)
  const project = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }
  await buyer.visitor.call(putProjectDetails, { params: { id: number }, body: project })
  const download = (clip: number | undefined) =>
    buyer.visitor.call(downloadClip, { params: { id: String(clip) }, body: { format_id: 3 } })
  await download(order.lines[0]?.clip_id)

  const cents = lineCents(order, firstLineId(order))
  const after = await refund(order, { items: [firstLineId(order)] })
  expect(after).toMatchObject({ state: 'partially_refunded', can_refund: true, refunded: { unformatted: cents } })
  expect(await getRefundedCents(charge)).toBe(cents)
  await expect(download(order.lines[0]?.clip_id)).rejects.toMatchObject({ status: 404 })
  await download(order.lines[1]?.clip_id)

  const last = await refund(after, { items: [secondLineId(order)] })
  expect(last).toMatchObject({ state: 'refunded', refunded: order.total })
  expect(await getRefundedCents(charge)).toBe(order.total.unformatted)
  const numbers = last.credit_notes.map(note => Number(note.number.slice(-6)))
  expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)
})

test('of twenty simultaneous refunds of a clip one succeeds', async () => {
  const { id, charge, order } = await payOrder()
  await checkout.settle(charge)
  const items = [firstLineId(order)]
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => refund(order, { items })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  expect(await getRefundedCents(charge)).toBe(lineCents(order, firstLineId(order)))
  const after = await loadOrder(id)
  expect(after.refunds).toHaveLength(1)
  expect(after.credit_notes).toHaveLength(1)
})

test('twenty requests with the same key are one refund, and all get the same response', async () => {
  const { charge, order } = await payOrder()
  await checkout.settle(charge)
  const key = randomUUID()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => refund(order, { items: [firstLineId(order)], key })),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await getRefundedCents(charge)).toBe(lineCents(order, firstLineId(order)))
  await expect(refund(order, { items: [secondLineId(order)], key })).rejects.toMatchObject({ status: 409 })
})

test('a refund whose response was lost is found at the gateway, and nothing is refunded twice', async () => {
  const { id, charge, order } = await payOrder()
  await checkout.settle(charge)
  await checkout.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
  const waiting = await refund(order, { items: [firstLineId(order)] })
  expect(waiting).toMatchObject({ state: 'paid', can_refund: false, refunds: [{ state: 'unknown' }] })
  await expect(refund(order, { items: [firstLineId(order)] })).rejects.toMatchObject({
    status: 409,
    message: 'A refund of this order is under way. Please wait until it has ended.',
  })
  await sweepRefunds(checkout.shop.deps, gateway)
  expect((await loadOrder(id)).state).toBe('paid')
  checkout.shop.clock.advance(11 * 60_000)
  await Promise.all(Array.from({ length: 5 }, () => sweepRefunds(checkout.shop.deps, gateway)))
  expect(await loadOrder(id)).toMatchObject({ state: 'partially_refunded', refunds: [{ state: 'done' }] })
  expect(await getRefundedCents(charge)).toBe(lineCents(order, firstLineId(order)))
}, 30_000)

const cancelRefund = (order_id: number, refund_id = 0, by = staff) =>
  by.visitor.call(cancelStaffRefund, {
    params: { id: String(order_id), refund_id: String(refund_id) },
    body: { reason: 'Asked for by mistake' },
  })
const listActions = async (id: number) =>
  (await staff.visitor.call(listStaffAuditLog, { query: { about: 'order', key: String(id) } })).data.map(
    entry => entry.action,
  )

test('a pending refund states its reason and can be canceled: nothing is refunded, and its clip can be refunded later', async () => {
  const { id, charge, order } = await payOrder()
  const { refunds } = await refund(order, { items: [firstLineId(order)] })
  expect(refunds).toMatchObject([
    { state: 'waiting', can_cancel: true, message: expect.stringContaining('has not settled yet') },
  ])
  const refund_id = refunds[0]?.id ?? 0
  const { data: after } = await cancelRefund(id, refund_id)
  expect(after).toMatchObject({ state: 'paid', can_refund: true, refunds: [{ state: 'canceled', can_cancel: false }] })
  await expect(cancelRefund(id, refund_id)).rejects.toMatchObject({ status: 409 })
  await checkout.settle(charge)
  checkout.shop.clock.advance(61 * 60_000)
  expect(await sweepRefunds(checkout.shop.deps, gateway)).toBe(0)
  expect(await getRefundedCents(charge)).toBe(0)
  expect(await listActions(id)).toEqual(['refund_canceled', 'refund_started'])
  await refund(after, { items: [firstLineId(order)] })
  expect(await getRefundedCents(charge)).toBe(lineCents(order, firstLineId(order)))
  expect((await listActions(id)).slice(0, 2)).toEqual(['refunded', 'refund_started'])
})

test('a pending refund does not block a refund of another clip; each clip is refunded once', async () => {
  const { id, charge, order } = await payOrder()
  const waiting = await refund(order, { items: [firstLineId(order)] })
  expect(waiting).toMatchObject({
    can_refund: true,
    lines: [{ has_pending_refund: true }, { has_pending_refund: false }],
  })
  await expect(refund(order, { items: [firstLineId(order)] })).rejects.toMatchObject({ status: 409 })
  const afterBoth = await refund(waiting, { items: null, seen: lineCents(order, secondLineId(order)) })
  expect(afterBoth).toMatchObject({ can_refund: false, refunds: [{ state: 'waiting' }, { state: 'waiting' }] })
  await checkout.settle(charge)
  checkout.shop.clock.advance(61 * 60_000)
  await Promise.all(Array.from({ length: 5 }, () => sweepRefunds(checkout.shop.deps, gateway)))
  expect(await loadOrder(id)).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }, { state: 'done' }] })
  expect(await getRefundedCents(charge)).toBe(order.total.unformatted)
  const { credit_notes } = await loadOrder(id)
  expect(credit_notes.reduce((sum, note) => sum + note.total.unformatted, 0)).toBe(order.total.unformatted)
}, 30_000)

test('of simultaneous sweeps and cancellations the refund is either canceled or completed, never both', async () => {
  const { id, charge, order } = await payOrder()
  const { refunds } = await refund(order, { items: [firstLineId(order)] })
  await checkout.settle(charge)
  checkout.shop.clock.advance(61 * 60_000)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? cancelRefund(id, refunds[0]?.id) : sweepRefunds(checkout.shop.deps, gateway),
    ),
  )
  const canceled = results.filter(({ status }, index) => index % 2 === 0 && status === 'fulfilled').length
  const [after] = (await loadOrder(id)).refunds
  expect(after?.state).toBe(canceled === 1 ? 'canceled' : 'done')
  expect(canceled).toBeLessThan(2)
  expect(await getRefundedCents(charge)).toBe(canceled === 1 ? 0 : lineCents(order, firstLineId(order)))
}, 30_000)

test('a partial refund of an unsettled charge waits until it has settled', async () => {
  const { id, charge, order } = await payOrder()
  const pending = await refund(order, { items: [firstLineId(order)] })
  expect(pending).toMatchObject({ state: 'paid', refunds: [{ state: 'waiting' }] })
  await checkout.settle(charge)
  checkout.shop.clock.advance(61 * 60_000)
  await sweepRefunds(checkout.shop.deps, gateway)
  expect(await loadOrder(id)).toMatchObject({ state: 'partially_refunded', refunds: [{ state: 'done' }] })
})

test('a disputed charge is not refunded a second time', async () => {
  const { id, charge, order } = await payOrder()
  await refund(order, { items: [firstLineId(order)] })
  await checkout.settle(charge)
  const dispute = await checkout.dispute(charge)
  checkout.shop.clock.advance(61 * 60_000)
  expect(await sweepRefunds(checkout.shop.deps, gateway)).toBe(1)
  expect(await getRefundedCents(charge)).toBe(0)
  expect(await loadOrder(id)).toMatchObject({ refunds: [{ state: 'waiting' }], credit_notes: [] })
  await checkout.decide(dispute, 'won')
  checkout.shop.clock.advance(61 * 60_000)
  await sweepRefunds(checkout.shop.deps, gateway)
  expect(await getRefundedCents(charge)).toBe(lineCents(order, firstLineId(order)))
}, 30_000)

test('a refund that the gateway refuses changes nothing, and its message is shown', async () => {
  const { id, charge, order } = await payOrder()
  await checkout.settle(charge)
  // Staff refunded the charge directly at the gateway.
  await gateway.refund(charge, order.total.unformatted - 100)
  await expect(refund(order, { items: [firstLineId(order)] })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Refund amount is too large.'),
  })
  expect(await loadOrder(id)).toMatchObject({ state: 'paid', can_refund: true, credit_notes: [] })
})

test('refuses a wrong amount, foreign lines, refunded lines, and an empty selection', async () => {
  const { charge, order } = await payOrder()
  const other = await payOrder()
  await checkout.settle(charge)
  await expect(refund(order, { seen: order.total.unformatted + 1 })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining(`The refund is ${order.total.formatted}`),
  })
  await expect(refund(order, { items: [firstLineId(other.order)], seen: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(refund(order, { items: [], seen: 0 })).rejects.toMatchObject({ status: 422 })
  await refund(order, { items: [firstLineId(order)] })
  await expect(refund(order, { items: [firstLineId(order), secondLineId(order)] })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('has already been refunded'),
  })
  await expect(refund(order)).rejects.toMatchObject({ status: 409 })
})

test('staff cannot refund orders of their own workspace', async () => {
  const { id, order, buyer } = await payOrder()
  const insider = await seedStaff(checkout.shop)
  await checkout.shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: buyer.workspace_id, user_id: insider.user_id, role: 'guest' })
    .execute()
  await expect(refund(order, { by: insider })).rejects.toMatchObject({
    status: 403,
    message: 'This order belongs to a workspace of yours. Please ask a colleague.',
  })
  expect((await loadOrder(id)).refunds).toEqual([])
})

test('an order that was paid by transfer is refunded by transfer, with a reference', async () => {
  const buyer = await seedMember(checkout.shop)
  const { id } = await seedOrder(checkout.shop, buyer, 'paid', { clips: checkout.clips })
  const order = await loadOrder(id)
  expect(order.is_paid_manually).toBe(true)
  await expect(refund(order)).rejects.toMatchObject({ status: 422, errors: { reference: [expect.any(String)] } })
  const after = await refund(order, { reference: 'SEPA 77-1' })
  expect(after).toMatchObject({ state: 'refunded', refunds: [{ state: 'done', reference: 'SEPA 77-1' }] })
})

test('a refund that did not arrive is repeated, without a second credit note', async () => {
  const { reopenRefund } = await import('./refund-steps.server.ts')
  const { id, charge, order } = await payOrder()
  await checkout.settle(charge)
  const { refunds } = await refund(order, { items: [firstLineId(order)] })
  const bouncedId = refunds[0]?.transaction_id ?? ''
  await checkout.bounce(bouncedId)
  expect(await getRefundedCents(charge)).toBe(0)
  expect(await reopenRefund(checkout.shop.deps, bouncedId)).toBe(true)
  expect(await reopenRefund(checkout.shop.deps, bouncedId)).toBe(false)
  await sweepRefunds(checkout.shop.deps, gateway)
  expect(await getRefundedCents(charge)).toBe(lineCents(order, firstLineId(order)))
  expect(await loadOrder(id)).toMatchObject({ state: 'partially_refunded', refunds: [{ state: 'done' }] })
  expect((await loadOrder(id)).credit_notes).toHaveLength(1)
})

test('reconciliation does not report a charge that a refund voided', async () => {
  const { id, order } = await payOrder()
  await refund(order)
  const now = Date.now()
  const span = { from_at: new Date(now - DAY_MS), to_at: new Date(now + DAY_MS) }
  await checkout.shop.db
    .updateTable('payment_attempts')
    .set({ started_at: new Date(now) })
    .where('order_id', '=', id)
    .execute()
  const differences = await reconcile(checkout.shop.deps, gateway, span)
  expect(differences.filter(difference => difference.order_id === id)).toEqual([])
})

test('an upgraded order links to its upgrade, and the upgrade says when the bank withdrew the payment for the earlier license', async () => {
  const { buyer, id, number, order } = await payOrder()
  const [license] = await findOrderLicenses(checkout.shop, [firstLineId(order)])
  const cart = await addUpgradeToCart(checkout.shop, buyer, license?.id ?? 0)
  const { data } = await buyer.pay({ seen: cart.fingerprint })
  const upgrade = await loadOrder(data.order_id)
  expect(upgrade).toMatchObject({
    upgrade_credit: { unformatted: 19_900 },
    lines: [{ upgrades: { order_id: id, order: number, credit: { unformatted: 19_900 }, is_lost: false } }],
  })
  const upgraded_in = { order_id: upgrade.id, order: upgrade.universal_invoice_number }
  expect((await loadOrder(id)).lines).toMatchObject([{ upgraded_in }, { upgraded_in: null }])
  // The other line can be refunded.
  await expect(refund(order)).rejects.toMatchObject({ status: 409 })
  await refund(order, { items: [secondLineId(order)] })
  const lostDispute = { user_id: null, reason: 'The dispute was lost', now: checkout.shop.clock.now() }
  await checkout.shop.db.transaction().execute(trx => transitionOrder(trx, id, 'refunded', lostDispute))
  expect((await loadOrder(upgrade.id)).lines).toMatchObject([{ upgrades: { is_lost: true } }])
  await refund(upgrade)
  expect((await loadOrder(upgrade.id)).lines).toMatchObject([{ upgrades: { is_lost: false } }])
})
