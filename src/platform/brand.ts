/** Another site or brand of the company. `to` is its full URL. */
type SisterSite = { name: string; about: string; to: string }
/** The company's profile on a social network. */
type SocialProfile = { name: string; to: string }

/**
 * The defaults of the settings of a new shop, and of the demo. Only src/platform/settings reads them; everything else
 * reads the settings.
 */
export const brand = {
  name: 'Longtake',
  legal_name: 'Longtake Footage Ltd.',
  /** The company's VAT number, printed on documents. The demo's number is invented. */
  vat_number: 'IE1234567FA',
  /** The start of the names of downloaded files. */
  slug: 'longtake',
  tagline: 'Footage by filmmakers, licensed in a minute.',
  phone: '1-800-805-6802',
  email: 'hello@longtake.example',
  /** Listed in the bar above the header and in the footer. An empty list hides both. */
  sister_sites: [] as readonly SisterSite[],
  /** Listed in the footer and the Support panel. An empty list hides both. */
  social: [] as readonly SocialProfile[],
  country: 'IE',
  time_zone: 'Europe/Dublin',
} as const
