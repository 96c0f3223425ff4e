import { afterAll, beforeAll, expect, test } from 'vitest'

import { transitionOrder } from '#licenses/transition-order.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedOrderDraft, seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { creditNotePath, putProjectDetails } from './contract.ts'
import { listCreditNotes, writeCreditNote } from './credit-notes.server.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
})
afterAll(() => shop.close())

const requestDocument = (number: string, kind = 'receipt') =>
  buyer.visitor.send(`/api/workspace/orders/${number}/${kind}`, { method: 'GET' })
const loadPdf = async (number: string, kind?: string) =>
  Buffer.from(await (await requestDocument(number, kind)).arrayBuffer())

test('a receipt has the number, the clips and the total, and the same bytes each time', async () => {
  const { number } = await seedOrder(shop, buyer)
  const response = await requestDocument(number)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe(`inline; filename="longtake-receipt-${number}.pdf"`)
  const pdf = Buffer.from(await response.arrayBuffer())
  const pdfText = await extractPdfText(pdf)
  for (const text of [number, '$426.86 USD', '$199.00', 'Paper lanterns', 'Fieldnote Pictures', 'Web & Social'])
    expect(pdfText).toContain(text)
  // A company that paid at once.
  expect(pdfText).toContain('Invoice and receipt')
  shop.clock.advance(DAY_MS)
  expect((await loadPdf(number)).equals(pdf)).toBe(true)
})

test('an order on account has an invoice at once, and a receipt once it is paid', async () => {
  const { number } = await seedOrder(shop, buyer, 'invoiced')
  const invoice = (await extractPdfText(await loadPdf(number, 'invoice'))).replaceAll(/\s+/g, ' ')
  expect(invoice).toContain('Total due')
  expect(invoice).toContain('To pay by card, without an account, open')
  expect(invoice).toContain(`/pay/${number}/`)
  const earlyReceipt = await requestDocument(number, 'receipt')
  expect(earlyReceipt.status).toBe(409)
  expect(await earlyReceipt.json()).toMatchObject({ message: 'There is a receipt as soon as this order is paid.' })
})

test('the license agreement lists rights, clips and the hash of their masters, and says when the licenses end', async () => {
  const { number, id } = await seedOrder(shop, buyer)
  const response = await requestDocument(number, 'license-agreement')
  expect(response.headers.get('content-disposition')).toBe(
    `inline; filename="longtake-license-agreement-${number}.pdf"`,
  )
  const pdf = Buffer.from(await response.arrayBuffer())
  expect(pdf.includes('/StructTreeRoot')).toBe(true)
  const pdfText = await extractPdfText(pdf)
  for (const text of [
    'License agreement',
    number,
    'Licensee',
    'Web & Social',
    'Worldwide',
    'Perpetual',
    'Paper lanterns',
    'Fieldnote Pictures',
    'Not assigned to a project yet',
  ])
    expect(pdfText).toContain(text)
  shop.clock.advance(DAY_MS)
  expect((await loadPdf(number, 'license-agreement')).equals(pdf)).toBe(true)

  const project = {
    client_name: 'Aster Foods',
    project_name: 'Tidal',
    project_description: 'A film about the sea',
    start_date: '2026-12-01',
  }
  await buyer.visitor.call(putProjectDetails, { params: { id: number }, body: project })
  expect(await extractPdfText(await loadPdf(number, 'license-agreement'))).toContain('For Aster Foods: Tidal')

  await shop.db
    .transaction()
    .execute(trx => transitionOrder(trx, id, 'refunded', { user_id: null, reason: 'Test', now: shop.clock.now() }))
  const ended = await extractPdfText(await loadPdf(number, 'license-agreement'))
  expect(ended).toContain('Revoked: this license ended on')
  const stranger = await seedMember(shop)
  const foreignResponse = await stranger.visitor.send(`/api/workspace/orders/${number}/license-agreement`, {
    method: 'GET',
  })
  expect(foreignResponse.status).toBe(404)
})

test('concurrent receipts are all printed, though one thread draws them', async () => {
  const orders = [await seedOrder(shop, buyer), await seedOrder(shop, buyer)]
  const pdfs = await Promise.all(Array.from({ length: 20 }, (_, i) => loadPdf(orders[i % 2]?.number ?? '')))
  expect(new Set(pdfs.map(pdf => pdf.toString('base64'))).size).toBe(2)
})

