/** Tests for custom carts: opened by a link, billed per visitor, and paid once by the first buyer. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Visitor } from '../../testing/app.ts'
import { solveCheckoutCaptcha, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { registerPerson, signUp } from '../../testing/builders/people.ts'
import { seedCustomCart, buildOffer } from '../../testing/builders/quotes.ts'
import { seedStaff } from '../../testing/builders/staff.ts'
import { getCart } from '../cart/contract.ts'
import { saveDetails } from '../cart/legacy-contract.ts'
import { payByLink } from '../checkout/legacy-contract.ts'
import { getOrder } from '../orders/contract.ts'
import { getLegacyCart } from './contract.ts'
import { reviseOffer, revokeOffer } from './offers.server.ts'
import { createCustomCart } from './staff-contract.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
let seller: Buyer
let texas: number
beforeAll(async () => {
  checkout = await openCheckoutShop()
  seller = await seedMember(checkout.shop)
  const state = checkout.shop.db.selectFrom('country_regions').where('country_id', '=', 41).where('code', '=', 'TX')
  texas = (await state.select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => checkout.close())

const details = {
  first_name: 'Ida',
  last_name: 'Moreno',
  email: 'ida@example.com',
  address: '9 Pecan Street',
  city: 'Austin',
  postal_code: '78701',
  country_id: 41,
}
const saveBillingDetails = ({ call }: Pick<Visitor, 'call'>, overrides: object = {}) =>
  call(saveDetails, { body: { ...details, region_id: texas, ...overrides } })
const openLink = async ({ call }: Pick<Visitor, 'call'>, cart_hash: string, payment_type?: 'card' | 'paypal') =>
  (await call(getLegacyCart, { query: { cart_hash, ...(payment_type && { payment_type }) } })).data
const pay = async (visitor: Visitor, cart_hash: string, overrides: object = {}) =>
  visitor.call(
    payByLink,
    {
      body: {
        cart_hash,
        nonce: 'fake-valid-nonce',
        payment_type: 'card',
        seen: (await openLink(visitor, cart_hash, 'card')).fingerprint,
        ...overrides,
        ...(await solveCheckoutCaptcha(visitor)),
      },
    },
    { idempotencyKey: randomUUID() },
  )
const registerUser = (visitor: Visitor) => signUp(checkout.shop, visitor, { email: `${randomUUID()}@people.example` })
const sellerActor = () => ({ user_id: seller.user_id, now: checkout.shop.clock.now() })
const createCart = (overrides: Parameters<typeof seedCustomCart>[3] = {}) =>
  seedCustomCart(checkout.shop, seller, checkout.clips, overrides)

test('a new visitor opens it, enters billing details, registers and pays for an order of their own', async () => {
  const { link } = await createCart()
  const visitor = checkout.shop.visitor()
  const anonymous = await openLink(visitor, link)
  expect(anonymous).toMatchObject({
    kind: 'custom',
    hash: link,
    contact_details: null,
    tax: null,
    processing_fee: { unformatted: 0 },
    sub_total: { unformatted: 24_000 },
    note: 'As we said on the phone.',
  })
  await saveBillingDetails(visitor, { po_number: 'PO-77' })
  expect(await openLink(visitor, link)).toMatchObject({
    contact_details: { first_name: 'Ida', region: 'Texas', region_id: texas, po_number: 'PO-77', is_complete: true },
    tax: { kind: 'sales_tax', jurisdiction: 'Texas' },
  })
  await registerUser(visitor)
  const cart = await openLink(visitor, link, 'card')
  // A 3% card fee on $240.00, and Texas sales tax on the total.
  expect(cart).toMatchObject({
    contact_details: { first_name: 'Ida', po_number: 'PO-77' },
    processing_fee: { unformatted: 720 },
    tax: { rate: 0.0625 },
    vat: { unformatted: 1_545 },
    total: { unformatted: 26_265 },
  })
  const { data: payment } = await pay(visitor, link)
  expect(payment).toMatchObject({
    state: 'paid',
    user_first_purchase: true,
    ga_data: { custom: true, order_total: 262.65 },
  })
  const { data: order } = await visitor.call(getOrder, { params: { id: payment.invoice_number ?? '' } })
  expect(order).toMatchObject({
    processing_fee: { unformatted: 720 },
    total: { unformatted: 26_265 },
    po_number: 'PO-77',
    billing: { contact: 'Ida Moreno', city: 'Austin', region: 'Texas' },
  })
  // Their own cart is unchanged.
  expect((await visitor.call(getCart, {})).data.state).toBe('open')
  await expect(openLink(visitor, link)).rejects.toMatchObject({ status: 410 })
})

test('visitors with the same link see nothing about each other or the seller', async () => {
  const { link } = await createCart()
  const [first, second] = [checkout.shop.visitor(), checkout.shop.visitor()]
  await saveBillingDetails(first, { email: 'one@example.com', po_number: 'SECRET-1' })
  const response = JSON.stringify(await openLink(second, link))
  for (const secret of ['one@example.com', 'SECRET-1', 'Pecan', seller.email]) expect(response).not.toContain(secret)
  const { workspace_id, user_id } = seller
  const { hash } = await checkout.shop.db
    .selectFrom('carts')
    .where('kind', '=', 'custom')
    .select('hash')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(response).not.toContain(hash)
  // The cart's internal hash does not open it either, unlike a guest cart's.
  await expect(openLink(checkout.shop.visitor(), hash)).rejects.toMatchObject({ status: 404 })
  expect(JSON.parse(response)).not.toHaveProperty('workspace_id', workspace_id)
  expect(JSON.parse(response)).not.toHaveProperty('user_id', user_id)
})

test('the fee applies to cards only, and not where VAT is charged', async () => {
  const { link } = await createCart()
  const visitor = checkout.shop.visitor()
  await saveBillingDetails(visitor)
  expect((await openLink(visitor, link, 'paypal')).processing_fee).toMatchObject({ unformatted: 0 })
  const { id } = await checkout.shop.db
    .selectFrom('countries')
    .where('code', '=', 'DE')
    .select('id')
    .executeTakeFirstOrThrow()
  await saveBillingDetails(visitor, { country_id: id, region_id: null, region: 'Berlin' })
  expect(await openLink(visitor, link, 'card')).toMatchObject({
    processing_fee: { unformatted: 0 },
    tax: { kind: 'vat', rate: 0.19 },
  })
})

test('a fingerprint for PayPal is rejected for a card payment, which has a fee', async () => {
  const { link } = await createCart()
  const { visitor } = await registerPerson(checkout.shop)
  await saveBillingDetails(visitor)
  const { fingerprint: seen } = await openLink(visitor, link, 'paypal')
  await expect(pay(visitor, link, { seen })).rejects.toMatchObject({ status: 409 })
})

describe('a link is rejected', () => {
  test('when it is unknown or altered', async () => {
    const { link } = await createCart()
    const edited = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`
    await expect(openLink(checkout.shop.visitor(), edited)).rejects.toMatchObject({ status: 404 })
    await expect(openLink(checkout.shop.visitor(), 'x'.repeat(43))).rejects.toMatchObject({ status: 404 })
  })
  test('when it is expired or withdrawn, and it cannot be paid', async () => {
    const expired = await createCart()
    const { visitor } = await registerPerson(checkout.shop)
    await saveBillingDetails(visitor)
    const { fingerprint: seen } = await openLink(visitor, expired.link, 'card')
    await checkout.shop.db.updateTable('quote_versions').set({ expires_at: checkout.shop.clock.now() }).execute()
    await expect(openLink(visitor, expired.link)).rejects.toMatchObject({ status: 410 })
    await expect(
      visitor.call(
        payByLink,
        {
          body: {
            cart_hash: expired.link,
            nonce: 'fake-valid-nonce',
            payment_type: 'card',
            seen,
            ...(await solveCheckoutCaptcha(visitor)),
          },
        },
        { idempotencyKey: randomUUID() },
      ),
    ).rejects.toMatchObject({ status: 410 })
    const revoked = await createCart()
    await checkout.shop.db.transaction().execute(trx => revokeOffer(trx, revoked.number, sellerActor()))
    await expect(openLink(visitor, revoked.link)).rejects.toMatchObject({ status: 410 })
  })
  test('and is not stored in the database, only its hash', async () => {
    const { link } = await createCart()
    const rows = await checkout.shop.db.selectFrom('quotes').selectAll().execute()
    expect(
      JSON.stringify(rows.map(row => ({ ...row, link_hash: Buffer.from(row.link_hash ?? []).toString() }))),
    ).not.toContain(link)
  })
})

test('the link opens the latest version', async () => {
  const { link, number } = await createCart()
  await checkout.shop.db
    .transaction()
    .execute(trx =>
      reviseOffer(
        trx,
        number,
        buildOffer(checkout.shop, checkout.clips, { agreed_price_cents: 10_000 }),
        sellerActor(),
      ),
    )
  expect(await openLink(checkout.shop.visitor(), link)).toMatchObject({ sub_total: { unformatted: 20_000 } })
})

test('a non-profit enters its EIN at checkout', async () => {
  const { link } = await createCart({ org_type: 'nonprofit' })
  const { visitor } = await registerPerson(checkout.shop)
  await saveBillingDetails(visitor)
  await expect(pay(visitor, link)).rejects.toMatchObject({ status: 422, errors: { ein: expect.anything() } })
  const { data } = await pay(visitor, link, { ein: '12-3456789' })
  const { data: order } = await visitor.call(getOrder, { params: { id: data.invoice_number ?? '' } })
  expect(order).toMatchObject({ ein: '12-3456789', sub_total: { unformatted: 24_000 } })
})

test('the staff member who created it cannot buy it', async () => {
  const { link } = await createCart()
  await saveBillingDetails(seller.visitor)
  const { fingerprint } = await openLink(seller.visitor, link, 'card')
  await expect(pay(seller.visitor, link, { seen: fingerprint })).rejects.toMatchObject({ status: 403 })
})

test('staff get the full link only once', async () => {
  const { visitor } = await seedStaff(checkout.shop)
  const { lines, note, expires_at } = buildOffer(checkout.shop, checkout.clips)
  const body = {
    lines: lines.map(line => ({ ...line, distribution_ids: [...line.distribution_ids] })),
    note,
    expires_at: expires_at.toISOString(),
  }
  const { data } = await visitor.call(createCustomCart, { body })
  expect(data.link).toContain(`/cart?cart_hash=${data.cart_hash}`)
  expect(Buffer.from(data.cart_hash, 'base64url').length).toBeGreaterThanOrEqual(16)
  expect(await openLink(checkout.shop.visitor(), data.cart_hash)).toMatchObject({ sub_total: { unformatted: 24_000 } })
})

describe('races', () => {
  test('of two dozen simultaneous payments with the same link, one is charged', async () => {
    const { link } = await createCart()
    const visitors = []
    for (let i = 0; i < 24; i += 1) {
      const { visitor } = await seedMember(checkout.shop)
      await saveBillingDetails(visitor)
      visitors.push(visitor)
    }
    const before = (await checkout.transactions()).length
    const results = await Promise.allSettled(visitors.map(visitor => pay(visitor, link)))
    expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect([409, 410]).toContain(result.reason.status)
    expect((await checkout.transactions()).length - before).toBe(1)
  })
})
