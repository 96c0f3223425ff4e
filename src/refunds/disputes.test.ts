/** A buyer’s bank takes money back: the effects on the order, the books and the documents. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { postOrder } from '#earnings/ledger.server.ts'
import { getOrder } from '#orders/contract.ts'
import { mailCredited } from '#orders/mails.server.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'

import { openCharges } from '../../testing/builders/charges.ts'
import { openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { openWebhooks } from '../../testing/builders/webhooks.ts'
import { syncDispute } from './disputes.server.ts'
import { refundsJobs } from './jobs.server.ts'
import { sweepRefunds } from './refund-steps.server.ts'
import { refundOrder } from './refunds.server.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let webhooks: ReturnType<typeof openWebhooks>
let charges: ReturnType<typeof openCharges>
let gateway: PaymentGateway
beforeAll(async () => {
  harness = await openCheckoutShop(4_000)
  webhooks = openWebhooks(harness)
  charges = openCharges(harness)
  gateway = openGateway(harness.shop.config) as PaymentGateway
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.faults()
  harness.shop.jobs.sent.splice(0)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Opens a dispute about a part or all, decides it as lost, and sends the webhooks. */
const loseDispute = async (charge: string, amount?: string) => {
  const dispute = await harness.dispute(charge, amount)
  await harness.decide(dispute, 'lost')
  for (const webhook of await webhooks.findWebhooks(dispute)) await webhooks.send(webhook)
  await webhooks.runWebhookJobs()
}
const notesOf = async (buyer: CartBuyer) => {
  const { id } = await charges.orderOf(buyer)
  return harness.shop.db.selectFrom('credit_notes').where('order_id', '=', id).selectAll().orderBy('id').execute()
}
const sum = (notes: { total_cents: number }[]) => notes.reduce((total, note) => total + note.total_cents, 0)
const loadOrder = async (buyer: CartBuyer) => {
  const params = { id: (await charges.orderOf(buyer)).universal_invoice_number ?? '' }
  return (await buyer.visitor.call(getOrder, { params })).data
}
/** Returns what filmmakers have earned with an order, by the ledger. */
const loadEarnings = async (buyer: CartBuyer) => {
  const { id } = await charges.orderOf(buyer)
  await postOrder(harness.shop.db, id)
  const { cents } = await harness.shop.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', id)
    .where('e.filmmaker_id', 'is not', null)
    .select(eb => eb.fn.coalesce(eb.fn.sum<number>('e.cents'), eb.lit(0)).as('cents'))
    .executeTakeFirstOrThrow()
  return Number(cents)
}
const refundLine = async (buyer: CartBuyer, index: number) => {
  const { id: order_id } = await charges.orderOf(buyer)
  const items = await harness.shop.db.selectFrom('order_items').where('order_id', '=', order_id).selectAll().execute()
  const item = items.toSorted((a, b) => a.id - b.id)[index]
  if (!item) throw new Error('There is no such line.')
  const { id, price_cents, discount_cents, tax_cents } = item
  const request = {
    order_id,
    staff_user_id: (await seedStaff(harness.shop)).user_id,
    order_item_ids: [id],
    expected_cents: price_cents - discount_cents + tax_cents,
    reason: 'Asked for',
    reference: '',
    operation_key: randomUUID(),
  }
  await refundOrder(harness.shop.deps, gateway, request)
  return { id, cents: request.expected_cents }
}

