/** Tax rules: US sales tax by state from our own table, VAT in the European Union and the United Kingdom from a library, none elsewhere. */
import salesTax from 'sales-tax'

import { getSalesTaxRate } from './us-sales-tax.ts'
import { isVatNumber, type Vat } from './vat.server.ts'

/** The seller's country. It determines which sales are domestic, intra-EU or international. */
const SELLER_COUNTRY = 'IE'
salesTax.setTaxOriginCountry(SELLER_COUNTRY)

export type TaxLocation = {
  country: { code: string; name: string }
  country_region: { code: string; name: string } | null
}

export type TaxRule = {
  /** 0.0725 for 7.25% */
  rate: number
  /** "California", "Ireland"; empty where no tax applies. */
  jurisdiction: string
  /** `reverse_charge`: VAT that a business accounts for itself. */
  kind: 'sales_tax' | 'vat' | 'reverse_charge' | 'none'
  /** Whether the location accepts VAT numbers. */
  takes_vat_number: boolean
  /** The buyer's VAT number, if it is valid for this location. */
  vat: Vat | null
  /** The basis for the rate, for the accounts. */
  evidence: {
    country: string
    region: string | null
    area: string
    exchange: 'consumer' | 'business'
    source: string
    vat?: Vat
  }
}

export type Tax = TaxRule & { base_cents: number; tax_cents: number }

/** Returns the tax rule for a location and a buyer with this VAT number. Works offline. */
export const getTaxRule = async (
  { country, country_region }: TaxLocation,
  submittedVat: Vat | null,
): Promise<TaxRule> => {
  const { code } = country
  const region = code === 'US' ? (country_region?.code ?? null) : null
  const { rate: vat_rate, area } = await salesTax.getSalesTax(code)
  const takes_vat_number = area !== 'worldwide' || code === 'GB'
  const vat = takes_vat_number && submittedVat && (await isVatNumber(code, submittedVat.number)) ? submittedVat : null
  const common = {
    takes_vat_number,
    vat,
    evidence: {
      country: code,
      region,
      area,
      exchange: vat ? ('business' as const) : ('consumer' as const),
      source: 'billing address',
      ...(vat && { vat }),
    },
  }
  const none = { rate: 0, jurisdiction: '', kind: 'none' } as const
  // In the seller's own country, businesses pay VAT like everyone else.
  if (takes_vat_number)
    return vat && area !== 'national'
      ? { ...common, rate: 0, jurisdiction: country.name, kind: 'reverse_charge' }
      : { ...common, ...(vat_rate === 0 ? none : { rate: vat_rate, jurisdiction: country.name, kind: 'vat' }) }
  const rate = getSalesTaxRate(region)
  return rate === 0
    ? { ...common, ...none }
    : { ...common, rate, jurisdiction: (country_region ?? country).name, kind: 'sales_tax' }
}
