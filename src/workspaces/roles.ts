/** The roles of a workspace in words, and the order in which they stand above each other. */
import { workspaceRoles, type WorkspaceRole } from '#platform/actor.ts'

export const roleLabels: Record<WorkspaceRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  purchaser: 'Purchaser',
  asset_manager: 'Asset manager',
  guest: 'Guest',
}

/** What somebody with this role does here. */
export const roleMeanings: Record<WorkspaceRole, string> = {
  owner: 'Everything, and hands the workspace over',
  admin: 'Edits settings, invites teammates, purchases and downloads',
  purchaser: 'Purchases and downloads',
  asset_manager: 'Downloads',
  guest: 'Looks around, nothing else',
}

/** Roles that can be given; an owner is made by handing over. */
export const givenRoles = ['admin', 'purchaser', 'asset_manager', 'guest'] as const
export type GivenRole = (typeof givenRoles)[number]

/** Whether one role stands at least as high as another. */
export const isAtLeast = (role: WorkspaceRole, other: WorkspaceRole): boolean =>
  workspaceRoles.indexOf(role) <= workspaceRoles.indexOf(other)
