/**
 * Through the API: the cost of a cart, a quote or a custom cart adds up to the cent after any changes in any order,
 * and is what is charged.
 */
import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addItems, getCart, type Cart } from '#cart/contract.ts'
import { setCartBilling, setCoupon, setEin, setVat } from '#cart/details-contract.ts'
import { saveDetails } from '#cart/legacy-contract.ts'

import type { Visitor } from '../../testing/app.ts'
import {
  texasBilling,
  solveCheckoutCaptcha,
  openCheckoutShop,
  buildPaymentBody,
} from '../../testing/builders/checkout.ts'
import { seedCoupon } from '../../testing/builders/coupons.ts'
import { listCharges } from '../../testing/builders/gateway-failures.ts'
import { seedMember, type Buyer } from '../../testing/builders/orders.ts'
import { seedCustomCart, buildOffer, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { addClipsUnderRate, seedRate } from '../../testing/builders/rates.ts'
import { getLegacyCart } from '../quotes/contract.ts'
import { checkout, checkoutInvoice, getInvoice, placeManually } from './contract.ts'
import { payByLink } from './legacy-contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let germany: number
beforeAll(async () => {
  harness = await openCheckoutShop()
  germany = (
    await harness.shop.db.selectFrom('countries').where('code', '=', 'DE').select('id').executeTakeFirstOrThrow()
  ).id
})
afterAll(() => harness.close())

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
type CartSums = Pick<
  Cart,
  'sub_total' | 'non_profit_discount' | 'discount_total' | 'processing_fee' | 'tax' | 'total' | 'cart_items'
>

/** Checks that the shown amounts add up. */
const expectSums = (cart: CartSums) => {
  const fee = cart.processing_fee?.unformatted ?? 0
  const tax = cart.tax?.amount.unformatted ?? 0
  const net = cart.sub_total.unformatted - cart.non_profit_discount.unformatted - cart.discount_total.unformatted
  expect(cart.total.unformatted).toBe(net + fee + tax)
  expect(sum(cart.cart_items.data.map(({ price }) => price.unformatted))).toBe(cart.sub_total.unformatted)
  expect(Math.min(net, fee, tax)).toBeGreaterThanOrEqual(0)
}

/** Checks that what was ordered and charged is what was shown, line by line and in total. */
const expectOrdered = async (workspace_id: number, order_id: number, cart: CartSums) => {
  const order = await harness.shop.db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const items = await harness.shop.db.selectFrom('order_items').where('order_id', '=', order_id).selectAll().execute()
  const lines = items.map(({ price_cents, discount_cents, tax_cents }) => price_cents - discount_cents + tax_cents)
  expect(sum(lines) + order.processing_fee_cents).toBe(order.total_cents)
  expect(sum(items.map(({ tax_cents }) => tax_cents))).toBe(order.tax_cents)
  expect(order.total_cents).toBe(cart.total.unformatted)
  const charged_cents = (await listCharges(harness, workspace_id)).map(({ amount }) => Math.round(Number(amount) * 100))
  expect(charged_cents).toEqual(order.total_cents === 0 ? [] : [order.total_cents])
}

const BILLING_LOCATIONS = ['CA', 'DE', 'DE with a number', 'none'] as const
type BillingLocation = (typeof BILLING_LOCATIONS)[number]

const setBillingLocation = async ({ visitor, user_id }: Buyer, location: BillingLocation) => {
  if (location === 'none') return
  const home = await texasBilling(harness.shop, user_id)
  const { country_region_id: _, ...abroad } = { ...home, country_id: germany, region: 'Berlin' }
  await visitor.call(setCartBilling, { body: location === 'CA' ? home : abroad })
  if (location === 'DE with a number') await visitor.call(setVat, { body: { vat_number: 'DE136695976' } })
}

/** Four independent changes of a cart, in a random order. */
const cartChanges = fc.record({
  place: fc.constantFrom(...BILLING_LOCATIONS),
  /** The cart may have one clip more than the limit of the rate. */
  rate: fc.record({ price_cents: fc.nat(20_000), clip_limit: fc.constantFrom(null, 1, 2) }),
  coupon: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 90_000 }) }),
    fc.record({ kind: fc.constant('free_clips' as const), value: fc.constant(1) }),
  ),
  org_type: fc.constantFrom('commercial' as const, 'nonprofit' as const),
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
})

