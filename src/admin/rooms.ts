/** The rooms of the admin, in groups, as its bar shows them; each is a page inside `pages/admin.tsx` in `routes.ts`. */
import { isPlatformAdmin, isStaff } from '#workspaces/policy.ts'

export type Room = {
  to: string
  label: string
  /** Collection admins come in, too. */
  editors?: true
  /** Platform admins alone come in. */
  platform_admins?: true
}

/** Rooms that one does a day's work in stand together: somebody who answers a ticket looks at a person and an order. */
export type RoomGroup = { label: string; rooms: readonly Room[] }

export const roomGroups: readonly RoomGroup[] = [
  {
    label: 'Clients',
    rooms: [
      { to: '/admin/people', label: 'People' },
      { to: '/admin/workspaces', label: 'Workspaces' },
      { to: '/admin/orders', label: 'Orders' },
      { to: '/admin/tickets', label: 'Tickets' },
      { to: '/admin/reconciliation', label: 'Reconciliation' },
    ],
  },
  {
    label: 'Sales',
    rooms: [
      { to: '/admin/quotes', label: 'Quotes' },
      { to: '/admin/rates', label: 'Rates' },
      { to: '/admin/coupons', label: 'Coupons' },
      { to: '/admin/prices', label: 'Prices' },
      { to: '/admin/editfests', label: 'Editfests' },
    ],
  },
  {
    label: 'Footage',
    rooms: [
      { to: '/admin/catalog', label: 'Catalog', editors: true },
      { to: '/admin/collections', label: 'Collections', editors: true },
      { to: '/admin/ingest', label: 'Ingest', editors: true },
      { to: '/admin/keywords', label: 'Keywords', editors: true },
      { to: '/admin/synonyms', label: 'Synonyms', editors: true },
      { to: '/admin/searches', label: 'Searches', editors: true },
      { to: '/admin/filmmakers', label: 'Filmmakers' },
    ],
  },
  {
    label: 'Site',
    rooms: [
      { to: '/admin/banners', label: 'Banners' },
      { to: '/admin/flags', label: 'Flags' },
      { to: '/admin/log', label: 'Log' },
      { to: '/admin/jobs', label: 'Jobs', platform_admins: true },
    ],
  },
]

/** The rooms that are open to these roles; a group without any is left out. */
export const roomsFor = (roles: readonly number[]): RoomGroup[] =>
  roomGroups
    .map(({ label, rooms }) => ({
      label,
      rooms: rooms.filter(
        ({ editors, platform_admins }) => (isStaff(roles) || editors) && (isPlatformAdmin(roles) || !platform_admins),
      ),
    }))
    .filter(({ rooms }) => rooms.length > 0)

/** Where an address is; undefined outside all rooms. */
export const roomAt = (groups: readonly RoomGroup[], pathname: string) => {
  for (const group of groups)
    for (const room of group.rooms)
      if (pathname === room.to || pathname.startsWith(`${room.to}/`)) return { group, room }
  return undefined
}
