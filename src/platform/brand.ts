/** Another site or brand of the company; `to` is its whole address. */
type Site = { name: string; about: string; to: string }
/** Our profile on a network. */
type Profile = { name: string; to: string }

/** Everything of the brand: renaming the product is editing this file. */
export const brand = {
  name: 'Longtake',
  legal_name: 'Longtake Footage Ltd.',
  /** Of our company, on its papers. The demo's is nobody's. */
  vat_number: 'IE1234567FA',
  /** How the product stands in slugs such as `longtake-films`. */
  slug: 'longtake',
  tagline: 'Footage by filmmakers, licensed in a minute.',
  phone: '1-800-805-6802',
  email: 'hello@longtake.example',
  /** In the bar above the header, and as the family of brands in the footer. Without any, neither is shown. */
  sister_sites: [] as readonly Site[],
  /** In the footer and the Support panel. Without any, no list is shown. */
  social: [] as readonly Profile[],
  /** The clip behind the page for addresses that lead nowhere. */
  lost_clip_id: 21,
  /** Our company's seat in the table of countries: omitted from address lines. */
  home_country_id: 250,
  /** Its name, for documents: whose law applies. */
  home_country: 'Ireland',
} as const