describe('a dispute', () => {
  test.each([
    ['won', ['pending', 'paid', 'disputed', 'paid']],
    ['lost', ['pending', 'paid', 'disputed', 'refunded']],
  ] as const)('that is %s', async (outcome, transitions) => {
    const { buyer, id } = await charges.seedSettledCharge()
    const dispute = await harness.dispute(id)
    for (const webhook of await webhooks.findWebhooks(dispute)) await webhooks.send(webhook)
    await webhooks.runWebhookJobs()
    expect(await charges.orderOf(buyer)).toMatchObject({ state: 'disputed' })
    await harness.decide(dispute, outcome)
    for (const webhook of await webhooks.findWebhooks(dispute)) await webhooks.send(webhook)
    expect(await webhooks.runWebhookJobs()).toBe(1)
    expect(await charges.transitionsOf(buyer)).toEqual(transitions)
  })

  test.each([
    ['won', ['pending', 'paid']],
    ['lost', ['pending', 'paid', 'refunded']],
  ] as const)('whose end, %s, arrives before its start', async (outcome, transitions) => {
    const { buyer, id } = await charges.seedSettledCharge()
    const dispute = await harness.dispute(id)
    await harness.decide(dispute, outcome)
    for (const webhook of (await webhooks.findWebhooks(dispute)).toReversed()) await webhooks.send(webhook)
    expect(await webhooks.runWebhookJobs()).toBe(2)
    expect(await charges.transitionsOf(buyer)).toEqual(transitions)
  })
})

test('money that the bank took back gets a credit note, which the buyer can open and is mailed, and earns nothing', async () => {
  const { buyer, id } = await charges.seedSettledCharge()
  expect(await loadEarnings(buyer)).not.toBe(0)
  const before = await charges.orderOf(buyer)
  await loseDispute(id)
  const [note, ...others] = await notesOf(buyer)
  expect(others).toEqual([])
  expect(note).toMatchObject({ by_dispute: true, refund_id: null, total_cents: before.total_cents, tax_cents: null })
  expect(note?.order_item_ids).toHaveLength(2)
  expect(await loadEarnings(buyer)).toBe(0)
  expect(await loadOrder(buyer)).toMatchObject({
    state: 'refunded',
    credit_notes: [{ number: note?.number, total: { unformatted: before.total_cents }, by_dispute: true }],
  })
  const event = await harness.shop.db
    .selectFrom('events')
    .where('name', '=', 'order.credited')
    .select('payload')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event.payload).toEqual({ credit_note_id: note?.id })
  const sent_count = harness.shop.mail.sent.length
  for (let n = 0; n < 2; n += 1) await mailCredited(harness.shop.deps, note?.id ?? 0)
  const mails = harness.shop.mail.sent.slice(sent_count)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toMatch(/^Your bank took back \$[\d,.]+ of Longtake order LT-/)
  expect(mails[0]?.text).toContain('The licenses of 2 clips have ended.')
})

test('twenty concurrent syncs of a lost dispute write one credit note', async () => {
  const { buyer, id } = await charges.seedSettledCharge()
  await harness.decide(await harness.dispute(id), 'lost')
  const { id: order_id } = await charges.orderOf(buyer)
  const attempt = { state: 'succeeded', order_id, gateway_transaction_id: id } as const
  await Promise.all(Array.from({ length: 20 }, () => syncDispute(harness.shop.deps, gateway, attempt)))
  expect(await notesOf(buyer)).toHaveLength(1)
})

test('the credit note for a part names no clip, and another covers the rest when that is lost too', async () => {
  const { buyer, id } = await charges.seedSettledCharge()
  const { total_cents, tax_cents } = await charges.orderOf(buyer)
  await loseDispute(id, '60.00')
  const [part] = await notesOf(buyer)
  expect(part).toMatchObject({
    by_dispute: true,
    order_item_ids: [],
    fee_cents: 0,
    total_cents: 6_000,
    tax_cents: Math.round((6_000 * tax_cents) / total_cents),
  })
  expect(await loadOrder(buyer)).toMatchObject({ state: 'disputed' })
  await mailCredited(harness.shop.deps, part?.id ?? 0)
  expect(harness.shop.mail.sent.at(-1)?.text).toContain('the licenses of the order are on hold')
  await loseDispute(id, ((total_cents - 6_000) / 100).toFixed(2))
  const notes = await notesOf(buyer)
  expect(notes.map(note => note.order_item_ids.length)).toEqual([0, 2])
  expect(sum(notes)).toBe(total_cents)
  const numbers = notes.map(note => Number(note.number.slice(-6)))
  expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)
  expect(await loadOrder(buyer)).toMatchObject({ state: 'refunded' })
  expect(await loadEarnings(buyer)).toBe(0)
})

