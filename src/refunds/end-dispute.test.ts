/** Staff end the dispute of an order of which the bank took a part: the effects, and later changes. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { postOrder } from '#earnings/ledger.server.ts'
import { downloadClip } from '#licenses/contract.ts'
import { mailDisputeEnded } from '#licenses/mails.server.ts'
import { endStaffOrderDispute, getStaffOrder, refundStaffOrder } from '#orders/admin/contract.ts'
import { getOrder, putProjectDetails } from '#orders/contract.ts'
import { summarizeDisputes } from '#payments/disputes.server.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'

import { openCharges } from '../../testing/builders/charges.ts'
import { openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import type { Buyer } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { openWebhooks } from '../../testing/builders/webhooks.ts'
import { syncDispute } from './disputes.server.ts'
import { endDispute } from './end-dispute.server.ts'
import { reopenRefund, sweepRefunds } from './refund-steps.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let webhooks: ReturnType<typeof openWebhooks>
let charges: ReturnType<typeof openCharges>
let gateway: PaymentGateway
let staff: Buyer
beforeAll(async () => {
  harness = await openCheckoutShop(4_000)
  webhooks = openWebhooks(harness)
  charges = openCharges(harness)
  gateway = openGateway(harness.shop.config) as PaymentGateway
  staff = await seedStaff(harness.shop)
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  harness.shop.jobs.sent.splice(0)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const sendWebhooks = async (dispute: string) => {
  for (const webhook of await webhooks.findWebhooks(dispute)) await webhooks.send(webhook)
  await webhooks.runWebhookJobs()
}
const openDispute = async (charge: string, amount?: string) => {
  const dispute = await harness.dispute(charge, amount)
  await sendWebhooks(dispute)
  return dispute
}
const decideDispute = async (dispute: string, outcome: 'won' | 'lost') => {
  await harness.decide(dispute, outcome)
  await sendWebhooks(dispute)
}
/** Creates an order with two clips at $199.00 and tax, of which the bank took $60.00. */
const losePart = async () => {
  const { buyer, id: charge } = await charges.seedSettledCharge()
  await decideDispute(await openDispute(charge, '60.00'), 'lost')
  const { id, universal_invoice_number: number } = await charges.orderOf(buyer)
  return { buyer, charge, id, number: number ?? '' }
}
const loadStaffOrder = async (id: number) =>
  (await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })).data
const endAsStaff = (
  id: number,
  { actor = staff, expected_cents = 6_000 }: { actor?: Pick<Buyer, 'visitor'>; expected_cents?: number } = {},
) =>
  actor.visitor.call(endStaffOrderDispute, {
    params: { id: String(id) },
    body: { reason: 'Ticket 3F9A21C7', expected_cents },
  })
const loadOrder = async (buyer: CartBuyer, number: string) =>
  (await buyer.visitor.call(getOrder, { params: { id: number } })).data
const entriesOf = async (id: number) => {
  await postOrder(harness.shop.db, id)
  return harness.shop.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', id)
    .select(['e.account', 'e.cents'])
    .execute()
}
const sumOf = (entries: { account: string; cents: number }[], account?: string) =>
  entries.reduce((sum, entry) => sum + (account === undefined || entry.account === account ? entry.cents : 0), 0)
const refund = (id: number, order_item_ids: number[] | null, expected_cents: number) =>
  staff.visitor.call(
    refundStaffOrder,
    { params: { id: String(id) }, body: { order_item_ids, expected_cents, reason: 'Asked for', reference: '' } },
    { idempotencyKey: randomUUID() },
  )

