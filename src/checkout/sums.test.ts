/** Through the doors: what a cart, a quote or a custom cart costs adds up to the cent, whatever was done to it in whatever order, and that is what is charged. */
import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addItems, getCart, type Cart } from '#cart/contract.ts'
import { setCartBilling, setCoupon, setEin, setVat } from '#cart/details-contract.ts'
import { saveDetails } from '#cart/legacy-contract.ts'

import type { Visitor } from '../../testing/app.ts'
import { texan, checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aCoupon } from '../../testing/builders/coupons.ts'
import { chargesOf } from '../../testing/builders/gone-wrong.ts'
import { aMember, type Buyer } from '../../testing/builders/orders.ts'
import { aCustomCart, anOffer, aQuote, bills } from '../../testing/builders/quotes.ts'
import { addUnder, aRate } from '../../testing/builders/rates.ts'
import { getLegacyCart } from '../quotes/contract.ts'
import { checkout, checkoutInvoice, getInvoice, placeManually } from './contract.ts'
import { payByLink } from './legacy-contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let germany: number
beforeAll(async () => {
  at = await openCheckoutShop()
  germany = (await at.shop.db.selectFrom('countries').where('code', '=', 'DE').select('id').executeTakeFirstOrThrow())
    .id
})
afterAll(() => at.close())

const sum = (numbers: readonly number[]) => numbers.reduce((whole, one) => whole + one, 0)
type Sums = Pick<
  Cart,
  'sub_total' | 'non_profit_discount' | 'discount_total' | 'processing_fee' | 'tax' | 'total' | 'cart_items'
>

/** What is shown adds up. */
const expectSums = (cart: Sums) => {
  const fee = cart.processing_fee?.unformatted ?? 0
  const tax = cart.tax?.amount.unformatted ?? 0
  const net = cart.sub_total.unformatted - cart.non_profit_discount.unformatted - cart.discount_total.unformatted
  expect(cart.total.unformatted).toBe(net + fee + tax)
  expect(sum(cart.cart_items.data.map(({ price }) => price.unformatted))).toBe(cart.sub_total.unformatted)
  expect(Math.min(net, fee, tax)).toBeGreaterThanOrEqual(0)
}

/** What was ordered and charged is what was shown, line by line and together. */
const expectOrdered = async (workspace_id: number, order_id: number, cart: Sums) => {
  const order = await at.shop.db.selectFrom('orders').where('id', '=', order_id).selectAll().executeTakeFirstOrThrow()
  const items = await at.shop.db.selectFrom('order_items').where('order_id', '=', order_id).selectAll().execute()
  const lines = items.map(({ price_cents, discount_cents, tax_cents }) => price_cents - discount_cents + tax_cents)
  expect(sum(lines) + order.processing_fee_cents).toBe(order.total_cents)
  expect(sum(items.map(({ tax_cents }) => tax_cents))).toBe(order.tax_cents)
  expect(order.total_cents).toBe(cart.total.unformatted)
  const charged = (await chargesOf(at, workspace_id)).map(({ amount }) => Math.round(Number(amount) * 100))
  expect(charged).toEqual(order.total_cents === 0 ? [] : [order.total_cents])
}

const places = ['CA', 'DE', 'DE with a number', 'none'] as const
type Place = (typeof places)[number]

const billIn = async ({ visitor, user_id }: Buyer, place: Place) => {
  if (place === 'none') return
  const home = await texan(at.shop, user_id)
  const { country_region_id: _, ...abroad } = { ...home, country_id: germany, region: 'Berlin' }
  await visitor.call(setCartBilling, { body: place === 'CA' ? home : abroad })
  if (place === 'DE with a number') await visitor.call(setVat, { body: { vat_number: 'DE136695976' } })
}

/** Four things done to a cart; each stands for itself, so their order is nobody's business. */
const wishes = fc.record({
  place: fc.constantFrom(...places),
  /** One clip more is asked for than the rate may have left. */
  rate: fc.record({ price_cents: fc.nat(20_000), clip_limit: fc.constantFrom(null, 1, 2) }),
  coupon: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 90_000 }) }),
    fc.record({ kind: fc.constant('free_clips' as const), value: fc.constant(1) }),
  ),
  org_type: fc.constantFrom('commercial' as const, 'nonprofit' as const),
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
})

