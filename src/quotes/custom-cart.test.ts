/** Custom carts: opened by a link, billed as each visitor says of themselves, paid once by whoever is first. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Visitor } from '../../testing/app.ts'
import { checkoutProof, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { newcomer } from '../../testing/builders/people.ts'
import { aCustomCart, anOffer } from '../../testing/builders/quotes.ts'
import { aStaff } from '../../testing/builders/staff.ts'
import { proofOf } from '../../testing/proof.ts'
import { register } from '../accounts/contract.ts'
import { getCart } from '../cart/contract.ts'
import { saveDetails } from '../cart/legacy-contract.ts'
import { payByLink } from '../checkout/legacy-contract.ts'
import { getOrder } from '../orders/contract.ts'
import { getLegacyCart } from './contract.ts'
import { reviseOffer, revokeOffer } from './make.server.ts'
import { makeCustomCart } from './staff-contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let seller: Buyer
let texas: number
beforeAll(async () => {
  at = await openCheckoutShop()
  seller = await aMember(at.shop)
  const state = at.shop.db.selectFrom('country_regions').where('country_id', '=', 41).where('code', '=', 'TX')
  texas = (await state.select('id').executeTakeFirstOrThrow()).id
})
afterAll(() => at.close())

const details = {
  first_name: 'Ida',
  last_name: 'Moreno',
  email: 'ida@example.com',
  address: '9 Pecan Street',
  city: 'Austin',
  postal_code: '78701',
  country_id: 41,
}
const say = ({ call }: Pick<Visitor, 'call'>, more: object = {}) =>
  call(saveDetails, { body: { ...details, region_id: texas, ...more } })
const open = async ({ call }: Pick<Visitor, 'call'>, cart_hash: string, payment_type?: 'card' | 'paypal') =>
  (await call(getLegacyCart, { query: { cart_hash, ...(payment_type && { payment_type }) } })).data
const pay = async (visitor: Visitor, cart_hash: string, more: object = {}) =>
  visitor.call(
    payByLink,
    {
      body: {
        cart_hash,
        nonce: 'fake-valid-nonce',
        payment_type: 'card',
        seen: (await open(visitor, cart_hash, 'card')).fingerprint,
        ...more,
        ...(await checkoutProof(visitor)),
      },
    },
    { idempotencyKey: randomUUID() },
  )
const join = async (visitor: Visitor) => {
  const password = 'Correct-Horse-1'
  const captcha = await proofOf(visitor, 'register')
  const email = `${randomUUID()}@people.example`
  return (await visitor.call(register, { body: { email, password, password_again: password, captcha } })).data
}
const by = () => ({ user_id: seller.user_id, now: at.shop.clock.now() })
const carted = (wish: Parameters<typeof aCustomCart>[3] = {}) => aCustomCart(at.shop, seller, at.clips, wish)

test('a stranger opens it, says who is billed, registers on the way and pays: the order is theirs', async () => {
  const { link } = await carted()
  const stranger = at.shop.visitor()
  const first = await open(stranger, link)
  expect(first).toMatchObject({
    kind: 'custom',
    hash: link,
    contact_details: null,
    tax: null,
    processing_fee: { unformatted: 0 },
    sub_total: { unformatted: 24_000 },
    note: 'As we said on the phone.',
  })
  await say(stranger, { po_number: 'PO-77' })
  expect(await open(stranger, link)).toMatchObject({
    contact_details: { first_name: 'Ida', region: 'Texas', region_id: texas, po_number: 'PO-77', is_complete: true },
    tax: { kind: 'sales_tax', jurisdiction: 'Texas' },
  })
  await join(stranger)
  const cart = await open(stranger, link, 'card')
  // 3 % of $240.00 for the card, and Texas' tax on all of it.
  expect(cart).toMatchObject({
    contact_details: { first_name: 'Ida', po_number: 'PO-77' },
    processing_fee: { unformatted: 720 },
    tax: { rate: 0.0625 },
    vat: { unformatted: 1_545 },
    total: { unformatted: 26_265 },
  })
  const { data: paid } = await pay(stranger, link)
  expect(paid).toMatchObject({
    state: 'paid',
    user_first_purchase: true,
    ga_data: { custom: true, order_total: 262.65 },
  })
  const { data: order } = await stranger.call(getOrder, { params: { id: paid.invoice_number ?? '' } })
  expect(order).toMatchObject({
    processing_fee: { unformatted: 720 },
    total: { unformatted: 26_265 },
    po_number: 'PO-77',
    billing: { contact: 'Ida Moreno', city: 'Austin', region: 'Texas' },
  })
  // Their own cart is as it was.
  expect((await stranger.call(getCart, {})).data.state).toBe('open')
  await expect(open(stranger, link)).rejects.toMatchObject({ status: 410 })
})

test('two with the same link never see of each other, nor of the seller', async () => {
  const { link } = await carted()
  const [one, other] = [at.shop.visitor(), at.shop.visitor()]
  await say(one, { email: 'one@example.com', po_number: 'SECRET-1' })
  const shown = JSON.stringify(await open(other, link))
  for (const secret of ['one@example.com', 'SECRET-1', 'Pecan', seller.email]) expect(shown).not.toContain(secret)
  const { workspace_id, user_id } = seller
  const { hash } = await at.shop.db
    .selectFrom('carts')
    .where('kind', '=', 'custom')
    .select('hash')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(shown).not.toContain(hash)
  // Nor does its own key open anything, as a guest's would.
  await expect(open(at.shop.visitor(), hash)).rejects.toMatchObject({ status: 404 })
  expect(JSON.parse(shown)).not.toHaveProperty('workspace_id', workspace_id)
  expect(JSON.parse(shown)).not.toHaveProperty('user_id', user_id)
})

test('its fee is for cards alone, and nothing where VAT is charged', async () => {
  const { link } = await carted()
  const visitor = at.shop.visitor()
  await say(visitor)
  expect((await open(visitor, link, 'paypal')).processing_fee).toMatchObject({ unformatted: 0 })
  const { id } = await at.shop.db
    .selectFrom('countries')
    .where('code', '=', 'DE')
    .select('id')
    .executeTakeFirstOrThrow()
  await say(visitor, { country_id: id, region_id: null, region: 'Berlin' })
  expect(await open(visitor, link, 'card')).toMatchObject({
    processing_fee: { unformatted: 0 },
    tax: { kind: 'vat', rate: 0.19 },
  })
})

test('what was seen for PayPal does not pay with a card: its fee was not in it', async () => {
  const { link } = await carted()
  const { visitor } = await newcomer(at.shop)
  await say(visitor)
  const { fingerprint: seen } = await open(visitor, link, 'paypal')
  await expect(pay(visitor, link, { seen })).rejects.toMatchObject({ status: 409 })
})

describe('a link that opens nothing', () => {
  test('unknown, or edited in one letter', async () => {
    const { link } = await carted()
    const edited = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`
    await expect(open(at.shop.visitor(), edited)).rejects.toMatchObject({ status: 404 })
    await expect(open(at.shop.visitor(), 'x'.repeat(43))).rejects.toMatchObject({ status: 404 })
  })
  test('expired and taken back: gone, and not paid either', async () => {
    const expired = await carted()
    const { visitor } = await newcomer(at.shop)
    await say(visitor)
    const { fingerprint: seen } = await open(visitor, expired.link, 'card')
    await at.shop.db.updateTable('quote_versions').set({ expires_at: at.shop.clock.now() }).execute()
    await expect(open(visitor, expired.link)).rejects.toMatchObject({ status: 410 })
    await expect(
      visitor.call(
        payByLink,
        {
          body: {
            cart_hash: expired.link,
            nonce: 'fake-valid-nonce',
            payment_type: 'card',
            seen,
            ...(await checkoutProof(visitor)),
          },
        },
        { idempotencyKey: randomUUID() },
      ),
    ).rejects.toMatchObject({ status: 410 })
    const revoked = await carted()
    await at.shop.db.transaction().execute(trx => revokeOffer(trx, revoked.number, by()))
    await expect(open(visitor, revoked.link)).rejects.toMatchObject({ status: 410 })
  })
  test('nobody finds it in the database', async () => {
    const { link } = await carted()
    const rows = await at.shop.db.selectFrom('quotes').selectAll().execute()
    expect(
      JSON.stringify(rows.map(row => ({ ...row, link_hash: Buffer.from(row.link_hash ?? []).toString() }))),
    ).not.toContain(link)
  })
})

test('a newer version is behind the same link', async () => {
  const { link, number } = await carted()
  await at.shop.db
    .transaction()
    .execute(trx => reviseOffer(trx, number, anOffer(at.shop, at.clips, { agreed_cents: 10_000 }), by()))
  expect(await open(at.shop.visitor(), link)).toMatchObject({ sub_total: { unformatted: 20_000 } })
})

test('a non-profit gives its own EIN on the way', async () => {
  const { link } = await carted({ org_type: 'nonprofit' })
  const { visitor } = await newcomer(at.shop)
  await say(visitor)
  await expect(pay(visitor, link)).rejects.toMatchObject({ status: 422, errors: { ein: expect.anything() } })
  const { data } = await pay(visitor, link, { ein: '12-3456789' })
  const { data: order } = await visitor.call(getOrder, { params: { id: data.invoice_number ?? '' } })
  expect(order).toMatchObject({ ein: '12-3456789', sub_total: { unformatted: 24_000 } })
})

test('whoever made it does not buy at their own price', async () => {
  const { link } = await carted()
  await say(seller.visitor)
  const { fingerprint } = await open(seller.visitor, link, 'card')
  await expect(pay(seller.visitor, link, { seen: fingerprint })).rejects.toMatchObject({ status: 403 })
})

test('staff get the link once, whole', async () => {
  const { visitor } = await aStaff(at.shop)
  const { lines, note, expires_at } = anOffer(at.shop, at.clips)
  const body = {
    lines: lines.map(line => ({ ...line, distribution_ids: [...line.distribution_ids] })),
    note,
    expires_at: expires_at.toISOString(),
  }
  const { data } = await visitor.call(makeCustomCart, { body })
  expect(data.link).toContain(`/cart?cart_hash=${data.cart_hash}`)
  expect(Buffer.from(data.cart_hash, 'base64url').length).toBeGreaterThanOrEqual(16)
  expect(await open(at.shop.visitor(), data.cart_hash)).toMatchObject({ sub_total: { unformatted: 24_000 } })
})

describe('races', () => {
  test('two dozen with the same link pay at once: one is charged', async () => {
    const { link } = await carted()
    const crowd = []
    for (let i = 0; i < 24; i += 1) {
      const { visitor } = await aMember(at.shop)
      await say(visitor)
      crowd.push(visitor)
    }
    const before = (await at.transactions()).length
    const ends = await Promise.allSettled(crowd.map(visitor => pay(visitor, link)))
    expect(ends.filter(end => end.status === 'fulfilled')).toHaveLength(1)
    for (const end of ends) if (end.status === 'rejected') expect([409, 410]).toContain(end.reason.status)
    expect((await at.transactions()).length - before).toBe(1)
  })
})