test('the licenses are in force again, the buyer gets one mail, and the audit log has who and why', async () => {
  const { buyer, id, number } = await losePart()
  const clip = harness.clips[0]?.id ?? 0
  const project = {
    client_name: 'Marram',
    project_name: 'Low',
    project_description: 'A spot',
    start_date: '2026-04-01',
  }
  await buyer.visitor.call(putProjectDetails, { params: { id: number }, body: project })
  const download = () => buyer.visitor.call(downloadClip, { params: { id: String(clip) }, body: { format_id: 3 } })
  await expect(download()).rejects.toMatchObject({ status: 409 })
  expect(await loadStaffOrder(id)).toMatchObject({
    can_end_dispute: true,
    can_refund: false,
    dispute: { pending: { unformatted: 6_000 }, is_open: false },
  })

  const { data } = await endAsStaff(id)
  expect(data).toMatchObject({ state: 'partially_refunded', can_end_dispute: false, can_refund: true, dispute: null })
  expect(data.transitions.at(-1)).toMatchObject({
    from_state: 'disputed',
    to_state: 'partially_refunded',
    by: staff.email,
    reason: 'The dispute has ended: $60.00 stays with the buyer. Ticket 3F9A21C7',
  })
  expect((await download()).data).toBeDefined()
  expect(await loadOrder(buyer, number)).toMatchObject({ state: 'partially_refunded', downloads_closed: null })
  expect(
    await harness.shop.db
      .selectFrom('audit_log')
      .where('subject_type', '=', 'order')
      .where('subject_key', '=', String(id))
      .select(['action', 'reason', 'actor_user_id'])
      .execute(),
  ).toEqual([{ action: 'dispute_ended', reason: 'Ticket 3F9A21C7', actor_user_id: staff.user_id }])

  const event = await harness.shop.db
    .selectFrom('events')
    .where('name', '=', 'order.dispute_ended')
    .select('payload')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event.payload).toEqual({ order_id: id, withdrawn_cents: 6_000, credited_cents: 6_000 })
  const sent_count = harness.shop.mail.sent.length
  for (let n = 0; n < 2; n += 1)
    await mailDisputeEnded(harness.shop.deps, { order_id: id, withdrawn_cents: 6_000, credited_cents: 6_000 })
  const mails = harness.shop.mail.sent.slice(sent_count)
  expect(mails.map(({ subject }) => subject)).toEqual([`The dispute about your Longtake order ${number} has ended`])
  expect(mails[0]?.text).toContain('You keep the $60.00 that your bank took back')
  expect(mails[0]?.text).toContain('licenses of 2 clips are in force again')
})

test('filmmakers and the shop carry the loss, to the cent, without its tax', async () => {
  const { id } = await losePart()
  const before = await entriesOf(id)
  const order = await charges.orderOf({ workspace_id: (await loadStaffOrder(id)).workspace.id } as CartBuyer)
  expect(sumOf(before, 'clearing')).toBe(order.total_cents)
  await endAsStaff(id)
  const after = await entriesOf(id)
  const [note] = await harness.shop.db.selectFrom('credit_notes').where('order_id', '=', id).selectAll().execute()
  const tax_cents = note?.tax_cents ?? 0
  expect(sumOf(after)).toBe(0)
  expect(sumOf(after, 'clearing')).toBe(order.total_cents - 6_000)
  expect(sumOf(after, 'tax')).toBe(tax_cents - order.tax_cents)
  // The share is one half.
  const net = 6_000 - tax_cents
  expect(Math.abs(sumOf(after, 'filmmaker') - sumOf(before, 'filmmaker') - net / 2)).toBeLessThanOrEqual(1)
  expect(await entriesOf(id)).toEqual(after)
})

test('the lost amount is not refunded a second time: loss and refunds add up to the payment', async () => {
  const { id } = await losePart()
  await endAsStaff(id)
  const order = await loadStaffOrder(id)
  const [first] = order.lines
  if (!first) throw new Error('There is no line.')
  const full_cents = first.price.unformatted - first.discount.unformatted + first.tax.unformatted
  const cents = full_cents - first.withdrawn.unformatted - first.withdrawn_tax.unformatted
  expect(order.lines.reduce((sum, line) => sum + line.withdrawn.unformatted + line.withdrawn_tax.unformatted, 0)).toBe(
    6_000,
  )
  await expect(refund(id, [first.id], full_cents)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Nothing has been refunded'),
  })
  await refund(id, [first.id], cents)
  await refund(id, null, order.total.unformatted - 6_000 - cents)
  const { state, credit_notes } = await loadStaffOrder(id)
  expect(state).toBe('refunded')
  expect(credit_notes.reduce((sum, { total }) => sum + total.unformatted, 0)).toBe(order.total.unformatted)
  expect(sumOf(await entriesOf(id), 'filmmaker')).toBe(0)
})

