/** Our books against the gateway's: what is only in one of them. */
import { expect, onTestFinished, test, vi } from 'vitest'

import { openGateway, type Gateway } from '#payments/gateway.server.ts'

import { openCharged } from '../../testing/builders/charged.ts'
import { aBuyer, openCheckoutShop, type CartBuyer } from '../../testing/builders/checkout.ts'
import { reconcile } from './reconcile.server.ts'

test('the books are held against the gateway’s: what is only in one of them is told, and nothing is changed', async () => {
  const at = await openCheckoutShop(4_000)
  onTestFinished(() => at.close())
  const charged = openCharged(at)
  const gateway = openGateway(at.shop.config) as Gateway
  const paid = await charged.aSettledCard()
  const [lost, wrong] = [await aBuyer(at.shop, at.clips), await aBuyer(at.shop, at.clips)]
  await lost.pay()
  await wrong.pay()
  const { db } = at.shop
  const booked = (buyer: CartBuyer) => db.updateTable('payment_attempts').where('workspace_id', '=', buyer.workspace_id)
  // An order that counts as paid without a charge, a charge that no order has, and one of another amount.
  await booked(lost).set({ gateway_order_id: 'nobody-charged-this' }).execute()
  await booked(wrong).set({ amount_cents: 100 }).execute()
  const started = await db
    .selectFrom('payment_attempts')
    .select('started_at')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const today = Math.min(Date.now(), started.started_at.getTime())
  const span = {
    from_at: new Date(today - 86_400_000),
    to_at: new Date(Math.max(Date.now(), at.shop.clock.now().getTime()) + 86_400_000),
  }
  const before = await db.selectFrom('payment_attempts').selectAll().orderBy('id').execute()
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const differences = await reconcile(at.shop, gateway, span)
  expect(log).toHaveBeenCalledWith(expect.stringContaining('the books differ'))
  const ofOrder = async (buyer: CartBuyer) => {
    const { id } = await charged.orderOf(buyer)
    return differences.filter(difference => difference.order_id === id).map(difference => difference.kind)
  }
  expect(await ofOrder(lost)).toEqual(['booked_uncharged'])
  expect(await ofOrder(wrong)).toEqual(['other_amount'])
  expect(await ofOrder(paid.buyer)).toEqual([])
  expect(differences.filter(one => one.kind === 'charged_unbooked')).toMatchObject([
    { attempt_id: null, gateway_cents: lost.cart.total.unformatted },
  ])
  expect(await db.selectFrom('payment_attempts').selectAll().orderBy('id').execute()).toEqual(before)
  await reconcile(at.shop, gateway, span)
  expect(await db.selectFrom('payment_reconciliations').select('id').execute()).toHaveLength(1)
  log.mockRestore()
})
