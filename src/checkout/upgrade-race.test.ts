/** Two dozen people of one workspace who upgrade the same license at once, and one of us who gives it back meanwhile. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Cart } from '#cart/contract.ts'
import { needGateway, openGateway } from '#payments/gateway.server.ts'
import { Refusal } from '#platform/refusal.ts'

import { checkoutProof, openCheckoutShop, payment } from '../../testing/builders/checkout.ts'
import { aMember, anOrder, type Buyer } from '../../testing/builders/orders.ts'
import { licensesOf, upgradeInCart } from '../../testing/builders/upgrades.ts'
import { checkout, selfInvoice } from './contract.ts'
import { refundOrder } from './refunds.server.ts'

const people = 24

let at: Awaited<ReturnType<typeof openCheckoutShop>>
beforeAll(async () => {
  at = await openCheckoutShop()
})
afterAll(() => at.close())

/** A license of a workspace that buys on account, and the same upgrade of it in so many carts. */
const ready = async () => {
  const owner = await aMember(at.shop)
  await at.shop.db
    .updateTable('workspaces')
    .set({ has_self_invoicing: true, credit_limit_cents: 1_000_000_000 })
    .where('id', '=', owner.workspace_id)
    .execute()
  const order = await anOrder(at.shop, owner, 'paid', { clips: at.clips.slice(0, 1) })
  const [license] = await licensesOf(at.shop, order.item_ids)
  const buyers: { buyer: Buyer; cart: Cart; proof: Awaited<ReturnType<typeof checkoutProof>> }[] = []
  for (let n = 0; n < people; n++) {
    const buyer = await aMember(at.shop, 'purchaser', owner.workspace_id)
    const cart = await upgradeInCart(at.shop, buyer, license?.id ?? 0)
    buyers.push({ buyer, cart, proof: await checkoutProof(buyer.visitor) })
  }
  return { owner, order, buyers }
}
type Ready = Awaited<ReturnType<typeof ready>>

const project = { client_name: 'Aster', project_name: 'Tidal', project_description: 'A spot', start_date: '2026-04-01' }

/** Every second one by card, the others on account. */
const buyAll = (buyers: Ready['buyers']) =>
  buyers.map(({ buyer: { visitor }, cart, proof }, n) =>
    n % 2 === 0
      ? visitor.call(checkout, { body: { ...payment(cart.fingerprint), ...proof } }, { idempotencyKey: randomUUID() })
      : visitor.call(selfInvoice, {
          body: { ...project, po_number: null, cart_hash: cart.hash ?? '', seen: cart.fingerprint },
        }),
  )

const upgradesOf = ({ order }: Ready) =>
  at.shop.db
    .selectFrom('order_items')
    .where('upgrades_item_id', 'in', order.item_ids)
    .where('upgrade_ended_at', 'is', null)
    .select('order_id')
    .execute()
const saidNo = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.flatMap((answer): unknown[] => (answer.status === 'rejected' ? [answer.reason] : []))

test('one upgrades it, the others are told, and nobody else is charged', async () => {
  const all = await ready()
  const before = (await at.transactions()).length
  const refused = saidNo(await Promise.allSettled(buyAll(all.buyers)))
  expect(refused).toHaveLength(people - 1)
  for (const reason of refused) {
    expect(reason).toMatchObject({ status: 409 })
    expect(reason instanceof Refusal && reason.message).toMatch(/upgrade/)
  }
  expect(await upgradesOf(all)).toHaveLength(1)
  const orders = at.shop.db.selectFrom('orders').where('workspace_id', '=', all.owner.workspace_id)
  const placed = await orders.select(['id', 'payment_type']).execute()
  expect(placed).toHaveLength(2)
  const byCard = placed.filter(({ id, payment_type }) => id !== all.order.id && payment_type === 'card')
  expect((await at.transactions()).length - before).toBe(byCard.length)
  const [license] = await licensesOf(at.shop, all.order.item_ids)
  expect(license?.superseded_by).not.toBeNull()
})

test('it is upgraded or given back, never both', async () => {
  const all = await ready()
  const staff = await aMember(at.shop)
  const { total_cents } = await at.shop.db
    .selectFrom('orders')
    .where('id', '=', all.order.id)
    .select('total_cents')
    .executeTakeFirstOrThrow()
  const refund = refundOrder(at.shop, needGateway(openGateway(at.shop.config)), {
    order_id: all.order.id,
    staff_user_id: staff.user_id,
    order_item_ids: null,
    seen_cents: total_cents,
    reason: 'The client changed their mind',
    reference: 'TR-1',
    operation_key: randomUUID(),
  })
  const refused = saidNo(await Promise.allSettled([...buyAll(all.buyers), refund]))
  expect(refused).toHaveLength(people)
  for (const reason of refused) expect(reason).toMatchObject({ status: 409 })
  const [license] = await licensesOf(at.shop, all.order.item_ids)
  expect((await upgradesOf(all)).length === 1).toBe(license?.revoked_at === null)
})
