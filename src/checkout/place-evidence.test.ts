import { afterAll, beforeAll, expect, test } from 'vitest'

import { addItems } from '#cart/contract.ts'
import { setCartBilling, setVat } from '#cart/details-contract.ts'
import { getStaffOrder } from '#orders/admin/contract.ts'
import { ordersPart } from '#orders/privacy.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { seedClip, seedMember, type Buyer, type TestClip } from '../../testing/builders/orders.ts'
import { seedStaff } from '../../testing/builders/staff.ts'

let shop: TestApp
let clip: TestClip
let staff: Buyer
beforeAll(async () => {
  shop = await openTestApp({ COUNTRY_HEADER: 'cf-ipcountry', TRUST_PROXY: '1' })
  clip = await seedClip(shop)
  staff = await seedStaff(shop)
})
afterAll(() => shop.close())

/** Buys on account with a German billing address from a network in a country. */
const buyFrom = async (network: string, vat_number = '') => {
  const buyer = await seedMember(shop)
  const account = { has_self_invoicing: true, credit_limit_cents: 1_000_000 }
  await shop.db.updateTable('workspaces').set(account).where('id', '=', buyer.workspace_id).execute()
  const choice = { org_type: 'commercial' as const, end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await buyer.visitor.call(addItems, { body: { ...choice, clips: [clip.id] } })
  const address = { address: '1 Ufer', city: 'Berlin', region: 'Berlin', postal_code: '10115', country_id: 84 }
  const billing = { company: 'Fieldnote Pictures', billing_contact_user_id: buyer.user_id, ...address }
  let { data: cart } = await buyer.visitor.call(setCartBilling, { body: billing })
  if (vat_number) cart = (await buyer.visitor.call(setVat, { body: { vat_number } })).data
  const project = {
    client_name: 'Fieldnote',
    project_name: 'Tides',
    project_description: 'A film',
    start_date: '2026-03-05',
  }
  const body = { ...project, po_number: '', cart_hash: cart.hash, seen: cart.fingerprint }
  const response = await buyer.visitor.send('/api/v2/cart/self-invoice', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cf-ipcountry': network },
    body: JSON.stringify(body),
  })
  const { data } = await response.json()
  const order = (await staff.visitor.call(getStaffOrder, { params: { id: String(data.order_id) } })).data
  return { buyer, evidenceWarnings: order.tax_warnings.filter(text => text.includes('billing address')) }
}

test('a network elsewhere contradicts a consumer’s address, for staff and in the export of their data', async () => {
  const { buyer, evidenceWarnings } = await buyFrom('FR')
  expect(evidenceWarnings).toEqual([
    expect.stringContaining('is in Germany, but the buyer paid with a network in France.'),
  ])
  const { orders } = (await ordersPart.collect(shop.db, buyer.user_id)) as { orders: object[] }
  expect(orders).toMatchObject([{ place_evidence: [{ kind: 'network', country: 'FR' }] }])
})

test('one in the same country confirms it, and businesses need no evidence', async () => {
  expect((await buyFrom('DE')).evidenceWarnings).toEqual([])
  const business = await buyFrom('FR', 'DE136695976')
  expect(business.evidenceWarnings).toEqual([])
  const rows = await shop.db
    .selectFrom('order_evidence as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .where('o.user_id', '=', business.buyer.user_id)
    .select('e.kind')
    .execute()
  expect(rows).toEqual([])
})
