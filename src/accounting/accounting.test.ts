/** The books of real sales, refunds and returns, against a real sandbox gateway. */
import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { getCart } from '#cart/contract.ts'
import { setCartBilling } from '#cart/details-contract.ts'
import { checkoutInvoice, getInvoice } from '#checkout/contract.ts'
import { postOrder } from '#earnings/ledger.server.ts'
import { getStaffOrder, markStaffOrderPaid, refundStaffOrder } from '#orders/admin/contract.ts'
import { listEvidence } from '#orders/place-evidence.server.ts'
import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { buildPaymentBody, openCheckoutShop, seedBuyer, solveCheckoutCaptcha } from '../../testing/builders/checkout.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { changeSettings } from '../../testing/builders/settings.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { getBooks, journalPath, lockBooks, taxReportPath } from './admin/contract.ts'
import { postJournal } from './journal.server.ts'
import { loadTaxReport } from './tax-report.server.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
let gateway: PaymentGateway
let admin: Buyer
beforeAll(async () => {
  checkout = await openCheckoutShop(4_000)
  gateway = openGateway(checkout.shop.config) as PaymentGateway
  admin = await seedStaff(checkout.shop, 'platform_admin')
  const exchange_rates = [
    { currency: 'USD', from: '2026-03-01', per_euro: 1.25 },
    { currency: 'USD', from: '2026-03-30', per_euro: 1 },
  ]
  await changeSettings(checkout.shop, 'tax', { exchange_rates })
})
afterAll(() => checkout.close())
beforeEach(() => checkout.faults())

/** Pays for two clips by card; `country_id`: of the billing address, Texas by default. */
const buy = async (country_id?: number) => {
  const buyer = await seedBuyer(checkout.shop, checkout.clips)
  if (country_id !== undefined) {
    const { billing_information } = (await buyer.visitor.call(getCart, {})).data
    const address = { address: '1 Quay', city: 'Anytown', postal_code: '10115', region: 'Anywhere' }
    const body = {
      company: billing_information?.company ?? '',
      billing_contact_user_id: buyer.user_id,
      ...address,
      country_id,
    }
    await buyer.visitor.call(setCartBilling, { body })
  }
  const { fingerprint } = (await buyer.visitor.call(getCart, {})).data
  const { order_id } = (await buyer.pay({ seen: fingerprint })).data
  await postOrder(checkout.shop.db, order_id)
  return order_id
}
const GERMANY = 84
const loadStaffOrder = async (id: number) =>
  (await admin.visitor.call(getStaffOrder, { params: { id: String(id) } })).data
const refundAll = async (id: number) => {
  const { total } = await loadStaffOrder(id)
  const body = { order_item_ids: null, expected_cents: total.unformatted, reason: 'Asked for by mail', reference: '' }
  await admin.visitor.call(refundStaffOrder, { params: { id: String(id) }, body }, { idempotencyKey: randomUUID() })
  await postOrder(checkout.shop.db, id)
}
const loadBalances = async (order_id: number) => {
  const rows = await checkout.shop.db
    .selectFrom('journal_entries as e')
    .innerJoin('journal_postings as p', 'p.id', 'e.posting_id')
    .where('p.order_id', '=', order_id)
    .groupBy(['e.account', 'e.place'])
    .select(({ fn }) => ['e.account', 'e.place', fn.sum<number>('e.cents').as('cents')])
    .execute()
  return Object.fromEntries(
    rows.flatMap(({ account, place, cents }) =>
      Number(cents) === 0 ? [] : [[place === null ? account : `${account} ${place}`, Number(cents)]],
    ),
  )
}
const download = async (path: string) => {
  const response = await admin.visitor.send(path, { method: 'GET' })
  return { status: response.status, text: await response.text() }
}

test('a sale, its payment and its refund are in the books once, with the tax of its place, as the gateway has them', async () => {
  const [german, texan] = [await buy(GERMANY), await buy()]
  await Promise.all(Array.from({ length: 20 }, () => postJournal(checkout.shop.db)))
  const order = await loadStaffOrder(german)
  expect(order.tax_note).toMatch(/^Tax in EUR: 60\.50, at the rate of March 1, 2026 \(1 USD = 0\.8 EUR\)\.$/)
  // The test card is from the United States, and the seller of the tests has no address.
  expect(order.tax_warnings).toEqual([
    expect.stringContaining('in Germany, but the buyer paid with a card from United States'),
    expect.stringContaining('Settings > Company lacks the address'),
  ])
  const { data: books } = await admin.visitor.call(getBooks, { query: {} })
  expect(books.contradictions.map(({ order_id }) => order_id)).toContain(german)
  expect(books.contradictions.map(({ order_id }) => order_id)).not.toContain(texan)
  const [total, tax] = [order.total.unformatted, order.tax.unformatted]
  const before = await loadBalances(german)
  expect(before).toMatchObject({ gateway: total, 'tax DE': -tax, sales: tax - total })
  expect(before).not.toHaveProperty('receivables')
  expect(Object.keys(await loadBalances(texan))).toContain('tax US-TX')
  const charge = await gateway.refundOf(order.attempts[0]?.transaction_id ?? '')
  expect(charge).toMatchObject({ kind: 'standing', cents: 0 })

  await refundAll(german)
  await postJournal(checkout.shop.db)
  expect(await loadBalances(german)).toEqual({})
  const { rows } = await sql<{ cents: string }>`select coalesce(sum(cents), 0) as cents from journal_entries`.execute(
    checkout.shop.db,
  )
  expect(Number(rows[0]?.cents)).toBe(0)
  const attempts = await sql<{ cents: string }>`
    select coalesce(sum(amount_cents), 0) - (select coalesce(sum(amount_cents), 0) from refunds where state = 'done') as cents
    from payment_attempts where state = 'succeeded'`.execute(checkout.shop.db)
  const booked = await sql<{
    cents: string
  }>`select sum(cents) as cents from journal_entries where account = 'gateway'`.execute(checkout.shop.db)
  expect(booked.rows).toEqual(attempts.rows)
})

