import { canSeeOrders } from '#orders/policy.ts'
import { workspaceRoles } from '#platform/actor.ts'
import { canPurchase } from '#workspaces/policy.ts'

/** Whether a member is reminded of a license's end: members who buy, and the license's buyer while they can see licenses. */
export const isReminderRecipient = (
  member: { user_id: number; role: string },
  license: { user_id: number },
): boolean => {
  const role = workspaceRoles.find(candidate => candidate === member.role) ?? null
  return canPurchase(role) || (member.user_id === license.user_id && canSeeOrders(role))
}
