/** The labels, descriptions and order of workspace roles. */
import { workspaceRoles, type WorkspaceRole } from '#platform/actor.ts'

export const roleLabels: Record<WorkspaceRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  purchaser: 'Purchaser',
  asset_manager: 'Asset manager',
  guest: 'Guest',
}

/** What a member with the role can do. */
export const roleDescriptions: Record<WorkspaceRole, string> = {
  owner: 'Everything, including transferring ownership',
  admin: 'Edits settings, invites teammates, purchases and downloads',
  purchaser: 'Purchases and downloads',
  asset_manager: 'Downloads',
  guest: 'Views only',
}

/** Roles that can be assigned. A transfer of ownership makes an owner. */
export const assignableRoles = ['admin', 'purchaser', 'asset_manager', 'guest'] as const
export type AssignableWorkspaceRole = (typeof assignableRoles)[number]

/** Whether a role is the same as another or above it. */
export const isAtLeast = (role: WorkspaceRole, other: WorkspaceRole): boolean =>
  workspaceRoles.indexOf(role) <= workspaceRoles.indexOf(other)
