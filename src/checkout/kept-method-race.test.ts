/** Many sessions of one workspace at once: some pay their invoices, others change what the workspace keeps to pay with. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addMethod, listMethods, makeMethodDefault } from '#payments/methods-contract.ts'

import { checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { proofOf } from '../../testing/proof.ts'
import { checkoutInvoice, getInvoice } from './contract.ts'

const payers = 15
const changers = 10

let at: Awaited<ReturnType<typeof openCheckoutShop>>
let buyer: Buyer
let methods: number[]
let invoices: { number: string; seen: string }[]
beforeAll(async () => {
  at = await openCheckoutShop()
})
afterAll(() => at.close())
beforeEach(async () => {
  buyer = await aMember(at.shop)
  methods = [await keep(), await keep()]
  invoices = []
  for (let n = 0; n < payers; n++) {
    const { number } = await anOrder(at.shop, buyer, 'invoiced', { clips: at.clips })
    const { data } = await buyer.visitor.call(getInvoice, { params: { invoice: number } })
    invoices.push({ number, seen: data.fingerprint })
  }
})

const keep = async () => {
  const proof = await proofOf(buyer.visitor, 'add_payment_method')
  const body = { nonce: 'fake-valid-nonce', type: 'card' as const, 'g-recaptcha-response': proof }
  return (await buyer.visitor.call(addMethod, { body }, { idempotencyKey: randomUUID() })).data.id
}
const prefer = (id: number) => buyer.visitor.call(makeMethodDefault, { params: { id: String(id) } })

/** Everybody begins at once, and the others change their minds until everything is paid. Answers what went wrong. */
const atOnce = async (means: object): Promise<string[]> => {
  const bodies = await Promise.all(
    invoices.map(async ({ number, seen }) => ({
      params: { invoiceNumber: number },
      body: { ...payment(seen), ...means, ...(await checkoutProof(buyer.visitor)) },
    })),
  )
  let isPaid = false
  const changing = Array.from({ length: changers }, async (_, n) => {
    for (let turn = n; !isPaid; turn++) {
      await prefer(methods[turn % 2] ?? 0)
      // In one process with its database nothing else may ever get a turn: neither the gateway's answers nor a time-out.
      await setImmediate()
    }
  })
  const paying = bodies.map(input =>
    buyer.visitor.call(checkoutInvoice, input, { idempotencyKey: randomUUID() }).then(({ data }) => data.state),
  )
  const ended = await Promise.allSettled([
    ...changing,
    ...paying,
    Promise.allSettled(paying).then(() => {
      isPaid = true
    }),
  ])
  return ended.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))
}
const unpaid = async () =>
  (
    await at.shop.db
      .selectFrom('orders')
      .where('workspace_id', '=', buyer.workspace_id)
      .where('state', '<>', 'paid')
      .select('id')
      .execute()
  ).length

test('invoices are paid by a kept card while others choose which card is the default', async () => {
  expect(await atOnce({ nonce: null, payment_method_id: methods[0] })).toEqual([])
  expect(await unpaid()).toBe(0)
})

test('each invoice is paid by a new card that is kept, while others choose which card is the default', async () => {
  expect(await atOnce({ remember_payment_method: true })).toEqual([])
  expect(await unpaid()).toBe(0)
  const { data } = await buyer.visitor.call(listMethods, {})
  expect(data).toHaveLength(methods.length + payers)
  expect(data.filter(method => method.default)).toHaveLength(1)
})
