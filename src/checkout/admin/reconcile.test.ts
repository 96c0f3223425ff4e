/** Our books compared with the gateway’s. */
import { expect, onTestFinished, test, vi } from 'vitest'

import { openGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { DAY_MS } from '#platform/clock.ts'

import { openCharges } from '../../../testing/builders/charges.ts'
import { seedBuyer, openCheckoutShop, type CartBuyer } from '../../../testing/builders/checkout.ts'
import { reconcile } from './reconcile.server.ts'

test('differences between our books and the gateway’s are reported, and nothing is changed', async () => {
  const harness = await openCheckoutShop(4_000)
  onTestFinished(() => harness.close())
  const charges = openCharges(harness)
  const gateway = openGateway(harness.shop.config) as PaymentGateway
  const paid = await charges.seedSettledCharge()
  const [uncharged, otherAmount] = [
    await seedBuyer(harness.shop, harness.clips),
    await seedBuyer(harness.shop, harness.clips),
  ]
  await uncharged.pay()
  await otherAmount.pay()
  const { db } = harness.shop
  const updateAttempt = (buyer: CartBuyer) =>
    db.updateTable('payment_attempts').where('workspace_id', '=', buyer.workspace_id)
  // An order without a charge, a charge without an order, and a charge of another amount.
  await updateAttempt(uncharged).set({ gateway_order_id: 'nobody-charged-this' }).execute()
  await updateAttempt(otherAmount).set({ amount_cents: 100 }).execute()
  const lastAttempt = await db
    .selectFrom('payment_attempts')
    .select('started_at')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const today = Math.min(Date.now(), lastAttempt.started_at.getTime())
  const span = {
    from_at: new Date(today - DAY_MS),
    to_at: new Date(Math.max(Date.now(), harness.shop.clock.now().getTime()) + DAY_MS),
  }
  const before = await db.selectFrom('payment_attempts').selectAll().orderBy('id').execute()
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const differences = await reconcile(harness.shop, gateway, span)
  expect(log).toHaveBeenCalledWith(expect.stringContaining('the books differ'))
  const kindsOf = async (buyer: CartBuyer) => {
    const { id } = await charges.orderOf(buyer)
    return differences.filter(difference => difference.order_id === id).map(difference => difference.kind)
  }
  expect(await kindsOf(uncharged)).toEqual(['booked_uncharged'])
  expect(await kindsOf(otherAmount)).toEqual(['other_amount'])
  expect(await kindsOf(paid.buyer)).toEqual([])
  expect(differences.filter(difference => difference.kind === 'charged_unbooked')).toMatchObject([
    { attempt_id: null, gateway_cents: uncharged.cart.total.unformatted },
  ])
  expect(await db.selectFrom('payment_attempts').selectAll().orderBy('id').execute()).toEqual(before)
  await reconcile(harness.shop, gateway, span)
  expect(await db.selectFrom('payment_reconciliations').select('id').execute()).toHaveLength(1)
  log.mockRestore()
})
