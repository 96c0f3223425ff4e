import type { CartRow } from './carts.server.ts'
import type { CartBilling, ContactDetails } from './contract.ts'

const united_states = 41

/** Who is billed, in the words of the alternate flow: somebody of the workspace, or whoever was named. */
export const contactDetails = (
  { billing_contact, country, country_region, region, ...billing }: CartBilling,
  { po_number, vat_number }: Pick<CartRow, 'po_number' | 'vat_number'>,
): ContactDetails => {
  const who = billing.email === '' && billing_contact ? billing_contact : billing
  const details = {
    first_name: who.first_name,
    last_name: who.last_name,
    email: who.email,
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
      Object.values(details).every(text => text !== '') && (country.id !== united_states || country_region !== null),
  }
}
