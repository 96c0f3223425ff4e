/** Documents are issued once, stored, and replaced by a new version when their facts change. */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { issueBill } from '#orders/bills.server.ts'
import { documentPath, getOrder, putProjectDetails } from '#orders/contract.ts'
import { writeCreditNote } from '#orders/credit-notes.server.ts'
import { getPrinter } from '#orders/documents/printer.server.ts'
import { purgeRemovedDocuments, removeDocuments } from '#orders/documents/stored.server.ts'
import { getCompanySettings, saveCompanySettings } from '#platform/admin/settings/contract.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { extractPdfText } from '../../testing/pdf.ts'
import { certificatePath } from './certificates/contract.ts'
import { issueOrderDocuments } from './pdfs.server.ts'
import { transitionOrder } from './transition-order.server.ts'

let shop: TestApp
let buyer: Buyer
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
})
afterAll(() => shop.close())

const download = (url: string, member = buyer) => member.visitor.send(url, { method: 'GET' })
const readBytes = async (url: string) => Buffer.from(await (await download(url)).arrayBuffer())
const readText = async (url: string) => (await extractPdfText(await readBytes(url))).replaceAll(/\s+/g, ' ')
const listStored = (subject: string) =>
  shop.db.selectFrom('documents').where('subject', '=', subject).orderBy('id').selectAll().execute()

test('of twenty first requests in two processes at once, one document is issued, and all get its bytes', async () => {
  const { number } = await seedOrder(shop, buyer)
  // Each handle of the database is a process to the store.
  const processes = [shop.deps, { ...shop.deps, db: shop.db.withoutPlugins() }] as const
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      issueBill(i % 2 ? processes[0] : processes[1], buyer.workspace_id, number, 'receipt'),
    ),
  )
  await getPrinter(processes[1]).close()
  const documents = await listStored(number)
  expect(documents).toHaveLength(1)
  expect(new Set(replies.map(({ id }) => id))).toEqual(new Set([documents[0]?.id]))
  const bytes = await readBytes(documentPath(number, 'receipt'))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(documents[0]?.sha256)
  // The others left no file.
  const folder = path.join(shop.config.data_dir, path.dirname(documents[0]?.storage_key ?? ''))
  const keys = (await shop.db.selectFrom('documents').select('storage_key').execute()).map(row => row.storage_key)
  expect(readdirSync(folder).toSorted()).toEqual(keys.map(key => path.basename(key)).toSorted())
})

test('settings that change later change no document that was issued', async () => {
  const { number } = await seedOrder(shop, buyer)
  const before = await readBytes(documentPath(number, 'receipt'))
  const owner = await seedStaff(shop, 'platform_admin')
  const { value, version } = (await owner.visitor.call(getCompanySettings, {})).data
  await owner.visitor.call(saveCompanySettings, { body: { ...value, legal_name: 'Another Name Ltd.', version } })
  expect((await readBytes(documentPath(number, 'receipt'))).equals(before)).toBe(true)
  expect(await readText(documentPath((await seedOrder(shop, buyer)).number, 'receipt'))).toContain('Another Name Ltd.')
})

test('a refund issues a new receipt that names the one before, which its owner and no stranger can still get', async () => {
  const { number, id, item_ids } = await seedOrder(shop, buyer)
  await issueOrderDocuments(shop.deps, id)
  const first = await readBytes(documentPath(number, 'receipt'))
  shop.clock.advance(DAY_MS)
  const now = shop.clock.now()
  await shop.db.transaction().execute(async trx => {
    const transition = { user_id: null, reason: 'Test', now, refunded_item_ids: item_ids.slice(0, 1) }
    await transitionOrder(trx, id, 'partially_refunded', transition)
    const note = { order_id: id, refund_id: null, order_item_ids: item_ids.slice(0, 1), fee_cents: 0 }
    await writeCreditNote(trx, { ...note, total_cents: 21_343, refunded_to: 'Visa ending in 1111', now })
  })
  const text = await readText(documentPath(number, 'receipt'))
  expect(text).toMatch(/Version 2 of \w+ \d+, 2026\. It replaces version 1 of/)
  expect(text).toContain('Credited')
  expect((await readBytes(documentPath(number, 'receipt', 1))).equals(first)).toBe(true)
  const order = (await buyer.visitor.call(getOrder, { params: { id: number } })).data
  expect(order.replaced_documents).toMatchObject([{ document: 'receipt', version: 1 }])
  expect((await download(documentPath(number, 'receipt', 3))).status).toBe(404)
  expect((await download(documentPath(number, 'receipt', 1), await seedMember(shop))).status).toBe(404)
  expect(await readText(documentPath(number, 'license-agreement'))).toContain('Revoked: this license ended on')
})

