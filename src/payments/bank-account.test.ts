import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { BankAccount, bankAccountOf, bankDetailsOf, mandateText, textOfBankFailure } from './bank-account.ts'

const good: BankAccount = {
  ...bankAccountOf(undefined),
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

const textsOf = (values: object): Record<string, string | undefined> => {
  const { error } = z.safeParse(BankAccount, { ...good, ...values })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

test('a whole account is right, a person’s and a business’s', () => {
  expect(textsOf({})).toEqual({})
  expect(textsOf({ ownershipType: 'business', firstName: '', lastName: '', businessName: 'Aster' })).toEqual({})
  expect(textsOf({ postalCode: '94607-1234', routingNumber: ' 021000021 ' })).toEqual({})
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
])('%o', (change, texts) => expect(textsOf(change)).toEqual(texts))

test('the gateway gets the name of the owner alone, and no name of the bank', () => {
  expect(bankDetailsOf({ ...good, businessName: 'Aster' })).toEqual({
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

test('the mandate names bank, numbers, amount and day', () => {
  const text = mandateText({ ...good, amount_cents: 19_900, today: new Date(2026, 10, 22) })
  for (const part of ['Harbor Bank', '021000021', '1000000000', '$199.00', 'November 22, 2026'])
    expect(text).toContain(part)
})

test('what the network says is told, else a sentence of ours', () => {
  const originalError = { details: { originalError: [{ message: 'Routing number is invalid.' }] } }
  expect(textOfBankFailure({ code: 'US_BANK_ACCOUNT_TOKENIZATION_NETWORK_ERROR', details: { originalError } })).toBe(
    'Routing number is invalid.',
  )
  expect(textOfBankFailure(new TypeError('Failed to fetch'))).toBe('Please double check your bank details')
})
