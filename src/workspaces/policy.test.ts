import fc from 'fast-check'
import { expect, test } from 'vitest'

import { workspaceRoles } from '#platform/actor.ts'
import { platformRoles } from '#platform/platform-roles.ts'

import {
  abilitiesOf,
  canChangeBilling,
  canChangeMember,
  canChangeOwner,
  canDownload,
  canAssignRole,
  canManageTeam,
  canPurchase,
  canViewBilling,
  canViewSettings,
} from './policy.ts'

const permissions = {
  canChangeOwner,
  canViewSettings,
  canManageTeam,
  canChangeBilling,
  canViewBilling,
  canPurchase,
  canDownload,
}
const listPermissions = (role: Parameters<typeof canPurchase>[0]) =>
  Object.entries(permissions)
    .filter(([, hasPermission]) => hasPermission(role))
    .map(([name]) => name)

test('each role has its permissions', () => {
  expect(Object.fromEntries(workspaceRoles.map(role => [role, listPermissions(role)]))).toEqual({
    owner: Object.keys(permissions),
    admin: ['canViewSettings', 'canManageTeam', 'canChangeBilling', 'canViewBilling', 'canPurchase', 'canDownload'],
    purchaser: ['canViewBilling', 'canPurchase', 'canDownload'],
    asset_manager: ['canDownload'],
    guest: [],
  })
  expect(listPermissions(null)).toEqual([])
})

test('support and platform admins can access the admin and orders, filmmakers their footage and payouts', () => {
  const listAbilities = (...roles: (keyof typeof platformRoles)[]) =>
    Object.entries(
      abilitiesOf(
        null,
        roles.map(name => platformRoles[name]),
      ),
    )
      .filter(([, isAllowed]) => isAllowed)
      .map(([name]) => name)
  expect(listAbilities('customer')).toEqual([])
  expect(listAbilities('support_staff')).toEqual(['can_access_admin', 'can_manage_orders'])
  expect(listAbilities('platform_admin')).toEqual(['can_access_admin', 'can_manage_orders'])
  expect(listAbilities('filmmaker')).toEqual(['can_access_footage_manager', 'can_access_payout_settings'])
  expect(listAbilities('collection_admin')).toEqual(['can_access_footage_manager'])
  expect(listAbilities('partner_preview')).toEqual([])
})

test('nobody can assign a role above their own or make an owner, or change members above them', () => {
  const listAllowedRoles = (rule: typeof canAssignRole) =>
    Object.fromEntries(
      workspaceRoles.map(actorRole => [actorRole, workspaceRoles.filter(role => rule(actorRole, role))]),
    )
  const otherRoles = { purchaser: [], asset_manager: [], guest: [] }
  const below = ['admin', 'purchaser', 'asset_manager', 'guest']
  expect(listAllowedRoles(canAssignRole)).toEqual({ owner: below, admin: below, ...otherRoles })
  expect(listAllowedRoles(canChangeMember)).toEqual({ owner: ['owner', ...below], admin: below, ...otherRoles })
})

const anyRole = fc.constantFrom(...workspaceRoles, null)
const anyPlatformRoles = fc.subarray([1, 2, 3, 4, 5, 6])

test('suspended users have no abilities, whatever their roles', () => {
  fc.assert(
    fc.property(anyRole, anyPlatformRoles, (role, platform_roles) => {
      expect(Object.values(abilitiesOf(role, [...platform_roles, platformRoles.suspended]))).not.toContain(true)
    }),
  )
})

test('workspace abilities do not depend on platform roles, nor platform abilities on the workspace role', () => {
  fc.assert(
    fc.property(anyRole, anyPlatformRoles, (role, platform_roles) => {
      const abilities = abilitiesOf(role, platform_roles)
      expect(abilities).toMatchObject({
        can_change_owner: canChangeOwner(role),
        can_purchase: canPurchase(role),
        can_view_workspace_settings: canViewSettings(role),
        can_change_billing_settings: canChangeBilling(role),
      })
      expect(abilities.can_access_admin).toBe(abilitiesOf(null, platform_roles).can_access_admin)
      expect(abilities.can_access_footage_manager).toBe(abilitiesOf(null, platform_roles).can_access_footage_manager)
    }),
  )
})
