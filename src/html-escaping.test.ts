/** Somebody whose every name is markup: it is text in every mail, PDF and table for spreadsheets, and in the sitemap. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../testing/app.ts'
import { seedClip, seedMember, seedOrder, type Buyer } from '../testing/builders/orders.ts'
import { seedStaff } from '../testing/builders/staff.ts'
import { extractPdfText } from '../testing/pdf.ts'
import { saveProfile } from './accounts/own/contract.ts'
import { createBoard } from './boards/contract.ts'
import { certificatePath } from './orders/certificates/contract.ts'
import type { EventName, EventPayloads } from './platform/outbox.server.ts'
import { sendContact } from './tickets/contract.ts'
import { createReactions } from './worker.ts'
import { inviteTeammates, renameWorkspace } from './workspaces/team-contract.ts'

const MARKER = `<b>"'&{{marker}}`

let shop: TestApp
let buyer: Buyer
let paid: Awaited<ReturnType<typeof seedOrder>>
let invoiced: Awaited<ReturnType<typeof seedOrder>>
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await seedMember(shop)
  const { visitor } = buyer
  await visitor.call(saveProfile, { body: { first_name: MARKER, last_name: MARKER, company_url: '' } })
  await visitor.call(renameWorkspace, { body: { name: MARKER } })
  await visitor.call(inviteTeammates, { body: { invitees: [{ email: 'mate@example.com', role: 'admin' }] } })
  const clip = await seedClip(shop, MARKER)
  await visitor.call(createBoard, { body: { name: MARKER, clip_id: [clip.id] } })
  await visitor.call(sendContact, { body: { name: MARKER, email: buyer.email, topic: 'licensing', message: MARKER } })
  const addressFields = { address: MARKER, address2: '', city: MARKER, postal_code: '94607', region: MARKER }
  const billing = { company: MARKER, contact: MARKER, ...addressFields, country: 'Ireland' }
  paid = await seedOrder(shop, buyer, 'paid', { clips: [clip], billing })
  invoiced = await seedOrder(shop, buyer, 'invoiced', { clips: [clip], billing })
})
afterAll(() => shop.close())

/** Runs the reactions of all features to the recorded events. */
const runReactions = async () => {
  const reactions = createReactions(shop.deps)
  const events = await shop.db.selectFrom('events').selectAll().orderBy('id').execute()
  for (const { name, payload } of events)
    for (const reaction of reactions.filter(({ event: to }) => to === name))
      await reaction.handle(payload as EventPayloads[EventName])
}

test('mails contain the markup as text only', async () => {
  await runReactions()
  const { sent } = shop.mail
  expect(sent.length).toBeGreaterThan(3)
  const escaped = sent.filter(({ html }) => html.includes('&lt;b&gt;'))
  expect(escaped.map(({ to }) => to)).toEqual(expect.arrayContaining(['mate@example.com', buyer.email]))
  for (const { html } of sent)
    expect(html.includes('<b>&') || html.includes('<b>"') || html.includes(MARKER)).toBe(false)
})

test('CSV files keep the markup in one cell', async () => {
  const { visitor } = await seedStaff(shop, 'platform_admin')
  for (const name of ['orders', 'order-lines']) {
    const text = await (await visitor.send(`/api/admin/${name}.csv`, { method: 'GET' })).text()
    expect(text).toContain(`"${MARKER.replaceAll('"', '""')}"`)
    expect(text.replaceAll('""', '').split('"').length % 2).toBe(1)
  }
})

test('the sitemap is well-formed', async () => {
  const { body } = await shop.app.inject('/sitemap.xml')
  expect(body).not.toContain('<b>')
})

test('PDFs carry it letter by letter', async () => {
  const { id } = await shop.db
    .selectFrom('licenses')
    .where('order_item_id', '=', paid.item_ids[0] ?? 0)
    .select('id')
    .executeTakeFirstOrThrow()
  const addresses = [
    `/api/workspace/orders/${invoiced.number}/invoice`,
    `/api/workspace/orders/${paid.number}/receipt`,
    `/api/workspace/orders/${paid.number}/license-agreement`,
    certificatePath(id, 'pdf'),
  ]
  for (const address of addresses) {
    const answer = await buyer.visitor.send(address, { method: 'GET' })
    const words = await extractPdfText(new Uint8Array(await answer.arrayBuffer()))
    // A narrow column breaks it.
    expect(words.replaceAll(/\s/g, ''), address).toContain(MARKER)
  }
})
