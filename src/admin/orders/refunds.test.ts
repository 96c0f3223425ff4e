/** Giving money back at the staff desk, against a real sandbox gateway. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { aBuyer, openCheckoutShop } from '../../../testing/builders/checkout.ts'
import { aMember, anOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { aStaff } from '../../../testing/builders/staff.ts'
import { licensesOf, upgradeInCart } from '../../../testing/builders/upgrades.ts'
import { reconcile } from '../../checkout/reconcile.server.ts'
import { sweepRefunds } from '../../checkout/refund-steps.server.ts'
import { downloadClip } from '../../orders/clips-contract.ts'
import { getOrder, putProjectDetails } from '../../orders/contract.ts'
import { mailCredited } from '../../orders/mails.server.ts'
import { moveOrder } from '../../orders/orders.server.ts'
import { openGateway, type Gateway } from '../../payments/gateway.server.ts'
import { listStaffLog } from '../log/contract.ts'
import { cancelStaffRefund, getStaffOrder, refundStaffOrder, type StaffOrder } from './contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: Gateway
let staff: Buyer
beforeAll(async () => {
  at = await openCheckoutShop(4_000)
  gateway = openGateway(at.shop.config) as Gateway
  staff = await aStaff(at.shop, 'platform_admin')
})
afterAll(() => at.close())
beforeEach(() => at.faults())

/** An order of two clips at $199.00 and tax, paid by card. */
const paid = async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  const { data } = await buyer.pay()
  const order = await facts(data.order_id)
  const charge = order.attempts[0]?.transaction_id ?? ''
  return { buyer, id: data.order_id, number: order.universal_invoice_number ?? '', charge, order }
}
const facts = async (id: number): Promise<StaffOrder> =>
  (await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })).data

type Wish = { items?: number[] | null; seen?: number; key?: string; reference?: string; by?: Buyer }
const refund = async (
  order: Pick<StaffOrder, 'id' | 'lines' | 'total'>,
  { items = null, seen, key = randomUUID(), reference = '', by = staff }: Wish = {},
) => {
  const seen_cents =
    seen ?? (items ? items.reduce((sum, id) => sum + lineCents(order, id), 0) : order.total.unformatted)
  const body = { order_item_ids: items, seen_cents, reason: 'Asked for by mail', reference }
  const params = { id: String(order.id) }
  return (await by.visitor.call(refundStaffOrder, { params, body }, { idempotencyKey: key })).data
}
const lineCents = ({ lines }: Pick<StaffOrder, 'lines'>, id: number) => {
  const line = lines.find(one => one.id === id)
  return line ? line.price.unformatted - line.discount.unformatted + line.tax.unformatted : 0
}
const first = (order: StaffOrder) => order.lines[0]?.id ?? 0
const second = (order: StaffOrder) => order.lines[1]?.id ?? 0
const backOf = async (charge: string) => {
  const standing = await gateway.refundOf(charge)
  return standing.kind === 'standing' ? standing.cents : Number.NaN
}

test('a whole order that has not settled is voided; its licenses end, and a credit note is written and mailed', async () => {
  const { buyer, id, number, charge, order } = await paid()
  const after = await refund(order)
  expect(after).toMatchObject({ state: 'refunded', can_refund: false, refunded: order.total })
  expect((await at.transactions()).find(one => one.id === charge)?.status).toBe('voided')
  expect(await backOf(charge)).toBe(0)
  expect(after.lines.every(line => line.refunded)).toBe(true)
  expect(after.moves.at(-1)).toMatchObject({ from_state: 'paid', to_state: 'refunded', by: staff.email })
  expect(after.credit_notes).toEqual([
    {
      number: expect.stringMatching(/^LC-2026-\d{6}$/),
      total: order.total,
      by_dispute: false,
      made_at: expect.any(String),
    },
  ])
  const shown = (await buyer.visitor.call(getOrder, { params: { id: number } })).data
  expect(shown.credit_notes[0]).toMatchObject({ total: order.total, given_back_to: 'Visa ending in 1111' })

  const { id: note } = await at.shop.db
    .selectFrom('credit_notes')
    .where('order_id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow()
  const { sent } = at.shop.mail as unknown as { sent: { to: string; subject: string }[] }
  sent.length = 0
  await mailCredited(at.shop.deps, note)
  await mailCredited(at.shop.deps, note)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [buyer.email, `Your Longtake refund of ${order.total.formatted} for order ${number}`],
  ])
})

