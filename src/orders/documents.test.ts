import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aDraft, aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { wordsOf } from '../../testing/pdf.ts'
import { creditNotePath, putProjectDetails } from './contract.ts'
import { creditNotesOf, writeCreditNote } from './credit-notes.server.ts'
import { moveOrder } from './orders.server.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await aMember(shop)
})
afterAll(() => shop.close())

const ask = (number: string, kind = 'receipt') =>
  buyer.visitor.send(`/api/workspace/orders/${number}/${kind}`, { method: 'GET' })
const pdfOf = async (number: string, kind?: string) => Buffer.from(await (await ask(number, kind)).arrayBuffer())

test('a receipt has the number, the clips and the total, and the same bytes each time', async () => {
  const { number } = await anOrder(shop, buyer)
  const answer = await ask(number)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="longtake-receipt-${number}.pdf"`)
  const pdf = Buffer.from(await answer.arrayBuffer())
  const words = await wordsOf(pdf)
  for (const text of [number, '$426.86 USD', '$199.00', 'Paper lanterns', 'Fieldnote Pictures', 'Web & Social'])
    expect(words).toContain(text)
  shop.clock.advance(86_400_000)
  expect((await pdfOf(number)).equals(pdf)).toBe(true)
})

test('on account there is an invoice at once, and a receipt when it is paid', async () => {
  const { number } = await anOrder(shop, buyer, 'invoiced')
  const invoice = (await wordsOf(await pdfOf(number, 'invoice'))).replaceAll(/\s+/g, ' ')
  expect(invoice).toContain('Total due')
  expect(invoice).toContain('log in to your workspace and open')
  expect(invoice).toContain(`/checkout/${number}`)
  const early = await ask(number, 'receipt')
  expect(early.status).toBe(409)
  expect(await early.json()).toMatchObject({ message: 'There is a receipt as soon as this order is paid.' })
})

test('the license agreement says who may do what with which clips, and goes when the licenses do', async () => {
  const { number, id } = await anOrder(shop, buyer)
  const answer = await ask(number, 'license-agreement')
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="longtake-license-agreement-${number}.pdf"`)
  const pdf = Buffer.from(await answer.arrayBuffer())
  expect(pdf.includes('/StructTreeRoot')).toBe(true)
  const words = await wordsOf(pdf)
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
    expect(words).toContain(text)
  shop.clock.advance(86_400_000)
  expect((await pdfOf(number, 'license-agreement')).equals(pdf)).toBe(true)

  const project = {
    client_name: 'Aster Foods',
    project_name: 'Tidal',
    project_description: 'A film about the sea',
    start_date: '2026-12-01',
  }
  await buyer.visitor.call(putProjectDetails, { params: { id: number }, body: project })
  expect(await wordsOf(await pdfOf(number, 'license-agreement'))).toContain('For Aster Foods: Tidal')

  await shop.db
    .transaction()
    .execute(trx =>
      moveOrder(trx, id, 'refunded', { user_id: null, reason: 'As the test asks', now: shop.clock.now() }),
    )
  const gone = await ask(number, 'license-agreement')
  expect(gone.status).toBe(409)
  expect(await gone.json()).toMatchObject({
    message: 'This order grants no licenses: there is an agreement while it does.',
  })
  const stranger = await aMember(shop)
  const foreign = await stranger.visitor.send(`/api/workspace/orders/${number}/license-agreement`, { method: 'GET' })
  expect(foreign.status).toBe(404)
})

test('many receipts at once all come, though one thread draws them', async () => {
  const orders = [await anOrder(shop, buyer), await anOrder(shop, buyer)]
  const pdfs = await Promise.all(Array.from({ length: 20 }, (_, i) => pdfOf(orders[i % 2]?.number ?? '')))
  expect(new Set(pdfs.map(pdf => pdf.toString('base64'))).size).toBe(2)
})

