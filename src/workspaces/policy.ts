/** The permissions of roles, shared by the API, the pages and the menus. */
import { purchasingRoles, type WorkspaceRole } from '#platform/actor.ts'
import { hasStaffAccess } from '#platform/http/endpoint.ts'
import { hasAnyRole, platformRoles, type PlatformRole } from '#platform/platform-roles.ts'

import { isAtLeast } from './roles.ts'

/** null for a visitor without a workspace. */
type RoleOrNone = WorkspaceRole | null

export const PURCHASING_REFUSAL =
  "It looks like your role doesn't include purchasing access. Please reach out to a teammate with a purchasing role in your workspace to help with this transaction!"

const allowRoles =
  (...roles: WorkspaceRole[]) =>
  (role: RoleOrNone): boolean =>
    role !== null && roles.includes(role)

export const canChangeOwner = allowRoles('owner')
export const canViewSettings = allowRoles('owner', 'admin')
/** Covers the name, the members and the invites. */
export const canManageTeam = allowRoles('owner', 'admin')
export const canViewAudit = allowRoles('owner', 'admin')
export const canChangeBilling = allowRoles('owner', 'admin')
/** Purchasers need to see the billing contact. */
export const canViewBilling = allowRoles('owner', 'admin', 'purchaser')
export const canPurchase = allowRoles(...purchasingRoles)
export const canDownload = allowRoles('owner', 'admin', 'purchaser', 'asset_manager')

/** Nobody can assign a role above their own. A transfer of ownership makes an owner. */
export const canAssignRole = (actorRole: WorkspaceRole, role: WorkspaceRole): boolean =>
  canManageTeam(actorRole) && role !== 'owner' && isAtLeast(actorRole, role)

/** Nobody can change or remove members above them. */
export const canChangeMember = (actorRole: WorkspaceRole, memberRole: WorkspaceRole): boolean =>
  canManageTeam(actorRole) && isAtLeast(actorRole, memberRole)

/** Whether the user is staff and can manage client accounts. */
export const isStaff = (roles: readonly number[]): boolean => hasStaffAccess('staff', roles)

/** Whether the user can manage the shop itself. */
export const isPlatformAdmin = (roles: readonly number[]): boolean => hasStaffAccess('platform_admins', roles)

/** Whether the user can see footage before its release. */
export const canSeeUnreleased = (roles: readonly number[]): boolean =>
  isStaff(roles) || hasAnyRole(roles, 'partner_preview')

/** Staff can act as customers and filmmakers, but not as users with other platform roles. */
export const canMasqueradeAs = (staffRoles: readonly number[], clientRoles: readonly number[]): boolean =>
  isStaff(staffRoles) && clientRoles.every(role => role === platformRoles.customer || role === platformRoles.filmmaker)

/** Support staff can suspend customers; platform admins can also suspend support staff. */
export const canModerateAccount = (staffRoles: readonly number[], accountRoles: readonly number[]): boolean =>
  isStaff(staffRoles) &&
  !hasAnyRole(accountRoles, 'platform_admin') &&
  (hasAnyRole(staffRoles, 'platform_admin') || !hasAnyRole(accountRoles, 'support_staff'))

/** Platform admins can also unlock each other's login and, by two, reset two-step sign-in. */
export const canRecoverAccount = (staffRoles: readonly number[], accountRoles: readonly number[]): boolean =>
  isPlatformAdmin(staffRoles) || canModerateAccount(staffRoles, accountRoles)

export type Abilities = {
  can_change_owner: boolean
  can_access_admin: boolean
  can_manage_orders: boolean
  can_purchase: boolean
  can_access_footage_manager: boolean
  can_access_payout_settings: boolean
  can_view_workspace_settings: boolean
  can_change_billing_settings: boolean
}

/** Returns a user's abilities, for menus and buttons. Endpoints check permissions themselves. Suspended users have none. */
export const abilitiesOf = (role: RoleOrNone, platform_roles: readonly number[]): Abilities => {
  const isSuspended = hasAnyRole(platform_roles, 'suspended')
  const activeRole = isSuspended ? null : role
  const hasPlatformRole = (...names: PlatformRole[]) => !isSuspended && hasAnyRole(platform_roles, ...names)
  return {
    can_change_owner: canChangeOwner(activeRole),
    can_access_admin: hasPlatformRole('platform_admin', 'support_staff'),
    can_manage_orders: hasPlatformRole('platform_admin', 'support_staff'),
    can_purchase: canPurchase(activeRole),
    can_access_footage_manager: hasPlatformRole('filmmaker', 'collection_admin'),
    can_access_payout_settings: hasPlatformRole('filmmaker'),
    can_view_workspace_settings: canViewSettings(activeRole),
    can_change_billing_settings: canChangeBilling(activeRole),
  }
}
