/** Electronic invoices: who gets one, beside which documents, and that they are stored like the PDFs. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { issueOrderDocuments } from '#licenses/pdfs.server.ts'
import {
  creditNotePath,
  creditNoteXmlPath,
  documentPath,
  documentXmlPath,
  getOrder,
  type OrderDocument,
} from '#orders/contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedEuOrder, setUpIrishCompany, type EuSale } from '../../../testing/builders/eu-orders.ts'
import { seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { changeSettings } from '../../../testing/builders/settings.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { readPdfAttachments } from '../../../testing/pdf.ts'
import { findTexts, parseXml } from '../../../testing/xml.ts'
import { writeCreditNote } from '../credit-notes.server.ts'
import { purgeRemovedDocuments, removeDocuments } from '../documents/stored.server.ts'
import { ordersPart } from '../privacy.server.ts'
import { correctStaffOrderBilling, getStaffOrder, staffDocumentXmlPath } from './contract.ts'

let shop: TestApp
let buyer: Buyer
let staff: Awaited<ReturnType<typeof seedStaff>>
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
  staff = await seedStaff(shop)
  await setUpIrishCompany(shop)
})
afterAll(() => shop.close())

const get = (url: string, { visitor }: Pick<Buyer, 'visitor'> = buyer) => visitor.send(url, { method: 'GET' })
const readBytes = async (url: string) => Buffer.from(await (await get(url)).arrayBuffer())
const readXml = async (url: string) => parseXml((await readBytes(url)).toString())
const loadOrder = async (number: string) => (await buyer.visitor.call(getOrder, { params: { id: number } })).data
const PRECEDING =
  'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceReferencedDocument/IssuerAssignedID'

const issue = async (sale: EuSale = {}) => {
  const order = await seedEuOrder(shop, buyer, sale)
  await issueOrderDocuments(shop.deps, order.id)
  return order
}

test.each<[string, EuSale, OrderDocument]>([
  ['bought on account', {}, 'invoice'],
  ['paid by card, whose receipt is the invoice', { state: 'paid' }, 'receipt'],
])('an order of a business in the EU has an electronic invoice: %s', async (_, sale, kind) => {
  const { id, number } = await issue(sale)
  expect((await loadOrder(number)).e_invoices).toEqual([kind])
  const response = await get(documentXmlPath(number, kind))
  expect(response.headers.get('content-type')).toBe('application/xml')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="longtake-${kind}-${number}.xml"`)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(findTexts(parseXml(bytes.toString()), 'ExchangedDocument/ID')).toEqual([number])
  // The PDF has the same inside, and staff get the same.
  const inside = await readPdfAttachments(await readBytes(documentPath(number, kind)))
  expect(inside.get('factur-x.xml')?.equals(bytes)).toBe(true)
  const forStaff = await get(staffDocumentXmlPath(id, kind), staff)
  expect(Buffer.from(await forStaff.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await get(documentXmlPath(number, kind), await seedMember(shop))).status).toBe(404)
  expect((await get(staffDocumentXmlPath(id, kind))).status).toBe(404)
})

test.each<[string, EuSale]>([
  ['a private person', { company: '', state: 'paid' }],
  ['a business outside of the EU', { country: 'NO', postal_code: '0150', state: 'paid' }],
])('%s gets no electronic invoice', async (_, sale) => {
  const { number } = await issue(sale)
  expect((await loadOrder(number)).e_invoices).toEqual([])
  expect((await get(documentXmlPath(number, 'receipt'))).status).toBe(404)
  expect(await readPdfAttachments(await readBytes(documentPath(number, 'receipt')))).toEqual(new Map())
})

test('the receipt of an invoice that was paid, and an American order, have none', async () => {
  const { id, number } = await issue()
  await shop.db.updateTable('orders').set({ paid_at: shop.clock.now() }).where('id', '=', id).execute()
  await issueOrderDocuments(shop.deps, id)
  expect((await loadOrder(number)).e_invoices).toEqual(['invoice'])
  expect((await get(documentXmlPath(number, 'receipt'))).status).toBe(404)
  const american = await seedOrder(shop, buyer)
  expect((await get(documentXmlPath(american.number, 'receipt'))).status).toBe(404)
})

test('a credit note has one, which names the corrected invoice; the versions before stay available', async () => {
  const { id, number, item_ids, total_cents } = await issue()
  const first = await readBytes(documentXmlPath(number, 'invoice'))
  const { data: order } = await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })
  const { country: _, ...billing } = order.billing
  await staff.visitor.call(correctStaffOrderBilling, {
    params: { id: String(id) },
    body: { ...billing, company: 'Seal Pictures DAC', vat_number: '', reason: 'Ticket 3F9A21C7' },
  })
  const corrected = await readXml(documentXmlPath(number, 'invoice'))
  expect(findTexts(corrected, 'ExchangedDocument/ID')).toEqual([`${number}-C1`])
  expect(findTexts(corrected, 'ExchangedDocument/TypeCode')).toEqual(['384'])
  expect(findTexts(corrected, PRECEDING)).toEqual([number])
  expect((await readBytes(documentXmlPath(number, 'invoice', 1))).equals(first)).toBe(true)
  expect((await loadOrder(number)).replaced_documents).toMatchObject([
    { document: 'invoice', version: 1, has_xml: true },
  ])
  await shop.db.transaction().execute(trx =>
    writeCreditNote(trx, {
      order_id: id,
      refund_id: null,
      order_item_ids: item_ids,
      fee_cents: 0,
      total_cents,
      refunded_to: '',
      now: shop.clock.now(),
    }),
  )
  await issueOrderDocuments(shop.deps, id)
  const { credit_notes, e_invoices } = await loadOrder(number)
  const note = credit_notes[0]?.number ?? ''
  expect(e_invoices).toContain(note)
  const credit = await readXml(creditNoteXmlPath(number, note))
  expect(findTexts(credit, 'ExchangedDocument/ID')).toEqual([note])
  expect(findTexts(credit, PRECEDING)).toEqual([`${number}-C1`])
  const inside = await readPdfAttachments(await readBytes(creditNotePath(number, note)))
  expect(inside.get('factur-x.xml')?.equals(await readBytes(creditNoteXmlPath(number, note)))).toBe(true)
  expect((await get(staffDocumentXmlPath(id, note), staff)).status).toBe(200)
})

test('an electronic invoice is stored once; later settings change nothing, and a changed file is not sent', async () => {
  const { number } = await issue()
  const bytes = await readBytes(documentXmlPath(number, 'invoice'))
  await changeSettings(shop, 'company', { legal_name: 'Another Company Ltd' })
  expect((await readBytes(documentXmlPath(number, 'invoice'))).equals(bytes)).toBe(true)
  await setUpIrishCompany(shop)
  const { xml_sha256, xml_storage_key } = await shop.db
    .selectFrom('documents')
    .where('subject', '=', number)
    .where('kind', '=', 'invoice')
    .select(['xml_sha256', 'xml_storage_key'])
    .executeTakeFirstOrThrow()
  expect(xml_sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  const { documents } = (await ordersPart.collect(shop.db, buyer.user_id)) as { documents: { xml_sha256: unknown }[] }
  expect(documents.map(document => document.xml_sha256)).toContain(xml_sha256)
  await shop.storage.put(xml_storage_key ?? '', Buffer.from(bytes.toString().replace('PO-7', 'PO-8')))
  expect((await get(documentXmlPath(number, 'invoice'))).status).toBe(500)
})

test('a removed document takes its electronic invoice along', async () => {
  const { number } = await issue()
  const { xml_storage_key } = await shop.db
    .selectFrom('documents')
    .where('subject', '=', number)
    .where('kind', '=', 'invoice')
    .select('xml_storage_key')
    .executeTakeFirstOrThrow()
  const file = path.join(shop.config.data_dir, xml_storage_key ?? '')
  expect(existsSync(file)).toBe(true)
  await shop.db.transaction().execute(trx => removeDocuments(trx, 'invoice', [number], shop.clock.now()))
  await purgeRemovedDocuments(shop.deps)
  expect(existsSync(file)).toBe(false)
})

test('staff see which settings an electronic invoice lacks', async () => {
  await changeSettings(shop, 'company', { address1: '' })
  const { id, number } = await issue()
  await setUpIrishCompany(shop)
  expect((await loadOrder(number)).e_invoices).toEqual([])
  await changeSettings(shop, 'company', { address1: '' })
  const { data } = await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })
  expect(data.tax_warnings.join(' ')).toContain('Settings > Company lacks the address.')
  await setUpIrishCompany(shop)
})
