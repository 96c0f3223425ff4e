/** The proof that a payment carries: asked for before anything is begun, and used up only by a payment that began. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { aBuyer, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { proofOf } from '../../testing/proof.ts'
import { checkout } from './contract.ts'

let open: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  open = await openCheckoutShop()
})
afterAll(() => open.close())

const attempts = () => open.shop.db.selectFrom('payment_attempts').select('id').execute()

test('a payment without a good proof begins nothing', async () => {
  const { visitor, cart } = await aBuyer(open.shop, open.clips)
  const before = (await attempts()).length
  for (const proof of ['', 'made up', (await proofOf(visitor, 'add_payment_method')) ?? ''])
    await expect(
      visitor.call(
        checkout,
        { body: { ...payment(cart.fingerprint), 'g-recaptcha-response': proof } },
        { idempotencyKey: randomUUID() },
      ),
    ).rejects.toMatchObject({ status: 422, message: 'Failed to verify reCAPTCHA. Please try again.' })
  expect((await attempts()).length).toBe(before)
})

test('a proof serves until a payment began, once, and twenty requests at once under one key share it', async () => {
  const { visitor, cart } = await aBuyer(open.shop, open.clips)
  const proof = (await proofOf(visitor, 'checkout_form')) ?? ''
  const send = (seen: string, key: string) =>
    visitor.call(checkout, { body: { ...payment(seen), 'g-recaptcha-response': proof } }, { idempotencyKey: key })
  await expect(send('something older', randomUUID())).rejects.toMatchObject({ status: 409 })

  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(cart.fingerprint, key)))
  expect(new Set(answers.map(({ data }) => data.order_id)).size).toBe(1)

  const other = await aBuyer(open.shop, open.clips)
  await expect(
    other.visitor.call(
      checkout,
      { body: { ...payment(other.cart.fingerprint), 'g-recaptcha-response': proof } },
      { idempotencyKey: randomUUID() },
    ),
  ).rejects.toMatchObject({ status: 422 })
})
