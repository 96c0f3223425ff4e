/** Decides which roles require two-step sign-in. */

/**
 * Platform admins, support staff and collection admins can reach data and footage of others; filmmakers get payouts.
 */
const REQUIRED_ROLES = [2, 3, 4, 5]

type TwoStepPolicyInput = { platform_roles: readonly number[]; demo: boolean }

export const isTwoStepRequired = ({ platform_roles, demo }: TwoStepPolicyInput): boolean =>
  !demo && platform_roles.some(role => REQUIRED_ROLES.includes(role))
