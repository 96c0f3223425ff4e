/** Turns bank accounts into nonces. Bank data enters the sandbox only here. */
import type { Gateway } from '../gateway.ts'
import { createNonce } from '../nonces.ts'
import { fields, group, now, type Params, text } from '../params.ts'
import type { BankData, Nonce } from '../records.ts'
import { type ValidationError, Refusal } from '../refusal.ts'
import { bankOf, isRoutingNumber, testAccounts } from './test-accounts.ts'

const accountTypes = { CHECKING: 'checking', SAVINGS: 'savings' } as const
const isAccountType = (name: string): name is keyof typeof accountTypes => Object.hasOwn(accountTypes, name)

type BankAccountResult = { bank: BankData } | { mistakes: ValidationError[] }

// Braintree does not publish these error codes: the numbers are the sandbox's own.
/** Parses the input of `tokenizeUsBankAccount`, which is camelCase. */
export function parseBankAccount(input: Params): BankAccountResult {
  const mistakes: ValidationError[] = []
  const addError = (attribute: string, code: string, message: string) => mistakes.push({ attribute, code, message })
  const routing_number = text(input, 'routingNumber') ?? ''
  const test_account = text(input, 'accountNumber') ?? ''
  const type = text(input, 'accountType') ?? ''
  const mandate = text(input, 'achMandate')
  const owner = readOwner(input)

  if (!isRoutingNumber(routing_number)) addError('routingNumber', '82104', 'Routing number is invalid.')
  if (!/^\d{4,17}$/.test(test_account)) addError('accountNumber', '82105', 'Account number is invalid.')
  else if (!testAccounts.has(test_account))
    addError('accountNumber', '82106', 'Account number is not an accepted test account number.')
  if (!isAccountType(type)) addError('accountType', '82107', 'Account type must be CHECKING or SAVINGS.')
  if (!mandate) addError('achMandate', '82108', 'The mandate that the owner agreed to is required.')
  if (!owner) addError('individualOwner', '82109', 'First and last name, or the name of a business, are required.')
  if (mistakes.length || !isAccountType(type) || !mandate || !owner) return { mistakes }

  return {
    bank: {
      kind: 'us_bank_account',
      test_account,
      routing_number,
      bank_name: bankOf(routing_number),
      account_type: accountTypes[type],
      ...owner,
      mandate: { text: mandate, accepted_at: now() },
      billing: readAddress(group(input, 'billingAddress')),
    },
  }
}

type BankAccountOwner = Pick<
  BankData,
  'ownership_type' | 'account_holder_name' | 'first_name' | 'last_name' | 'business_name'
>

function readOwner(input: Params): BankAccountOwner | undefined {
  const business_name = text(group(input, 'businessOwner'), 'businessName')
  if (business_name)
    return {
      ownership_type: 'business',
      account_holder_name: business_name,
      first_name: null,
      last_name: null,
      business_name,
    }
  const person = group(input, 'individualOwner')
  const [first_name, last_name] = [text(person, 'firstName'), text(person, 'lastName')]
  if (!first_name || !last_name) return undefined
  return {
    ownership_type: 'personal',
    account_holder_name: `${first_name} ${last_name}`,
    first_name,
    last_name,
    business_name: null,
  }
}

/** Converts an address from its GraphQL names to the stored ones; null when it is empty. */
function readAddress(address: Params) {
  const { streetAddress, extendedAddress, city, state, zipCode } = fields(address)
  const renamed = {
    street_address: streetAddress,
    extended_address: extendedAddress,
    locality: city,
    region: state,
    postal_code: zipCode,
  }
  const billing = fields(renamed)
  return Object.keys(billing).length ? billing : null
}

/** Creates a nonce for a bank account, or throws a `Refusal` with one error per field. */
export function tokenizeBankAccount(gateway: Gateway, input: Params): Nonce {
  const result = parseBankAccount(input)
  if ('mistakes' in result) throw new Refusal(['us_bank_account'], result.mistakes)
  return createNonce(gateway, result.bank)
}
