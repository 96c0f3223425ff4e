/** What the search over every room can find, in the order in which it is shown, and the room that each is in. */
type Kind = {
  label: string
  /** The page that shows all that the words find; without it there is none. */
  all?: (words: string) => string
  /** The page of one of them. */
  one: (key: string) => string
  editors?: true
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
  person: { label: 'People', ...inRoom('/admin/people') },
  workspace: { label: 'Workspaces', ...inRoom('/admin/workspaces') },
  order: { label: 'Orders', ...inRoom('/admin/orders') },
  offer: { label: 'Quotes and custom carts', ...inRoom('/admin/quotes') },
  rate: { label: 'Preferred rates', ...inRoom('/admin/rates') },
  coupon: { label: 'Coupons', ...inRoom('/admin/coupons') },
  clip: { label: 'Clips', ...inRoom('/admin/catalog'), editors: true },
  collection: { label: 'Collections', ...inRoom('/admin/collections'), editors: true },
  filmmaker: {
    label: 'Filmmakers',
    one: key => `/admin/catalog?filmmaker_id=${key}`,
    editors: true,
  },
  // The closed ones, too.
  ticket: {
    label: 'Tickets',
    ...inRoom('/admin/tickets'),
    all: words => `/admin/tickets?state=all&${asked(words)}`,
  },
  banner: { label: 'Banners', ...inRoom('/admin/banners') },
}