test('a receipt shows the discount code, the VAT number and the reverse charge note', async () => {
  const draft = await seedOrderDraft(shop, buyer)
  const tax = { ...draft.tax, kind: 'reverse_charge' as const, rate: 0, tax_cents: 0, jurisdiction: 'Germany' }
  const { number } = await seedOrder(shop, buyer, 'paid', {
    lines: draft.lines.map(line => ({ ...line, discount_cents: 2_985, tax_cents: 0 })),
    discount_cents: 5_970,
    discount_code: 'FIRSTCUT',
    tax_cents: 0,
    total_cents: 33_830,
    tax,
    vat_number: 'DE136695976',
  })
  const pdfText = await extractPdfText(await loadPdf(number))
  for (const text of [
    'Discount, code FIRSTCUT',
    '-$59.70',
    'Net amount',
    'VAT, reverse charge',
    'Reverse charge: the recipient accounts for the VAT.',
    'DE136695976',
    '$338.30 USD',
  ])
    expect(pdfText).toContain(text)
})

test('a credit note lists its lines and the refunded payment method, with the same bytes each time', async () => {
  const { number, id, item_ids } = await seedOrder(shop, buyer)
  const [first = 0] = item_ids
  const now = shop.clock.now()
  await shop.db.transaction().execute(async trx => {
    const transition = { user_id: null, reason: 'Ticket 3F9A21C7', now, refunded_item_ids: [first] }
    await transitionOrder(trx, id, 'partially_refunded', transition)
    const note = { order_id: id, refund_id: null, order_item_ids: [first], fee_cents: 0, total_cents: 21_343 }
    await writeCreditNote(trx, { ...note, refunded_to: 'Visa ending in 1111', now })
  })
  const [note] = await listCreditNotes(shop.db, id)
  const downloadCreditNote = async () => {
    const response = await buyer.visitor.send(creditNotePath(number, note?.number ?? ''), { method: 'GET' })
    return Buffer.from(await response.arrayBuffer())
  }
  const pdf = await downloadCreditNote()
  expect(pdf.includes('/StructTreeRoot')).toBe(true)
  const pdfText = await extractPdfText(pdf)
  for (const text of [
    'Credit note',
    note?.number ?? '',
    `${number}, March`,
    'Visa ending in 1111',
    '$213.43 USD',
    'Reason',
  ])
    expect(pdfText).toContain(text)
  expect(pdfText).not.toContain('3F9A21C7')
  expect(pdfText).not.toContain('Paper lanterns')
  const receiptText = (await extractPdfText(await loadPdf(number))).replaceAll(/\s+/g, ' ')
  expect(receiptText).toContain(`Credited $213.43 by ${note?.number} of March`)
  expect(receiptText).not.toContain('says what each license allows')
  shop.clock.advance(DAY_MS)
  expect((await downloadCreditNote()).equals(pdf)).toBe(true)
})

test('a credit note after a lost dispute says why; one for a part of the payment names no clip, and the next one shows the earlier credit', async () => {
  const { number, id, item_ids } = await seedOrder(shop, buyer)
  const now = shop.clock.now()
  const { total_cents } = await shop.db
    .selectFrom('orders')
    .where('id', '=', id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  const note = { order_id: id, refund_id: null, by_dispute: true, refunded_to: 'Visa ending in 1111', now }
  await shop.db.transaction().execute(async trx => {
    await writeCreditNote(trx, { ...note, order_item_ids: [], fee_cents: 0, tax_cents: 406, total_cents: 6_000 })
    await writeCreditNote(trx, {
      ...note,
      order_item_ids: item_ids,
      fee_cents: 0,
      total_cents: total_cents - 6_000,
    })
  })
  const [partNote, finalNote] = await listCreditNotes(shop.db, id)
  const readCreditNote = async (creditNote: typeof partNote) => {
    const response = await buyer.visitor.send(creditNotePath(number, creditNote?.number ?? ''), { method: 'GET' })
    return extractPdfText(Buffer.from(await response.arrayBuffer()))
  }
  const [partText, finalText] = [await readCreditNote(partNote), await readCreditNote(finalNote)]
  for (const text of ['dispute', 'Visa ending in 1111', '$55.94', '$4.06', '$60.00 USD', 'on hold'])
    expect(partText).toContain(text)
  expect(partText).not.toContain('Slow tide at dusk')
  for (const text of ['Slow tide at dusk', 'Previously credited', '-$60.00', 'The licenses above have ended.'])
    expect(finalText).toContain(text)
})
