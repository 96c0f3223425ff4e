import fc from 'fast-check'
import { expect, test } from 'vitest'

import { workspaceRoles } from '#platform/actor.ts'

import {
  abilitiesOf,
  canChangeBilling,
  canChangeMember,
  canChangeOwner,
  canDownload,
  canGive,
  canManageTeam,
  canPurchase,
  canViewBilling,
  canViewSettings,
  platformRoles,
} from './policy.ts'

const sentences = {
  canChangeOwner,
  canViewSettings,
  canManageTeam,
  canChangeBilling,
  canViewBilling,
  canPurchase,
  canDownload,
}
const mayOf = (role: Parameters<typeof canPurchase>[0]) =>
  Object.entries(sentences)
    .filter(([, sentence]) => sentence(role))
    .map(([name]) => name)

test('each role may do what belongs to it', () => {
  expect(Object.fromEntries(workspaceRoles.map(role => [role, mayOf(role)]))).toEqual({
    owner: Object.keys(sentences),
    admin: ['canViewSettings', 'canManageTeam', 'canChangeBilling', 'canViewBilling', 'canPurchase', 'canDownload'],
    purchaser: ['canViewBilling', 'canPurchase', 'canDownload'],
    asset_manager: ['canDownload'],
    guest: [],
  })
  expect(mayOf(null)).toEqual([])
})

test('support and platform admins reach the admin and orders, filmmakers their footage and payouts', () => {
  const may = (...roles: (keyof typeof platformRoles)[]) =>
    Object.entries(
      abilitiesOf(
        null,
        roles.map(name => platformRoles[name]),
      ),
    )
      .filter(([, yes]) => yes)
      .map(([name]) => name)
  expect(may('customer')).toEqual([])
  expect(may('support_staff')).toEqual(['can_access_admin', 'can_manage_orders'])
  expect(may('platform_admin')).toEqual(['can_access_admin', 'can_manage_orders'])
  expect(may('filmmaker')).toEqual(['can_access_footage_manager', 'can_access_payout_settings'])
  expect(may('collection_admin')).toEqual(['can_access_footage_manager'])
  expect(may('partner_preview')).toEqual([])
})

test('nobody gives a role above their own or makes an owner, nor changes those above them', () => {
  const may = (rule: typeof canGive) =>
    Object.fromEntries(workspaceRoles.map(mine => [mine, workspaceRoles.filter(role => rule(mine, role))]))
  const nobody = { purchaser: [], asset_manager: [], guest: [] }
  const below = ['admin', 'purchaser', 'asset_manager', 'guest']
  expect(may(canGive)).toEqual({ owner: below, admin: below, ...nobody })
  expect(may(canChangeMember)).toEqual({ owner: ['owner', ...below], admin: below, ...nobody })
})

const anyRole = fc.constantFrom(...workspaceRoles, null)
const anyPlatformRoles = fc.subarray([1, 2, 3, 4, 5, 6])

test('whoever is suspended may do nothing, whatever else they are', () => {
  fc.assert(
    fc.property(anyRole, anyPlatformRoles, (role, others) => {
      expect(Object.values(abilitiesOf(role, [...others, platformRoles.suspended]))).not.toContain(true)
    }),
  )
})

test('what a workspace allows never depends on platform roles, nor the other way round', () => {
  fc.assert(
    fc.property(anyRole, anyPlatformRoles, (role, others) => {
      const both = abilitiesOf(role, others)
      expect(both).toMatchObject({
        can_change_owner: canChangeOwner(role),
        can_purchase: canPurchase(role),
        can_view_workspace_settings: canViewSettings(role),
        can_change_billing_settings: canChangeBilling(role),
      })
      expect(both.can_access_admin).toBe(abilitiesOf(null, others).can_access_admin)
      expect(both.can_access_footage_manager).toBe(abilitiesOf(null, others).can_access_footage_manager)
    }),
  )
})