test('a cart with a rate and its limit, a coupon and a VAT number adds up after each change, and in any order', async () => {
  await fc.assert(
    fc.asyncProperty(wishes, async ({ place, rate: wish, coupon: taken, org_type, order }) => {
      const code = (await aCoupon(at.shop, taken)).code
      const fill = async (places: readonly number[]) => {
        const buyer = await aMember(at.shop)
        const rate = await aRate(at.shop, buyer.workspace_id, wish)
        const choice = { org_type, end_client_size: 2, distribution_ids: [3], format_id: 2 } as const
        const changes = [
          () => billIn(buyer, place),
          () => buyer.visitor.call(setCoupon, { body: { code } }),
          // Past its limit the rate is refused, and the cart stays as it was.
          () => addUnder(buyer, rate.id, at.clips).catch(() => addUnder(buyer, rate.id, at.clips.slice(0, 1))),
          () =>
            buyer.visitor.call(addItems, {
              body: { ...choice, distribution_ids: [3], clips: at.clips.map(({ id }) => id) },
            }),
        ]
        // Somebody has a cart before there is something to say about it.
        await buyer.visitor.call(addItems, {
          body: {
            ...choice,
            org_type: 'commercial',
            format_id: 3,
            distribution_ids: [7],
            clips: [at.clips[0]?.id ?? 0],
          },
        })
        await buyer.visitor.call(setEin, { body: { ein: '12-3456789' } })
        for (const index of places) {
          await changes[index]?.()
          expectSums((await buyer.visitor.call(getCart, {})).data)
        }
        return { buyer, cart: (await buyer.visitor.call(getCart, {})).data }
      }
      const [one, other] = [await fill(order), await fill([0, 1, 2, 3])]
      expect(one.cart.total).toEqual(other.cart.total)
      if (place === 'none') return
      const { visitor, workspace_id } = one.buyer
      const { hash, fingerprint: seen, total } = one.cart
      const idempotencyKey = randomUUID()
      const { data } =
        total.unformatted === 0
          ? await visitor.call(placeManually, { body: { cart_hash: hash ?? '', seen } }, { idempotencyKey })
          : await visitor.call(
              checkout,
              { body: { ...payment(seen), ...(await checkoutProof(visitor)) } },
              { idempotencyKey },
            )
      await expectOrdered(workspace_id, data.order_id, one.cart)
    }),
    { numRuns: 10 },
  )
})

const offers = fc.record({
  prices: fc.tuple(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 0, max: 300_000 })),
  place: fc.constantFrom('CA' as const, 'DE' as const),
})
const offerOf = (prices: readonly number[]) => {
  const offer = anOffer(at.shop, at.clips)
  return { lines: offer.lines.map((line, place) => ({ ...line, agreed_cents: prices[place] ?? 0 })) }
}

test('a custom cart adds up with the fee for a card and without it, and is charged so', async () => {
  await fc.assert(
    fc.asyncProperty(offers, async ({ prices, place }) => {
      const buyer = await aMember(at.shop)
      const { link: cart_hash } = await aCustomCart(
        at.shop,
        await aMember(at.shop),
        at.clips,
        offerOf(prices) as object,
      )
      await saveAddress(buyer, place)
      for (const payment_type of ['paypal', 'card'] as const)
        expectSums((await buyer.visitor.call(getLegacyCart, { query: { cart_hash, payment_type } })).data)
      const { data: cart } = await buyer.visitor.call(getLegacyCart, { query: { cart_hash, payment_type: 'card' } })
      const { payment_method_id: saved_payment_method_id, ...rest } = payment(cart.fingerprint)
      const body = { ...rest, saved_payment_method_id, cart_hash, ...(await checkoutProof(buyer.visitor)) }
      const { data } = await buyer.visitor.call(payByLink, { body }, { idempotencyKey: randomUUID() })
      await expectOrdered(buyer.workspace_id, data.order_id, cart)
    }),
    { numRuns: 5 },
  )
})

test('a quote adds up, and is charged so', async () => {
  await fc.assert(
    fc.asyncProperty(offers, async ({ prices }) => {
      const buyer = await aMember(at.shop)
      await bills(at.shop, buyer)
      const invoice = await aQuote(at.shop, buyer, at.clips, offerOf(prices) as object)
      const { data: quote } = await buyer.visitor.call(getInvoice, { params: { invoice } })
      expectSums(quote)
      const body = { ...payment(quote.fingerprint), ...(await checkoutProof(buyer.visitor)) }
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

const saveAddress = async ({ visitor, user_id }: { visitor: Visitor; user_id: number }, place: 'CA' | 'DE') => {
  const { country_region_id, billing_contact_user_id, company, ...address } = await texan(at.shop, user_id)
  const person = { first_name: 'Ida', last_name: 'Moreno', email: 'ida@example.com' }
  const where = place === 'CA' ? { region_id: country_region_id } : { country_id: germany, region: 'Berlin' }
  await visitor.call(saveDetails, { body: { ...address, ...person, ...where } })
}
