/** Staff correct the billing details of an invoiced order: a corrected document names the one before. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { documentPath, getOrder } from '#orders/contract.ts'
import { listStaffAuditLog } from '#platform/audit/audit-log-contract.ts'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedMember, seedOrder, type Buyer } from '../../../testing/builders/orders.ts'
import { seedStaff } from '../../../testing/builders/staff.ts'
import { extractPdfText } from '../../../testing/pdf.ts'
import { ordersReactions } from '../reactions.server.ts'
import { correctStaffOrderBilling, getStaffOrder } from './contract.ts'

let shop: TestApp
let buyer: Buyer
let staff: Awaited<ReturnType<typeof seedStaff>>
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

const readText = async (path: string) => {
  const response = await buyer.visitor.send(path, { method: 'GET' })
  return (await extractPdfText(Buffer.from(await response.arrayBuffer()))).replaceAll(/\s+/g, ' ')
}

const correct = async (id: number, changes: Record<string, string>, visitor = staff.visitor) => {
  const { billing, vat_number } = (await staff.visitor.call(getStaffOrder, { params: { id: String(id) } })).data
  const { country: _, ...details } = billing
  const body = { ...details, vat_number: vat_number ?? '', reason: 'Ticket 3F9A21C7', ...changes }
  return visitor.call(correctStaffOrderBilling, { params: { id: String(id) }, body })
}

test('a corrected invoice has its own number and names the one before; the agreement follows, and the buyer gets a mail', async () => {
  const { id, number } = await seedOrder(shop, buyer, 'invoiced')
  expect(await readText(documentPath(number, 'invoice'))).not.toContain('Corrected')
  await readText(documentPath(number, 'license-agreement'))
  await correct(id, { company: 'Fieldnote Pictures GmbH', address: '7 New Street' })
  const text = await readText(documentPath(number, 'invoice'))
  for (const part of [
    'Corrected invoice',
    `${number}-C1`,
    `Corrects ${number}`,
    'Fieldnote Pictures GmbH',
    '7 New Street',
  ])
    expect(text).toContain(part)
  expect(text).toContain(`Please give ${number} with your payment.`)
  expect(await readText(documentPath(number, 'license-agreement'))).toContain('Fieldnote Pictures GmbH')
  const first = await readText(documentPath(number, 'invoice', 1))
  expect(first).not.toContain('GmbH')
  const { id: correction_id } = await shop.db
    .selectFrom('billing_corrections')
    .where('order_id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow()
  for (const { event, handle } of ordersReactions(shop.deps))
    if (event === 'order.billing_corrected') await handle({ correction_id })
  const mail = shop.mail.sent.find(({ subject }) => subject === `Corrected invoice ${number}-C1`)
  expect(mail).toMatchObject({
    to: buyer.email,
    attachments: [{ file_name: `longtake-invoice-${number}-C1.pdf` }],
    text: expect.stringContaining('Fieldnote Pictures GmbH'),
  })
  const { data: entries } = await staff.visitor.call(listStaffAuditLog, { query: { about: 'order', key: String(id) } })
  expect(entries[0]).toMatchObject({ action: 'billing_corrected', reason: 'Ticket 3F9A21C7' })
  await correct(id, { company: 'Fieldnote Pictures AG' })
  expect(await readText(documentPath(number, 'invoice'))).toContain(`Corrects ${number}-C1`)
})

test('the receipt of a paid order is corrected, too, and the order shows the new details', async () => {
  const { id, number } = await seedOrder(shop, buyer)
  await correct(id, { contact: '田中 花子' })
  expect(await readText(documentPath(number, 'receipt'))).toContain('Corrected invoice')
  const { billing } = (await buyer.visitor.call(getOrder, { params: { id: number } })).data
  expect(billing.contact).toBe('田中 花子')
})

test.each<[string, Record<string, string>, object]>([
  ['the same details', {}, { status: 409 }],
  ['another state with its own tax', { region: 'Utah' }, { status: 409, message: /Another tax would apply/ }],
  ['no address', { address: '' }, { status: 422 }],
  ['a VAT number that is none', { vat_number: 'DE1' }, { status: 422 }],
  ['no reason', { reason: '' }, { status: 422 }],
])('a correction with %s is refused, and nothing changes', async (_, changes, refusal) => {
  const { id } = await seedOrder(shop, buyer)
  const error = await correct(id, changes).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    ...refusal,
    ...('message' in refusal && { message: expect.stringMatching(refusal.message as RegExp) }),
  })
  expect(await shop.db.selectFrom('billing_corrections').where('order_id', '=', id).select('id').execute()).toEqual([])
})

test('staff cannot correct an order of their own workspace, nor one that was never invoiced', async () => {
  const { id } = await seedOrder(shop, buyer)
  const colleague = await seedStaff(shop)
  await shop.db
    .insertInto('workspace_members')
    .values({ workspace_id: buyer.workspace_id, user_id: colleague.user_id, role: 'admin' })
    .execute()
  await expect(correct(id, { company: 'Mine' }, colleague.visitor)).rejects.toMatchObject({ status: 403 })
  const processing = await seedOrder(shop, buyer, 'processing')
  await expect(correct(processing.id, { company: 'New' })).rejects.toMatchObject({ status: 409 })
})

test('twenty corrections at once get numbers without gaps', async () => {
  const { id, number } = await seedOrder(shop, buyer)
  await Promise.all(Array.from({ length: 20 }, (_, n) => correct(id, { company: `Company ${n}` })))
  const rows = await shop.db
    .selectFrom('billing_corrections')
    .where('order_id', '=', id)
    .orderBy('id')
    .selectAll()
    .execute()
  expect(rows.map(row => row.number)).toEqual(Array.from({ length: 20 }, (_, n) => `${number}-C${n + 1}`))
  // Each was made on top of the one before.
  for (const [n, row] of rows.entries()) if (n > 0) expect(row.previous_billing).toEqual(rows[n - 1]?.billing)
})
