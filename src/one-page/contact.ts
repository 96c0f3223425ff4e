/** Who is billed, as the form asks for it. */
import type { User } from '#accounts/contract.ts'
import type { ContactDetails } from '#cart/contract.ts'
import type { DetailsBody } from '#cart/legacy-contract.ts'
import { regionsOf } from '#workspaces/address.ts'
import type { BillingInformation, CountryWithRegions } from '#workspaces/contract.ts'

const united_states = 41

type Countries = readonly CountryWithRegions[]

/** The fields of the form; null for what is not chosen yet. */
export type ContactValues = Omit<DetailsBody, 'country' | 'country_id' | 'po_number' | 'vat_number'> & {
  country_id: number | null
}

/** Where somebody lives by the list's first choice: another country has other regions, and only the United States begin with one. */
export const placeOnChoosing = (countries: Countries, country_id: number | null) => ({
  country_id,
  region: '',
  region_id: country_id === united_states ? (regionsOf(countries, country_id)[0]?.id ?? null) : null,
})

/** Nothing is missing to bill somebody; the United States need their state for its tax. */
export const isComplete = (details: ContactDetails | null): details is ContactDetails =>
  details !== null &&
  [
    details.address,
    details.country,
    details.postal_code,
    details.city,
    details.first_name,
    details.last_name,
    details.email,
  ].every(text => text !== '') &&
  (details.country_id !== united_states || details.region_id !== null || details.region !== '')

/** What the form begins with: what the cart knows, else the person and their workspace. */
export const beginningOf = (
  details: ContactDetails | null,
  user: Pick<User, 'first_name' | 'last_name' | 'email'> | null,
  workspace: BillingInformation | null,
): ContactValues => {
  const address = details?.address ? details : workspace
  const region_id = details?.address ? details.region_id : (workspace?.country_region?.id ?? null)
  return {
    first_name: details?.first_name || user?.first_name || '',
    last_name: details?.last_name || user?.last_name || '',
    email: details?.email || user?.email || '',
    address: address?.address ?? '',
    address2: (details?.address ? details.address2 : workspace?.address_2) ?? '',
    city: address?.city ?? '',
    postal_code: address?.postal_code ?? '',
    country_id: details?.address ? details.country_id : (workspace?.country.id ?? null),
    region_id,
    region: region_id === null ? (address?.region ?? '') : '',
  }
}

/** The details once more, with something beside them changed. */
export const bodyOf = (details: ContactDetails, change: Partial<DetailsBody> = {}): DetailsBody => ({
  first_name: details.first_name,
  last_name: details.last_name,
  email: details.email,
  address: details.address,
  address2: details.address2,
  city: details.city,
  postal_code: details.postal_code,
  country_id: details.country_id ?? 0,
  region: details.region_id === null ? details.region : '',
  region_id: details.region_id,
  ...change,
})