test('one clip of a settled order goes back to the cent; its downloads close, the other stays', async () => {
  const { buyer, number, charge, order } = await paid()
  await at.settle(charge)
  const project = { client_name: 'Aster', project_name: 'Tide', project_description: 'Film', start_date: '2026-04-01' }
  await buyer.visitor.call(putProjectDetails, { params: { id: number }, body: project })
  const download = (clip: number | undefined) =>
    buyer.visitor.call(downloadClip, { params: { id: String(clip) }, body: { format_id: 3 } })
  await download(order.lines[0]?.clip_id)

  const cents = lineCents(order, first(order))
  const after = await refund(order, { items: [first(order)] })
  expect(after).toMatchObject({ state: 'partially_refunded', can_refund: true, refunded: { unformatted: cents } })
  expect(await backOf(charge)).toBe(cents)
  await expect(download(order.lines[0]?.clip_id)).rejects.toMatchObject({ status: 404 })
  await download(order.lines[1]?.clip_id)

  const last = await refund(after, { items: [second(order)] })
  expect(last).toMatchObject({ state: 'refunded', refunded: order.total })
  expect(await backOf(charge)).toBe(order.total.unformatted)
  const numbers = last.credit_notes.map(note => Number(note.number.slice(-6)))
  expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)
})

test('twenty at once give the same clip back once', async () => {
  const { id, charge, order } = await paid()
  await at.settle(charge)
  const items = [first(order)]
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => refund(order, { items })))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  expect(await backOf(charge)).toBe(lineCents(order, first(order)))
  const after = await facts(id)
  expect(after.refunds).toHaveLength(1)
  expect(after.credit_notes).toHaveLength(1)
})

test('the same key twenty times is one refund, and each is told the same', async () => {
  const { charge, order } = await paid()
  await at.settle(charge)
  const key = randomUUID()
  const asked = await Promise.allSettled(
    Array.from({ length: 20 }, () => refund(order, { items: [first(order)], key })),
  )
  expect(asked.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await backOf(charge)).toBe(lineCents(order, first(order)))
  await expect(refund(order, { items: [second(order)], key })).rejects.toMatchObject({ status: 409 })
})

test('an answer that was lost is found by its name: nothing goes back twice', async () => {
  const { id, charge, order } = await paid()
  await at.settle(charge)
  await at.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
  const waiting = await refund(order, { items: [first(order)] })
  expect(waiting).toMatchObject({ state: 'paid', can_refund: false, refunds: [{ state: 'unknown' }] })
  await expect(refund(order, { items: [first(order)] })).rejects.toMatchObject({
    status: 409,
    message: 'A refund of this order is under way. Please wait until it has ended.',
  })
  await sweepRefunds(at.shop.deps, gateway)
  expect((await facts(id)).state).toBe('paid')
  at.shop.clock.advance(11 * 60_000)
  await Promise.all(Array.from({ length: 5 }, () => sweepRefunds(at.shop.deps, gateway)))
  expect(await facts(id)).toMatchObject({ state: 'partially_refunded', refunds: [{ state: 'done' }] })
  expect(await backOf(charge)).toBe(lineCents(order, first(order)))
}, 30_000)

const cancel = (order_id: number, refund_id = 0, by = staff) =>
  by.visitor.call(cancelStaffRefund, {
    params: { id: String(order_id), refund_id: String(refund_id) },
    body: { reason: 'Asked for by mistake' },
  })
const logOf = async (id: number) =>
  (await staff.visitor.call(listStaffLog, { query: { about: 'order', key: String(id) } })).data.map(row => row.action)

test('a refund that waits says why in plain words, and is canceled: nothing goes back, its clip can be refunded again', async () => {
  const { id, charge, order } = await paid()
  const { refunds } = await refund(order, { items: [first(order)] })
  expect(refunds).toMatchObject([
    { state: 'waiting', can_cancel: true, message: expect.stringContaining('has not settled yet') },
  ])
  const refund_id = refunds[0]?.id ?? 0
  const { data: after } = await cancel(id, refund_id)
  expect(after).toMatchObject({ state: 'paid', can_refund: true, refunds: [{ state: 'canceled', can_cancel: false }] })
  await expect(cancel(id, refund_id)).rejects.toMatchObject({ status: 409 })
  await at.settle(charge)
  at.shop.clock.advance(61 * 60_000)
  expect(await sweepRefunds(at.shop.deps, gateway)).toBe(0)
  expect(await backOf(charge)).toBe(0)
  expect(await logOf(id)).toEqual(['Canceled a refund', 'Began a refund'])
  await refund(after, { items: [first(order)] })
  expect(await backOf(charge)).toBe(lineCents(order, first(order)))
  expect((await logOf(id)).slice(0, 2)).toEqual(['Refunded', 'Began a refund'])
})

