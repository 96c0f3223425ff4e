/** Buyers who were charged, and what became of their orders. */
import { aBuyer, type CartBuyer, type openCheckoutShop } from './checkout.ts'

export const openCharged = (at: Awaited<ReturnType<typeof openCheckoutShop>>) => {
  const orderOf = async ({ workspace_id }: CartBuyer) =>
    at.shop.db.selectFrom('orders').where('workspace_id', '=', workspace_id).selectAll().executeTakeFirstOrThrow()
  const movesOf = async (buyer: CartBuyer) =>
    (
      await at.shop.db
        .selectFrom('order_moves')
        .where('order_id', '=', (await orderOf(buyer)).id)
        .select('to_state')
        .orderBy('id')
        .execute()
    ).map(move => move.to_state)
  const transactionOf = async (buyer: CartBuyer) => {
    const { gateway_transaction_id } = await at.shop.db
      .selectFrom('payment_attempts')
      .where('workspace_id', '=', buyer.workspace_id)
      .select('gateway_transaction_id')
      .executeTakeFirstOrThrow()
    if (!gateway_transaction_id) throw new Error('Nothing was charged.')
    return gateway_transaction_id
  }
  const aSettledCard = async () => {
    const buyer = await aBuyer(at.shop, at.clips)
    await buyer.pay()
    const id = await transactionOf(buyer)
    await at.settle(id)
    return { buyer, id }
  }
  return { orderOf, movesOf, transactionOf, aSettledCard }
}
