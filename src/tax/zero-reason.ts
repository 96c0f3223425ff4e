/** Why a sale has no tax, and the sentence that documents need for it. */
import { EU_COUNTRIES, type TaxPlace } from './places.ts'

/** `outside_scope`: supplied in another country. `exempt`: the place does not tax downloads. */
export type ZeroTaxReason = 'reverse_charge' | 'outside_scope' | 'exempt' | 'not_registered'

export const REVERSE_CHARGE_NOTE = 'Reverse charge: the recipient accounts for the VAT.'

export const describeZeroTax = (reason: ZeroTaxReason, place: TaxPlace, seller_country: string): string => {
  if (reason === 'reverse_charge') return REVERSE_CHARGE_NOTE
  if (reason === 'exempt') return `No sales tax: ${place.name} doesn’t tax downloads.`
  if (reason === 'not_registered') return `No tax is charged: the seller isn’t registered for it in ${place.name}.`
  return EU_COUNTRIES.includes(seller_country)
    ? `Outside the scope of EU VAT: the place of supply is ${place.name} (Directive 2006/112/EC, articles 44 and 59).`
    : `No tax is charged: the place of supply is ${place.name}, outside of the seller’s country.`
}