test('an agreement has a version for each project of its clips, and one that says that all licenses ended', async () => {
  const { number, id } = await seedOrder(shop, buyer)
  const project = { client_name: 'Harbor Foods', project_name: 'Tidal', project_description: 'Spot' }
  expect(await readText(documentPath(number, 'license-agreement'))).toContain('Not assigned to a project yet')
  await buyer.visitor.call(putProjectDetails, {
    params: { id: number },
    body: { ...project, start_date: '2026-12-01', po_number: null },
  })
  expect(await readText(documentPath(number, 'license-agreement'))).toContain('For Harbor Foods: Tidal')
  const transition = { user_id: null, reason: 'Test', now: shop.clock.now() }
  await shop.db.transaction().execute(trx => transitionOrder(trx, id, 'refunded', transition))
  const text = await readText(documentPath(number, 'license-agreement'))
  expect(text).toContain('Version 3 of')
  expect(text.match(/Revoked: this license ended on/g)).toHaveLength(2)
  expect(await listStored(number)).toHaveLength(3)
})

test('a missing file is an error, not a new document', async () => {
  const { number } = await seedOrder(shop, buyer)
  await readBytes(documentPath(number, 'receipt'))
  const [document] = await listStored(number)
  rmSync(path.join(shop.config.data_dir, document?.storage_key ?? ''))
  expect((await download(documentPath(number, 'receipt'))).status).toBe(500)
  expect(await listStored(number)).toHaveLength(1)
})

test('a removed certificate is not served, and its file is deleted', async () => {
  const { item_ids } = await seedOrder(shop, buyer)
  const { id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  await readBytes(certificatePath(id, 'pdf'))
  const [document] = await listStored(String(id))
  await shop.db.transaction().execute(trx => removeDocuments(trx, 'certificate', [String(id)], shop.clock.now()))
  await purgeRemovedDocuments(shop.deps)
  expect(await listStored(String(id))).toEqual([])
  expect(await shop.storage.open(document?.storage_key ?? '')).toBeUndefined()
})

test('a removed version that a later one replaces loses its file only, and does not stop the others', async () => {
  const orders = [await seedOrder(shop, buyer), await seedOrder(shop, buyer)]
  const ids = await Promise.all(
    orders.map(async ({ item_ids }) => {
      const query = shop.db.selectFrom('licenses').where('order_item_id', '=', item_ids[0] ?? 0)
      return (await query.select('id').executeTakeFirstOrThrow()).id
    }),
  )
  for (const id of ids) await readBytes(certificatePath(id, 'pdf'))
  const [other, replaced] = ids.map(String)
  await shop.db
    .transaction()
    .execute(trx => removeDocuments(trx, 'certificate', [other ?? '', replaced ?? ''], shop.clock.now()))
  await readBytes(certificatePath(ids[1] ?? 0, 'pdf'))
  for (let night = 0; night < 2; night += 1) await purgeRemovedDocuments(shop.deps)
  expect(await listStored(other ?? '')).toEqual([])
  const [first, second] = await listStored(replaced ?? '')
  expect(await shop.storage.open(first?.storage_key ?? '')).toBeUndefined()
  expect(await shop.storage.open(second?.storage_key ?? '')).toBeDefined()
})
