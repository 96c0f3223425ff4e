/** What an order stores as it was at the sale, whatever changes later in the catalog or the workspace. */
import type { Release } from '#catalog/traits.ts'
import { EDITORIAL_LIMIT_TEXT, isEditorialOnly } from '#licensing/closed-uses.ts'
import type { LocalTax } from '#tax/exchange-rates.ts'
import type { TaxRule } from '#tax/tax-rule.ts'

/** The clip of an order line. */
export type SoldClipSnapshot = {
  name: string
  slug: string
  filmmaker: string
  /** For example "HD". */
  format: string
  width: number
  height: number
  codec: string
  category: string
  subcategory: string | null
  releases: Release[]
}

/** Returns the limits of a sold clip's use for documents. */
export const listUseLimits = ({ releases }: Pick<SoldClipSnapshot, 'releases'>): string[] =>
  isEditorialOnly(releases) ? [EDITORIAL_LIMIT_TEXT] : []

export type OrderBilling = {
  company: string
  contact: string
  address: string
  address2: string
  city: string
  postal_code: string
  region: string
  country: string
}

/** Where an order was taxed and why, as of the sale. */
export type SoldTax = Pick<
  TaxRule,
  'reason' | 'note' | 'place' | 'place_name' | 'scheme' | 'seller_number' | 'currency'
> & {
  /** The tax in that currency; null where it has none, or where there was no rate on the day. */
  local: LocalTax | null
}

export type OrderTax = {
  /** For example 0.0725 for 7.25%. */
  rate: number
  base_cents: number
  tax_cents: number
  /** For example "California" or "Ireland"; empty when no tax applies. */
  jurisdiction: string
  /** `reverse_charge` when the buyer's business accounts for the VAT. */
  kind: TaxRule['kind']
  /** Missing in orders from before the tax table. */
  sold?: SoldTax
  /** What the rate is based on, for accounting. */
  evidence: unknown
}

const taxNames = { vat: 'VAT', gst: 'GST', consumption_tax: 'Consumption tax' }

/** Returns, for example, "California sales tax", "VAT, Ireland" or "VAT, reverse charge"; empty when no tax applies. */
export const formatTaxName = ({ kind, jurisdiction }: Pick<OrderTax, 'kind' | 'jurisdiction'>): string =>
  kind === 'none'
    ? ''
    : kind === 'reverse_charge'
      ? 'VAT, reverse charge'
      : kind === 'sales_tax'
        ? `${jurisdiction} sales tax`
        : `${taxNames[kind]}, ${jurisdiction}`

/** Returns, for example, "California sales tax, 7.25%"; `rate` is 0.0725. */
export const formatTaxLabel = (name: string, rate: number): string =>
  name === '' ? 'Tax' : rate === 0 ? name : `${name}, ${percentFormat.format(rate)}`

const percentFormat = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })

/** Returns, for example, "Discount, code WRAP50". */
export const formatDiscountLabel = (code: string | null): string =>
  code === null ? 'Discount' : `Discount, code ${code}`

/** Countries whose addresses have the postal code after the city. Elsewhere it is before it. */
const postalCodeLastCountries = new Set([
  'Australia',
  'Canada',
  'India',
  'Ireland',
  'New Zealand',
  'South Africa',
  'United Kingdom',
  'United States',
])

/** Returns "Oakland, California 94607", or "20095 Hamburg" with the region on a line of its own. */
const toCityLines = ({ city, region, postal_code, country }: OrderBilling) =>
  postalCodeLastCountries.has(country)
    ? [`${[city, region].filter(Boolean).join(', ')} ${postal_code}`.trim()]
    : [`${postal_code} ${city}`.trim(), region === city ? '' : region]

/** Returns the non-empty lines of a postal address. */
export const toAddressLines = (billing: OrderBilling) => {
  const { company, contact, address, address2, country } = billing
  return [company, contact, address, address2, ...toCityLines(billing), country].filter(line => line !== '')
}

/** Countries that use Letter paper. */
const letterCountries = ['United States', 'Canada', 'Mexico']

/** Returns the paper size for a country's documents. */
export const getPaperSize = (country: string): 'LETTER' | 'A4' => (letterCountries.includes(country) ? 'LETTER' : 'A4')

/** Whether the receipt of an order is its invoice, too: when a business paid at once. */
export const isInvoicedReceipt = ({
  payment_type,
  billing,
  vat_number,
}: {
  payment_type: string
  billing: Pick<OrderBilling, 'company'>
  vat_number: string | null
}): boolean => payment_type !== 'invoice' && (billing.company !== '' || vat_number !== null)
