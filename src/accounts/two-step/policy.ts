/** Decides which roles require two-step sign-in. */
import { hasAnyRole } from '#platform/platform-roles.ts'

/**
 * Platform admins, support staff and collection admins can reach data and footage of others; filmmakers get payouts.
 */
const REQUIRED_ROLES = ['platform_admin', 'support_staff', 'filmmaker', 'collection_admin'] as const

type TwoStepPolicyInput = { platform_roles: readonly number[]; demo: boolean }

export const isTwoStepRequired = ({ platform_roles, demo }: TwoStepPolicyInput): boolean =>
  !demo && hasAnyRole(platform_roles, ...REQUIRED_ROLES)
