import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { BankAccount, toBankAccount, toBankDetails, mandateText, bankFailureText } from './bank-account.ts'

const account: BankAccount = {
  ...toBankAccount(undefined),
  bankName: 'Harbor Bank',
  firstName: 'Ada',
  lastName: 'Lovett',
  routingNumber: '021000021',
  accountNumber: '1000000000',
  streetAddress: '12 Harbor Way',
  locality: 'Oakland',
  region: 'CA',
  postalCode: '94607',
}

const errorsOf = (values: object): Record<string, string | undefined> => {
  const { error } = z.safeParse(BankAccount, { ...account, ...values })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

test('complete personal and business accounts are valid', () => {
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ ownershipType: 'business', firstName: '', lastName: '', businessName: 'Aster' })).toEqual({})
  expect(errorsOf({ postalCode: '94607-1234', routingNumber: ' 021000021 ' })).toEqual({})
})

test.each([
  [{ bankName: ' ' }, { bankName: 'Financial institution name is required' }],
  [{ ownershipType: '' }, { ownershipType: 'Ownership type is required' }],
  [{ ownershipType: 'trust' }, { ownershipType: 'Please select a valid ownership type' }],
  [{ accountType: '' }, { accountType: 'Account type is required' }],
  [{ accountType: 'loan' }, { accountType: 'Please select a valid account type' }],
  [{ ownershipType: 'business', businessName: '' }, { businessName: 'Business name is required' }],
  [
    { firstName: '', lastName: '' },
    { firstName: 'First name is required', lastName: 'Last name is required' },
  ],
  [{ routingNumber: '12345678' }, { routingNumber: 'Routing number must be exactly 9 digits' }],
  [{ routingNumber: '12345678a' }, { routingNumber: 'Routing number must be exactly 9 digits' }],
  [{ accountNumber: '123' }, { accountNumber: 'Account number must be at least 4 digits' }],
  [{ streetAddress: '' }, { streetAddress: 'Address is required' }],
  [{ locality: '' }, { locality: 'City is required' }],
  [{ region: '' }, { region: 'State is required' }],
  [{ postalCode: '9460' }, { postalCode: 'Please enter a valid zip code' }],
  [
    { bankName: '', firstName: '', postalCode: '' },
    {
      bankName: 'Financial institution name is required',
      firstName: 'First name is required',
      postalCode: 'Please enter a valid zip code',
    },
  ],
])('%o', (change, texts) => expect(errorsOf(change)).toEqual(texts))

test('the gateway gets only the matching owner name, and no bank name', () => {
  expect(toBankDetails({ ...account, businessName: 'Aster' })).toEqual({
    ownershipType: 'personal',
    accountType: 'checking',
    firstName: 'Ada',
    lastName: 'Lovett',
    routingNumber: '021000021',
    accountNumber: '1000000000',
    billingAddress: {
      streetAddress: '12 Harbor Way',
      extendedAddress: '',
      locality: 'Oakland',
      region: 'CA',
      postalCode: '94607',
    },
  })
})

test('the mandate names the bank, the numbers, the amount and the date', () => {
  const text = mandateText({ ...account, amount_cents: 19_900, today: new Date(2026, 10, 22), shop: 'Longtake' })
  for (const part of ['Harbor Bank', '021000021', '1000000000', '$199.00', 'November 22, 2026'])
    expect(text).toContain(part)
})

test('the gateway’s message is shown, otherwise ours', () => {
  const originalError = { details: { originalError: [{ message: 'Routing number is invalid.' }] } }
  expect(bankFailureText({ code: 'US_BANK_ACCOUNT_TOKENIZATION_NETWORK_ERROR', details: { originalError } })).toBe(
    'Routing number is invalid.',
  )
  expect(bankFailureText(new TypeError('Failed to fetch'))).toBe('Please double check your bank details')
})