test('a receipt tells the code of its discount, the VAT number, and that the buyer accounts for the VAT', async () => {
  const draft = await aDraft(shop, buyer)
  const tax = { ...draft.tax, kind: 'reverse_charge' as const, rate: 0, tax_cents: 0, jurisdiction: 'Germany' }
  const { number } = await anOrder(shop, buyer, 'paid', {
    lines: draft.lines.map(line => ({ ...line, discount_cents: 2_985, tax_cents: 0 })),
    discount_cents: 5_970,
    discount_code: 'FIRSTCUT',
    tax_cents: 0,
    total_cents: 33_830,
    tax,
    vat_number: 'DE136695976',
  })
  const words = await wordsOf(await pdfOf(number))
  for (const text of [
    'Discount, code FIRSTCUT',
    '-$59.70',
    'VAT, reverse charge',
    'Reverse charge: the recipient accounts for the VAT.',
    'DE136695976',
    '$338.30 USD',
  ])
    expect(words).toContain(text)
})

test('a credit note says what it takes back, line by line, and where the money went; the same bytes each time', async () => {
  const { number, id, item_ids } = await anOrder(shop, buyer)
  const [first = 0] = item_ids
  const now = shop.clock.now()
  await shop.db.transaction().execute(async trx => {
    const why = { user_id: null, reason: 'Ticket 3F9A21C7', now, refunded_item_ids: [first] }
    await moveOrder(trx, id, 'partially_refunded', why)
    const note = { order_id: id, refund_id: null, order_item_ids: [first], fee_cents: 0, total_cents: 21_343 }
    await writeCreditNote(trx, { ...note, given_back_to: 'Visa ending in 1111', now })
  })
  const [note] = await creditNotesOf(shop.db, id)
  const read = async () => {
    const answer = await buyer.visitor.send(creditNotePath(number, note?.number ?? ''), { method: 'GET' })
    return Buffer.from(await answer.arrayBuffer())
  }
  const pdf = await read()
  expect(pdf.includes('/StructTreeRoot')).toBe(true)
  const words = await wordsOf(pdf)
  for (const text of ['Credit note', note?.number ?? '', `${number}, March`, 'Visa ending in 1111', '$213.43 USD'])
    expect(words).toContain(text)
  expect(words).not.toContain('3F9A21C7')
  expect(words).not.toContain('Paper lanterns')
  shop.clock.advance(86_400_000)
  expect((await read()).equals(pdf)).toBe(true)
})

test('a credit note after a lost dispute says why; of a part it names no clip, and the one for the rest what was credited before', async () => {
  const { number, id, item_ids } = await anOrder(shop, buyer)
  const now = shop.clock.now()
  const { total_cents } = await shop.db
    .selectFrom('orders')
    .where('id', '=', id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  const note = { order_id: id, refund_id: null, by_dispute: true, given_back_to: 'Visa ending in 1111', now }
  await shop.db.transaction().execute(async trx => {
    await writeCreditNote(trx, { ...note, order_item_ids: [], fee_cents: 0, tax_cents: 406, total_cents: 6_000 })
    await writeCreditNote(trx, {
      ...note,
      order_item_ids: item_ids,
      fee_cents: 0,
      total_cents: total_cents - 6_000,
    })
  })
  const [part, rest] = await creditNotesOf(shop.db, id)
  const read = async (one: typeof part) => {
    const answer = await buyer.visitor.send(creditNotePath(number, one?.number ?? ''), { method: 'GET' })
    return wordsOf(Buffer.from(await answer.arrayBuffer()))
  }
  const [of_part, of_rest] = [await read(part), await read(rest)]
  for (const text of ['dispute', 'Visa ending in 1111', '$55.94', '$4.06', '$60.00 USD', 'on hold'])
    expect(of_part).toContain(text)
  expect(of_part).not.toContain('Slow tide at dusk')
  for (const text of ['Slow tide at dusk', 'Credited before', '-$60.00', 'The licenses above have ended.'])
    expect(of_rest).toContain(text)
})
