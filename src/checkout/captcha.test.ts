/** The captcha token of a payment: checked before anything is started, and consumed only by a payment that started. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedBuyer, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { checkout } from './contract.ts'

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())

const listAttempts = () => harness.shop.db.selectFrom('payment_attempts').select('id').execute()

test('a payment without a valid captcha token starts nothing', async () => {
  const { visitor, cart } = await seedBuyer(harness.shop, harness.clips)
  const before = (await listAttempts()).length
  for (const captchaToken of ['', 'made up', (await solveCaptcha(visitor, 'add_payment_method')) ?? ''])
    await expect(
      visitor.call(
        checkout,
        { body: { ...buildPaymentBody(cart.fingerprint), 'g-recaptcha-response': captchaToken } },
        { idempotencyKey: randomUUID() },
      ),
    ).rejects.toMatchObject({ status: 422, message: 'Failed to verify reCAPTCHA. Please try again.' })
  expect((await listAttempts()).length).toBe(before)
})

test('a token stays valid until a payment has started, works once, and is shared by twenty requests with one key', async () => {
  const { visitor, cart } = await seedBuyer(harness.shop, harness.clips)
  const captchaToken = (await solveCaptcha(visitor, 'checkout_form')) ?? ''
  const send = (seen: string, key: string) =>
    visitor.call(
      checkout,
      { body: { ...buildPaymentBody(seen), 'g-recaptcha-response': captchaToken } },
      { idempotencyKey: key },
    )
  await expect(send('something older', randomUUID())).rejects.toMatchObject({ status: 409 })

  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(cart.fingerprint, key)))
  expect(new Set(replies.map(({ data }) => data.order_id)).size).toBe(1)

  const other = await seedBuyer(harness.shop, harness.clips)
  await expect(
    other.visitor.call(
      checkout,
      { body: { ...buildPaymentBody(other.cart.fingerprint), 'g-recaptcha-response': captchaToken } },
      { idempotencyKey: randomUUID() },
    ),
  ).rejects.toMatchObject({ status: 422 })
})
