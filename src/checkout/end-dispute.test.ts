/** One of us ends the dispute of an order of which the bank took a part: what holds afterwards, and what moves it again. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { endStaffOrderDispute, getStaffOrder, refundStaffOrder } from '#admin/orders/contract.ts'
import { postOrder } from '#earnings/ledger.server.ts'
import { downloadClip } from '#orders/clips-contract.ts'
import { getOrder, putProjectDetails } from '#orders/contract.ts'
import { mailDisputeEnded } from '#orders/mails.server.ts'
import { disputesOf } from '#payments/disputes.server.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'

import { openCharged } from '../../testing/builders/charged.ts'
import { openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import type { Buyer } from '../../testing/builders/orders.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { openNews } from '../../testing/builders/webhooks.ts'
import { followDispute } from './disputes.server.ts'
import { endDispute } from './end-dispute.server.ts'
import { reopenRefund, sweepRefunds } from './refund-steps.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let news: ReturnType<typeof openNews>
let charged: ReturnType<typeof openCharged>
let gateway: Gateway
let staff: Buyer
beforeAll(async () => {
  at = await openCheckoutShop(4_000)
  news = openNews(at)
  charged = openCharged(at)
  gateway = openGateway(at.shop.config) as Gateway
  staff = await aStaff(at.shop)
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  at.shop.jobs.sent.splice(0)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const tell = async (dispute: string) => {
  for (const webhook of await news.about(dispute)) await news.send(webhook)
  await news.workOff()
}
const opened = async (charge: string, amount?: string) => {
  const dispute = await at.dispute(charge, amount)
  await tell(dispute)
  return dispute
}
const decided = async (dispute: string, outcome: 'won' | 'lost') => {
  await at.decide(dispute, outcome)
  await tell(dispute)
}
/** Two clips at $199.00 and tax, of which the bank took $60.00. */
const partlyLost = async () => {
  const { buyer, id: charge } = await charged.aSettledCard()
  await decided(await opened(charge, '60.00'), 'lost')
  const { id, universal_invoice_number: number } = await charged.orderOf(buyer)
  return { buyer, charge, id, number: number ?? '' }
}
const seen = async (id: number) => (await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })).data
const end = (
  id: number,
  { by = staff, seen_cents = 6_000 }: { by?: Pick<Buyer, 'visitor'>; seen_cents?: number } = {},
) =>
  by.visitor.call(endStaffOrderDispute, { params: { id: String(id) }, body: { reason: 'Ticket 3F9A21C7', seen_cents } })
const shown = async (buyer: CartBuyer, number: string) =>
  (await buyer.visitor.call(getOrder, { params: { id: number } })).data
const entriesOf = async (id: number) => {
  await postOrder(at.shop.db, id)
  return at.shop.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', id)
    .select(['e.account', 'e.cents'])
    .execute()
}
const sumOf = (entries: { account: string; cents: number }[], account?: string) =>
  entries.reduce((sum, entry) => sum + (account === undefined || entry.account === account ? entry.cents : 0), 0)
const refund = (id: number, order_item_ids: number[] | null, seen_cents: number) =>
  staff.visitor.call(
    refundStaffOrder,
    { params: { id: String(id) }, body: { order_item_ids, seen_cents, reason: 'Asked for', reference: '' } },
    { idempotencyKey: randomUUID() },
  )

test('the licenses are in force again, the buyer is mailed once, and our log says who and why', async () => {
  const { buyer, id, number } = await partlyLost()
  const clip = at.clips[0]?.id ?? 0
  const project = {
    client_name: 'Marram',
    project_name: 'Low',
    project_description: 'A spot',
    start_date: '2026-04-01',
  }
  await buyer.visitor.call(putProjectDetails, { params: { id: number }, body: project })
  const download = () => buyer.visitor.call(downloadClip, { params: { id: String(clip) }, body: { format_id: 3 } })
  await expect(download()).rejects.toMatchObject({ status: 409 })
  expect(await seen(id)).toMatchObject({
    can_end_dispute: true,
    can_refund: false,
    dispute: { pending: { unformatted: 6_000 }, is_open: false },
  })

  const { data } = await end(id)
  expect(data).toMatchObject({ state: 'partially_refunded', can_end_dispute: false, can_refund: true, dispute: null })
  expect(data.moves.at(-1)).toMatchObject({
    from_state: 'disputed',
    to_state: 'partially_refunded',
    by: staff.email,
    reason: 'The dispute has ended: $60.00 stay with the buyer. Ticket 3F9A21C7',
  })
  expect((await download()).data).toBeDefined()
  expect(await shown(buyer, number)).toMatchObject({ state: 'partially_refunded', downloads_closed: null })
  expect(
    await at.shop.db
      .selectFrom('staff_changes')
      .where('about', '=', 'order')
      .where('about_key', '=', String(id))
      .select(['action', 'reason', 'staff_user_id'])
      .execute(),
  ).toEqual([{ action: 'Ended the dispute', reason: 'Ticket 3F9A21C7', staff_user_id: staff.user_id }])

  const told = await at.shop.db
    .selectFrom('events')
    .where('name', '=', 'order.dispute_ended')
    .select('payload')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(told.payload).toEqual({ order_id: id, taken_cents: 6_000, noted_cents: 6_000 })
  const sent = at.shop.mail.sent.length
  for (let n = 0; n < 2; n += 1)
    await mailDisputeEnded(at.shop.deps, { order_id: id, taken_cents: 6_000, noted_cents: 6_000 })
  const mails = at.shop.mail.sent.slice(sent)
  expect(mails.map(({ subject }) => subject)).toEqual([`The dispute about your Longtake order ${number} has ended`])
  expect(mails[0]?.text).toContain('You keep the $60.00 that your bank took back')
  expect(mails[0]?.text).toContain('licenses of 2 clips are in force again')
})

