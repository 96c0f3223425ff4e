/** The rooms of the admin, as its bar shows them; each is a page inside `pages/admin.tsx` in `routes.ts`. */
export type Room = {
  to: string
  label: string
  /** Collection admins come in, too. */
  editors?: true
  /** Platform admins alone come in. */
  platform_admins?: true
}
export const adminRooms: readonly Room[] = [
  { to: '/admin/people', label: 'People' },
  { to: '/admin/workspaces', label: 'Workspaces' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/quotes', label: 'Quotes' },
  { to: '/admin/rates', label: 'Rates' },
  { to: '/admin/coupons', label: 'Coupons' },
  { to: '/admin/prices', label: 'Prices' },
  { to: '/admin/filmmakers', label: 'Filmmakers' },
  { to: '/admin/catalog', label: 'Catalog', editors: true },
  { to: '/admin/collections', label: 'Collections', editors: true },
  { to: '/admin/ingest', label: 'Ingest', editors: true },
  { to: '/admin/keywords', label: 'Keywords', editors: true },
  { to: '/admin/synonyms', label: 'Synonyms', editors: true },
  { to: '/admin/searches', label: 'Searches', editors: true },
  { to: '/admin/tickets', label: 'Tickets' },
  { to: '/admin/editfests', label: 'Editfests' },
  { to: '/admin/banners', label: 'Banners' },
  { to: '/admin/flags', label: 'Flags' },
  { to: '/admin/log', label: 'Log' },
  { to: '/admin/jobs', label: 'Jobs', platform_admins: true },
]
