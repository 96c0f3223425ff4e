/** The books of one order after any sequence of partial losses, ends of disputes, refunds, a full loss or a returned debit. */
import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { settle } from '#checkout/settle.server.ts'
import { calculateRefund } from '#orders/refund-amounts.ts'
import { listRefundLines } from '#orders/refund-lines.server.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { syncDispute } from '#refunds/disputes.server.ts'
import { endDispute } from '#refunds/end-dispute.server.ts'
import { sweepRefunds } from '#refunds/refund-steps.server.ts'
import { refundOrder } from '#refunds/refunds.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import {
  seedClip,
  seedMember,
  seedOrder,
  seedOrderDraft,
  type Buyer,
  type TestClip,
} from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { postJournal } from './journal.server.ts'
import { loadTaxReport } from './tax-report.server.ts'

let shop: TestApp
let buyer: Buyer
let staff: Buyer
let clips: TestClip[]
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
  staff = await seedStaff(shop)
  clips = [await seedClip(shop), await seedClip(shop, 'Paper lanterns'), await seedClip(shop, 'Salt flats')]
})
afterAll(() => shop.close())
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

let serial = 0
type OrderAmounts = { lines: { price_cents: number; discount_cents: number; tax_cents: number }[]; fee_cents: number }

/** Seeds an order that was paid by card or is paid by a debit in transit, taxed in a place of its own. */
const seedCharge = async ({ lines, fee_cents }: OrderAmounts, state: 'paid' | 'processing') => {
  const place = `T${(serial += 1)}`
  const sum = (amount: (line: OrderAmounts['lines'][number]) => number) =>
    lines.reduce((total, line) => total + amount(line), 0)
  const tax_cents = sum(line => line.tax_cents)
  const sold = clips.slice(0, lines.length)
  const draft = await seedOrderDraft(shop, buyer, { clips: sold })
  const { id, item_ids } = await seedOrder(shop, buyer, state, {
    clips: sold,
    cart_id: draft.cart_id,
    lines: draft.lines.map((line, index) => ({ ...line, ...lines[index] })),
    sub_total_cents: sum(line => line.price_cents),
    discount_cents: sum(line => line.discount_cents),
    processing_fee_cents: fee_cents,
    tax_cents,
    total_cents: sum(line => line.price_cents - line.discount_cents + line.tax_cents) + fee_cents,
    tax: { ...draft.tax, tax_cents, sold: { place, place_name: place } as never },
  })
  const { total_cents } = await shop.db
    .selectFrom('orders')
    .where('id', '=', id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  const now = shop.clock.now()
  const attempt = await shop.db
    .insertInto('payment_attempts')
    .values({
      workspace_id: buyer.workspace_id,
      user_id: buyer.user_id,
      operation_key: randomUUID(),
      request_hash: '',
      cart_id: draft.cart_id,
      order_id: id,
      payment_type: state === 'paid' ? 'card' : 'ach',
      amount_cents: total_cents,
      state: state === 'paid' ? 'succeeded' : 'processing',
      gateway_order_id: randomUUID(),
      gateway_transaction_id: randomUUID(),
      started_at: now,
      ended_at: state === 'paid' ? now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { id, item_ids, place, total_cents, attempt, bank: openBank(total_cents) }
}
type Charge = Awaited<ReturnType<typeof seedCharge>>

/** A gateway with one charge, and the bank that takes parts of it back. */
const openBank = (total_cents: number) => {
  let taken_cents = 0
  let isAnswerLost = false
  const refunds = new Map<string, number>()
  const refundedCents = () => [...refunds.values()].reduce((sum, cents) => sum + cents, 0)
  const leftCents = () => total_cents - refundedCents() - taken_cents
  const gateway = {
    find: async () => ({ kind: 'approved', amount_cents: total_cents }),
    refundOf: async () => ({
      kind: 'standing',
      cents: refundedCents(),
      by_name: new Map([...refunds.keys()].map(name => [name, name])),
    }),
    void: async () => ({ kind: 'refused' }),
    refund: async (_: string, cents: number, name: string) => {
      if (cents > leftCents()) return { kind: 'refused', reason: 'Too much', is_early: false }
      refunds.set(name, cents)
      return isAnswerLost ? { kind: 'unknown', reason: 'No answer' } : { kind: 'done', transaction_id: name }
    },
    disputes: async () => ({
      state: taken_cents === 0 ? 'none' : leftCents() > 0 ? 'partly' : 'lost',
      withdrawn_cents: taken_cents,
      refunded_cents: refundedCents(),
      cases: [],
      records: [],
    }),
  } as unknown as PaymentGateway
  return {
    gateway,
    take: (percent: number) => (taken_cents += Math.ceil((leftCents() * percent) / 100)),
    loseAnswers: (isLost: boolean) => (isAnswerLost = isLost),
  }
}

type Step =
  | { kind: 'take'; percent: number }
  | { kind: 'refund'; lines: number[]; isAnswerLost: boolean }
  | { kind: 'end' | 'sweep' | 'post' }

const refund = async ({ id: order_id, bank }: Charge, order_item_ids: number[] | null) => {
  const order = await shop.db.selectFrom('orders').where('id', '=', order_id).selectAll().executeTakeFirstOrThrow()
  const lines = await listRefundLines(shop.db, order_id)
  const { total_cents } = calculateRefund(lines, order, order_item_ids ? new Set(order_item_ids) : 'all')
  await refundOrder(shop, bank.gateway, {
    order_id,
    staff_user_id: staff.user_id,
    order_item_ids,
    expected_cents: total_cents,
    reason: 'Asked for',
    reference: '',
    operation_key: randomUUID(),
  })
}
const endPartialLoss = async ({ id: order_id, bank }: Charge) => {
  const notes = await shop.db.selectFrom('credit_notes').where('order_id', '=', order_id).selectAll().execute()
  const items = await shop.db.selectFrom('order_items').where('order_id', '=', order_id).selectAll().execute()
  const order = await shop.db.selectFrom('orders').where('id', '=', order_id).selectAll().executeTakeFirstOrThrow()
  const taken_cents = notes.reduce((sum, { by_dispute, tax_cents, total_cents }) => {
    return sum + (by_dispute && tax_cents !== null ? total_cents : 0)
  }, 0)
  const borne_cents = items.reduce((sum, item) => sum + item.withdrawn_cents + item.withdrawn_tax_cents, 0)
  const input = { order_id, staff_user_id: staff.user_id, reason: 'Decided' }
  await endDispute(shop, bank.gateway, {
    ...input,
    expected_cents: taken_cents - borne_cents - order.withdrawn_fee_cents,
  })
}
/** A step that the order's state does not allow is refused, and changes nothing. */
const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
}
const take = async ({ bank, attempt }: Charge, percent: number) => {
  bank.take(percent)
  await syncDispute(shop, bank.gateway, attempt)
}
const carryOut = async (charge: Charge, step: Step) => {
  if (step.kind === 'take') return take(charge, step.percent)
  if (step.kind === 'end') return endPartialLoss(charge)
  if (step.kind === 'refund') {
    charge.bank.loseAnswers(step.isAnswerLost)
    const ids = step.lines.flatMap(index => charge.item_ids[index] ?? [])
    return refund(charge, ids.length === 0 ? null : ids).finally(() => charge.bank.loseAnswers(false))
  }
  if (step.kind === 'post') return void (await postJournal(shop.db))
  shop.clock.advance(61 * 60_000)
  await sweepRefunds(shop, charge.bank.gateway)
}

const loadBooks = async (charge: Charge) => {
  await postJournal(shop.db)
  const { rows: entries } = await sql<{ source: string; account: string; cents: number }>`
    select p.source, e.account, e.cents::integer as cents from journal_entries e join journal_postings p on p.id = e.posting_id
    where p.order_id = ${charge.id} order by p.id`.execute(shop.db)
  const balance = (account: string) =>
    entries.reduce((sum, entry) => sum + (entry.account === account ? entry.cents : 0), 0)
  const report = (await loadTaxReport(shop.db, '2026-Q1', shop.clock.now())).find(row => row.place === charge.place)
  const notes = await shop.db.selectFrom('credit_notes').where('order_id', '=', charge.id).selectAll().execute()
  const credited_cents = notes.reduce((sum, note) => sum + note.total_cents, 0)
  return { entries, balance, report, credited_cents }
}

const checkBooks = async (charge: Charge, { lines, fee_cents }: OrderAmounts) => {
  const { entries, balance, report, credited_cents } = await loadBooks(charge)
  const tax_cents = lines.reduce((sum, line) => sum + line.tax_cents, 0)
  expect(entries.reduce((sum, entry) => sum + entry.cents, 0)).toBe(0)
  // A credit note takes back sales, fee and tax, and adds to none.
  for (const { source, account, cents } of entries)
    if (source.startsWith('credit note')) expect(account === 'receivables' ? -cents : cents).toBeGreaterThan(0)
  expect(report).toMatchObject({ tax_cents, sold_cents: charge.total_cents - tax_cents })
  const credited_tax_cents = report?.credited_tax_cents ?? 0
  expect(credited_tax_cents).toBeLessThanOrEqual(tax_cents)
  expect((report?.credited_cents ?? 0) + credited_tax_cents).toBe(credited_cents)
  expect(balance('tax')).toBe(credited_tax_cents - tax_cents)
  expect(balance('card_fees')).toBeLessThanOrEqual(0)
  expect(balance('card_fees')).toBeGreaterThanOrEqual(-fee_cents)
  if (credited_cents !== charge.total_cents) return
  for (const account of ['tax', 'sales', 'card_fees', 'receivables'])
    expect([account, balance(account)]).toEqual([account, 0])
}

const amounts: fc.Arbitrary<OrderAmounts> = fc.record({
  lines: fc.array(
    fc
      .record({ price_cents: fc.integer({ min: 1, max: 30_000 }), off: fc.nat(50), tax: fc.nat(27) })
      .map(({ price_cents, off, tax }) => {
        const discount_cents = Math.floor((price_cents * off) / 100)
        return { price_cents, discount_cents, tax_cents: Math.round(((price_cents - discount_cents) * tax) / 100) }
      }),
    { minLength: 1, maxLength: 3 },
  ),
  fee_cents: fc.nat(500),
})
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('take' as const), percent: fc.integer({ min: 1, max: 100 }) }),
    fc.record({
      kind: fc.constant('refund' as const),
      lines: fc.array(fc.nat(2), { maxLength: 2 }),
      isAnswerLost: fc.boolean(),
    }),
    fc.record({ kind: fc.constantFrom('end' as const, 'end' as const, 'sweep' as const, 'post' as const) }),
  ),
  { minLength: 1, maxLength: 7 },
)

