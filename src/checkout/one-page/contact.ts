/** The billing contact, as the form edits it. */
import type { User } from '#accounts/contract.ts'
import type { ContactDetails } from '#cart/contract.ts'
import type { DetailsBody } from '#cart/legacy-contract.ts'
import { regionsOf } from '#workspaces/address.ts'
import type { BillingInformation, CountryWithRegions } from '#workspaces/contract.ts'

const UNITED_STATES_ID = 41

type CountryList = readonly CountryWithRegions[]

/** The form’s fields; null for a selection that is not made yet. */
export type ContactValues = Omit<DetailsBody, 'country' | 'country_id' | 'po_number' | 'vat_number'> & {
  country_id: number | null
}

/**
 * Returns the fields after a country is selected. The region is reset; only the United States preselect their first
 * one.
 */
export const selectCountry = (countries: CountryList, country_id: number | null) => ({
  country_id,
  region: '',
  region_id: country_id === UNITED_STATES_ID ? (regionsOf(countries, country_id)[0]?.id ?? null) : null,
})

/** Returns whether everything needed for billing is there; the United States need a state for tax. */
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
  (details.country_id !== UNITED_STATES_ID || details.region_id !== null || details.region !== '')

/** Returns the form’s initial values: from the cart, otherwise from the user and their workspace. */
export const toInitialValues = (
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

/** Returns the details as a request body, with changes. */
export const toDetailsBody = (details: ContactDetails, change: Partial<DetailsBody> = {}): DetailsBody => ({
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
