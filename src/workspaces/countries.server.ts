import type { Db } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { missingState, placeIn, state_refusal } from './address.ts'
import { isPostalCode, postal_code_refusal } from './postal-code.ts'

export type Country = { id: number; code: string; name: string }
export type Region = { id: number; code: string; name: string }

const byName = new Intl.Collator('en')

/** Every country by name, each with its regions where an address needs one of them. */
export const countriesWithRegions = async (db: Db): Promise<(Country & { regions: Region[] })[]> => {
  const countries = await db.selectFrom('countries').select(['id', 'code', 'name']).execute()
  // The database sorts by bytes, which would put Åland after Zimbabwe.
  countries.sort((a, b) => byName.compare(a.name, b.name))
  const regions = await db
    .selectFrom('country_regions')
    .select(['id', 'country_id', 'code', 'name'])
    .orderBy('name')
    .execute()
  const byCountry = Map.groupBy(regions, ({ country_id }) => country_id)
  return countries.map(country => ({
    ...country,
    regions: (byCountry.get(country.id) ?? []).map(({ id, code, name }) => ({ id, code, name })),
  }))
}

export const countryOf = (db: Db, id: number): Promise<Country | undefined> =>
  db.selectFrom('countries').where('id', '=', id).select(['id', 'code', 'name']).executeTakeFirst()

export const regionOf = (db: Db, id: number): Promise<Region | undefined> =>
  db.selectFrom('country_regions').where('id', '=', id).select(['id', 'code', 'name']).executeTakeFirst()

type Place = { country_id: number; country_region_id: number | null; region: string }
type Address = Place & { postal_code: string }

/**
 * The place as it is kept: state by id where the country has regions, as text elsewhere, which `lenient` lets be empty.
 * Throws 422 on the field that is wrong.
 */
export const checkedPlace = async (
  db: Db,
  { postal_code, ...place }: Address,
  { lenient = false } = {},
): Promise<Place> => {
  const country = await countryOf(db, place.country_id)
  if (!country) throw refuse.fields({ country_id: ['Country is required'] })
  if (!isPostalCode(country.code, postal_code)) throw refuse.fields({ postal_code: [postal_code_refusal] })
  const regions = await db.selectFrom('country_regions').where('country_id', '=', country.id).select('id').execute()
  const missing = missingState(regions, place)
  if (missing && !(lenient && regions.length === 0)) throw refuse.fields({ [missing]: [state_refusal] })
  return { country_id: country.id, ...placeIn(regions, place) }
}
