/** Which rooms stand in the bar, and for whom. */
import { expect, test } from 'vitest'

import { platformRoles } from '../workspaces/policy.ts'
import { roomAt, roomGroups, roomsFor } from './rooms.ts'

const { customer, support_staff, collection_admin, platform_admin, suspended } = platformRoles
const labelsFor = (...roles: number[]) =>
  roomsFor(roles).map(({ label, rooms }) => [label, rooms.map(room => room.label)])

test('collection admins see the footage alone, without what is owed to filmmakers', () => {
  expect(labelsFor(customer, collection_admin)).toEqual([
    ['Footage', ['Catalog', 'Collections', 'Ingest', 'Keywords', 'Synonyms', 'Searches']],
  ])
})

test('support sees whom it helps, what is sold and the catalog, and nothing that changes prices, payouts or the site', () => {
  expect(labelsFor(customer, support_staff)).toEqual([
    ['Clients', ['People', 'Workspaces', 'Orders', 'Tickets', 'Approvals']],
    ['Sales', ['Quotes', 'Rates', 'Coupons']],
    ['Footage', ['Catalog', 'Collections', 'Ingest', 'Keywords', 'Synonyms', 'Searches']],
    ['Site', ['Log', 'API']],
  ])
})

test('platform admins see every page, the suspended none', () => {
  expect(roomsFor([customer, platform_admin])).toEqual(roomGroups)
  expect(roomsFor([customer, platform_admin, suspended])).toEqual([])
})

test('every page of a room is in it, and nothing else is', () => {
  const at = (pathname: string) => roomAt(roomGroups, pathname)?.room.label
  expect(at('/admin/rates')).toBe('Rates')
  expect(at('/admin/quotes/drafts/7')).toBe('Quotes')
  expect(at('/admin/reconciliation')).toBe('Reconciliation')
  expect(at('/admin/logs')).toBeUndefined()
  expect(at('/admin')).toBeUndefined()
})