test('a refund that waits does not hold up one of another clip; both go back once, and its own clip not twice', async () => {
  const { id, charge, order } = await paid()
  const waiting = await refund(order, { items: [first(order)] })
  expect(waiting).toMatchObject({ can_refund: true, lines: [{ refund_waits: true }, { refund_waits: false }] })
  await expect(refund(order, { items: [first(order)] })).rejects.toMatchObject({ status: 409 })
  const both = await refund(waiting, { items: null, seen: lineCents(order, second(order)) })
  expect(both).toMatchObject({ can_refund: false, refunds: [{ state: 'waiting' }, { state: 'waiting' }] })
  await at.settle(charge)
  at.shop.clock.advance(61 * 60_000)
  await Promise.all(Array.from({ length: 5 }, () => sweepRefunds(at.shop.deps, gateway)))
  expect(await facts(id)).toMatchObject({ state: 'refunded', refunds: [{ state: 'done' }, { state: 'done' }] })
  expect(await backOf(charge)).toBe(order.total.unformatted)
  const { credit_notes } = await facts(id)
  expect(credit_notes.reduce((sum, note) => sum + note.total.unformatted, 0)).toBe(order.total.unformatted)
}, 30_000)

test('twenty sweepers and twenty cancellations at once: it is canceled or goes back, never both', async () => {
  const { id, charge, order } = await paid()
  const { refunds } = await refund(order, { items: [first(order)] })
  await at.settle(charge)
  at.shop.clock.advance(61 * 60_000)
  const tried = await Promise.allSettled(
    Array.from({ length: 20 }, (_, place) =>
      place % 2 === 0 ? cancel(id, refunds[0]?.id) : sweepRefunds(at.shop.deps, gateway),
    ),
  )
  const canceled = tried.filter(({ status }, place) => place % 2 === 0 && status === 'fulfilled').length
  const [after] = (await facts(id)).refunds
  expect(after?.state).toBe(canceled === 1 ? 'canceled' : 'done')
  expect(canceled).toBeLessThan(2)
  expect(await backOf(charge)).toBe(canceled === 1 ? 0 : lineCents(order, first(order)))
}, 30_000)

test('a part of what has not settled waits until it has', async () => {
  const { id, charge, order } = await paid()
  const asked = await refund(order, { items: [first(order)] })
  expect(asked).toMatchObject({ state: 'paid', refunds: [{ state: 'waiting' }] })
  await at.settle(charge)
  at.shop.clock.advance(61 * 60_000)
  await sweepRefunds(at.shop.deps, gateway)
  expect(await facts(id)).toMatchObject({ state: 'partially_refunded', refunds: [{ state: 'done' }] })
})

test('what the buyer’s bank asks back meanwhile is not given back a second time', async () => {
  const { id, charge, order } = await paid()
  await refund(order, { items: [first(order)] })
  await at.settle(charge)
  const dispute = await at.dispute(charge)
  at.shop.clock.advance(61 * 60_000)
  expect(await sweepRefunds(at.shop.deps, gateway)).toBe(1)
  expect(await backOf(charge)).toBe(0)
  expect(await facts(id)).toMatchObject({ refunds: [{ state: 'waiting' }], credit_notes: [] })
  await at.decide(dispute, 'won')
  at.shop.clock.advance(61 * 60_000)
  await sweepRefunds(at.shop.deps, gateway)
  expect(await backOf(charge)).toBe(lineCents(order, first(order)))
}, 30_000)

test('what the gateway refuses changes nothing, and is told in its words', async () => {
  const { id, charge, order } = await paid()
  await at.settle(charge)
  // Somebody gave it back by hand, past us.
  await gateway.refund(charge, order.total.unformatted - 100)
  await expect(refund(order, { items: [first(order)] })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('Refund amount is too large.'),
  })
  expect(await facts(id)).toMatchObject({ state: 'paid', can_refund: true, credit_notes: [] })
})

