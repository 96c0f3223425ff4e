/** Buyers with charged orders, and lookups of their orders. */
import { seedBuyer, type CartBuyer, type openCheckoutShop } from './checkout.ts'

export const openCharges = (checkoutShop: Awaited<ReturnType<typeof openCheckoutShop>>) => {
  const orderOf = async ({ workspace_id }: CartBuyer) =>
    checkoutShop.shop.db
      .selectFrom('orders')
      .where('workspace_id', '=', workspace_id)
      .selectAll()
      .executeTakeFirstOrThrow()
  const transitionsOf = async (buyer: CartBuyer) =>
    (
      await checkoutShop.shop.db
        .selectFrom('order_transitions')
        .where('order_id', '=', (await orderOf(buyer)).id)
        .select('to_state')
        .orderBy('id')
        .execute()
    ).map(transition => transition.to_state)
  const transactionOf = async (buyer: CartBuyer) => {
    const { gateway_transaction_id } = await checkoutShop.shop.db
      .selectFrom('payment_attempts')
      .where('workspace_id', '=', buyer.workspace_id)
      .select('gateway_transaction_id')
      .executeTakeFirstOrThrow()
    if (!gateway_transaction_id) throw new Error('Nothing was charged.')
    return gateway_transaction_id
  }
  const seedSettledCharge = async () => {
    const buyer = await seedBuyer(checkoutShop.shop, checkoutShop.clips)
    await buyer.pay()
    const id = await transactionOf(buyer)
    await checkoutShop.settle(id)
    return { buyer, id }
  }
  return { orderOf, transitionsOf, transactionOf, seedSettledCharge }
}
