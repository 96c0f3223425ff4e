/** A buyer's bank takes money back: what becomes of the order, of the books and of the papers. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { postOrder } from '#earnings/ledger.server.ts'
import { getOrder } from '#orders/contract.ts'
import { mailCredited } from '#orders/mails.server.ts'
import { openGateway, type Gateway } from '#payments/gateway.server.ts'

import { openCharged } from '../../testing/builders/charged.ts'
import { openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { openNews } from '../../testing/builders/webhooks.ts'
import { followDispute } from './disputes.server.ts'
import { checkoutJobs } from './jobs.server.ts'
import { sweepRefunds } from './refund-steps.server.ts'
import { refundOrder } from './refunds.server.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let news: ReturnType<typeof openNews>
let charged: ReturnType<typeof openCharged>
let gateway: Gateway
beforeAll(async () => {
  at = await openCheckoutShop(4_000)
  news = openNews(at)
  charged = openCharged(at)
  gateway = openGateway(at.shop.config) as Gateway
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.faults()
  at.shop.jobs.sent.splice(0)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Opens a dispute, about a part or all, has it lost, and tells the shop. */
const lose = async (charge: string, amount?: string) => {
  const dispute = await at.dispute(charge, amount)
  await at.decide(dispute, 'lost')
  for (const webhook of await news.about(dispute)) await news.send(webhook)
  await news.workOff()
}
const notesOf = async (buyer: CartBuyer) => {
  const { id } = await charged.orderOf(buyer)
  return at.shop.db.selectFrom('credit_notes').where('order_id', '=', id).selectAll().orderBy('id').execute()
}
const sum = (notes: { total_cents: number }[]) => notes.reduce((all, note) => all + note.total_cents, 0)
const shown = async (buyer: CartBuyer) => {
  const params = { id: (await charged.orderOf(buyer)).universal_invoice_number ?? '' }
  return (await buyer.visitor.call(getOrder, { params })).data
}
/** What the ledger says that filmmakers have earned with an order. */
const earned = async (buyer: CartBuyer) => {
  const { id } = await charged.orderOf(buyer)
  await postOrder(at.shop.db, id)
  const { cents } = await at.shop.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', id)
    .where('e.filmmaker_id', 'is not', null)
    .select(eb => eb.fn.coalesce(eb.fn.sum<number>('e.cents'), eb.lit(0)).as('cents'))
    .executeTakeFirstOrThrow()
  return Number(cents)
}
const refundLine = async (buyer: CartBuyer, place: number) => {
  const { id: order_id } = await charged.orderOf(buyer)
  const items = await at.shop.db.selectFrom('order_items').where('order_id', '=', order_id).selectAll().execute()
  const item = items.toSorted((a, b) => a.id - b.id)[place]
  if (!item) throw new Error('There is no such line.')
  const { id, price_cents, discount_cents, tax_cents } = item
  const wish = {
    order_id,
    staff_user_id: (await aStaff(at.shop)).user_id,
    order_item_ids: [id],
    seen_cents: price_cents - discount_cents + tax_cents,
    reason: 'Asked for',
    reference: '',
    operation_key: randomUUID(),
  }
  await refundOrder(at.shop.deps, gateway, wish)
  return { id, cents: wish.seen_cents }
}

describe('a dispute', () => {
  test.each([
    ['won', ['pending', 'paid', 'disputed', 'paid']],
    ['lost', ['pending', 'paid', 'disputed', 'refunded']],
  ] as const)('that is %s', async (outcome, moves) => {
    const { buyer, id } = await charged.aSettledCard()
    const dispute = await at.dispute(id)
    for (const webhook of await news.about(dispute)) await news.send(webhook)
    await news.workOff()
    expect(await charged.orderOf(buyer)).toMatchObject({ state: 'disputed' })
    await at.decide(dispute, outcome)
    for (const webhook of await news.about(dispute)) await news.send(webhook)
    expect(await news.workOff()).toBe(1)
    expect(await charged.movesOf(buyer)).toEqual(moves)
  })

  test.each([
    ['won', ['pending', 'paid']],
    ['lost', ['pending', 'paid', 'refunded']],
  ] as const)('whose end, %s, overtakes its beginning', async (outcome, moves) => {
    const { buyer, id } = await charged.aSettledCard()
    const dispute = await at.dispute(id)
    await at.decide(dispute, outcome)
    for (const webhook of (await news.about(dispute)).toReversed()) await news.send(webhook)
    expect(await news.workOff()).toBe(2)
    expect(await charged.movesOf(buyer)).toEqual(moves)
  })
})

test('money that the bank took back gets a credit note, which the buyer sees, opens and is mailed; nothing is earned with it', async () => {
  const { buyer, id } = await charged.aSettledCard()
  expect(await earned(buyer)).not.toBe(0)
  const before = await charged.orderOf(buyer)
  await lose(id)
  const [note, ...more] = await notesOf(buyer)
  expect(more).toEqual([])
  expect(note).toMatchObject({ by_dispute: true, refund_id: null, total_cents: before.total_cents, tax_cents: null })
  expect(note?.order_item_ids).toHaveLength(2)
  expect(await earned(buyer)).toBe(0)
  expect(await shown(buyer)).toMatchObject({
    state: 'refunded',
    credit_notes: [{ number: note?.number, total: { unformatted: before.total_cents }, by_dispute: true }],
  })
  const told = await at.shop.db
    .selectFrom('events')
    .where('name', '=', 'order.credited')
    .select('payload')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(told.payload).toEqual({ credit_note_id: note?.id })
  const sent = at.shop.mail.sent.length
  for (let n = 0; n < 2; n += 1) await mailCredited(at.shop.deps, note?.id ?? 0)
  const mails = at.shop.mail.sent.slice(sent)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toMatch(/^Your bank took back \$[\d,.]+ of Longtake order LT-/)
  expect(mails[0]?.text).toContain('The licenses of 2 clips have ended.')
})

