/** A postal address: its fields and error texts, shared by forms and the API. */
import * as z from 'zod/mini'

import { idField } from '#platform/http/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { isPostalCode, plainPostalCode, POSTAL_CODE_REFUSAL } from './postal-code.ts'

/** Fields for a request body. The server decides by country whether the state is an id or text (`validateAddress`). */
export const addressShape = {
  address: requiredText('Address'),
  address2: optionalText('Suite / Apt #'),
  city: requiredText('City'),
  postal_code: requiredText('Zip code', 20).check(z.overwrite(plainPostalCode)),
  country_id: idField('Country is required'),
  country_region_id: z._default(z.nullable(idField('State is required')), null),
  region: optionalText('State'),
}

/** The sentence for a billing country that the shop doesn't sell to. */
export const unsoldCountryText = (name: string): string =>
  `${name} isn’t a country that we sell to. Please use a billing address in another country, or contact us.`

export const STATE_REFUSAL = 'State is required'

type StateValues = { country_region_id: number | null; region: string }
type RegionIds = readonly { id: number }[]

/** Keeps the region id in a country with regions, and the text in other countries. */
export const normalizeState = (regions: RegionIds, { country_region_id, region }: StateValues): StateValues =>
  regions.length > 0 ? { country_region_id, region: '' } : { country_region_id: null, region }

/** Returns the field that lacks the state, if any. */
export const findMissingState = (
  regions: RegionIds,
  { country_region_id, region }: StateValues,
): keyof StateValues | undefined => {
  if (regions.length === 0) return region === '' ? 'region' : undefined
  return regions.some(({ id }) => id === country_region_id) ? undefined : 'country_region_id'
}

type CountryRegionIds = readonly { id: number; regions: RegionIds }[]

/** Returns the regions of a country, or none without a country. */
export const regionsOf = <R extends { id: number }>(
  countries: readonly { id: number; regions: readonly R[] }[],
  country_id: number | null,
): readonly R[] => countries.find(({ id }) => id === country_id)?.regions ?? []

const FREQUENT_COUNTRIES = ['US', 'CA', 'GB', 'AU', 'DE', 'FR']

/** Returns the countries that come first in a list of countries. */
export const filterFrequentCountries = <C extends { code: string }>(countries: readonly C[]): C[] =>
  FREQUENT_COUNTRIES.flatMap(code => countries.filter(country => country.code === code))

type AddressFormInput = Partial<StateValues> & { country_id?: number | null; postal_code?: string }

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** Checks in a form that the country is sold to. `kept_country_id`: one that may stay. */
export const checkSoldTo = (
  countries: readonly { id: number; name: string; is_sold_to: boolean }[],
  kept_country_id?: number,
) => {
  const findUnsold = (country_id: number | null | undefined) =>
    countries.find(({ id, is_sold_to }) => id === country_id && id !== kept_country_id && !is_sold_to)
  return z.refine<AddressFormInput>(({ country_id }) => findUnsold(country_id) === undefined, {
    path: ['country_id'],
    error: ({ input }) => unsoldCountryText(findUnsold((input as AddressFormInput).country_id)?.name ?? ''),
    when: isObject,
  })
}

/** Returns the countries to choose from: those that are sold to, and the one of the saved address. */
export const filterCountryOptions = <C extends { id: number; is_sold_to: boolean }>(
  countries: readonly C[],
  saved_country_id: number | null | undefined,
): C[] => countries.filter(({ id, is_sold_to }) => is_sold_to || id === saved_country_id)

/** Checks the zip code in a form. The server checks it again with its own table of countries. */
export const checkPostalCode = (countries: readonly { id: number; code: string }[]) =>
  z.refine<AddressFormInput>(
    ({ country_id = null, postal_code = '' }) => {
      const country = countries.find(({ id }) => id === country_id)
      return country === undefined || postal_code.trim() === '' || isPostalCode(country.code, postal_code)
    },
    { path: ['postal_code'], error: POSTAL_CODE_REFUSAL, when: isObject },
  )

/** Checks the state in a form, and reports the field that lacks it. */
export const checkState = (countries: CountryRegionIds) =>
  (['region', 'country_region_id'] as const).map(field =>
    z.refine<AddressFormInput>(
      ({ country_id = null, country_region_id = null, region = '' }) =>
        findMissingState(regionsOf(countries, country_id), { country_region_id, region }) !== field,
      // Report it together with other errors, not after they are fixed.
      { path: [field], error: STATE_REFUSAL, when: isObject },
    ),
  )
