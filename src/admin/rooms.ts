/** The rooms of the admin, in groups, as its bar shows them; each is a page inside `pages/admin.tsx` in `routes.ts`. */
import { mayUse, type StaffWho } from '#platform/endpoint.ts'

export type Room = {
  to: string
  label: string
  /** As its endpoints declare it. */
  who: StaffWho
}

/** Rooms that one does a day's work in stand together: somebody who answers a ticket looks at a person and an order. */
export type RoomGroup = { label: string; rooms: readonly Room[] }

export const roomGroups: readonly RoomGroup[] = [
  {
    label: 'Clients',
    rooms: [
      { to: '/admin/people', label: 'People', who: 'staff' },
      { to: '/admin/workspaces', label: 'Workspaces', who: 'staff' },
      { to: '/admin/orders', label: 'Orders', who: 'staff' },
      { to: '/admin/tickets', label: 'Tickets', who: 'staff' },
      { to: '/admin/approvals', label: 'Approvals', who: 'staff' },
      { to: '/admin/reconciliation', label: 'Reconciliation', who: 'platform_admins' },
    ],
  },
  {
    label: 'Sales',
    rooms: [
      { to: '/admin/quotes', label: 'Quotes', who: 'staff' },
      { to: '/admin/rates', label: 'Rates', who: 'staff' },
      { to: '/admin/coupons', label: 'Coupons', who: 'staff' },
      { to: '/admin/prices', label: 'Prices', who: 'platform_admins' },
      { to: '/admin/editfests', label: 'Editfests', who: 'platform_admins' },
    ],
  },
  {
    label: 'Footage',
    rooms: [
      { to: '/admin/catalog', label: 'Catalog', who: 'editors' },
      { to: '/admin/collections', label: 'Collections', who: 'editors' },
      { to: '/admin/ingest', label: 'Ingest', who: 'editors' },
      { to: '/admin/keywords', label: 'Keywords', who: 'editors' },
      { to: '/admin/synonyms', label: 'Synonyms', who: 'editors' },
      { to: '/admin/searches', label: 'Searches', who: 'editors' },
      { to: '/admin/filmmakers', label: 'Filmmakers', who: 'platform_admins' },
    ],
  },
  {
    label: 'Site',
    rooms: [
      { to: '/admin/banners', label: 'Banners', who: 'platform_admins' },
      { to: '/admin/flags', label: 'Flags', who: 'platform_admins' },
      { to: '/admin/log', label: 'Log', who: 'staff' },
      { to: '/admin/jobs', label: 'Jobs', who: 'platform_admins' },
      { to: '/admin/security', label: 'Security', who: 'platform_admins' },
      { to: '/admin/api', label: 'API', who: 'staff' },
    ],
  },
]

/** The rooms that are open to these roles; a group without any is left out. */
export const roomsFor = (roles: readonly number[]): RoomGroup[] =>
  roomGroups
    .map(({ label, rooms }) => ({
      label,
      rooms: rooms.filter(({ who }) => mayUse(who, roles)),
    }))
    .filter(({ rooms }) => rooms.length > 0)

/** Where an address is; undefined outside all rooms. */
export const roomAt = (groups: readonly RoomGroup[], pathname: string) => {
  for (const group of groups)
    for (const room of group.rooms)
      if (pathname === room.to || pathname.startsWith(`${room.to}/`)) return { group, room }
  return undefined
}
