/** A postal address as billing asks for it: its shape and its texts, the same in forms and at the API's door. */
import * as z from 'zod/mini'

import { idIn } from '#platform/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

/** Spread into a body's shape. Whether the state is an id or free text depends on the country: `checkedPlace` decides. */
export const addressShape = {
  address: requiredText('Address'),
  address2: optionalText('Suite / Apt #'),
  city: requiredText('City'),
  postal_code: requiredText('Zip code', 20),
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

type Given = Partial<Place> & { country_id?: number }

/** For forms, which know the countries: says at once which state is missing. The server asks its own table. */
export const stateGiven = (countries: Countries) =>
  (['region', 'country_region_id'] as const).map(field =>
    z.refine<Given>(
      ({ country_id = null, country_region_id = null, region = '' }) =>
        missingState(regionsOf(countries, country_id), { country_region_id, region }) !== field,
      // Beside the other mistakes, not only when they are gone.
      { path: [field], error: state_refusal, when: ({ value }) => typeof value === 'object' && value !== null },
    ),
  )
