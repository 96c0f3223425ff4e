/** The pages of the admin, grouped as in its navigation. Each is a page inside `pages/admin.tsx` in `routes.ts`. */
import { hasStaffAccess, type StaffAccess } from '#platform/http/endpoint.ts'

export type AdminPage = {
  to: string
  label: string
  /** Who may use the page, as its endpoints declare it. */
  who: StaffAccess
}

/** Pages that are used together in daily work. */
export type AdminPageGroup = { label: string; pages: readonly AdminPage[] }

export const adminPageGroups: readonly AdminPageGroup[] = [
  {
    label: 'Clients',
    pages: [
      { to: '/admin/people', label: 'People', who: 'staff' },
      { to: '/admin/workspaces', label: 'Workspaces', who: 'staff' },
      { to: '/admin/orders', label: 'Orders', who: 'staff' },
      { to: '/admin/tickets', label: 'Tickets', who: 'staff' },
      { to: '/admin/approvals', label: 'Approvals', who: 'staff' },
      { to: '/admin/reconciliation', label: 'Reconciliation', who: 'platform_admins' },
      { to: '/admin/payouts', label: 'Payouts', who: 'platform_admins' },
      { to: '/admin/accounting', label: 'Accounting', who: 'platform_admins' },
    ],
  },
  {
    label: 'Sales',
    pages: [
      { to: '/admin/quotes', label: 'Quotes', who: 'staff' },
      { to: '/admin/rates', label: 'Rates', who: 'staff' },
      { to: '/admin/coupons', label: 'Coupons', who: 'staff' },
      { to: '/admin/prices', label: 'Prices', who: 'platform_admins' },
      { to: '/admin/editfests', label: 'Editfests', who: 'platform_admins' },
    ],
  },
  {
    label: 'Footage',
    pages: [
      { to: '/admin/catalog', label: 'Catalog', who: 'editors' },
      { to: '/admin/collections', label: 'Collections', who: 'editors' },
      { to: '/admin/categories', label: 'Categories', who: 'editors' },
      { to: '/admin/filmmakers', label: 'Filmmakers', who: 'editors' },
      { to: '/admin/ingest', label: 'Ingest', who: 'editors' },
      { to: '/admin/keywords', label: 'Keywords', who: 'editors' },
      { to: '/admin/synonyms', label: 'Synonyms', who: 'editors' },
      { to: '/admin/languages', label: 'Languages', who: 'editors' },
      { to: '/admin/searches', label: 'Searches', who: 'editors' },
    ],
  },
  {
    label: 'Site',
    pages: [
      { to: '/admin/settings', label: 'Settings', who: 'platform_admins' },
      { to: '/admin/content', label: 'Content', who: 'platform_admins' },
      { to: '/admin/staff', label: 'Staff', who: 'platform_admins' },
      { to: '/admin/banners', label: 'Banners', who: 'platform_admins' },
      { to: '/admin/flags', label: 'Flags', who: 'platform_admins' },
      { to: '/admin/log', label: 'Log', who: 'staff' },
      { to: '/admin/jobs', label: 'Jobs', who: 'platform_admins' },
      { to: '/admin/security', label: 'Security', who: 'platform_admins' },
      { to: '/admin/version', label: 'Version', who: 'staff' },
      { to: '/admin/api', label: 'API', who: 'staff' },
    ],
  },
]

/** Returns the pages that are open to these roles, without empty groups. */
export const listAdminPages = (roles: readonly number[]): AdminPageGroup[] =>
  adminPageGroups
    .map(({ label, pages }) => ({
      label,
      pages: pages.filter(({ who }) => hasStaffAccess(who, roles)),
    }))
    .filter(({ pages }) => pages.length > 0)

/** Returns the admin page of a path and its group; undefined outside the admin. */
export const findAdminPage = (groups: readonly AdminPageGroup[], pathname: string) => {
  for (const group of groups)
    for (const page of group.pages)
      if (pathname === page.to || pathname.startsWith(`${page.to}/`)) return { group, page }
  return undefined
}
