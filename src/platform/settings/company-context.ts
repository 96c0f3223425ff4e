/** The company in components of pages and mails. */
import { createContext, use } from 'react'

import type { Company } from './company.ts'

/** A company without facts, for the rare page whose settings could not be loaded. */
const UNKNOWN_COMPANY: Company = {
  name: '',
  legal_name: '',
  tagline: '',
  headline: '',
  phone: '',
  email: '',
  address: [],
  country: '',
  time_zone: '',
  tax_ids: [],
  register: '',
  social: [],
  sister_sites: [],
  footer_links: [],
  header_links: [],
  not_found_clip_id: null,
  logo: null,
  logo_picture: null,
  icon: null,
  accent_sheet: null,
  is_default: false,
}

export const CompanyContext = createContext<Company>(UNKNOWN_COMPANY)

/** The company of the settings: names, contact, links. */
export const useCompany = (): Company => use(CompanyContext)

/** The company in a route's `meta` function, from the root loader's data. */
export const getPageCompany = (matches: readonly ({ loaderData?: unknown } | undefined)[]): Company => {
  const { company } = (matches[0]?.loaderData ?? {}) as { company?: Company }
  return company ?? UNKNOWN_COMPANY
}
