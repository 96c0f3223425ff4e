/** Paying for the own cart through the legacy endpoint: a retry returns the same reply. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedBuyer, solveCheckoutCaptcha, openCheckoutShop } from '../../testing/builders/checkout.ts'
import { payByLink } from './legacy-contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())

test.each([
  ['', {}],
  [' with an EIN', { ein: '12-3456789' }],
])('a paid cart%s is neither paid again nor refused', async (_, extra) => {
  const { visitor, cart } = await seedBuyer(harness.shop, harness.clips)
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
          ...extra,
          ...(await solveCheckoutCaptcha(visitor)),
        },
      },
      { idempotencyKey },
    )
  const before = (await harness.transactions()).length
  const first = await pay()
  expect(first.data.state).toBe('paid')
  expect((await pay()).data).toEqual(first.data)
  expect((await harness.transactions()).length - before).toBe(1)
})
