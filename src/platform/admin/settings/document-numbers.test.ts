/** Prefixes of document numbers: new numbers have the new one, old ones keep theirs, and both are found. */
import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findAnything } from '#admin/find/contract.ts'
import { checkoutInvoice, getInvoice } from '#checkout/contract.ts'
import { listStatements, statementPath } from '#earnings/contract.ts'
import { monthAfter, monthOf, monthStart } from '#earnings/months.ts'
import { closeLastMonth } from '#earnings/statements.server.ts'
import { creditNotePath, getOrder } from '#orders/contract.ts'
import { writeCreditNote } from '#orders/credit-notes.server.ts'
import { findDirectHit } from '#search/direct-hits.server.ts'

import { buildPaymentBody, openCheckoutShop, solveCheckoutCaptcha } from '../../../../testing/builders/checkout.ts'
import { replayToLedger, seedFilmmaker } from '../../../../testing/builders/earnings.ts'
import { seedMember, seedOrder, type Buyer } from '../../../../testing/builders/orders.ts'
import { seedCustomCart, seedQuote, setUsBilling } from '../../../../testing/builders/quotes.ts'
import { changeSettings } from '../../../../testing/builders/settings.ts'
import { seedStaff } from '../../../../testing/builders/staff.ts'
import { extractPdfText } from '../../../../testing/pdf.ts'
import { DEFAULT_PREFIXES, DOCUMENT_NUMBER, documentPrefix, formatDocumentNumber } from '../../document-numbers.ts'
import { getDocumentsSettings, saveDocumentsSettings } from './contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let owner: Buyer
beforeAll(async () => {
  harness = await openCheckoutShop()
  owner = await seedStaff(harness.shop, 'platform_admin')
})
afterAll(() => harness.close())

const PREFIXES = {
  invoice_prefix: 'NL',
  credit_note_prefix: 'NLC',
  quote_prefix: 'OFFER1',
  custom_cart_prefix: 'X',
  statement_prefix: '2NL',
}
const save = async (change: object) => {
  const { value, version } = (await owner.visitor.call(getDocumentsSettings, {})).data
  return owner.visitor.call(saveDocumentsSettings, { body: { ...value, ...change, version } })
}
const creditNoteOf = async ({ id: order_id, item_ids }: { id: number; item_ids: number[] }) => {
  const { db, clock } = harness.shop
  const note = { order_id, refund_id: null, order_item_ids: item_ids, fee_cents: 0, total_cents: 100 }
  await db.transaction().execute(trx => writeCreditNote(trx, { ...note, refunded_to: '', now: clock.now() }))
  const { number } = await db
    .selectFrom('credit_notes')
    .where('order_id', '=', order_id)
    .select('number')
    .executeTakeFirstOrThrow()
  return number
}

test('new numbers begin with the new prefix and count on; old numbers stay, and both are found and can be paid', async () => {
  const { shop, clips } = harness
  const buyer = await seedMember(shop)
  await setUsBilling(shop, buyer)
  const sell = async () => {
    const order = await seedOrder(shop, buyer, 'invoiced', { clips })
    const paid = await seedOrder(shop, buyer, 'paid', { clips })
    return {
      order,
      paid,
      quote: await seedQuote(shop, buyer, clips),
      custom: (await seedCustomCart(shop, owner, clips)).number,
      credit: await creditNoteOf(paid),
    }
  }
  const before = await sell()
  expect([before.order.number, before.quote, before.custom, before.credit]).toEqual([
    expect.stringMatching(/^LT-/),
    expect.stringMatching(/^Q-/),
    expect.stringMatching(/^C-/),
    expect.stringMatching(/^LC-/),
  ])
  await save(PREFIXES)
  const after = await sell()
  const counterOf = (number: string) => Number(number.split('-').at(-1))
  for (const [old, fresh, prefix, step] of [
    [before.order.number, after.order.number, 'NL', 2],
    [before.quote, after.quote, 'OFFER1', 1],
    [before.custom, after.custom, 'X', 1],
    [before.credit, after.credit, 'NLC', 1],
  ] as const) {
    expect(fresh).toMatch(new RegExp(`^${prefix}-\\d{4}-\\d{6}$`))
    expect(counterOf(fresh)).toBe(counterOf(old) + step)
  }
  for (const { order, paid, quote, custom, credit } of [before, after]) {
    for (const { number } of [order, paid]) {
      const { data } = await buyer.visitor.call(getOrder, { params: { id: number } })
      expect(data.universal_invoice_number).toBe(number)
      const hit = await findDirectHit(
        shop.db,
        { list: () => Promise.reject(new Error('No clip has this number.')) },
        { q: number.toLowerCase(), orders_of: buyer.workspace_id },
      )
      expect(hit?.path).toBe(`/workspace/orders/${number}`)
    }
    const pdf = await buyer.visitor.send(creditNotePath(paid.number, credit), { method: 'GET' })
    expect(pdf.status).toBe(200)
    expect(await extractPdfText(new Uint8Array(await pdf.arrayBuffer()))).toContain(credit)
    for (const number of [order.number, quote, custom]) {
      const { data } = await owner.visitor.call(findAnything, { query: { words: number } })
      expect(data.flatMap(({ results }) => results.map(({ title }) => title)).join(' ')).toContain(number)
    }
    for (const invoiceNumber of [order.number, quote]) {
      const { data } = await buyer.visitor.call(getInvoice, { params: { invoiceNumber } })
      expect(data.kind).toBe(invoiceNumber === quote ? 'quote' : 'invoice')
      const body = { ...buildPaymentBody(data.fingerprint), ...(await solveCheckoutCaptcha(buyer.visitor)) }
      const paidFor = await buyer.visitor.call(
        checkoutInvoice,
        { params: { invoiceNumber }, body },
        { idempotencyKey: randomUUID() },
      )
      expect(paidFor.data.state).toBe('paid')
    }
  }
})

