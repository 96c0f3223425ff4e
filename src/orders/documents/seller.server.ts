/** The seller as documents show it: plain data that can be sent to the worker thread. */
import type { Deps } from '#platform/deps.ts'
import { toCompany, type Company } from '#platform/settings/company.ts'
import type { AllSettings, SettingsOf } from '#platform/settings/groups.ts'
import { readLogoPicture } from '#platform/settings/logo.server.ts'

export type Seller = Pick<
  Company,
  'name' | 'legal_name' | 'address' | 'country' | 'email' | 'phone' | 'tax_ids' | 'register' | 'is_default'
> & {
  /** The last line of every page; '' for none. */
  footer: string
  /** How an invoice can be paid by transfer, line by line; empty when no account is set. */
  payment: string[]
  /** What an electronic invoice says field by field. */
  company: SettingsOf<'company'>
  /** The PNG of the logo. */
  logo_png?: Uint8Array
}

/** Returns the seller with the logo's picture. */
export const loadSeller = async (deps: Pick<Deps, 'settings' | 'storage'>): Promise<Seller> => {
  const settings = deps.settings.current()
  const { logo_light } = settings.look
  const logo = logo_light && (await readLogoPicture(deps, logo_light))
  return { ...toSeller(settings), ...(logo && { logo_png: logo }) }
}

export const toSeller = (settings: AllSettings): Seller => {
  const { bank_account_holder, bank_name, iban, bic } = settings.company
  const { footer, payment_instructions } = settings.documents
  const bank = iban === '' ? [] : [bank_account_holder, bank_name, iban, bic]
  return {
    ...toCompany(settings),
    footer,
    company: settings.company,
    payment: [...bank, ...payment_instructions.split('\n')].filter(line => line !== ''),
  }
}