test('filmmakers and the shop bear what was taken, by the cent, and its tax is not owed', async () => {
  const { id } = await partlyLost()
  const before = await entriesOf(id)
  const order = await charged.orderOf({ workspace_id: (await seen(id)).workspace.id } as CartBuyer)
  expect(sumOf(before, 'clearing')).toBe(order.total_cents)
  await end(id)
  const after = await entriesOf(id)
  const [note] = await at.shop.db.selectFrom('credit_notes').where('order_id', '=', id).selectAll().execute()
  const tax_cents = note?.tax_cents ?? 0
  expect(sumOf(after)).toBe(0)
  expect(sumOf(after, 'clearing')).toBe(order.total_cents - 6_000)
  expect(sumOf(after, 'tax')).toBe(tax_cents - order.tax_cents)
  // A split of half and half.
  const net = 6_000 - tax_cents
  expect(Math.abs(sumOf(after, 'filmmaker') - sumOf(before, 'filmmaker') - net / 2)).toBeLessThanOrEqual(1)
  expect(await entriesOf(id)).toEqual(after)
})

test('what the bank took is not given back a second time: refunds and it are what was paid', async () => {
  const { id } = await partlyLost()
  await end(id)
  const order = await seen(id)
  const [first] = order.lines
  if (!first) throw new Error('There is no line.')
  const whole = first.price.unformatted - first.discount.unformatted + first.tax.unformatted
  const cents = whole - first.taken.unformatted - first.taken_tax.unformatted
  expect(order.lines.reduce((sum, line) => sum + line.taken.unformatted + line.taken_tax.unformatted, 0)).toBe(6_000)
  await expect(refund(id, [first.id], whole)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Nothing has been given back'),
  })
  await refund(id, [first.id], cents)
  await refund(id, null, order.total.unformatted - 6_000 - cents)
  const { state, credit_notes } = await seen(id)
  expect(state).toBe('refunded')
  expect(credit_notes.reduce((sum, { total }) => sum + total.unformatted, 0)).toBe(order.total.unformatted)
  expect(sumOf(await entriesOf(id), 'filmmaker')).toBe(0)
})

test('twenty of our people end it at once: it ends once', async () => {
  const { id } = await partlyLost()
  const people = await Promise.all(Array.from({ length: 20 }, () => aStaff(at.shop)))
  const asked = await Promise.allSettled(people.map(by => end(id, { by })))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  const { moves, lines } = await seen(id)
  expect(moves.filter(({ from_state }) => from_state === 'disputed')).toHaveLength(1)
  expect(lines.reduce((sum, { taken, taken_tax }) => sum + taken.unformatted + taken_tax.unformatted, 0)).toBe(6_000)
}, 60_000)