test('a statement keeps the prefix of the month in which it was closed', async () => {
  const { shop, clips } = harness
  const [clip] = clips
  if (!clip) throw new Error('The shop has clips.')
  const artist = await seedFilmmaker(shop, clip)
  const closeAhead = async (months: number, statement_prefix: string) => {
    await changeSettings(shop, 'documents', { statement_prefix })
    await seedOrder(shop, await seedMember(shop), 'paid', { clips: [clip] })
    await replayToLedger(shop)
    await closeLastMonth(shop.db, monthStart(monthAfter(monthOf(shop.clock.now()), months)))
  }
  await closeAhead(1, 'LS')
  await closeAhead(2, 'FILM')
  const { data } = await artist.visitor.call(listStatements, {})
  expect(data.map(({ number }) => number.split('-')[0])).toEqual(['FILM', 'LS'])
  for (const { number } of data) {
    const pdf = await artist.visitor.send(statementPath(number, 'pdf'), { method: 'GET' })
    expect(await extractPdfText(new Uint8Array(await pdf.arrayBuffer()))).toContain(number)
  }
  const wrong = (data[0]?.number ?? '').replace('FILM', 'LS')
  expect((await artist.visitor.send(statementPath(wrong, 'pdf'), { method: 'GET' })).status).toBe(404)
})

test('while twenty orders are placed the prefix changes: no number is missing or given twice', async () => {
  const { shop, clips } = harness
  await changeSettings(shop, 'documents', { invoice_prefix: 'LT' })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => seedMember(shop)))
  const orders = await Promise.all(
    buyers.map(async (buyer, index) => {
      if (index === 10) await changeSettings(shop, 'documents', { invoice_prefix: 'RACE' })
      return seedOrder(shop, buyer, 'paid', { clips })
    }),
  )
  const numbers = orders.map(({ number }) => number)
  for (const number of numbers) expect(number).toMatch(/^(?:LT|RACE)-\d{4}-\d{6}$/)
  const counters = numbers.map(number => Number(number.split('-').at(-1))).toSorted((a, b) => a - b)
  expect(counters).toEqual(Array.from({ length: 20 }, (_, index) => (counters[0] ?? 0) + index))
})

test.each([
  [{ invoice_prefix: '' }, 'invoice_prefix', /1 to 6 letters and digits/],
  [{ invoice_prefix: 'SEVENSS' }, 'invoice_prefix', /1 to 6 letters and digits/],
  [{ quote_prefix: 'A-B' }, 'quote_prefix', /1 to 6 letters and digits/],
  [{ quote_prefix: 'Ä' }, 'quote_prefix', /1 to 6 letters and digits/],
  [{ invoice_prefix: 'SAME', credit_note_prefix: 'same' }, 'credit_note_prefix', /SAME is the prefix of invoices/],
  [{ quote_prefix: 'LC' }, 'quote_prefix', /LC was the prefix of credit notes, and their numbers stay/],
])('%o is refused with a sentence, and nothing changes', async (change, field, sentence) => {
  await changeSettings(harness.shop, 'documents', PREFIXES)
  await expect(save(change)).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [expect.stringMatching(sentence)] },
  })
  expect((await owner.visitor.call(getDocumentsSettings, {})).data.value).toMatchObject(PREFIXES)
})

test('a kind can have an earlier prefix again, and small letters become capitals', async () => {
  const { data } = await save({ invoice_prefix: 'lt' })
  expect(data.value.invoice_prefix).toBe('LT')
})

test('every prefix that is accepted gives numbers that are read as numbers', () => {
  const schema = documentPrefix('The prefix')
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 8 }), fc.stringMatching(/^[A-Za-z0-9]{1,7}$/)),
      fc.integer({ min: 1, max: 999_999_999 }),
      (text, counter) => {
        const { success, data = '' } = schema.safeParse(text)
        expect(DOCUMENT_NUMBER.test(formatDocumentNumber(success ? data : text.toUpperCase(), 2026, counter))).toBe(
          success || /^[A-Z0-9]{1,6}$/.test(text.toUpperCase()),
        )
      },
    ),
  )
  expect(Object.values(DEFAULT_PREFIXES).every(prefix => schema.safeParse(prefix).success)).toBe(true)
})
