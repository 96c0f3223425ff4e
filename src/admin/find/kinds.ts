/** What the search over every room can find, in the order in which it is shown, and the room that each is in. */
import type { StaffWho } from '#platform/endpoint.ts'

type Kind = {
  label: string
  /** The page that shows all that the words find; without it there is none. */
  all?: (words: string) => string
  /** The page of one of them. */
  one: (key: string) => string
  /** As the page that it is on. */
  who: StaffWho
}

export const foundKinds = [
  'person',
  'workspace',
  'order',
  'offer',
  'rate',
  'coupon',
  'clip',
  'collection',
  'filmmaker',
  'ticket',
  'banner',
] as const
export type FoundKind = (typeof foundKinds)[number]

const asked = (search: string) => new URLSearchParams({ search })
const inRoom = (room: string) => ({
  all: (words: string) => `${room}?${asked(words)}`,
  one: (key: string) => `${room}/${key}`,
})

export const kinds: Readonly<Record<FoundKind, Kind>> = {
  person: { label: 'People', ...inRoom('/admin/people'), who: 'staff' },
  workspace: { label: 'Workspaces', ...inRoom('/admin/workspaces'), who: 'staff' },
  order: { label: 'Orders', ...inRoom('/admin/orders'), who: 'staff' },
  offer: { label: 'Quotes and custom carts', ...inRoom('/admin/quotes'), who: 'staff' },
  rate: { label: 'Preferred rates', ...inRoom('/admin/rates'), who: 'staff' },
  coupon: { label: 'Coupons', ...inRoom('/admin/coupons'), who: 'staff' },
  clip: { label: 'Clips', ...inRoom('/admin/catalog'), who: 'editors' },
  collection: { label: 'Collections', ...inRoom('/admin/collections'), who: 'editors' },
  filmmaker: {
    label: 'Filmmakers',
    one: key => `/admin/catalog?filmmaker_id=${key}`,
    who: 'editors',
  },
  // The closed ones, too.
  ticket: {
    label: 'Tickets',
    ...inRoom('/admin/tickets'),
    all: words => `/admin/tickets?state=all&${asked(words)}`,
    who: 'staff',
  },
  banner: { label: 'Banners', ...inRoom('/admin/banners'), who: 'platform_admins' },
}