test('twenty staff members end it at once: it ends once', async () => {
  const { id } = await losePart()
  const staffMembers = await Promise.all(Array.from({ length: 20 }, () => seedStaff(harness.shop)))
  const results = await Promise.allSettled(staffMembers.map(actor => endAsStaff(id, { actor })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  const { transitions, lines } = await loadStaffOrder(id)
  expect(transitions.filter(({ from_state }) => from_state === 'disputed')).toHaveLength(1)
  expect(
    lines.reduce((sum, { withdrawn, withdrawn_tax }) => sum + withdrawn.unformatted + withdrawn_tax.unformatted, 0),
  ).toBe(6_000)
}, 60_000)

test('a later record of the same case changes nothing, a new case reopens the dispute, and it can be ended again', async () => {
  const { id, charge, number, buyer } = await losePart()
  await endAsStaff(id)
  const attempt = { state: 'succeeded', order_id: id, gateway_transaction_id: charge } as const
  const disputes = await gateway.disputes(charge)
  const first = disputes.cases[0] ?? ''
  /** Returns a gateway that reports a second round of the first case. */
  const withSecondRound = (status: string): PaymentGateway => ({
    ...gateway,
    disputes: async (_, endedCases) =>
      summarizeDisputes(
        {
          amount: '426.86',
          disputes: [
            { id: first, status: 'lost', amountDisputed: '60.00', createdAt: '2026-01-01' },
            { id: 'next', originalDisputeId: first, status, amountDisputed: '60.00', createdAt: '2026-02-01' },
          ],
        },
        0,
        endedCases,
      ),
  })
  for (const status of ['open', 'lost']) {
    await syncDispute(harness.shop.deps, withSecondRound(status), attempt)
    expect([status, (await loadStaffOrder(id)).state]).toEqual([status, 'partially_refunded'])
  }
  // More money in the same case needs a new decision.
  const second = await openDispute(charge, '40.00')
  expect(await loadStaffOrder(id)).toMatchObject({ state: 'disputed', dispute: null, can_end_dispute: false })
  await decideDispute(second, 'won')
  expect((await loadOrder(buyer, number)).state).toBe('partially_refunded')
  await decideDispute(await openDispute(charge, '40.00'), 'lost')
  expect(await loadStaffOrder(id)).toMatchObject({ state: 'disputed', dispute: { pending: { unformatted: 4_000 } } })
  await endAsStaff(id, { expected_cents: 4_000 })
  const { credit_notes, total, state } = await loadStaffOrder(id)
  expect(state).toBe('partially_refunded')
  expect(credit_notes.map(note => note.total.unformatted)).toEqual([6_000, 4_000])
  expect(sumOf(await entriesOf(id), 'clearing')).toBe(total.unformatted - 10_000)
  // The rest of the payment is lost.
  await decideDispute(await openDispute(charge, ((total.unformatted - 10_000) / 100).toFixed(2)), 'lost')
  const finalOrder = await loadStaffOrder(id)
  expect(finalOrder.state).toBe('refunded')
  expect(finalOrder.credit_notes.reduce((sum, note) => sum + note.total.unformatted, 0)).toBe(total.unformatted)
  expect(sumOf(await entriesOf(id), 'clearing')).toBe(0)
}, 60_000)

test('it cannot be ended while a case is open, with another amount, without the gateway, or for an own workspace', async () => {
  const { id, charge } = await losePart()
  await expect(endAsStaff(id, { expected_cents: 5_000 })).rejects.toMatchObject({
    status: 409,
    message: 'The bank has taken $60.00, not $50.00. Nothing has changed; please check again.',
  })
  await harness.faults({ kind: 'error_500', on: 'find', times: 20 })
  await expect(endAsStaff(id)).rejects.toMatchObject({ status: 503 })
  await harness.faults()
  // Its webhook has not arrived.
  const dispute = await harness.dispute(charge, '40.00')
  const open = { status: 409, message: expect.stringContaining('A case of this order is still open') }
  await expect(endAsStaff(id)).rejects.toMatchObject(open)
  expect(await loadStaffOrder(id)).toMatchObject({ can_end_dispute: true, dispute: { is_open: true } })
  await expect(endAsStaff(id)).rejects.toMatchObject(open)
  await decideDispute(dispute, 'won')
  const { workspace } = await loadStaffOrder(id)
  const colleague = await seedStaff(harness.shop)
  await harness.shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: workspace.id, user_id: colleague.user_id, role: 'purchaser' })
    .execute()
  await expect(endAsStaff(id, { actor: colleague })).rejects.toMatchObject({ status: 403 })
  expect((await loadStaffOrder(id)).state).toBe('disputed')
  await endAsStaff(id)
  await expect(endAsStaff(id)).rejects.toMatchObject({ status: 409 })
})

