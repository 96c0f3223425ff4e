/** What the sales team agreed on is the price: no discount code takes more off (decision 180). */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { aBuyer, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { aCoupon, applyCoupon } from '../../testing/builders/coupons.ts'
import { aCustomCart, aQuote, bills } from '../../testing/builders/quotes.ts'
import { getInvoice } from '../checkout/contract.ts'
import { getLegacyCart } from './contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  at = await openCheckoutShop()
})
afterAll(() => at.close())

const without_discount = { discount: null, discount_code: null, sub_total: { unformatted: 24_000 } }

test('a code in one’s own cart changes neither a quote nor a custom cart', async () => {
  const buyer = await aBuyer(at.shop, at.clips)
  await bills(at.shop, buyer)
  const own = await applyCoupon(buyer, (await aCoupon(at.shop, { value: 50 })).code)
  expect(own.discount_total.unformatted).toBeGreaterThan(0)

  const invoice = await aQuote(at.shop, buyer, at.clips)
  expect((await buyer.visitor.call(getInvoice, { params: { invoice } })).data).toMatchObject(without_discount)
  const { link } = await aCustomCart(at.shop, buyer, at.clips)
  const { data } = await buyer.visitor.call(getLegacyCart, { query: { cart_hash: link } })
  expect(data).toMatchObject({ kind: 'custom', ...without_discount })
})
