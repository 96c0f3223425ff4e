/** Checks the owner's tax settings against the table of taxes. */
import { refuse } from '#platform/http/refusal.ts'
import type { SettingsOf } from '#platform/settings/groups.ts'

import { EU_COUNTRIES, findPartName } from './places.ts'
import { taxedPlaces } from './tax-rates.ts'
import { isVatNumber } from './vat-number.ts'

/** Parts of a country whose tax its own registration covers. */
const COVERED_PARTS = /^(CA|PT)-/

/** Where a company can be registered: countries and US states. */
const registrationPlaces: readonly string[] = taxedPlaces.filter(place => !COVERED_PARTS.test(place))

/** Throws 422 with a message per field, such as `registrations.0.place`. */
export const requireTaxSettings = ({ registrations, rates }: SettingsOf<'tax'>): void => {
  const errors: Record<string, string[]> = {}
  for (const [index, { scheme, place, number }] of registrations.entries()) {
    if (scheme === 'national' ? !registrationPlaces.includes(place) : !EU_COUNTRIES.includes(place))
      errors[`registrations.${index}.place`] = [
        scheme === 'national'
          ? 'There are no rates for this place, so choose another.'
          : 'The One-Stop Shop is in a member state of the European Union.',
      ]
    const compact = number.replaceAll(/[ ./-]/g, '')
    const hasCheckDigit = scheme !== 'non_union_oss' && (EU_COUNTRIES.includes(place) || place === 'GB')
    if (number !== '' && hasCheckDigit && !isVatNumber(place, compact))
      errors[`registrations.${index}.number`] = [
        `${number} is not a valid VAT number of that country. It starts with ${place === 'GR' ? 'EL' : place} and has a check digit.`,
      ]
  }
  for (const [index, { place }] of rates.entries())
    if (!taxedPlaces.includes(place))
      errors[`rates.${index}.place`] = ['There is no tax in the table for this place, so choose another.']
  if (Object.keys(errors).length > 0) throw refuse.fields(errors)
}

export type TaxPlaceOption = { code: string; name: string; can_register: boolean }

type CountryNames = readonly { code: string; name: string; regions: readonly { code: string; name: string }[] }[]

/** Returns the places of the tax table by name: countries, then parts such as "Texas, United States". */
export const listTaxPlaces = (countries: CountryNames): TaxPlaceOption[] => {
  const nameOf = (place: string) => {
    const [code, part] = place.split('-')
    const country = countries.find(one => one.code === code)
    if (part === undefined || !country) return country?.name ?? place
    const name = findPartName(place) ?? country.regions.find(region => region.code === part)?.name ?? part
    return `${name}, ${country.name}`
  }
  return taxedPlaces
    .map(code => ({ code, name: nameOf(code), can_register: registrationPlaces.includes(code) }))
    .toSorted(
      (a, b) => Number(a.code.includes('-')) - Number(b.code.includes('-')) || a.name.localeCompare(b.name, 'en'),
    )
}
