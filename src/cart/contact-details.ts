import type { CartRow } from './carts.server.ts'
import type { CartBilling, ContactDetails } from './contract.ts'

const UNITED_STATES_ID = 41

/** Converts billing information to the alternate flow's format: the workspace contact, or the person named on the cart. */
export const toContactDetails = (
  { billing_contact, country, country_region, region, ...billing }: CartBilling,
  { po_number, vat_number }: Pick<CartRow, 'po_number' | 'vat_number'>,
): ContactDetails => {
  const contact = billing.email === '' && billing_contact ? billing_contact : billing
  const details = {
    first_name: contact.first_name,
    last_name: contact.last_name,
    email: contact.email,
    address: billing.address,
    city: billing.city,
    postal_code: billing.postal_code,
  }
  return {
    ...details,
    address2: billing.address2,
    country: country.name,
    country_id: country.id,
    region,
    region_id: country_region?.id ?? null,
    po_number,
    vat_number,
    is_complete:
      Object.values(details).every(text => text !== '') && (country.id !== UNITED_STATES_ID || country_region !== null),
  }
}
