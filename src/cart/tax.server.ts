/** Sales tax of the United States by state, from our own table; VAT of the European Union and the United Kingdom by country, from the library; none elsewhere. */
import salesTax from 'sales-tax'

import { salesTaxOn } from './us-sales-tax.ts'
import { isVatNumber, type Vat } from './vat.server.ts'

/** Where the seller is: decides which sales are at home, in the union, or abroad. */
const seat = 'IE'
salesTax.setTaxOriginCountry(seat)

export type TaxPlace = {
  country: { code: string; name: string }
  country_region: { code: string; name: string } | null
}

export type TaxRule = {
  /** 0.0725 for 7.25 % */
  rate: number
  /** "California", "Ireland"; empty where no tax applies. */
  jurisdiction: string
  /** `reverse_charge`: VAT that a business accounts for itself. */
  kind: 'sales_tax' | 'vat' | 'reverse_charge' | 'none'
  /** Whether a VAT number makes sense there. */
  takes_vat_number: boolean
  /** The one that counts: it is of this place. */
  vat: Vat | null
  /** What the rate was decided on, for the books. */
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

/** The tax of a place, for a buyer with this VAT number. Offline. */
export const taxRuleOf = async ({ country, country_region }: TaxPlace, given: Vat | null): Promise<TaxRule> => {
  const { code } = country
  const region = code === 'US' ? (country_region?.code ?? null) : null
  const { rate: vat_rate, area } = await salesTax.getSalesTax(code)
  const takes_vat_number = area !== 'worldwide' || code === 'GB'
  const vat = takes_vat_number && given && (await isVatNumber(code, given.number)) ? given : null
  const facts = {
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
  // At home a business pays VAT as everybody does.
  if (takes_vat_number)
    return vat && area !== 'national'
      ? { ...facts, rate: 0, jurisdiction: country.name, kind: 'reverse_charge' }
      : { ...facts, ...(vat_rate === 0 ? none : { rate: vat_rate, jurisdiction: country.name, kind: 'vat' }) }
  const rate = salesTaxOn(region)
  return rate === 0
    ? { ...facts, ...none }
    : { ...facts, rate, jurisdiction: (country_region ?? country).name, kind: 'sales_tax' }
}
