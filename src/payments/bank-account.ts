/** A US bank account as entered by its owner: the fields, their checks, and the debit mandate. */
import * as z from 'zod/mini'

import { formatCents } from '#platform/money.ts'
import { requiredText } from '#platform/text.ts'

/** An optional text field; a form always has it. */
const optionalText = (label: string, max = 100) => z.string().check(z.trim(), z.maxLength(max, `${label} is too long`))

/** The account’s owner needs a name: of a business, or of a person. */
const requireName = (field: 'businessName' | 'firstName' | 'lastName', ownership: string, error: string) =>
  z.refine<{ ownershipType?: unknown } & Partial<Record<typeof field, unknown>>>(
    values => values.ownershipType !== ownership || values[field] !== '',
    // Reported together with the other errors, not only after they are fixed.
    { path: [field], error, when: ({ value }) => typeof value === 'object' && value !== null },
  )

const requiredChoice = <const T extends readonly [string, ...string[]]>(values: T, name: string) =>
  z.enum(values, {
    error: ({ input }) =>
      input === '' || input === undefined || input === null
        ? `${name.slice(0, 1).toUpperCase()}${name.slice(1)} is required`
        : `Please select a valid ${name}`,
  })

/** The form’s fields, named as in the gateway’s SDK. */
export const BankAccount = z
  .object({
    bankName: requiredText('Financial institution name', 100),
    ownershipType: requiredChoice(['personal', 'business'], 'ownership type'),
    accountType: requiredChoice(['checking', 'savings'], 'account type'),
    firstName: optionalText('First name'),
    lastName: optionalText('Last name'),
    businessName: optionalText('Business name'),
    routingNumber: z.string().check(z.trim(), z.regex(/^\d{9}$/, 'Routing number must be exactly 9 digits')),
    accountNumber: z.string().check(z.trim(), z.regex(/^\d{4,17}$/, 'Account number must be at least 4 digits')),
    streetAddress: requiredText('Address'),
    extendedAddress: optionalText('Suite / Apt #'),
    locality: requiredText('City'),
    region: requiredText('State', 2),
    postalCode: z.string().check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'Please enter a valid zip code')),
  })
  .check(
    requireName('businessName', 'business', 'Business name is required'),
    requireName('firstName', 'personal', 'First name is required'),
    requireName('lastName', 'personal', 'Last name is required'),
  )
export type BankAccount = z.infer<typeof BankAccount>

export const addressFields = ['streetAddress', 'extendedAddress', 'locality', 'region', 'postalCode'] as const

/** The billing address, as far as it is known. */
export type BankOwner = {
  company: string
  first_name: string
  last_name: string
  address: string
  address2: string
  city: string
  postal_code: string
  /** "CA"; '' outside the United States. */
  state: string
}

type OwnerContact = { first_name: string; last_name: string }
type CodedPlace = { code: string }
type BilledParty = Pick<BankOwner, 'address' | 'city' | 'postal_code'> & {
  billing_contact: OwnerContact | null
  country: CodedPlace
  country_region: CodedPlace | null
} & ({ company: string; address2: string } | { company_name: string; address_2: string })

const UNITED_STATES = 'US'

/** Returns the account owner for a billing address, and whether that address is in the United States. */
export const ownerOf = (billed: BilledParty | null): { owner: BankOwner | undefined; is_us: boolean } => {
  if (!billed) return { owner: undefined, is_us: false }
  const { billing_contact, address, city, postal_code, country, country_region } = billed
  const is_us = country.code === UNITED_STATES
  const owner = {
    company: 'company' in billed ? billed.company : billed.company_name,
    first_name: billing_contact?.first_name ?? '',
    last_name: billing_contact?.last_name ?? '',
    address,
    address2: 'address2' in billed ? billed.address2 : billed.address_2,
    city,
    postal_code,
    state: is_us ? (country_region?.code ?? '') : '',
  }
  return { owner, is_us }
}

/** Returns the form’s initial values. */
export const toBankAccount = (owner: BankOwner | undefined): BankAccount => ({
  bankName: '',
  ownershipType: 'personal',
  accountType: 'checking',
  firstName: owner?.first_name ?? '',
  lastName: owner?.last_name ?? '',
  businessName: owner?.company ?? '',
  routingNumber: '',
  accountNumber: '',
  streetAddress: owner?.address ?? '',
  extendedAddress: owner?.address2 ?? '',
  locality: owner?.city ?? '',
  region: owner?.state ?? '',
  postalCode: owner?.postal_code ?? '',
})

/** Returns the account in the SDK’s format. */
export const toBankDetails = ({
  streetAddress,
  extendedAddress,
  locality,
  region,
  postalCode,
  ...account
}: BankAccount) => {
  const { firstName, lastName, businessName, bankName: _, ...numbers } = account
  return {
    ...numbers,
    ...(account.ownershipType === 'business' ? { businessName } : { firstName, lastName }),
    billingAddress: { streetAddress, extendedAddress, locality, region, postalCode },
  }
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

type MandateInput = Pick<BankAccount, 'bankName' | 'routingNumber' | 'accountNumber'> & {
  amount_cents: number
  today: Date
  /** The name of the shop. */
  shop: string
}

/** The mandate that the owner agrees to; it is sent to the gateway with the account. */
export const mandateText = ({
  bankName,
  routingNumber,
  accountNumber,
  amount_cents,
  today,
  shop,
}: MandateInput): string => {
  const account = `my account at ${bankName || '…'}, routing number ${routingNumber || '…'}, account number ${accountNumber || '…'}`
  const debit =
    amount_cents > 0
      ? `to debit ${formatCents(amount_cents)} electronically from ${account}, on ${dateFormat.format(today)} or the first banking day after it`
      : `to debit the purchases that I confirm at checkout electronically from ${account}, from ${dateFormat.format(today)} on`
  return `I authorize ${shop} and Braintree, a service of PayPal, on its behalf, ${debit}, and to verify the account with information of my bank and of consumer reports. If the debit cannot be made, I will pay in another way. I may revoke this by writing to ${shop} before the debit is sent.`
}

/** Returns the gateway’s own message, where it has one. */
export const bankFailureText = (error: unknown): string => networkText(error) ?? 'Please double check your bank details'

const networkText = (error: unknown, depth = 0): string | undefined => {
  if (depth > 4 || typeof error !== 'object' || error === null) return undefined
  if (Array.isArray(error)) return networkText(error[0], depth + 1) ?? readMessage(error[0])
  const { details, originalError } = error as { details?: unknown; originalError?: unknown }
  return networkText(originalError ?? details, depth + 1)
}

const readMessage = (entry: unknown): string | undefined => {
  const message = (entry as { message?: unknown } | null)?.message
  return typeof message === 'string' && message !== '' ? message : undefined
}