test('an invoice whose card was declined and that was paid by transfer is booked to the bank, without evidence of the card', async () => {
  const buyer = await seedMember(checkout.shop)
  const { id, number } = await seedOrder(checkout.shop, buyer, 'invoiced', {
    clips: checkout.clips,
    is_consumer: true,
    vat_number: null,
  })
  await checkout.shop.db
    .updateTable('orders')
    .set({ tax: sql`jsonb_set(tax, '{evidence}', '{"exchange": "consumer", "country": "JP"}')` })
    .where('id', '=', id)
    .execute()
  const params = { invoiceNumber: number }
  const { fingerprint } = (await buyer.visitor.call(getInvoice, { params })).data
  const body = {
    ...buildPaymentBody(fingerprint, 'fake-processor-declined-visa-nonce'),
    ...(await solveCheckoutCaptcha(buyer.visitor)),
  }
  await expect(
    buyer.visitor.call(checkoutInvoice, { params, body }, { idempotencyKey: randomUUID() }),
  ).rejects.toMatchObject({ status: 422 })
  await admin.visitor.call(markStaffOrderPaid, {
    params: { id: String(id) },
    body: { reference: 'WIRE 20418', reason: 'On the statement' },
  })
  await postJournal(checkout.shop.db)
  const { attempts, total, tax } = await loadStaffOrder(id)
  expect(attempts).toMatchObject([{ state: 'declined' }])
  expect(await loadBalances(id)).toEqual({
    bank: total.unformatted,
    sales: tax.unformatted - total.unformatted,
    'tax California': -tax.unformatted,
  })
  expect(await listEvidence(checkout.shop.db, [id])).toEqual(new Map())
})

test('the report of a quarter has each place with what was sold and credited, and the euros of the One-Stop Shop', async () => {
  const id = await buy(GERMANY)
  const { tax } = await loadStaffOrder(id)
  const { data } = await admin.visitor.call(getBooks, { query: { quarter: '2026-Q1' } })
  const german = data.rows.find(({ place }) => place === 'DE')
  expect(german).toMatchObject({
    place_name: 'Germany',
    label: 'VAT, Germany',
    rate: 0.19,
    documents: 3,
    tax: { unformatted: tax.unformatted },
    // At today's rate, before the quarter has ended.
    return_tax: `EUR ${(Math.round(tax.unformatted * 0.8) / 100).toFixed(2)}`,
  })
  const [row] = (await loadTaxReport(checkout.shop.db, '2026-Q1', new Date('2026-04-02T10:00:00Z'))).filter(
    ({ place }) => place === 'DE',
  )
  // At one dollar for a euro, the rate of the last day of the quarter.
  expect(row?.return_tax_minor).toBe(tax.unformatted)
  expect(data.rows.find(({ place }) => place === 'US-TX')).toMatchObject({ label: 'Texas sales tax', is_oss: false })
  const { status, text } = await download(`${taxReportPath}?quarter=2026-Q1`)
  expect(status).toBe(200)
  expect(text).toContain('"2026-Q1","DE","Germany","Union OSS","VAT, Germany","19","3"')
  expect((await admin.visitor.call(getBooks, { query: { quarter: '2025-Q4' } })).data.rows).toEqual([])
  expect((await download(`${taxReportPath}?quarter=2026-Q5`)).status).toBe(422)
})

test('a locked period stays as it was, and what is corrected later is in the open one', async () => {
  const id = await buy()
  checkout.shop.clock.advance(40 * DAY_MS)
  // The session has ended by then.
  admin = await seedStaff(checkout.shop, 'platform_admin')
  const period = `${journalPath}?from=2026-03-01&to=2026-03-31`
  await expect(admin.visitor.call(lockBooks, { body: { last_day: '2026-12-31' } })).rejects.toMatchObject({
    status: 422,
  })
  await admin.visitor.call(lockBooks, { body: { last_day: '2026-03-31' } })
  await expect(admin.visitor.call(lockBooks, { body: { last_day: '2026-03-31' } })).rejects.toMatchObject({
    status: 422,
  })
  const locked = await download(period)
  const lines = locked.text.trim().split('\r\n').length
  expect(lines).toBeGreaterThan(8)

  // A share of March that is posted late.
  const { id: posting } = await checkout.shop.db
    .insertInto('ledger_postings')
    .values({ kind: 'payout', at: new Date('2026-03-20T10:00:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: filmmaker_id } = await checkout.shop.db
    .selectFrom('filmmakers')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await checkout.shop.db
    .insertInto('ledger_entries')
    .values([
      { posting_id: posting, account: 'filmmaker', filmmaker_id, cents: 700 },
      { posting_id: posting, account: 'payouts', cents: -700 },
    ])
    .execute()
  await refundAll(id)
  await postJournal(checkout.shop.db)
  expect(await download(period)).toEqual(locked)
  const late = await checkout.shop.db
    .selectFrom('journal_postings')
    .where('source', '=', `ledger ${posting}`)
    .select(['day', 'happened_on'])
    .executeTakeFirstOrThrow()
  expect(late).toEqual({ day: '2026-04-01', happened_on: '2026-03-20' })
  const insert = checkout.shop.db
    .insertInto('journal_postings')
    .values({ source: 'by hand', day: '2026-03-31', happened_on: '2026-03-31', text: 'Too late' })
    .execute()
  await expect(insert).rejects.toThrow(/locked/)
  await expect(checkout.shop.db.deleteFrom('journal_postings').execute()).rejects.toThrow()
})
