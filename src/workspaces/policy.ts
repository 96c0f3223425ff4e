/** Who may do what in a workspace, as sentences: the same for the API, the pages and the menus. */
import { purchasingRoles, type WorkspaceRole } from '#platform/actor.ts'

import { isAtLeast } from './roles.ts'

/** null: somebody without a workspace, a guest of the shop. */
type Role = WorkspaceRole | null

export const purchasing_refusal =
  "It looks like your role doesn't include purchasing access. Please reach out to a teammate with a purchasing role in your workspace to help with this transaction!"

const among =
  (...roles: WorkspaceRole[]) =>
  (role: Role): boolean =>
    role !== null && roles.includes(role)

export const canChangeOwner = among('owner')
export const canViewSettings = among('owner', 'admin')
/** Name, members and invites. */
export const canManageTeam = among('owner', 'admin')
export const canViewAudit = among('owner', 'admin')
export const canChangeBilling = among('owner', 'admin')
/** Whoever pays needs to see whom the invoice goes to. */
export const canViewBilling = among('owner', 'admin', 'purchaser')
export const canPurchase = among(...purchasingRoles)
export const canDownload = among('owner', 'admin', 'purchaser', 'asset_manager')

/** Nobody gives a role above their own; an owner is made by handing over. */
export const canGive = (mine: WorkspaceRole, role: WorkspaceRole): boolean =>
  canManageTeam(mine) && role !== 'owner' && isAtLeast(mine, role)

/** Nobody changes or removes those above them. */
export const canChangeMember = (mine: WorkspaceRole, theirs: WorkspaceRole): boolean =>
  canManageTeam(mine) && isAtLeast(mine, theirs)

/** Roles on the whole platform: `users.platform_roles`. */
export const platformRoles = {
  customer: 1,
  platform_admin: 2,
  support_staff: 3,
  filmmaker: 4,
  collection_admin: 5,
  partner_preview: 6,
  suspended: 7,
} as const

const isIn = (roles: readonly number[], ...names: (keyof typeof platformRoles)[]) =>
  names.some(name => roles.includes(platformRoles[name]))

/** Our own people: they look after everybody's accounts. */
export const isStaff = (roles: readonly number[]): boolean =>
  isIn(roles, 'platform_admin', 'support_staff') && !isIn(roles, 'suspended')

/** Those of our own people who look after the shop itself. */
export const isPlatformAdmin = (roles: readonly number[]): boolean =>
  isIn(roles, 'platform_admin') && !isIn(roles, 'suspended')

/** Footage before its release. */
export const maySeeUnreleased = (roles: readonly number[]): boolean => isStaff(roles) || isIn(roles, 'partner_preview')

/** Staff act as customers and filmmakers, never as anybody with another role on the platform. */
export const mayActAs = (mine: readonly number[], theirs: readonly number[]): boolean =>
  isStaff(mine) && theirs.every(role => role === platformRoles.customer || role === platformRoles.filmmaker)

/** Whose account staff may suspend: support staff those of customers, platform admins also those of support staff. */
export const mayChangeAccount = (mine: readonly number[], theirs: readonly number[]): boolean =>
  isStaff(mine) && !isIn(theirs, 'platform_admin') && (isIn(mine, 'platform_admin') || !isIn(theirs, 'support_staff'))

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

/** Everything that somebody may do, for menus and buttons; the doors ask for themselves. The suspended may do nothing. */
export const abilitiesOf = (role: Role, platform_roles: readonly number[]): Abilities => {
  const suspended = platform_roles.includes(platformRoles.suspended)
  const active = suspended ? null : role
  const isOneOf = (...names: (keyof typeof platformRoles)[]) =>
    !suspended && names.some(name => platform_roles.includes(platformRoles[name]))
  return {
    can_change_owner: canChangeOwner(active),
    can_access_admin: isOneOf('platform_admin', 'support_staff'),
    can_manage_orders: isOneOf('platform_admin', 'support_staff'),
    can_purchase: canPurchase(active),
    can_access_footage_manager: isOneOf('filmmaker', 'collection_admin'),
    can_access_payout_settings: isOneOf('filmmaker'),
    can_view_workspace_settings: canViewSettings(active),
    can_change_billing_settings: canChangeBilling(active),
  }
}
