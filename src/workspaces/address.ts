/** A postal address as billing asks for it: its shape and its texts, the same in forms and at the API's door. */
import * as z from 'zod/mini'

import { idIn } from '#platform/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

import { isPostalCode, plainPostalCode, postal_code_refusal } from './postal-code.ts'

/** Spread into a body's shape. Whether the state is an id or free text depends on the country: `checkedPlace` decides. */
export const addressShape = {
  address: requiredText('Address'),
  address2: optionalText('Suite / Apt #'),
  city: requiredText('City'),
  postal_code: requiredText('Zip code', 20).check(z.overwrite(plainPostalCode)),
  country_id: idIn('Country is required'),
  country_region_id: z._default(z.nullable(idIn('State is required')), null),
  region: optionalText('State'),
}

export const state_refusal = 'State is required'

type Place = { country_region_id: number | null; region: string }
type Regions = readonly { id: number }[]

/** Where a country has regions one of them is chosen and the free text goes; elsewhere the other way round. */
export const placeIn = (regions: Regions, { country_region_id, region }: Place): Place =>
  regions.length > 0 ? { country_region_id, region: '' } : { country_region_id: null, region }

/** The field that lacks the state, if any. */
export const missingState = (regions: Regions, { country_region_id, region }: Place): keyof Place | undefined => {
  if (regions.length === 0) return region === '' ? 'region' : undefined
  return regions.some(({ id }) => id === country_region_id) ? undefined : 'country_region_id'
}

type Countries = readonly { id: number; regions: Regions }[]

/** The regions of the chosen country; none as long as no country is chosen. */
export const regionsOf = <R extends { id: number }>(
  countries: readonly { id: number; regions: readonly R[] }[],
  country_id: number | null,
): readonly R[] => countries.find(({ id }) => id === country_id)?.regions ?? []

const OFTEN_CHOSEN = ['US', 'CA', 'GB', 'AU', 'DE', 'FR']

/** They stand first in a list of all countries. */
export const oftenChosen = <C extends { code: string }>(countries: readonly C[]): C[] =>
  OFTEN_CHOSEN.flatMap(code => countries.filter(country => country.code === code))

type Address = Partial<Place> & { country_id?: number | null; postal_code?: string }

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** For forms, which know the countries: says at once whether the zip code can be right there. The server asks its own table. */
export const postalCodeFits = (countries: readonly { id: number; code: string }[]) =>
  z.refine<Address>(
    ({ country_id = null, postal_code = '' }) => {
      const country = countries.find(({ id }) => id === country_id)
      return country === undefined || postal_code.trim() === '' || isPostalCode(country.code, postal_code)
    },
    { path: ['postal_code'], error: postal_code_refusal, when: isObject },
  )

/** The same for the state: says which field misses it. */
export const stateGiven = (countries: Countries) =>
  (['region', 'country_region_id'] as const).map(field =>
    z.refine<Address>(
      ({ country_id = null, country_region_id = null, region = '' }) =>
        missingState(regionsOf(countries, country_id), { country_region_id, region }) !== field,
      // Beside the other mistakes, not only when they are gone.
      { path: [field], error: state_refusal, when: isObject },
    ),
  )
