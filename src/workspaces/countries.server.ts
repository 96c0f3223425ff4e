import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { isSoldTo } from '#platform/settings/countries-group.ts'
import type { SettingsOf } from '#platform/settings/groups.ts'
import { loadSettings } from '#platform/settings/settings.server.ts'

import { findMissingState, normalizeState, STATE_REFUSAL, unsoldCountryText } from './address.ts'
import type { CountryWithRegions } from './contract.ts'
import { isPostalCode, POSTAL_CODE_REFUSAL } from './postal-code.ts'

export type Country = { id: number; code: string; name: string }
export type Region = { id: number; code: string; name: string }

const byName = new Intl.Collator('en')

/** Lists all countries by name, with regions where an address needs them. */
export const listCountriesWithRegions = async (
  db: Db,
  sold_to: SettingsOf<'countries'>,
): Promise<CountryWithRegions[]> => {
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
    is_sold_to: isSoldTo(sold_to, country.code),
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
 * Throws 422 for a billing country that isn't sold to. Reads the saved setting, so that a sale in this transaction never
 * depends on what another process has not loaded yet.
 */
export const requireSoldTo = async (db: Db, country: Pick<Country, 'code' | 'name'>): Promise<void> => {
  if (!(await isCountrySoldTo(db, country.code)))
    throw refuse(422, `${unsoldCountryText(country.name)} Nothing has been charged.`)
}

/** Whether the saved setting sells to a country. */
export const isCountrySoldTo = async (db: Db, code: string) =>
  isSoldTo((await loadSettings(db, 'countries')).value, code)

type AddressOptions = {
  /** Allows an empty state as text. */
  lenient?: boolean
  /** The country of the address that is replaced: it may stay, even if it isn't sold to anymore. */
  kept_country_id?: number | undefined
}

/**
 * Returns the location as it is saved: the state by id in countries with regions, as text elsewhere. Throws 422 on the
 * invalid field.
 */
export const validateAddress = async (
  db: Db,
  { postal_code, ...location }: AddressInput,
  { lenient = false, kept_country_id }: AddressOptions = {},
): Promise<AddressLocation> => {
  const country = await findCountry(db, location.country_id)
  if (!country) throw refuse.fields({ country_id: ['Country is required'] })
  if (country.id !== kept_country_id && !(await isCountrySoldTo(db, country.code)))
    throw refuse.fields({ country_id: [unsoldCountryText(country.name)] })
  if (!isPostalCode(country.code, postal_code)) throw refuse.fields({ postal_code: [POSTAL_CODE_REFUSAL] })
  const regions = await db.selectFrom('country_regions').where('country_id', '=', country.id).select('id').execute()
  const missingField = findMissingState(regions, location)
  if (missingField && !(lenient && regions.length === 0)) throw refuse.fields({ [missingField]: [STATE_REFUSAL] })
  return { country_id: country.id, ...normalizeState(regions, location) }
}
