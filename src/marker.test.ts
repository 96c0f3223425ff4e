/** Somebody whose every name is markup: it is text in every mail, PDF and table for spreadsheets, and in the sitemap. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../testing/app.ts'
import { aClip, aMember, anOrder, type Buyer } from '../testing/builders/orders.ts'
import { aStaff } from '../testing/builders/staff.ts'
import { wordsOf } from '../testing/pdf.ts'
import { saveProfile } from './accounts/own/contract.ts'
import { createBoard } from './boards/contract.ts'
import { certificatePath } from './orders/certificates/contract.ts'
import type { EventName, Events } from './platform/outbox.server.ts'
import { sendContact } from './tickets/contract.ts'
import { reactionsOf } from './worker.ts'
import { inviteTeammates, renameWorkspace } from './workspaces/team-contract.ts'

const MARKER = `<b>"'&{{marker}}`

let shop: TestApp
let buyer: Buyer
let paid: Awaited<ReturnType<typeof anOrder>>
let invoiced: Awaited<ReturnType<typeof anOrder>>
beforeAll(async () => {
  shop = await openTestApp()
  buyer = await aMember(shop)
  const { visitor } = buyer
  await visitor.call(saveProfile, { body: { first_name: MARKER, last_name: MARKER, company_url: '' } })
  await visitor.call(renameWorkspace, { body: { name: MARKER } })
  await visitor.call(inviteTeammates, { body: { invitees: [{ email: 'mate@example.com', role: 'admin' }] } })
  const clip = await aClip(shop, MARKER)
  await visitor.call(createBoard, { body: { name: MARKER, clip_id: [clip.id] } })
  await visitor.call(sendContact, { body: { name: MARKER, email: buyer.email, topic: 'licensing', message: MARKER } })
  const place = { address: MARKER, address2: '', city: MARKER, postal_code: '94607', region: MARKER }
  const billing = { company: MARKER, contact: MARKER, ...place, country: 'Ireland' }
  paid = await anOrder(shop, buyer, 'paid', { clips: [clip], billing })
  invoiced = await anOrder(shop, buyer, 'invoiced', { clips: [clip], billing })
})
afterAll(() => shop.close())

/** Carries out what every feature does after what happened. */
const react = async () => {
  const reactions = reactionsOf(shop.deps)
  const events = await shop.db.selectFrom('events').selectAll().orderBy('id').execute()
  for (const { name, payload } of events)
    for (const reaction of reactions.filter(({ to }) => to === name)) await reaction.react(payload as Events[EventName])
}

test('no mail carries the markup as markup', async () => {
  await react()
  const { sent } = shop.mail
  expect(sent.length).toBeGreaterThan(3)
  const carrying = sent.filter(({ html }) => html.includes('&lt;b&gt;'))
  expect(carrying.map(({ to }) => to)).toEqual(expect.arrayContaining(['mate@example.com', buyer.email]))
  for (const { html } of sent)
    expect(html.includes('<b>&') || html.includes('<b>"') || html.includes(MARKER)).toBe(false)
})

test('tables for spreadsheets keep it in one cell', async () => {
  const { visitor } = await aStaff(shop, 'platform_admin')
  for (const name of ['orders', 'order-lines']) {
    const text = await (await visitor.send(`/api/admin/${name}.csv`, { method: 'GET' })).text()
    expect(text).toContain(`"${MARKER.replaceAll('"', '""')}"`)
    expect(text.replaceAll('""', '').split('"').length % 2).toBe(1)
  }
})

test('what search engines read is well-formed', async () => {
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
    const words = await wordsOf(new Uint8Array(await answer.arrayBuffer()))
    // A narrow column breaks it.
    expect(words.replaceAll(/\s/g, ''), address).toContain(MARKER)
  }
})
