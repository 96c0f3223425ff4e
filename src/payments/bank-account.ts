/** A US bank account as its owner tells it: what is asked, what is wrong with it, and what they agree to. */
import * as z from 'zod/mini'

import { brand } from '#platform/brand.ts'
import { formatCents } from '#platform/money.ts'
import { requiredText } from '#platform/text.ts'

/** May be empty, but is always there: a form has it. */
const free = (label: string, max = 100) => z.string().check(z.trim(), z.maxLength(max, `${label} is too long`))

/** Whoever owns the account has a name: of a business, or of a person. */
const nameGiven = (field: 'businessName' | 'firstName' | 'lastName', ownership: string, error: string) =>
  z.refine<{ ownershipType?: unknown } & Partial<Record<typeof field, unknown>>>(
    values => values.ownershipType !== ownership || values[field] !== '',
    // Beside the other mistakes, not only when they are gone.
    { path: [field], error, when: ({ value }) => typeof value === 'object' && value !== null },
  )

const oneOf = <const T extends readonly [string, ...string[]]>(values: T, name: string) =>
  z.enum(values, {
    error: ({ input }) =>
      input === '' || input === undefined || input === null
        ? `${name.slice(0, 1).toUpperCase()}${name.slice(1)} is required`
        : `Please select a valid ${name}`,
  })

/** The fields of the form, in the names that the gateway's SDK has for them. */
export const BankAccount = z
  .object({
    bankName: requiredText('Financial institution name', 100),
    ownershipType: oneOf(['personal', 'business'], 'ownership type'),
    accountType: oneOf(['checking', 'savings'], 'account type'),
    firstName: free('First name'),
    lastName: free('Last name'),
    businessName: free('Business name'),
    routingNumber: z.string().check(z.trim(), z.regex(/^\d{9}$/, 'Routing number must be exactly 9 digits')),
    accountNumber: z.string().check(z.trim(), z.regex(/^\d{4,17}$/, 'Account number must be at least 4 digits')),
    streetAddress: requiredText('Address'),
    extendedAddress: free('Suite / Apt #'),
    locality: requiredText('City'),
    region: requiredText('State', 2),
    postalCode: z.string().check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'Please enter a valid zip code')),
  })
  .check(
    nameGiven('businessName', 'business', 'Business name is required'),
    nameGiven('firstName', 'personal', 'First name is required'),
    nameGiven('lastName', 'personal', 'Last name is required'),
  )
export type BankAccount = z.infer<typeof BankAccount>

export const addressFields = ['streetAddress', 'extendedAddress', 'locality', 'region', 'postalCode'] as const

/** Whoever is billed, as far as it is known. */
export type Owner = {
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

type Contact = { first_name: string; last_name: string }
type Place = { code: string }
type Billed = Pick<Owner, 'address' | 'city' | 'postal_code'> & {
  billing_contact: Contact | null
  country: Place
  country_region: Place | null
} & ({ company: string; address2: string } | { company_name: string; address_2: string })

const united_states = 'US'

/** Who owns an account that pays for what is billed to somebody, and whether it can be one of the United States. */
export const ownerOf = (billed: Billed | null): { owner: Owner | undefined; is_us: boolean } => {
  if (!billed) return { owner: undefined, is_us: false }
  const { billing_contact, address, city, postal_code, country, country_region } = billed
  const is_us = country.code === united_states
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

/** The form before anything is typed. */
export const bankAccountOf = (owner: Owner | undefined): BankAccount => ({
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

/** As the SDK takes it. */
export const bankDetailsOf = ({
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

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

type Mandate = Pick<BankAccount, 'bankName' | 'routingNumber' | 'accountNumber'> & {
  amount_cents: number
  today: Date
}

/** What the owner agrees to: it goes to the gateway with the account. */
export const mandateText = ({ bankName, routingNumber, accountNumber, amount_cents, today }: Mandate): string => {
  const account = `my account at ${bankName || '…'}, routing number ${routingNumber || '…'}, account number ${accountNumber || '…'}`
  const debit =
    amount_cents > 0
      ? `to debit ${formatCents(amount_cents)} electronically from ${account}, on ${day.format(today)} or the first banking day after it`
      : `to debit the purchases that I confirm at checkout electronically from ${account}, from ${day.format(today)} on`
  return `I authorize ${brand.name} and Braintree, a service of PayPal, on its behalf, ${debit}, and to verify the account with information of my bank and of consumer reports. If the debit cannot be made, I will pay in another way. I may revoke this by writing to ${brand.name} before the debit is sent.`
}

/** What the gateway's own network says was wrong, where it says so. */
export const textOfBankFailure = (error: unknown): string =>
  networkText(error) ?? 'Please double check your bank details'

const networkText = (error: unknown, depth = 0): string | undefined => {
  if (depth > 4 || typeof error !== 'object' || error === null) return undefined
  if (Array.isArray(error)) return networkText(error[0], depth + 1) ?? messageIn(error[0])
  const { details, originalError } = error as { details?: unknown; originalError?: unknown }
  return networkText(originalError ?? details, depth + 1)
}

const messageIn = (one: unknown): string | undefined => {
  const message = (one as { message?: unknown } | null)?.message
  return typeof message === 'string' && message !== '' ? message : undefined
}
