/** The billing form: the schema that the browser form and its endpoint share. */
import * as z from 'zod/mini'

import { idField } from '#platform/http/lists.ts'
import { optionalText } from '#platform/text.ts'
import type { AddressValues } from '#workspaces/address-fields.tsx'
import { addressShape } from '#workspaces/address.ts'
import type { BillingInformation, WorkspaceUser } from '#workspaces/contract.ts'

import type { CartBilling } from './contract.ts'

export const CartBillingBody = z.object({
  /** Empty for a private person. */
  company: optionalText('Company name'),
  /** Whether the buyer is a private person, who names no company. */
  is_private: z._default(z.boolean(), false),
  billing_contact_user_id: idField('Billing contact is required'),
  ...addressShape,
})
/** Requires a company name unless a private person buys. */
export const checkCompany = z.refine<Pick<z.output<typeof CartBillingBody>, 'company' | 'is_private'>>(
  // A body that is no object has an error of its own.
  body => typeof body !== 'object' || body === null || body.is_private || body.company !== '',
  // Also beside errors of other fields.
  { path: ['company'], message: 'Company name is required', when: () => true },
)

export type CartBillingBody = z.infer<typeof CartBillingBody>

/** The form's values; null for a choice not made yet. */
export type BillingValues = {
  company: string
  is_private: boolean
  billing_contact_user_id: number | null
} & AddressValues

type BuyerDefaults = { user_id: number | null; country_id: number | null }

/**
 * Returns the form's initial values: the cart's billing or the last order's, else the workspace's, else the buyer as
 * contact and their country.
 */
export const initialBillingValues = (
  cart: CartBilling | null,
  workspace: BillingInformation | null,
  buyer: BuyerDefaults,
): BillingValues => {
  const savedBilling = cart ?? workspace
  return {
    company: cart?.company ?? workspace?.company_name ?? '',
    is_private: cart?.company === '',
    billing_contact_user_id: savedBilling?.billing_contact?.id ?? buyer.user_id,
    address: savedBilling?.address ?? '',
    address2: cart?.address2 ?? workspace?.address_2 ?? '',
    city: savedBilling?.city ?? '',
    postal_code: savedBilling?.postal_code ?? '',
    country_id: savedBilling?.country.id ?? buyer.country_id,
    country_region_id: savedBilling?.country_region?.id ?? null,
    // A state from the list is identified by its id alone.
    region: savedBilling?.country_region ? '' : (savedBilling?.region ?? ''),
  }
}

/** Returns the users to choose a billing contact from, including the cart's current contact. */
export const contactOptions = (users: readonly WorkspaceUser[], cart: CartBilling | null): readonly WorkspaceUser[] => {
  const contact = cart?.billing_contact
  return contact && !users.some(({ id }) => id === contact.id) ? [...users, contact] : users
}
