import { workspaceRoles } from '#platform/actor.ts'
import { canPurchase } from '#workspaces/policy.ts'

import { canSeeOrders } from '../policy.ts'

/** Whether somebody is told of a license's end: whoever buys in its workspace, and its buyer while they see licenses there. */
export const concerns = (member: { user_id: number; role: string }, license: { user_id: number }): boolean => {
  const role = workspaceRoles.find(known => known === member.role) ?? null
  return canPurchase(role) || (member.user_id === license.user_id && canSeeOrders(role))
}
