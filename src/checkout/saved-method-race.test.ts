/** Concurrent sessions of one workspace: some pay invoices, others change its payment methods. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addMethod, listMethods, makeMethodDefault } from '#payments/methods-contract.ts'

import { solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { solveCaptcha } from '../../testing/captcha.ts'
import { checkoutInvoice, getInvoice } from './contract.ts'

const PAYERS_COUNT = 15
const CHANGERS_COUNT = 10

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
let buyer: Buyer
let methods: number[]
let invoices: { number: string; seen: string }[]
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())
beforeEach(async () => {
  buyer = await seedMember(harness.shop)
  methods = [await addCard(), await addCard()]
  invoices = []
  for (let n = 0; n < PAYERS_COUNT; n++) {
    const { number } = await seedOrder(harness.shop, buyer, 'invoiced', { clips: harness.clips })
    const { data } = await buyer.visitor.call(getInvoice, { params: { invoiceNumber: number } })
    invoices.push({ number, seen: data.fingerprint })
  }
})

const addCard = async () => {
  const captchaToken = await solveCaptcha(buyer.visitor, 'add_payment_method')
  const body = { nonce: 'fake-valid-nonce', type: 'card' as const, 'g-recaptcha-response': captchaToken }
  return (await buyer.visitor.call(addMethod, { body }, { idempotencyKey: randomUUID() })).data.id
}
const makeDefault = (id: number) => buyer.visitor.call(makeMethodDefault, { params: { id: String(id) } })

/** Starts all payments at once while others change the default until everything is paid. Returns the errors. */
const runConcurrently = async (details: object): Promise<string[]> => {
  const bodies = await Promise.all(
    invoices.map(async ({ number, seen }) => ({
      params: { invoiceNumber: number },
      body: { ...buildPaymentBody(seen), ...details, ...(await solveCheckoutCaptcha(buyer.visitor)) },
    })),
  )
  let isPaid = false
  const changing = Array.from({ length: CHANGERS_COUNT }, async (_, n) => {
    for (let round = n; !isPaid; round++) {
      await makeDefault(methods[round % 2] ?? 0)
      // Yields, because everything runs in one process: otherwise neither gateway responses nor timeouts would be
      // handled.
      await setImmediate()
    }
  })
  const paying = bodies.map(input =>
    buyer.visitor.call(checkoutInvoice, input, { idempotencyKey: randomUUID() }).then(({ data }) => data.state),
  )
  const results = await Promise.allSettled([
    ...changing,
    ...paying,
    Promise.allSettled(paying).then(() => {
      isPaid = true
    }),
  ])
  return results.flatMap(result => (result.status === 'rejected' ? [String(result.reason)] : []))
}
const countUnpaid = async () =>
  (
    await harness.shop.db
      .selectFrom('orders')
      .where('workspace_id', '=', buyer.workspace_id)
      .where('state', '<>', 'paid')
      .select('id')
      .execute()
  ).length

test('invoices are paid with a saved card while the default changes', async () => {
  expect(await runConcurrently({ nonce: null, payment_method_id: methods[0] })).toEqual([])
  expect(await countUnpaid()).toBe(0)
})

test('each invoice is paid with a new saved card while the default changes', async () => {
  expect(await runConcurrently({ remember_payment_method: true })).toEqual([])
  expect(await countUnpaid()).toBe(0)
  const { data } = await buyer.visitor.call(listMethods, {})
  expect(data).toHaveLength(methods.length + PAYERS_COUNT)
  expect(data.filter(method => method.default)).toHaveLength(1)
})