test('credit notes never take back more tax or fee than was charged, and all of it once everything is credited', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, steps, async (order, sequence) => {
      const charge = await seedCharge(order, 'paid')
      for (const step of sequence) await carryOut(charge, step).catch(ignoreRefusal)
      await checkBooks(charge, order)
      await carryOut(charge, { kind: 'sweep' })
      await take(charge, 100)
      await checkBooks(charge, order)
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('a returned debit leaves nothing in the books, and settles once however often it is reported', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, async order => {
      const charge = await seedCharge(order, 'processing')
      await checkBooks(charge, order)
      const verdict = { kind: 'declined', transaction_id: null, code: 'R01', reason: 'Insufficient funds' } as const
      await Promise.all(Array.from({ length: 20 }, () => settle(shop, charge.attempt.id, verdict)))
      await checkBooks(charge, order)
      const { balance, credited_cents } = await loadBooks(charge)
      expect(credited_cents).toBe(charge.total_cents)
      for (const account of ['receivables', 'sales', 'tax', 'card_fees', 'gateway', 'bank'])
        expect([account, balance(account)]).toEqual([account, 0])
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('the tax that a bank took with a part of the payment is not credited again when it takes the rest', async () => {
  const order = { lines: [{ price_cents: 10_000, discount_cents: 0, tax_cents: 1_900 }], fee_cents: 0 }
  const charge = await seedCharge(order, 'paid')
  await take(charge, 50)
  expect((await loadBooks(charge)).report).toMatchObject({ credited_cents: 5_000, credited_tax_cents: 950 })
  await take(charge, 100)
  expect((await loadBooks(charge)).report).toMatchObject({ credited_cents: 10_000, credited_tax_cents: 1_900 })
})

test('no tax is taken back below zero when a bank took nearly everything, with the fee', async () => {
  const order = { lines: [{ price_cents: 10_000, discount_cents: 0, tax_cents: 2_060 }], fee_cents: 300 }
  const charge = await seedCharge(order, 'paid')
  await take(charge, 99.51)
  await endPartialLoss(charge)
  await refund(charge, null)
  await checkBooks(charge, order)
})
