/** Which rooms stand in the bar, and for whom. */
import { expect, test } from 'vitest'

import { platformRoles } from '../workspaces/policy.ts'
import { roomAt, roomGroups, roomsFor } from './rooms.ts'

const { customer, support_staff, collection_admin, platform_admin } = platformRoles
const labelsFor = (...roles: number[]) =>
  roomsFor(roles).map(({ label, rooms }) => [label, rooms.map(room => room.label)])

test('collection admins see the footage alone, without what is owed to filmmakers', () => {
  expect(labelsFor(customer, collection_admin)).toEqual([
    ['Footage', ['Catalog', 'Collections', 'Ingest', 'Keywords', 'Synonyms', 'Searches']],
  ])
})

test('support sees every group, and no jobs; platform admins see every room', () => {
  expect(labelsFor(customer, support_staff)).toHaveLength(roomGroups.length)
  expect(labelsFor(customer, support_staff).flat(2)).not.toContain('Jobs')
  expect(roomsFor([customer, platform_admin])).toEqual(roomGroups)
})

test('every page of a room is in it, and nothing else is', () => {
  const at = (pathname: string) => roomAt(roomGroups, pathname)?.room.label
  expect(at('/admin/rates')).toBe('Rates')
  expect(at('/admin/quotes/drafts/7')).toBe('Quotes')
  expect(at('/admin/reconciliation')).toBe('Reconciliation')
  expect(at('/admin/logs')).toBeUndefined()
  expect(at('/admin')).toBeUndefined()
})
