/** The billing form: one shape for the form in the browser and the door behind it. */
import * as z from 'zod/mini'

import { idIn } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'
import type { AddressValues } from '#workspaces/address-fields.tsx'
import { addressShape } from '#workspaces/address.ts'
import type { BillingInformation, WorkspaceUser } from '#workspaces/contract.ts'

import type { CartBilling } from './contract.ts'

export const CartBillingBody = z.object({
  company: requiredText('Company name'),
  billing_contact_user_id: idIn('Billing contact is required'),
  ...addressShape,
})
export type CartBillingBody = z.infer<typeof CartBillingBody>

/** The fields of the form; null for what is not chosen yet. */
export type BillingValues = { company: string; billing_contact_user_id: number | null } & AddressValues

type Buyer = { user_id: number | null; country_id: number | null }

/** What the form begins with: the cart's own billing or the last order's, else the workspace's, else the buyer as contact and where they are. */
export const beginningOf = (
  cart: CartBilling | null,
  workspace: BillingInformation | null,
  buyer: Buyer,
): BillingValues => {
  const known = cart ?? workspace
  return {
    company: cart?.company ?? workspace?.company_name ?? '',
    billing_contact_user_id: known?.billing_contact?.id ?? buyer.user_id,
    address: known?.address ?? '',
    address2: cart?.address2 ?? workspace?.address_2 ?? '',
    city: known?.city ?? '',
    postal_code: known?.postal_code ?? '',
    country_id: known?.country.id ?? buyer.country_id,
    country_region_id: known?.country_region?.id ?? null,
    // A state from the list goes by its id alone.
    region: known?.country_region ? '' : (known?.region ?? ''),
  }
}

/** The people to choose a billing contact from, with the one that the cart has already. */
export const contactsOf = (users: readonly WorkspaceUser[], cart: CartBilling | null): readonly WorkspaceUser[] => {
  const contact = cart?.billing_contact
  return contact && !users.some(({ id }) => id === contact.id) ? [...users, contact] : users
}