test('a later record of the same case moves nothing, whatever it says of the same money; a new case does, and ends again', async () => {
  const { id, charge, number, buyer } = await partlyLost()
  await end(id)
  const attempt = { state: 'succeeded', order_id: id, gateway_transaction_id: charge } as const
  const known = await gateway.disputes(charge)
  const first = known.cases[0] ?? ''
  /** As the bank writes a second round of the first case. */
  const again = (status: string): Gateway => ({
    ...gateway,
    disputes: async (_, ended) =>
      disputesOf(
        {
          amount: '426.86',
          disputes: [
            { id: first, status: 'lost', amountDisputed: '60.00', createdAt: '2026-01-01' },
            { id: 'next', originalDisputeId: first, status, amountDisputed: '60.00', createdAt: '2026-02-01' },
          ],
        },
        0,
        ended,
      ),
  })
  for (const status of ['open', 'lost']) {
    await followDispute(at.shop.deps, again(status), attempt)
    expect([status, (await seen(id)).state]).toEqual([status, 'partially_refunded'])
  }
  // More money of the same case is something new to decide about.
  const second = await opened(charge, '40.00')
  expect(await seen(id)).toMatchObject({ state: 'disputed', dispute: null, can_end_dispute: false })
  await decided(second, 'won')
  expect((await shown(buyer, number)).state).toBe('partially_refunded')
  await decided(await opened(charge, '40.00'), 'lost')
  expect(await seen(id)).toMatchObject({ state: 'disputed', dispute: { pending: { unformatted: 4_000 } } })
  await end(id, { seen_cents: 4_000 })
  const { credit_notes, total, state } = await seen(id)
  expect(state).toBe('partially_refunded')
  expect(credit_notes.map(note => note.total.unformatted)).toEqual([6_000, 4_000])
  expect(sumOf(await entriesOf(id), 'clearing')).toBe(total.unformatted - 10_000)
  // And the rest of it.
  await decided(await opened(charge, ((total.unformatted - 10_000) / 100).toFixed(2)), 'lost')
  const over = await seen(id)
  expect(over.state).toBe('refunded')
  expect(over.credit_notes.reduce((sum, note) => sum + note.total.unformatted, 0)).toBe(total.unformatted)
  expect(sumOf(await entriesOf(id), 'clearing')).toBe(0)
}, 60_000)

test('not while a case is open, not what was not seen, not without the gateway, not of one’s own workspace', async () => {
  const { id, charge } = await partlyLost()
  await expect(end(id, { seen_cents: 5_000 })).rejects.toMatchObject({
    status: 409,
    message: 'The bank has taken $60.00, not $50.00. Nothing has changed; please look again.',
  })
  await at.faults({ kind: 'error_500', on: 'find', times: 20 })
  await expect(end(id)).rejects.toMatchObject({ status: 503 })
  await at.faults()
  // Its news has not come.
  const dispute = await at.dispute(charge, '40.00')
  const open = { status: 409, message: expect.stringContaining('A case of this order is still open') }
  await expect(end(id)).rejects.toMatchObject(open)
  expect(await seen(id)).toMatchObject({ can_end_dispute: true, dispute: { is_open: true } })
  await expect(end(id)).rejects.toMatchObject(open)
  await decided(dispute, 'won')
  const { workspace } = await seen(id)
  const colleague = await aStaff(at.shop)
  await at.shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: workspace.id, user_id: colleague.user_id, role: 'purchaser' })
    .execute()
  await expect(end(id, { by: colleague })).rejects.toMatchObject({ status: 403 })
  expect((await seen(id)).state).toBe('disputed')
  await end(id)
  await expect(end(id)).rejects.toMatchObject({ status: 409 })
})

test('a refund that waits while a case is open does not wait for ever: once a part is gone it is refused, and begun anew', async () => {
  const { buyer, id: charge } = await charged.aSettledCard()
  const { id, total_cents } = await charged.orderOf(buyer)
  // The refund is asked for before the news of the case is here.
  const dispute = await at.dispute(charge, '60.00')
  await refund(id, null, total_cents)
  expect((await seen(id)).refunds).toMatchObject([{ state: 'waiting' }])
  await decided(dispute, 'lost')
  await expect(end(id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('A refund of this order is under way'),
  })
  at.shop.clock.advance(61 * 60_000)
  await sweepRefunds(at.shop.deps, gateway)
  expect((await seen(id)).refunds).toMatchObject([{ state: 'refused' }])
  await end(id)
  await refund(id, null, total_cents - 6_000)
  expect(await seen(id)).toMatchObject({ state: 'refunded', refunded: { unformatted: total_cents - 6_000 } })
}, 30_000)