test('an amount that was refunded before is not credited twice', async () => {
  const { buyer, id } = await charges.seedSettledCharge()
  const { total_cents } = await charges.orderOf(buyer)
  const { cents } = await refundLine(buyer, 0)
  await loseDispute(id, ((total_cents - cents) / 100).toFixed(2))
  const notes = await notesOf(buyer)
  expect(notes.map(({ by_dispute, order_item_ids }) => [by_dispute, order_item_ids.length])).toEqual([
    [false, 1],
    [true, 1],
  ])
  expect(sum(notes)).toBe(total_cents)
})

test('a refund whose response was lost is not credited twice', async () => {
  const { buyer, id } = await charges.seedSettledCharge()
  const { total_cents } = await charges.orderOf(buyer)
  await harness.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
  const { cents } = await refundLine(buyer, 0)
  expect(await notesOf(buyer)).toEqual([])
  await loseDispute(id, ((total_cents - cents) / 100).toFixed(2))
  harness.shop.clock.advance(61 * 60_000)
  await sweepRefunds(harness.shop.deps, gateway)
  const notes = await notesOf(buyer)
  expect(notes.map(({ by_dispute, order_item_ids }) => [by_dispute, order_item_ids.length])).toEqual([
    [true, 1],
    [false, 1],
  ])
  expect(sum(notes)).toBe(total_cents)
}, 30_000)

test.each([
  ['all', undefined, 'refunded'],
  ['a part', '60.00', 'disputed'],
] as const)(
  'a dispute about %s that was lost and is won later changes nothing and is reported to staff',
  async (_, amount, state) => {
    const { buyer, id } = await charges.seedSettledCharge()
    await loseDispute(id, amount)
    const notes = await notesOf(buyer)
    const { id: order_id } = await charges.orderOf(buyer)
    const reversedGateway: PaymentGateway = {
      ...gateway,
      disputes: async () => ({ state: 'won', withdrawn_cents: 0, refunded_cents: 0, cases: [], records: [] }),
    }
    const attempt = { state: 'succeeded', order_id, gateway_transaction_id: id } as const
    expect(await syncDispute(harness.shop.deps, reversedGateway, attempt)).toMatchObject({ state: 'won' })
    expect(await charges.orderOf(buyer)).toMatchObject({ state })
    expect(await notesOf(buyer)).toEqual(notes)
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('came back after a lost dispute'))
  },
)

test('a nightly job syncs disputed orders, even when one cannot be synced', async () => {
  const openDispute = async () => {
    const { buyer, id } = await charges.seedSettledCharge()
    const dispute = await harness.dispute(id)
    for (const webhook of await webhooks.findWebhooks(dispute)) await webhooks.send(webhook)
    await webhooks.runWebhookJobs()
    return { buyer, dispute }
  }
  const [missed, lost, unchanged, broken] = [
    await openDispute(),
    await openDispute(),
    await openDispute(),
    await openDispute(),
  ]
  // Their webhooks do not arrive.
  await harness.decide(missed.dispute, 'won')
  await harness.decide(lost.dispute, 'lost')
  await harness.shop.db
    .updateTable('payment_attempts')
    .set({ gateway_transaction_id: 'nowhere' })
    .where('workspace_id', '=', broken.buyer.workspace_id)
    .execute()
  const nightlyJob = refundsJobs(harness.shop.deps).find(({ name }) => name === 'refunds.sync-disputes')
  expect(nightlyJob?.schedule).toBeDefined()
  await expect(nightlyJob?.run({})).rejects.toThrow(/^1 of \d+ disputes could not be synced\.$/)
  const states = []
  for (const { buyer } of [missed, lost, unchanged, broken]) states.push((await charges.orderOf(buyer)).state)
  expect(states).toEqual(['paid', 'refunded', 'disputed', 'disputed'])
}, 30_000)