test('a cart with a limited rate, a coupon and a VAT number adds up after each change, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      cartChanges,
      async ({ place: location, rate: rateInput, coupon: couponInput, org_type, order }) => {
        const code = (await seedCoupon(harness.shop, couponInput)).code
        const fillCart = async (changeOrder: readonly number[]) => {
          const buyer = await seedMember(harness.shop)
          const rate = await seedRate(harness.shop, buyer.workspace_id, rateInput)
          const choice = { org_type, end_client_size: 2, distribution_ids: [3], format_id: 2 } as const
          const changes = [
            () => setBillingLocation(buyer, location),
            () => buyer.visitor.call(setCoupon, { body: { code } }),
            // Over its limit the rate is refused, and the cart is unchanged.
            () =>
              addClipsUnderRate(buyer, rate.id, harness.clips).catch(() =>
                addClipsUnderRate(buyer, rate.id, harness.clips.slice(0, 1)),
              ),
            () =>
              buyer.visitor.call(addItems, {
                body: { ...choice, distribution_ids: [3], clips: harness.clips.map(({ id }) => id) },
              }),
          ]
          // The cart has to exist before it can be changed.
          await buyer.visitor.call(addItems, {
            body: {
              ...choice,
              org_type: 'commercial',
              format_id: 3,
              distribution_ids: [7],
              clips: [harness.clips[0]?.id ?? 0],
            },
          })
          await buyer.visitor.call(setEin, { body: { ein: '12-3456789' } })
          for (const index of changeOrder) {
            await changes[index]?.()
            expectSums((await buyer.visitor.call(getCart, {})).data)
          }
          return { buyer, cart: (await buyer.visitor.call(getCart, {})).data }
        }
        const [shuffled, sorted] = [await fillCart(order), await fillCart([0, 1, 2, 3])]
        expect(shuffled.cart.total).toEqual(sorted.cart.total)
        if (location === 'none') return
        const { visitor, workspace_id } = shuffled.buyer
        const { hash, fingerprint: seen, total } = shuffled.cart
        const idempotencyKey = randomUUID()
        const { data } =
          total.unformatted === 0
            ? await visitor.call(placeManually, { body: { cart_hash: hash ?? '', seen } }, { idempotencyKey })
            : await visitor.call(
                checkout,
                { body: { ...buildPaymentBody(seen), ...(await solveCheckoutCaptcha(visitor)) } },
                { idempotencyKey },
              )
        await expectOrdered(workspace_id, data.order_id, shuffled.cart)
      },
    ),
    { numRuns: 10 },
  )
})

const offerArbitrary = fc.record({
  prices: fc.tuple(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 0, max: 300_000 })),
  place: fc.constantFrom('CA' as const, 'DE' as const),
})
const buildPricedOffer = (prices: readonly number[]) => {
  const offer = buildOffer(harness.shop, harness.clips)
  return { lines: offer.lines.map((line, index) => ({ ...line, agreed_price_cents: prices[index] ?? 0 })) }
}

test('a custom cart adds up with and without the card fee, and that is charged', async () => {
  await fc.assert(
    fc.asyncProperty(offerArbitrary, async ({ prices, place: location }) => {
      const buyer = await seedMember(harness.shop)
      const { link: cart_hash } = await seedCustomCart(
        harness.shop,
        await seedMember(harness.shop),
        harness.clips,
        buildPricedOffer(prices) as object,
      )
      await saveAddress(buyer, location)
      for (const payment_type of ['paypal', 'card'] as const)
        expectSums((await buyer.visitor.call(getLegacyCart, { query: { cart_hash, payment_type } })).data)
      const { data: cart } = await buyer.visitor.call(getLegacyCart, { query: { cart_hash, payment_type: 'card' } })
      const { payment_method_id: saved_payment_method_id, ...details } = buildPaymentBody(cart.fingerprint)
      const body = { ...details, saved_payment_method_id, cart_hash, ...(await solveCheckoutCaptcha(buyer.visitor)) }
      const { data } = await buyer.visitor.call(payByLink, { body }, { idempotencyKey: randomUUID() })
      await expectOrdered(buyer.workspace_id, data.order_id, cart)
    }),
    { numRuns: 5 },
  )
})

test('a quote adds up, and that is charged', async () => {
  await fc.assert(
    fc.asyncProperty(offerArbitrary, async ({ prices }) => {
      const buyer = await seedMember(harness.shop)
      await setUsBilling(harness.shop, buyer)
      const invoice = await seedQuote(harness.shop, buyer, harness.clips, buildPricedOffer(prices) as object)
      const { data: quote } = await buyer.visitor.call(getInvoice, { params: { invoiceNumber: invoice } })
      expectSums(quote)
      const body = { ...buildPaymentBody(quote.fingerprint), ...(await solveCheckoutCaptcha(buyer.visitor)) }
      const { data } = await buyer.visitor.call(
        checkoutInvoice,
        { params: { invoiceNumber: invoice }, body },
        { idempotencyKey: randomUUID() },
      )
      await expectOrdered(buyer.workspace_id, data.order_id, quote)
    }),
    { numRuns: 5 },
  )
})

const saveAddress = async ({ visitor, user_id }: { visitor: Visitor; user_id: number }, location: 'CA' | 'DE') => {
  const { country_region_id, billing_contact_user_id, company, ...address } = await texasBilling(harness.shop, user_id)
  const person = { first_name: 'Ida', last_name: 'Moreno', email: 'ida@example.com' }
  const region = location === 'CA' ? { region_id: country_region_id } : { country_id: germany, region: 'Berlin' }
  await visitor.call(saveDetails, { body: { ...address, ...person, ...region } })
}
