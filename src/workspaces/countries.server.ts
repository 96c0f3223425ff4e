import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { findMissingState, normalizeState, STATE_REFUSAL } from './address.ts'
import { isPostalCode, POSTAL_CODE_REFUSAL } from './postal-code.ts'

export type Country = { id: number; code: string; name: string }
export type Region = { id: number; code: string; name: string }

const byName = new Intl.Collator('en')

/** Lists all countries by name, with regions where an address needs them. */
export const listCountriesWithRegions = async (db: Db): Promise<(Country & { regions: Region[] })[]> => {
  const countries = await db.selectFrom('countries').select(['id', 'code', 'name']).execute()
  // The database sorts by bytes, which puts Åland after Zimbabwe.
  countries.sort((a, b) => byName.compare(a.name, b.name))
  const regions = await db
    .selectFrom('country_regions')
    .select(['id', 'country_id', 'code', 'name'])
    .orderBy('name')
    .execute()
  const regionsByCountry = Map.groupBy(regions, ({ country_id }) => country_id)
  return countries.map(country => ({
    ...country,
    regions: (regionsByCountry.get(country.id) ?? []).map(({ id, code, name }) => ({ id, code, name })),
  }))
}

export const findCountry = (db: Db, id: number): Promise<Country | undefined> =>
  db.selectFrom('countries').where('id', '=', id).select(['id', 'code', 'name']).executeTakeFirst()

export const findRegion = (db: Db, id: number): Promise<Region | undefined> =>
  db.selectFrom('country_regions').where('id', '=', id).select(['id', 'code', 'name']).executeTakeFirst()

type AddressLocation = { country_id: number; country_region_id: number | null; region: string }
type AddressInput = AddressLocation & { postal_code: string }

/**
 * Returns the location as it is saved: the state by id in countries with regions, as text elsewhere. `lenient` allows an
 * empty text. Throws 422 on the invalid field.
 */
export const validateAddress = async (
  db: Db,
  { postal_code, ...location }: AddressInput,
  { lenient = false } = {},
): Promise<AddressLocation> => {
  const country = await findCountry(db, location.country_id)
  if (!country) throw refuse.fields({ country_id: ['Country is required'] })
  if (!isPostalCode(country.code, postal_code)) throw refuse.fields({ postal_code: [POSTAL_CODE_REFUSAL] })
  const regions = await db.selectFrom('country_regions').where('country_id', '=', country.id).select('id').execute()
  const missingField = findMissingState(regions, location)
  if (missingField && !(lenient && regions.length === 0)) throw refuse.fields({ [missingField]: [STATE_REFUSAL] })
  return { country_id: country.id, ...normalizeState(regions, location) }
}
