/** What the log is about, in words, and where it stands in the admin. */
import type { StaffSubject } from '#platform/staff-subjects.ts'

type Subject = { word: string; to: (key: string) => string }

const at = (room: string) => (key: string) => `${room}/${encodeURIComponent(key)}`
const whole = (room: string) => () => room
const found = (room: string, param: string) => (key: string) => `${room}?${new URLSearchParams({ [param]: key })}`

export const subjects: Record<StaffSubject, Subject> = {
  workspace: { word: 'Workspace', to: at('/admin/workspaces') },
  quote: { word: 'Quote', to: at('/admin/quotes') },
  offer_draft: { word: 'Draft of an offer', to: at('/admin/quotes/drafts') },
  rate: { word: 'Rate', to: at('/admin/rates') },
  coupon: { word: 'Coupon', to: at('/admin/coupons') },
  prices: { word: 'Prices', to: whole('/admin/prices') },
  clip: { word: 'Clip', to: at('/admin/catalog') },
  collection: { word: 'Collection', to: at('/admin/collections') },
  synonym: { word: 'Synonym', to: found('/admin/synonyms', 'search') },
  filmmaker: { word: 'Filmmaker', to: whole('/admin/filmmakers') },
  person: { word: 'Person', to: at('/admin/people') },
  order: { word: 'Order', to: at('/admin/orders') },
  ticket: { word: 'Ticket', to: at('/admin/tickets') },
  flag: { word: 'Flag', to: whole('/admin/flags') },
  editfest: { word: 'Editfest', to: whole('/admin/editfests') },
  banner: { word: 'Banner', to: at('/admin/banners') },
  job: { word: 'Job', to: found('/admin/jobs', 'name') },
  export: { word: 'Export of', to: whole('/admin/orders') },
  event: { word: 'News', to: whole('/admin/jobs?news=every') },
}
