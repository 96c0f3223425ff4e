import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aClip, aMember, anOrder } from '../../testing/builders/orders.ts'
import { getBought } from './contract.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await openTestApp()
})
afterAll(() => shop.close())

const asking = (id: number) => ({ params: { order_id: String(id) } })

test('whoever bought is thanked with the number, the clips and the total', async () => {
  const buyer = await aMember(shop, 'purchaser')
  const order = await anOrder(shop, buyer, 'paid', { clips: [await aClip(shop), await aClip(shop, 'Paper lanterns')] })
  const { data } = await buyer.visitor.call(getBought, asking(order.id))
  expect(data).toMatchObject({ state: 'bought', invoice_number: order.number, clips_count: 2, email: buyer.email })
  expect(data.total.unformatted).toBeGreaterThan(0)
})

test('a debit on its way is told as such, a payment that failed as nothing bought', async () => {
  const buyer = await aMember(shop, 'owner')
  for (const [state, told] of [
    ['pending', 'confirming'],
    ['processing', 'processing'],
    ['failed', 'failed'],
    ['invoiced', 'bought'],
  ] as const) {
    const order = await anOrder(shop, buyer, state, { clips: [await aClip(shop)] })
    expect((await buyer.visitor.call(getBought, asking(order.id))).data.state).toBe(told)
  }
})

test('nobody else is told of it: not the team, not another workspace, not who is not logged in', async () => {
  const buyer = await aMember(shop, 'purchaser')
  const order = await anOrder(shop, buyer, 'paid', { clips: [await aClip(shop)] })
  const teammate = await aMember(shop, 'owner', buyer.workspace_id)
  const outsider = await aMember(shop, 'owner')
  for (const { visitor } of [teammate, outsider])
    await expect(visitor.call(getBought, asking(order.id))).rejects.toMatchObject({ status: 404 })
  await expect(shop.visitor().call(getBought, asking(order.id))).rejects.toMatchObject({ status: 401 })
})