test('a refund that waits for an open case is refused once a part is lost, and can be started again', async () => {
  const { buyer, id: charge } = await charges.seedSettledCharge()
  const { id, total_cents } = await charges.orderOf(buyer)
  // The refund is requested before the webhook of the case arrives.
  const dispute = await harness.dispute(charge, '60.00')
  await refund(id, null, total_cents)
  expect((await loadStaffOrder(id)).refunds).toMatchObject([{ state: 'waiting' }])
  await decideDispute(dispute, 'lost')
  await expect(endAsStaff(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('A refund of this order is under way'),
  })
  harness.shop.clock.advance(61 * 60_000)
  await sweepRefunds(harness.shop.deps, gateway)
  expect((await loadStaffOrder(id)).refunds).toMatchObject([{ state: 'refused' }])
  await endAsStaff(id)
  await refund(id, null, total_cents - 6_000)
  expect(await loadStaffOrder(id)).toMatchObject({ state: 'refunded', refunded: { unformatted: total_cents - 6_000 } })
}, 30_000)

test('a failed refund is paid again to the cent during a partial dispute, and does not block ending it', async () => {
  const { buyer, id: charge } = await charges.seedSettledCharge()
  const { id, total_cents } = await charges.orderOf(buyer)
  const [line, otherLine] = (await loadStaffOrder(id)).lines
  if (!line || !otherLine) throw new Error('There are no two lines.')
  const cents = line.price.unformatted - line.discount.unformatted + line.tax.unformatted
  await refund(id, [line.id], cents)
  const failedRefundId = (await loadStaffOrder(id)).refunds[0]?.transaction_id ?? ''
  await harness.bounce(failedRefundId)
  expect(await reopenRefund(harness.shop.deps, failedRefundId)).toBe(true)
  await decideDispute(await openDispute(charge, '60.00'), 'lost')
  expect(await loadStaffOrder(id)).toMatchObject({
    state: 'disputed',
    refunds: [{ state: 'started' }],
    can_end_dispute: true,
  })
  await sweepRefunds(harness.shop.deps, gateway)
  expect(await gateway.refundOf(charge)).toMatchObject({ cents })
  const refundedOrder = await loadStaffOrder(id)
  expect(refundedOrder).toMatchObject({
    state: 'disputed',
    refunds: [{ state: 'done' }],
    dispute: { pending: { unformatted: 6_000 } },
  })
  // The second refund fails too, and the dispute ends before it is paid again.
  const secondRefundId = refundedOrder.refunds[0]?.transaction_id ?? ''
  await harness.bounce(secondRefundId)
  expect(await reopenRefund(harness.shop.deps, secondRefundId)).toBe(true)
  const { data } = await endAsStaff(id)
  expect(data.state).toBe('partially_refunded')
  expect(data.lines.map(({ withdrawn, withdrawn_tax }) => withdrawn.unformatted + withdrawn_tax.unformatted)).toEqual([
    0, 6_000,
  ])
  await sweepRefunds(harness.shop.deps, gateway)
  expect(await gateway.refundOf(charge)).toMatchObject({ cents })
  await refund(id, null, total_cents - cents - 6_000)
  const { state, credit_notes } = await loadStaffOrder(id)
  expect(state).toBe('refunded')
  expect(credit_notes.reduce((sum, { total }) => sum + total.unformatted, 0)).toBe(total_cents)
  expect(sumOf(await entriesOf(id), 'clearing')).toBe(0)
}, 30_000)

