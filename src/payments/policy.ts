/** Who may what with what a workspace keeps to pay with. */
import type { WorkspaceRole } from '#platform/actor.ts'
import { canChangeBilling, canPurchase } from '#workspaces/policy.ts'

import type { PaymentType } from './instrument.ts'

/** Whoever buys sees what they can pay with. */
export const canSeeMethods = canPurchase
/** Whoever answers for the workspace's billing decides what is kept. */
export const canChangeMethods = canChangeBilling

/** A bank account can be paid with only once it is kept, so whoever buys may add one. */
export const canAddMethod = (role: WorkspaceRole, type: PaymentType): boolean =>
  type === 'ach' ? canPurchase(role) : canChangeMethods(role)

export const methods_refusal = 'Only owners and admins can change the payment methods of this workspace.'
