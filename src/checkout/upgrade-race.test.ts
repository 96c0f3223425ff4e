/** Concurrent upgrades of one license by one workspace, and a concurrent refund of it. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Cart } from '#cart/contract.ts'
import { requireGateway, openGateway } from '#payments/gateway.server.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { refundOrder } from '#refunds/refunds.server.ts'

import { solveCheckoutCaptcha, openCheckoutShop, buildPaymentBody } from '../../testing/builders/checkout.ts'
import { seedMember, seedOrder, type Buyer } from '../../testing/builders/orders.ts'
import { findOrderLicenses, addUpgradeToCart } from '../../testing/builders/upgrades.ts'
import { checkout, selfInvoice } from './contract.ts'

const BUYERS_COUNT = 24

let harness: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  harness = await openCheckoutShop()
})
afterAll(() => harness.close())

/** Creates a license of a workspace that buys on account, and the same upgrade of it in many carts. */
const prepareUpgrades = async () => {
  const owner = await seedMember(harness.shop)
  await harness.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000_000 })
    .where('id', '=', owner.workspace_id)
    .execute()
  const order = await seedOrder(harness.shop, owner, 'paid', { clips: harness.clips.slice(0, 1) })
  const [license] = await findOrderLicenses(harness.shop, order.item_ids)
  const buyers: { buyer: Buyer; cart: Cart; captcha: Awaited<ReturnType<typeof solveCheckoutCaptcha>> }[] = []
  for (let n = 0; n < BUYERS_COUNT; n++) {
    const buyer = await seedMember(harness.shop, 'purchaser', owner.workspace_id)
    const cart = await addUpgradeToCart(harness.shop, buyer, license?.id ?? 0)
    buyers.push({ buyer, cart, captcha: await solveCheckoutCaptcha(buyer.visitor) })
  }
  return { owner, order, buyers }
}
type PreparedUpgrades = Awaited<ReturnType<typeof prepareUpgrades>>

const project = { client_name: 'Aster', project_name: 'Tidal', project_description: 'A spot', start_date: '2026-04-01' }

/** Every second buyer pays by card, the others on account. */
const buyAll = (buyers: PreparedUpgrades['buyers']) =>
  buyers.map(({ buyer: { visitor }, cart, captcha }, n) =>
    n % 2 === 0
      ? visitor.call(
          checkout,
          { body: { ...buildPaymentBody(cart.fingerprint), ...captcha } },
          { idempotencyKey: randomUUID() },
        )
      : visitor.call(selfInvoice, {
          body: { ...project, po_number: null, cart_hash: cart.hash ?? '', seen: cart.fingerprint },
        }),
  )

const upgradesOf = ({ order }: PreparedUpgrades) =>
  harness.shop.db
    .selectFrom('order_items')
    .where('upgrades_item_id', 'in', order.item_ids)
    .where('upgrade_ended_at', 'is', null)
    .select('order_id')
    .execute()
const rejections = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))

test('one buyer upgrades it, the others get 409, and no one else is charged', async () => {
  const upgrades = await prepareUpgrades()
  const before = (await harness.transactions()).length
  const errors = rejections(await Promise.allSettled(buyAll(upgrades.buyers)))
  expect(errors).toHaveLength(BUYERS_COUNT - 1)
  for (const reason of errors) {
    expect(reason).toMatchObject({ status: 409 })
    expect(reason instanceof Refusal && reason.message).toMatch(/upgrade/)
  }
  expect(await upgradesOf(upgrades)).toHaveLength(1)
  const orders = harness.shop.db.selectFrom('orders').where('workspace_id', '=', upgrades.owner.workspace_id)
  const placedOrders = await orders.select(['id', 'payment_type']).execute()
  expect(placedOrders).toHaveLength(2)
  const byCard = placedOrders.filter(({ id, payment_type }) => id !== upgrades.order.id && payment_type === 'card')
  expect((await harness.transactions()).length - before).toBe(byCard.length)
  const [license] = await findOrderLicenses(harness.shop, upgrades.order.item_ids)
  expect(license?.superseded_by).not.toBeNull()
})

test('the license is upgraded or refunded, never both', async () => {
  const upgrades = await prepareUpgrades()
  const staff = await seedMember(harness.shop)
  const { total_cents } = await harness.shop.db
    .selectFrom('orders')
    .where('id', '=', upgrades.order.id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  const refund = refundOrder(harness.shop, requireGateway(openGateway(harness.shop.config)), {
    order_id: upgrades.order.id,
    staff_user_id: staff.user_id,
    order_item_ids: null,
    expected_cents: total_cents,
    reason: 'The client changed their mind',
    reference: 'TR-1',
    operation_key: randomUUID(),
  })
  const errors = rejections(await Promise.allSettled([...buyAll(upgrades.buyers), refund]))
  expect(errors).toHaveLength(BUYERS_COUNT)
  for (const reason of errors) expect(reason).toMatchObject({ status: 409 })
  const [license] = await findOrderLicenses(harness.shop, upgrades.order.item_ids)
  expect((await upgradesOf(upgrades)).length === 1).toBe(license?.revoked_at === null)
})