test('twenty who learn of a lost dispute at once write one credit note', async () => {
  const { buyer, id } = await charged.aSettledCard()
  await at.decide(await at.dispute(id), 'lost')
  const { id: order_id } = await charged.orderOf(buyer)
  const attempt = { state: 'succeeded', order_id, gateway_transaction_id: id } as const
  await Promise.all(Array.from({ length: 20 }, () => followDispute(at.shop.deps, gateway, attempt)))
  expect(await notesOf(buyer)).toHaveLength(1)
})

test('of a part, its credit note names no clip; when the rest is lost too, another takes back what is left', async () => {
  const { buyer, id } = await charged.aSettledCard()
  const { total_cents, tax_cents } = await charged.orderOf(buyer)
  await lose(id, '60.00')
  const [part] = await notesOf(buyer)
  expect(part).toMatchObject({
    by_dispute: true,
    order_item_ids: [],
    fee_cents: 0,
    total_cents: 6_000,
    tax_cents: Math.round((6_000 * tax_cents) / total_cents),
  })
  expect(await shown(buyer)).toMatchObject({ state: 'disputed' })
  await mailCredited(at.shop.deps, part?.id ?? 0)
  expect(at.shop.mail.sent.at(-1)?.text).toContain('the licenses of the order are on hold')
  await lose(id, ((total_cents - 6_000) / 100).toFixed(2))
  const notes = await notesOf(buyer)
  expect(notes.map(note => note.order_item_ids.length)).toEqual([0, 2])
  expect(sum(notes)).toBe(total_cents)
  const numbers = notes.map(note => Number(note.number.slice(-6)))
  expect(numbers[1]).toBe((numbers[0] ?? 0) + 1)
  expect(await shown(buyer)).toMatchObject({ state: 'refunded' })
  expect(await earned(buyer)).toBe(0)
})

test('what a refund had given back is not taken back twice', async () => {
  const { buyer, id } = await charged.aSettledCard()
  const { total_cents } = await charged.orderOf(buyer)
  const { cents } = await refundLine(buyer, 0)
  await lose(id, ((total_cents - cents) / 100).toFixed(2))
  const notes = await notesOf(buyer)
  expect(notes.map(({ by_dispute, order_item_ids }) => [by_dispute, order_item_ids.length])).toEqual([
    [false, 1],
    [true, 1],
  ])
  expect(sum(notes)).toBe(total_cents)
})

test('nor what a refund gave back whose answer was lost', async () => {
  const { buyer, id } = await charged.aSettledCard()
  const { total_cents } = await charged.orderOf(buyer)
  await at.faults({ kind: 'timeout_after_success', on: 'refund', times: 1 })
  const { cents } = await refundLine(buyer, 0)
  expect(await notesOf(buyer)).toEqual([])
  await lose(id, ((total_cents - cents) / 100).toFixed(2))
  at.shop.clock.advance(61 * 60_000)
  await sweepRefunds(at.shop.deps, gateway)
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
  'a dispute about %s that was lost and is won afterwards undoes nothing: a person looks',
  async (_, amount, state) => {
    const { buyer, id } = await charged.aSettledCard()
    await lose(id, amount)
    const notes = await notesOf(buyer)
    const { id: order_id } = await charged.orderOf(buyer)
    const turned: Gateway = {
      ...gateway,
      disputes: async () => ({ state: 'won', taken_cents: 0, given_back_cents: 0, cases: [], records: [] }),
    }
    const attempt = { state: 'succeeded', order_id, gateway_transaction_id: id } as const
    expect(await followDispute(at.shop.deps, turned, attempt)).toMatchObject({ state: 'won' })
    expect(await charged.orderOf(buyer)).toMatchObject({ state })
    expect(await notesOf(buyer)).toEqual(notes)
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('came back after a lost dispute'))
  },
)

test('every night orders in dispute follow what the gateway says by then, also when one cannot be followed', async () => {
  const opened = async () => {
    const { buyer, id } = await charged.aSettledCard()
    const dispute = await at.dispute(id)
    for (const webhook of await news.about(dispute)) await news.send(webhook)
    await news.workOff()
    return { buyer, dispute }
  }
  const [missed, lost, still, broken] = [await opened(), await opened(), await opened(), await opened()]
  // Their news does not come.
  await at.decide(missed.dispute, 'won')
  await at.decide(lost.dispute, 'lost')
  await at.shop.db
    .updateTable('payment_attempts')
    .set({ gateway_transaction_id: 'nowhere' })
    .where('workspace_id', '=', broken.buyer.workspace_id)
    .execute()
  const night = checkoutJobs(at.shop.deps).find(({ name }) => name === 'checkout.follow-disputes')
  expect(night?.schedule).toBeDefined()
  await expect(night?.run({})).rejects.toThrow(/^1 of \d+ disputes could not be followed\.$/)
  const states = []
  for (const { buyer } of [missed, lost, still, broken]) states.push((await charged.orderOf(buyer)).state)
  expect(states).toEqual(['paid', 'refunded', 'disputed', 'disputed'])
}, 30_000)
