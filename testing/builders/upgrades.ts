/** Seeds licenses for upgrade tests and puts upgrades into carts. */
import { setCartBilling } from '../../src/cart/details-contract.ts'
import { addUpgrade } from '../../src/cart/upgrades-contract.ts'
import type { TestApp } from '../app.ts'
import { texasBilling } from './checkout.ts'
import type { Buyer } from './orders.ts'

/** Web & Social and Broadcast TV, in HD, for a small company: more than `seedOrder` sells. */
export const widerLicense = {
  org_type: 'commercial' as const,
  end_client_size: 2,
  distribution_ids: [3, 7],
  format_id: 3,
}

/** Lists the licenses of an order in the order of its lines. */
export const findOrderLicenses = async ({ db }: TestApp, item_ids: readonly number[]) =>
  db
    .selectFrom('licenses')
    .where('order_item_id', 'in', item_ids)
    .orderBy('order_item_id')
    .select(['id', 'revoked_at', 'superseded_by', 'order_item_id'])
    .execute()

/** Puts an upgrade into the buyer's cart with a billing address in Texas. Returns the cart. */
export const addUpgradeToCart = async (
  shop: TestApp,
  { visitor, user_id }: Pick<Buyer, 'visitor' | 'user_id'>,
  license_id: number,
  choice: Partial<typeof widerLicense> = {},
) => {
  await visitor.call(addUpgrade, { body: { ...widerLicense, ...choice, license_id } })
  return (await visitor.call(setCartBilling, { body: await texasBilling(shop, user_id) })).data
}
