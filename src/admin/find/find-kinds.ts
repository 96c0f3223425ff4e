/** The kinds of results, in the order in which they are shown, with the admin page of each. */
import type { StaffAccess } from '#platform/http/endpoint.ts'

type FindKindConfig = {
  label: string
  /** The path of the list with all results, if there is one. */
  listPath?: (words: string) => string
  /** The path of one result's page. */
  detailPath: (key: string) => string
  /** Who may use the page. */
  who: StaffAccess
}

export const findKindNames = [
  'person',
  'workspace',
  'order',
  'offer',
  'rate',
  'coupon',
  'clip',
  'collection',
  'category',
  'filmmaker',
  'ticket',
  'banner',
] as const
export type FindKind = (typeof findKindNames)[number]

const toSearchParams = (search: string) => new URLSearchParams({ search })
const pathsUnder = (basePath: string) => ({
  listPath: (text: string) => `${basePath}?${toSearchParams(text)}`,
  detailPath: (key: string) => `${basePath}/${key}`,
})

export const findKinds: Readonly<Record<FindKind, FindKindConfig>> = {
  person: { label: 'People', ...pathsUnder('/admin/people'), who: 'staff' },
  workspace: { label: 'Workspaces', ...pathsUnder('/admin/workspaces'), who: 'staff' },
  order: { label: 'Orders', ...pathsUnder('/admin/orders'), who: 'staff' },
  offer: { label: 'Quotes and custom carts', ...pathsUnder('/admin/quotes'), who: 'staff' },
  rate: { label: 'Preferred rates', ...pathsUnder('/admin/rates'), who: 'staff' },
  coupon: { label: 'Coupons', ...pathsUnder('/admin/coupons'), who: 'staff' },
  clip: { label: 'Clips', ...pathsUnder('/admin/catalog'), who: 'editors' },
  collection: { label: 'Collections', ...pathsUnder('/admin/collections'), who: 'editors' },
  category: { label: 'Categories', ...pathsUnder('/admin/categories'), who: 'editors' },
  filmmaker: {
    label: 'Filmmakers',
    detailPath: key => `/admin/catalog?filmmaker_id=${key}`,
    who: 'editors',
  },
  // Includes closed tickets.
  ticket: {
    label: 'Tickets',
    ...pathsUnder('/admin/tickets'),
    listPath: text => `/admin/tickets?state=all&${toSearchParams(text)}`,
    who: 'staff',
  },
  banner: { label: 'Banners', ...pathsUnder('/admin/banners'), who: 'platform_admins' },
}
