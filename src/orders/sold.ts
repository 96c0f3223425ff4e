/** What an order keeps as it was on the day of the sale, whatever happens to the catalog or the workspace later. */

/** The clip of an order's line. */
export type SoldAs = {
  name: string
  slug: string
  filmmaker: string
  /** "HD" */
  format: string
  width: number
  height: number
  codec: string
  category: string
  subcategory: string | null
}

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

export type OrderTax = {
  /** 0.0725 for 7.25 % */
  rate: number
  base_cents: number
  tax_cents: number
  /** "California", "Ireland"; empty where nothing is charged. */
  jurisdiction: string
  /** `reverse_charge`: VAT that the buyer's business accounts for itself. */
  kind: 'sales_tax' | 'vat' | 'reverse_charge' | 'none'
  /** What the rate was decided on, for the books. */
  evidence: unknown
}

/** "California sales tax", "VAT, Ireland", "VAT, reverse charge"; empty where no tax applies. */
export const taxName = ({ kind, jurisdiction }: Pick<OrderTax, 'kind' | 'jurisdiction'>): string =>
  kind === 'none'
    ? ''
    : kind === 'reverse_charge'
      ? 'VAT, reverse charge'
      : kind === 'vat'
        ? `VAT, ${jurisdiction}`
        : `${jurisdiction} sales tax`

/** "California sales tax, 7.25%"; `rate` is 0.0725. */
export const taxLabel = (name: string, rate: number): string =>
  name === '' ? 'Tax' : rate === 0 ? name : `${name}, ${percent.format(rate)}`

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 })

/** What the law wants written on a sale whose VAT the buyer accounts for. */
export const reverse_charge_note = 'Reverse charge: the recipient accounts for the VAT.'

/** "Discount, code WRAP50" */
export const discountLabel = (code: string | null): string => (code === null ? 'Discount' : `Discount, code ${code}`)

/** A postal address, line by line, without empty ones. */
export const addressLines = ({
  company,
  contact,
  address,
  address2,
  city,
  region,
  postal_code,
  country,
}: OrderBilling) =>
  [
    company,
    contact,
    address,
    address2,
    `${[city, region].filter(Boolean).join(', ')} ${postal_code}`.trim(),
    country,
  ].filter(line => line !== '')

/** Countries that print on Letter paper. */
const letter = ['United States', 'Canada', 'Mexico']

/** What its papers are printed on. */
export const paperIn = (country: string): 'LETTER' | 'A4' => (letter.includes(country) ? 'LETTER' : 'A4')