test('refuses another amount than the lines come to, lines of others, what has gone back, and nothing', async () => {
  const { charge, order } = await paid()
  const other = await paid()
  await at.settle(charge)
  await expect(refund(order, { seen: order.total.unformatted + 1 })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining(`What goes back is ${order.total.formatted}`),
  })
  await expect(refund(order, { items: [first(other.order)], seen: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(refund(order, { items: [], seen: 0 })).rejects.toMatchObject({ status: 422 })
  await refund(order, { items: [first(order)] })
  await expect(refund(order, { items: [first(order), second(order)] })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('has been given back already'),
  })
  await expect(refund(order)).rejects.toMatchObject({ status: 409 })
})

test('nobody gives money back to a workspace of their own', async () => {
  const { id, order, buyer } = await paid()
  const insider = await aStaff(at.shop)
  await at.shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: buyer.workspace_id, user_id: insider.user_id, role: 'guest' })
    .execute()
  await expect(refund(order, { by: insider })).rejects.toMatchObject({
    status: 403,
    message: 'This order is of a workspace of yours. Please ask a colleague.',
  })
  expect((await facts(id)).refunds).toEqual([])
})

test('what was paid by transfer goes back by transfer, with its reference', async () => {
  const buyer = await aMember(at.shop)
  const { id } = await anOrder(at.shop, buyer, 'paid', { clips: at.clips })
  const order = await facts(id)
  expect(order.is_by_hand).toBe(true)
  await expect(refund(order)).rejects.toMatchObject({ status: 422, errors: { reference: [expect.any(String)] } })
  const after = await refund(order, { reference: 'SEPA 77-1' })
  expect(after).toMatchObject({ state: 'refunded', refunds: [{ state: 'done', reference: 'SEPA 77-1' }] })
})

test('a refund that did not arrive is given back again, and nothing is told twice', async () => {
  const { reopenRefund } = await import('../../checkout/refund-steps.server.ts')
  const { id, charge, order } = await paid()
  await at.settle(charge)
  const { refunds } = await refund(order, { items: [first(order)] })
  const gone = refunds[0]?.transaction_id ?? ''
  await at.bounce(gone)
  expect(await backOf(charge)).toBe(0)
  expect(await reopenRefund(at.shop.deps, gone)).toBe(true)
  expect(await reopenRefund(at.shop.deps, gone)).toBe(false)
  await sweepRefunds(at.shop.deps, gateway)
  expect(await backOf(charge)).toBe(lineCents(order, first(order)))
  expect(await facts(id)).toMatchObject({ state: 'partially_refunded', refunds: [{ state: 'done' }] })
  expect((await facts(id)).credit_notes).toHaveLength(1)
})

test('the books do not miss a charge that was voided by a refund', async () => {
  const { id, order } = await paid()
  await refund(order)
  const now = Date.now()
  const span = { from_at: new Date(now - 86_400_000), to_at: new Date(now + 86_400_000) }
  await at.shop.db
    .updateTable('payment_attempts')
    .set({ started_at: new Date(now) })
    .where('order_id', '=', id)
    .execute()
  const differences = await reconcile(at.shop.deps, gateway, span)
  expect(differences.filter(one => one.order_id === id)).toEqual([])
})

test('an order whose license was upgraded says by which, and the upgrade says when the bank took that license’s money', async () => {
  const { buyer, id, number, order } = await paid()
  const [license] = await licensesOf(at.shop, [first(order)])
  const cart = await upgradeInCart(at.shop, buyer, license?.id ?? 0)
  const { data } = await buyer.pay({ seen: cart.fingerprint })
  const upgrade = await facts(data.order_id)
  expect(upgrade).toMatchObject({
    upgrade_credit: { unformatted: 19_900 },
    lines: [{ upgrades: { order_id: id, order: number, credit: { unformatted: 19_900 }, is_lost: false } }],
  })
  const upgraded_in = { order_id: upgrade.id, order: upgrade.universal_invoice_number }
  expect((await facts(id)).lines).toMatchObject([{ upgraded_in }, { upgraded_in: null }])
  // The line beside it can go back.
  await expect(refund(order)).rejects.toMatchObject({ status: 409 })
  await refund(order, { items: [second(order)] })
  const lose = { user_id: null, reason: 'The dispute was lost', now: at.shop.clock.now() }
  await at.shop.db.transaction().execute(trx => moveOrder(trx, id, 'refunded', lose))
  expect((await facts(upgrade.id)).lines).toMatchObject([{ upgrades: { is_lost: true } }])
  await refund(upgrade)
  expect((await facts(upgrade.id)).lines).toMatchObject([{ upgrades: { is_lost: false } }])
})
