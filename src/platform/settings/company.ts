/** What every page, mail and document may say about the company. Nothing here is secret. */
import { brand } from '../brand.ts'
import { formatAccentSheet } from './accent.ts'
import type { TaxId } from './company-group.ts'
import { countryName } from './fields.ts'
import type { AllSettings } from './groups.ts'
import { getLogoPicture, logoPath, type Logo } from './logo.ts'
import type { HeaderMenuLink } from './menus-group.ts'

/** A picture by its path. */
type LogoImage = { src: string; width: number; height: number }

export type Company = {
  name: string
  legal_name: string
  tagline: string
  headline: string
  phone: string
  email: string
  /** The lines of the postal address, without the country; empty when none is set. */
  address: string[]
  /** The English name of the company's country. */
  country: string
  /** The name of the company's time zone, such as "Ireland Time". */
  time_zone: string
  /** Such as "VAT IE1234567FA". */
  tax_ids: string[]
  /** Such as "Companies Registration Office 123456"; '' when none is set. */
  register: string
  social: AllSettings['links']['social']
  sister_sites: AllSettings['links']['sister_sites']
  footer_links: AllSettings['links']['footer_links']
  /** The links of the header; empty for the built-in menu. */
  header_links: HeaderMenuLink[]
  not_found_clip_id: number | null
  /** The logo on light and dark pages; null for the name in type. */
  logo: { light: LogoImage; dark: LogoImage } | null
  /** The full address of a PNG of the logo, for mails. */
  logo_picture: LogoImage | null
  /** The path of the icon of browser tabs. */
  icon: string | null
  /** The style sheet of the company's own accent color; null for the product's. */
  accent_sheet: string | null
  /** Whether it is the company that the product's own mark and pictures belong to. */
  is_default: boolean
}

/** Named on the server, because browsers have other names. */
const nameTimeZone = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date('2026-01-15'))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

const TAX_LABELS = { vat: 'VAT', oss: 'VAT (OSS)', other: 'Tax ID' }

const formatTaxId = ({ scheme, number }: TaxId) => `${TAX_LABELS[scheme]} ${number}`

const toImage = ({ file, width, height }: Logo): LogoImage => ({ src: logoPath(file), width, height })

/** Returns the company as the settings describe it. */
export const toCompany = ({ company, look, links, menus }: AllSettings, public_url = ''): Company => ({
  name: company.name,
  legal_name: company.legal_name,
  tagline: company.tagline,
  headline: look.headline,
  phone: company.phone,
  email: company.email,
  address: [
    company.address1,
    company.address2,
    [company.postal_code, company.city].filter(Boolean).join(' '),
    company.region,
  ].filter(line => line !== ''),
  country: countryName(company.country),
  time_zone: nameTimeZone(company.time_zone),
  tax_ids: company.tax_ids.map(formatTaxId),
  register: [company.register_name, company.register_number].filter(Boolean).join(' '),
  social: links.social,
  sister_sites: links.sister_sites,
  footer_links: links.footer_links,
  header_links: menus.header,
  not_found_clip_id: look.not_found_clip_id,
  logo: look.logo_light && { light: toImage(look.logo_light), dark: toImage(look.logo_dark ?? look.logo_light) },
  logo_picture: look.logo_light && {
    ...toImage(look.logo_light),
    src: public_url + logoPath(getLogoPicture(look.logo_light.file)),
  },
  icon: look.mark && logoPath(look.mark.file),
  accent_sheet: look.accent && formatAccentSheet(look.accent),
  is_default: company.name === brand.name,
})
