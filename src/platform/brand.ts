/** Another site or brand of the company. `to` is its full URL. */
type SisterSite = { name: string; about: string; to: string }
/** The company's profile on a social network. */
type SocialProfile = { name: string; to: string }

/** All brand settings. To rename the product, edit this file. */
export const brand = {
  name: 'Longtake',
  legal_name: 'Longtake Footage Ltd.',
  /** The company's VAT number, printed on documents. The demo's number is invented. */
  vat_number: 'IE1234567FA',
  /** The product's name in slugs such as `longtake-films`. */
  slug: 'longtake',
  tagline: 'Footage by filmmakers, licensed in a minute.',
  phone: '1-800-805-6802',
  email: 'hello@longtake.example',
  /** Listed in the bar above the header and in the footer. An empty list hides both. */
  sister_sites: [] as readonly SisterSite[],
  /** Listed in the footer and the Support panel. An empty list hides both. */
  social: [] as readonly SocialProfile[],
  /** The clip in the background of the not-found page. */
  not_found_clip_id: 21,
  /** The company's country in the countries table. Address lines omit it. */
  home_country_id: 250,
  /** The country's name, for the governing-law clause of documents. */
  home_country: 'Ireland',
} as const
