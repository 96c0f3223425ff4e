/** Labels of the audit log's subjects, and links to their admin pages. */
import type { AuditSubject } from '#platform/audit/audit-subjects.ts'

type SubjectLink = { label: string; to: (key: string) => string }

const toItem = (path: string) => (key: string) => `${path}/${encodeURIComponent(key)}`
const toPage = (path: string) => () => path
const toSearch = (path: string, param: string) => (key: string) => `${path}?${new URLSearchParams({ [param]: key })}`
/** The key of a closed month is the month. */
const toFilmmaker = (key: string) => (key.includes('-') ? '/admin/payouts' : `/admin/filmmakers/${key}`)

export const subjectLinks: Record<AuditSubject, SubjectLink> = {
  workspace: { label: 'Workspace', to: toItem('/admin/workspaces') },
  quote: { label: 'Quote', to: toItem('/admin/quotes') },
  offer_draft: { label: 'Offer draft', to: toItem('/admin/quotes/drafts') },
  rate: { label: 'Rate', to: toItem('/admin/rates') },
  coupon: { label: 'Coupon', to: toItem('/admin/coupons') },
  prices: { label: 'Prices', to: toPage('/admin/prices') },
  clip: { label: 'Clip', to: toItem('/admin/catalog') },
  collection: { label: 'Collection', to: toItem('/admin/collections') },
  category: { label: 'Category', to: toItem('/admin/categories') },
  synonym: { label: 'Synonym', to: toSearch('/admin/synonyms', 'search') },
  translation: { label: 'Word of another language', to: toPage('/admin/languages') },
  filmmaker: { label: 'Filmmaker', to: toFilmmaker },
  footage_request: { label: 'Request to filmmakers', to: toPage('/admin/searches') },
  person: { label: 'Person', to: toItem('/admin/people') },
  order: { label: 'Order', to: toItem('/admin/orders') },
  ticket: { label: 'Ticket', to: toItem('/admin/tickets') },
  flag: { label: 'Flag', to: toPage('/admin/flags') },
  settings: { label: 'Settings', to: toItem('/admin/settings') },
  editfest: { label: 'Editfest', to: toPage('/admin/editfests') },
  banner: { label: 'Banner', to: toItem('/admin/banners') },
  content: { label: 'Content page', to: toItem('/admin/content') },
  job: { label: 'Job', to: toSearch('/admin/jobs', 'name') },
  export: { label: 'Export', to: toPage('/admin/orders') },
  staff_invite: { label: 'Invite to the staff', to: toPage('/admin/staff') },
  filmmaker_invite: { label: 'Invite to a filmmaker', to: toPage('/admin/filmmakers') },
  shop: { label: 'Shop', to: toPage('/setup') },
  event: { label: 'Event', to: toPage('/admin/jobs?events=all') },
}