test('one that did not arrive goes back once more while a part is in dispute, to the cent, and keeps nobody from ending it', async () => {
  const { buyer, id: charge } = await charged.aSettledCard()
  const { id, total_cents } = await charged.orderOf(buyer)
  const [line, left] = (await seen(id)).lines
  if (!line || !left) throw new Error('There are no two lines.')
  const cents = line.price.unformatted - line.discount.unformatted + line.tax.unformatted
  await refund(id, [line.id], cents)
  const gone = (await seen(id)).refunds[0]?.transaction_id ?? ''
  await at.bounce(gone)
  expect(await reopenRefund(at.shop.deps, gone)).toBe(true)
  await decided(await opened(charge, '60.00'), 'lost')
  expect(await seen(id)).toMatchObject({ state: 'disputed', refunds: [{ state: 'started' }], can_end_dispute: true })
  await sweepRefunds(at.shop.deps, gateway)
  expect(await gateway.refundOf(charge)).toMatchObject({ cents })
  const waiting = await seen(id)
  expect(waiting).toMatchObject({
    state: 'disputed',
    refunds: [{ state: 'done' }],
    dispute: { pending: { unformatted: 6_000 } },
  })
  // And before it has arrived once more.
  const again = waiting.refunds[0]?.transaction_id ?? ''
  await at.bounce(again)
  expect(await reopenRefund(at.shop.deps, again)).toBe(true)
  const { data } = await end(id)
  expect(data.state).toBe('partially_refunded')
  expect(data.lines.map(({ taken, taken_tax }) => taken.unformatted + taken_tax.unformatted)).toEqual([0, 6_000])
  await sweepRefunds(at.shop.deps, gateway)
  expect(await gateway.refundOf(charge)).toMatchObject({ cents })
  await refund(id, null, total_cents - cents - 6_000)
  const { state, credit_notes } = await seen(id)
  expect(state).toBe('refunded')
  expect(credit_notes.reduce((sum, { total }) => sum + total.unformatted, 0)).toBe(total_cents)
  expect(sumOf(await entriesOf(id), 'clearing')).toBe(0)
}, 30_000)

test('a bank that decided without a word of it does not keep the dispute from being ended', async () => {
  const { id, charge } = await partlyLost()
  const dispute = await opened(charge, '40.00')
  await at.decide(dispute, 'won')
  expect(await seen(id)).toMatchObject({ can_end_dispute: true, dispute: { is_open: true } })
  expect((await end(id)).data.state).toBe('partially_refunded')
})

test('what the gateway said before the dispute was ended does not bring it back: it is asked again', async () => {
  const { id, charge } = await partlyLost()
  const attempt = { state: 'succeeded', order_id: id, gateway_transaction_id: charge } as const
  /** Says that a case is open, and is overtaken by one of us. */
  const slow: Gateway = {
    ...gateway,
    disputes: async () => {
      await end(id)
      return { state: 'open', taken_cents: 0, given_back_cents: 0, cases: ['first'], records: [] }
    },
  }
  await expect(followDispute(at.shop.deps, slow, attempt)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('has just been ended'),
  })
  expect((await seen(id)).state).toBe('partially_refunded')
  await followDispute(at.shop.deps, gateway, attempt)
  expect((await seen(id)).state).toBe('partially_refunded')
})

test('whoever is overtaken while they end a dispute is told so', async () => {
  const { id } = await partlyLost()
  const slow: Gateway = {
    ...gateway,
    disputes: async (...about) => {
      const said = await gateway.disputes(...about)
      await end(id)
      return said
    },
  }
  const deed = { order_id: id, staff_user_id: (await aStaff(at.shop)).user_id, seen_cents: 6_000, reason: 'Ticket 1' }
  await expect(endDispute(at.shop.deps, slow, deed)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('has just been ended'),
  })
})

test('a refund whose end is heard of in a dispute leaves the order in it', async () => {
  const { buyer, id: charge } = await charged.aSettledCard()
  const { id } = await charged.orderOf(buyer)
  const [line] = (await seen(id)).lines
  if (!line) throw new Error('There is no line.')
  await at.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
  await refund(id, [line.id], line.price.unformatted - line.discount.unformatted + line.tax.unformatted)
  await at.faults()
  const dispute = await opened(charge, '60.00')
  at.shop.clock.advance(61 * 60_000)
  await sweepRefunds(at.shop.deps, gateway)
  const order = await seen(id)
  expect(order).toMatchObject({ state: 'disputed', refunds: [{ state: 'done' }] })
  expect(order.lines.map(({ refunded }) => refunded)).toEqual([true, false])
  await decided(dispute, 'won')
  expect((await seen(id)).state).toBe('partially_refunded')
}, 30_000)

test('an upgrade is credited with what was paid and not taken back', async () => {
  const { buyer, id } = await partlyLost()
  await end(id)
  const { upgradable } = await import('#cart/upgrades.server.ts')
  const order = await seen(id)
  const item_ids = order.lines.map(line => line.id)
  const asking = { workspace_id: buyer.workspace_id, cart_id: null, now: at.shop.clock.now() }
  const held = await upgradable(at.shop.db, { item_ids }, asking)
  expect(new Map(held.map(({ item_id, credit_cents }) => [item_id, credit_cents]))).toEqual(
    new Map(order.lines.map(({ id: item_id, price, taken }) => [item_id, price.unformatted - taken.unformatted])),
  )
  expect(held[0]?.credit_cents).toBeLessThan(order.lines[0]?.price.unformatted ?? 0)
})