test('a decision of the bank that was never reported does not block ending the dispute', async () => {
  const { id, charge } = await losePart()
  const dispute = await openDispute(charge, '40.00')
  await harness.decide(dispute, 'won')
  expect(await loadStaffOrder(id)).toMatchObject({ can_end_dispute: true, dispute: { is_open: true } })
  expect((await endAsStaff(id)).data.state).toBe('partially_refunded')
})

test('a gateway result from before the dispute was ended does not reopen it', async () => {
  const { id, charge } = await losePart()
  const attempt = { state: 'succeeded', order_id: id, gateway_transaction_id: charge } as const
  /** Reports an open case while a staff member ends the dispute. */
  const slowGateway: PaymentGateway = {
    ...gateway,
    disputes: async () => {
      await endAsStaff(id)
      return { state: 'open', withdrawn_cents: 0, refunded_cents: 0, cases: ['first'], records: [] }
    },
  }
  await expect(syncDispute(harness.shop.deps, slowGateway, attempt)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('has just been ended'),
  })
  expect((await loadStaffOrder(id)).state).toBe('partially_refunded')
  await syncDispute(harness.shop.deps, gateway, attempt)
  expect((await loadStaffOrder(id)).state).toBe('partially_refunded')
})

test('a staff member who ends a dispute second gets 409', async () => {
  const { id } = await losePart()
  const slowGateway: PaymentGateway = {
    ...gateway,
    disputes: async (...args) => {
      const disputes = await gateway.disputes(...args)
      await endAsStaff(id)
      return disputes
    },
  }
  const input = {
    order_id: id,
    staff_user_id: (await seedStaff(harness.shop)).user_id,
    expected_cents: 6_000,
    reason: 'Ticket 1',
  }
  await expect(endDispute(harness.shop.deps, slowGateway, input)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('has just been ended'),
  })
})

test('a refund that completes during a dispute leaves the order disputed', async () => {
  const { buyer, id: charge } = await charges.seedSettledCharge()
  const { id } = await charges.orderOf(buyer)
  const [line] = (await loadStaffOrder(id)).lines
  if (!line) throw new Error('There is no line.')
  await harness.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
  await refund(id, [line.id], line.price.unformatted - line.discount.unformatted + line.tax.unformatted)
  await harness.faults()
  const dispute = await openDispute(charge, '60.00')
  harness.shop.clock.advance(61 * 60_000)
  await sweepRefunds(harness.shop.deps, gateway)
  const order = await loadStaffOrder(id)
  expect(order).toMatchObject({ state: 'disputed', refunds: [{ state: 'done' }] })
  expect(order.lines.map(({ refunded }) => refunded)).toEqual([true, false])
  await decideDispute(dispute, 'won')
  expect((await loadStaffOrder(id)).state).toBe('partially_refunded')
}, 30_000)

test('an upgrade is credited with what was paid and not lost', async () => {
  const { buyer, id } = await losePart()
  await endAsStaff(id)
  const { listUpgradableLicenses: upgradable } = await import('#licenses/upgradable-licenses.server.ts')
  const order = await loadStaffOrder(id)
  const item_ids = order.lines.map(line => line.id)
  const context = { workspace_id: buyer.workspace_id, cart_id: null, now: harness.shop.clock.now() }
  const licenses = await upgradable(harness.shop.db, { item_ids }, context)
  expect(new Map(licenses.map(({ item_id, credit_cents }) => [item_id, credit_cents]))).toEqual(
    new Map(
      order.lines.map(({ id: item_id, price, withdrawn }) => [item_id, price.unformatted - withdrawn.unformatted]),
    ),
  )
  expect(licenses[0]?.credit_cents).toBeLessThan(order.lines[0]?.price.unformatted ?? 0)
})
