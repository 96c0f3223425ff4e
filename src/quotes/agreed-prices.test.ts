/** Tests that coupons do not reduce agreed prices (decision 32). */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedBuyer, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { seedCoupon, applyCoupon } from '../../testing/builders/coupons.ts'
import { seedCustomCart, seedQuote, setUsBilling } from '../../testing/builders/quotes.ts'
import { getInvoice } from '../checkout/contract.ts'
import { getLegacyCart } from './contract.ts'

let checkout: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  checkout = await openCheckoutShop()
})
afterAll(() => checkout.close())

const withoutDiscount = { discount: null, discount_code: null, sub_total: { unformatted: 24_000 } }

test('a code in the buyer’s own cart changes neither a quote nor a custom cart', async () => {
  const buyer = await seedBuyer(checkout.shop, checkout.clips)
  await setUsBilling(checkout.shop, buyer)
  const ownCart = await applyCoupon(buyer, (await seedCoupon(checkout.shop, { value: 50 })).code)
  expect(ownCart.discount_total.unformatted).toBeGreaterThan(0)

  const invoice = await seedQuote(checkout.shop, buyer, checkout.clips)
  expect((await buyer.visitor.call(getInvoice, { params: { invoiceNumber: invoice } })).data).toMatchObject(
    withoutDiscount,
  )
  const { link } = await seedCustomCart(checkout.shop, buyer, checkout.clips)
  const { data } = await buyer.visitor.call(getLegacyCart, { query: { cart_hash: link } })
  expect(data).toMatchObject({ kind: 'custom', ...withoutDiscount })
})
