import { grantsLicenses, type OrderState } from '#orders/states.ts'
import {
  moveOrder,
  type OrderChange,
  type OrderTransition,
  type OrderTransitionResult,
} from '#orders/transition.server.ts'
import type { Trx } from '#platform/db/database.server.ts'

import { applyRateLimits, insertLicenses, revokeLicenses } from './grants.server.ts'
import { supersedeLicenses } from './superseded.server.ts'

/**
 * Moves an order to another state as `moveOrder` does, with its licenses. A placed order gets its licenses; those that it
 * upgrades are superseded, and in force again when its own licenses end.
 */
export const transitionOrder = (
  trx: Trx,
  order_id: number,
  to: OrderState,
  transition: OrderTransition,
): Promise<OrderTransitionResult> => moveOrder(trx, order_id, to, transition, updateLicenses)

/** Ends the licenses of lines that a consumer withdrew from, before their refund has ended. */
export const endWithdrawnLicenses = revokeLicenses

const updateLicenses = async (trx: Trx, change: OrderChange): Promise<void> => {
  const { order_id, to, isPlaced, hasRates, hasUpgrades, ended_item_ids, now } = change
  if (isPlaced) await insertLicenses(trx, order_id, now)
  if (isPlaced && hasRates) await applyRateLimits(trx, order_id, now)
  // Before this transition revokes any of them.
  if (hasUpgrades && grantsLicenses(to)) await supersedeLicenses(trx, order_id)
  if (ended_item_ids.length > 0) await revokeLicenses(trx, ended_item_ids, now)
}
