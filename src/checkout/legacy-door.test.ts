/** Paying for one's own cart by the older door: sent again after a lost answer, it answers as it did. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { aBuyer, checkoutProof, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { payByLink } from './legacy-contract.ts'

let at: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  at = await openCheckoutShop()
})
afterAll(() => at.close())

test.each([
  ['', {}],
  [' with an EIN', { ein: '12-3456789' }],
])('a cart that is paid already%s is not paid again, nor refused', async (_, more) => {
  const { visitor, cart } = await aBuyer(at.shop, at.clips)
  const idempotencyKey = randomUUID()
  const pay = async () =>
    visitor.call(
      payByLink,
      {
        body: {
          cart_hash: cart.hash ?? '',
          nonce: 'fake-valid-nonce',
          payment_type: 'card',
          seen: cart.fingerprint,
          ...more,
          ...(await checkoutProof(visitor)),
        },
      },
      { idempotencyKey },
    )
  const before = (await at.transactions()).length
  const first = await pay()
  expect(first.data.state).toBe('paid')
  expect((await pay()).data).toEqual(first.data)
  expect((await at.transactions()).length - before).toBe(1)
})
