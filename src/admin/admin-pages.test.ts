/** Tests for the pages in the admin navigation, by role. */
import { expect, test } from 'vitest'

import { platformRoles } from '../platform/platform-roles.ts'
import { findAdminPage, adminPageGroups, listAdminPages } from './admin-pages.ts'

const { customer, support_staff, collection_admin, platform_admin, suspended } = platformRoles
const labelsFor = (...roles: number[]) =>
  listAdminPages(roles).map(({ label, pages }) => [label, pages.map(page => page.label)])

test('collection admins see only the footage pages, without the payouts to filmmakers', () => {
  expect(labelsFor(customer, collection_admin)).toEqual([
    [
      'Footage',
      ['Catalog', 'Collections', 'Categories', 'Filmmakers', 'Ingest', 'Keywords', 'Synonyms', 'Languages', 'Searches'],
    ],
  ])
})

test('support sees clients, sales and the catalog, and no page that changes prices, payouts or the site', () => {
  expect(labelsFor(customer, support_staff)).toEqual([
    ['Clients', ['People', 'Workspaces', 'Orders', 'Tickets', 'Approvals']],
    ['Sales', ['Quotes', 'Rates', 'Coupons']],
    [
      'Footage',
      ['Catalog', 'Collections', 'Categories', 'Filmmakers', 'Ingest', 'Keywords', 'Synonyms', 'Languages', 'Searches'],
    ],
    ['Site', ['Log', 'Version', 'API']],
  ])
})

test('platform admins see every page, suspended users none', () => {
  expect(listAdminPages([customer, platform_admin])).toEqual(adminPageGroups)
  expect(listAdminPages([customer, platform_admin, suspended])).toEqual([])
})

test('a path belongs to its admin page, and to none when it only begins alike', () => {
  const labelAt = (pathname: string) => findAdminPage(adminPageGroups, pathname)?.page.label
  expect(labelAt('/admin/rates')).toBe('Rates')
  expect(labelAt('/admin/quotes/drafts/7')).toBe('Quotes')
  expect(labelAt('/admin/reconciliation')).toBe('Reconciliation')
  expect(labelAt('/admin/logs')).toBeUndefined()
  expect(labelAt('/admin')).toBeUndefined()
})
