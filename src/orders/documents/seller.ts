/** The seller as documents show it: plain data that can be sent to the worker thread. */
import { toCompany, type Company } from '#platform/settings/company.ts'
import type { AllSettings } from '#platform/settings/groups.ts'

export type Seller = Pick<
  Company,
  'name' | 'legal_name' | 'address' | 'country' | 'email' | 'phone' | 'tax_ids' | 'register' | 'is_default'
> & {
  /** The last line of every page; '' for none. */
  footer: string
  /** How an invoice can be paid by transfer, line by line; empty when no account is set. */
  payment: string[]
}

export const toSeller = (settings: AllSettings): Seller => {
  const { bank_account_holder, bank_name, iban, bic } = settings.company
  const { footer, payment_instructions } = settings.documents
  const bank = iban === '' ? [] : [bank_account_holder, bank_name, iban, bic]
  return {
    ...toCompany(settings),
    footer,
    payment: [...bank, ...payment_instructions.split('\n')].filter(line => line !== ''),
  }
}
