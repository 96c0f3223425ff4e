import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { seedClip, seedMember, seedOrder } from '../../../testing/builders/orders.ts'
import { getBoughtOrder } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const orderInput = (id: number) => ({ params: { order_id: String(id) } })

test('the buyer sees the order’s number, clips and total', async () => {
  const buyer = await seedMember(shop, 'purchaser')
  const order = await seedOrder(shop, buyer, 'paid', {
    clips: [await seedClip(shop), await seedClip(shop, 'Paper lanterns')],
  })
  const { data } = await buyer.visitor.call(getBoughtOrder, orderInput(order.id))
  expect(data).toMatchObject({ state: 'bought', invoice_number: order.number, clips_count: 2, email: buyer.email })
  expect(data.total.unformatted).toBeGreaterThan(0)
})

test('a debit in transit is “processing”, and a failed payment is “failed”', async () => {
  const buyer = await seedMember(shop, 'owner')
  for (const [state, expected] of [
    ['pending', 'confirming'],
    ['processing', 'processing'],
    ['failed', 'failed'],
    ['invoiced', 'bought'],
  ] as const) {
    const order = await seedOrder(shop, buyer, state, { clips: [await seedClip(shop)] })
    expect((await buyer.visitor.call(getBoughtOrder, orderInput(order.id))).data.state).toBe(expected)
  }
})

test('teammates, other workspaces and guests cannot see it', async () => {
  const buyer = await seedMember(shop, 'purchaser')
  const order = await seedOrder(shop, buyer, 'paid', { clips: [await seedClip(shop)] })
  const teammate = await seedMember(shop, 'owner', buyer.workspace_id)
  const outsider = await seedMember(shop, 'owner')
  for (const { visitor } of [teammate, outsider])
    await expect(visitor.call(getBoughtOrder, orderInput(order.id))).rejects.toMatchObject({ status: 404 })
  await expect(shop.visitor().call(getBoughtOrder, orderInput(order.id))).rejects.toMatchObject({ status: 401 })
})
