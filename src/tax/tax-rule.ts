/** Decides the tax of a sale: by the buyer’s place, where the seller is registered on that day, and whether the buyer is a business. */
import { countryName } from '#platform/settings/fields.ts'
import type { SettingsOf } from '#platform/settings/groups.ts'
import type { RegistrationScheme, TaxRegistration } from '#platform/settings/tax-group.ts'

import { coversPlace, EU_COUNTRIES, getTaxCurrency, getTaxPlace, type TaxLocation, type TaxPlace } from './places.ts'
import type { TaxEntry, TaxKind } from './tax-entry.ts'
import { findTaxEntry } from './tax-rates.ts'
import { isVatNumber, type Vat } from './vat-number.ts'
import { describeZeroTax, type ZeroTaxReason } from './zero-reason.ts'

export type TaxRule = {
  /** 0.0725 for 7.25%. */
  rate: number
  /** "California", "Ireland"; empty where no tax applies. */
  jurisdiction: string
  /** `reverse_charge`: VAT that a business accounts for itself. */
  kind: TaxKind | 'reverse_charge' | 'none'
  reason: ZeroTaxReason | null
  /** The sentence that a document needs where no tax is charged; else empty. */
  note: string
  /** The buyer’s place, such as DE, US-TX or ES-CN, and its name. */
  place: string
  place_name: string
  /** The registration that the tax is charged under: its kind, and its number for documents, which may be empty. */
  scheme: RegistrationScheme | null
  seller_number: string
  /** The currency that the tax is to be stated in, besides that of the sale; null for none. */
  currency: string | null
  /** Whether the place accepts VAT numbers. */
  takes_vat_number: boolean
  /** The buyer’s VAT number, if it is valid for this place. */
  vat: Vat | null
  /** The basis for the rate, for the accounts. */
  evidence: {
    country: string
    region: string | null
    area: string
    exchange: 'consumer' | 'business'
    source: string
    /** The law of the rate. */
    law?: string
    vat?: Vat
  }
}

export type Tax = TaxRule & { base_cents: number; tax_cents: number }

export type Seller = {
  /** The company’s own country, such as IE. */
  country: string
  settings: SettingsOf<'tax'>
}

/** Returns the tax rule for a buyer. `day`: the tax point, such as "2026-03-02". */
export const decideTax = (location: TaxLocation, submittedVat: Vat | null, seller: Seller, day: string): TaxRule => {
  const place = getTaxPlace(location)
  const takes_vat_number = place.area !== 'other'
  const vat = takes_vat_number && submittedVat && isVatNumber(place.country, submittedVat.number) ? submittedVat : null
  const isBusiness = vat !== null && (vat.service === 'valid' || seller.settings.unchecked_vat_numbers === 'trust')
  const entry = findTaxEntry(place, day, seller.settings.rates)
  const charge = findTaxCharge(place, entry, isBusiness, seller, day)
  const common = {
    place: place.code,
    place_name: place.name,
    takes_vat_number,
    vat,
    evidence: {
      country: location.country.code,
      region: location.country_region?.code ?? null,
      area: place.area,
      exchange: isBusiness ? ('business' as const) : ('consumer' as const),
      source: 'billing address',
      ...(charge.kind === 'charged' && { law: charge.entry.source }),
      ...(vat && { vat }),
    },
  }
  if (charge.kind === 'charged') {
    const { entry, registration, jurisdiction } = charge
    // The One-Stop Shop invoices by the law of the member state that its returns go to.
    const currency = getTaxCurrency(
      registration.scheme === 'national' ? place.country : registration.place.slice(0, 2),
      day,
    )
    return {
      ...common,
      // Rounds to five decimals, so that 6.35% is not 0.06349999….
      rate: Math.round(entry.percent * 1_000) / 100_000,
      jurisdiction,
      kind: entry.kind,
      reason: null,
      note: '',
      scheme: registration.scheme,
      seller_number: registration.number,
      currency,
    }
  }
  const { reason } = charge
  const isReverse = reason === 'reverse_charge'
  const own = isReverse ? findNational(seller, seller.country, day) : undefined
  return {
    ...common,
    rate: 0,
    jurisdiction: isReverse ? place.name : '',
    kind: isReverse ? 'reverse_charge' : 'none',
    reason,
    note: describeZeroTax(reason, place, seller.country),
    scheme: null,
    seller_number: own?.number ?? '',
    currency: null,
  }
}

type TaxCharge = { kind: 'charged'; entry: TaxEntry; registration: TaxRegistration; jurisdiction: string }

const findTaxCharge = (
  place: TaxPlace,
  entry: TaxEntry | undefined,
  isBusiness: boolean,
  seller: Seller,
  day: string,
): TaxCharge | { kind: 'zero'; reason: ZeroTaxReason } => {
  const zero = (reason: ZeroTaxReason) => ({ kind: 'zero' as const, reason })
  const isEstablished = seller.country === place.country
  const isSellerInEu = EU_COUNTRIES.includes(seller.country)
  // In the seller’s own country, businesses pay VAT like everyone else.
  if (isBusiness && !isEstablished) return zero('reverse_charge')
  const registration =
    findNational(seller, place.code, day) ??
    (place.area === 'eu' && !isEstablished
      ? findActive(seller, day, one => one.scheme === (isSellerInEu ? 'union_oss' : 'non_union_oss'))
      : undefined)
  if (registration && entry)
    return entry.taxes_downloads ? { kind: 'charged', entry, registration, jurisdiction: place.name } : zero('exempt')
  if (place.area === 'eu' && isSellerInEu && !isEstablished) {
    // Below the threshold of article 59c, a seller in the EU without the One-Stop Shop charges the VAT of its own country.
    const home = findNational(seller, seller.country, day)
    const homeEntry = findTaxEntry({ code: seller.country, country: seller.country }, day, seller.settings.rates)
    if (home && homeEntry)
      return { kind: 'charged', entry: homeEntry, registration: home, jurisdiction: countryName(seller.country) }
  }
  const isDomestic = isEstablished || (place.area === 'eu' && isSellerInEu)
  return zero(isDomestic || registration ? 'not_registered' : 'outside_scope')
}

const findActive = ({ settings }: Seller, day: string, matches: (one: TaxRegistration) => boolean) =>
  settings.registrations.find(one => one.from <= day && (one.to === null || one.to >= day) && matches(one))

const findNational = (seller: Seller, code: string, day: string) =>
  findActive(seller, day, one => one.scheme === 'national' && coversPlace(one.place, code))
