/** Permissions for a workspace’s payment methods. */
import type { WorkspaceRole } from '#platform/actor.ts'
import { canChangeBilling, canPurchase } from '#workspaces/policy.ts'

import type { PaymentType } from './instrument.ts'

/** Users who can buy can see the payment methods. */
export const canSeeMethods = canPurchase
/** Users who can change billing can change the payment methods. */
export const canChangeMethods = canChangeBilling

/** A bank account must be saved before it can be charged, so users who can buy may add one. */
export const canAddMethod = (role: WorkspaceRole, type: PaymentType): boolean =>
  type === 'ach' ? canPurchase(role) : canChangeMethods(role)

export const METHODS_REFUSAL = 'Only owners and admins can change the payment methods of this workspace.'
