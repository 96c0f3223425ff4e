/** Licenses that are upgraded, for tests: who holds what, and the wider license in the cart. */
import { setCartBilling } from '../../src/cart/details-contract.ts'
import { addUpgrade } from '../../src/cart/upgrades-contract.ts'
import type { TestApp } from '../app.ts'
import { texan } from './checkout.ts'
import type { Buyer } from './orders.ts'

/** Web & Social and Broadcast TV, in HD, for a small company: wider than what `anOrder` sells. */
export const wider = {
  org_type: 'commercial' as const,
  end_client_size: 2,
  distribution_ids: [3, 7],
  format_id: 3,
}

/** The licenses of an order, in the order of its lines. */
export const licensesOf = async ({ db }: TestApp, item_ids: readonly number[]) =>
  db
    .selectFrom('licenses')
    .where('order_item_id', 'in', item_ids)
    .orderBy('order_item_id')
    .select(['id', 'revoked_at', 'superseded_by', 'order_item_id'])
    .execute()

/** Puts it into the buyer's cart, billed in Texas. Answers the cart. */
export const upgradeInCart = async (
  shop: TestApp,
  { visitor, user_id }: Pick<Buyer, 'visitor' | 'user_id'>,
  license_id: number,
  choice: Partial<typeof wider> = {},
) => {
  await visitor.call(addUpgrade, { body: { ...wider, ...choice, license_id } })
  return (await visitor.call(setCartBilling, { body: await texan(shop, user_id) })).data
}
