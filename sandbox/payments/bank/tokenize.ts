/** Bank accounts become nonces: the one door by which bank data enters. */
import type { Gateway } from '../gateway.ts'
import { fields, group, now, type Params, text } from '../params.ts'
import type { BankData, Nonce } from '../records.ts'
import { type Mistake, Refusal } from '../refusal.ts'
import { keepNonce } from '../tokens.ts'
import { bankOf, isRoutingNumber, testAccounts } from './test-accounts.ts'

const accountTypes = { CHECKING: 'checking', SAVINGS: 'savings' } as const
const isAccountType = (name: string): name is keyof typeof accountTypes => Object.hasOwn(accountTypes, name)

type Read = { bank: BankData } | { mistakes: Mistake[] }

// The real codes of these are published nowhere: the numbers are the sandbox's own.
/** Reads the input of `tokenizeUsBankAccount`, camelCase as GraphQL has it. */
export function readAccount(input: Params): Read {
  const mistakes: Mistake[] = []
  const blame = (attribute: string, code: string, message: string) => mistakes.push({ attribute, code, message })
  const routing_number = text(input, 'routingNumber') ?? ''
  const test_account = text(input, 'accountNumber') ?? ''
  const type = text(input, 'accountType') ?? ''
  const mandate = text(input, 'achMandate')
  const owner = readOwner(input)

  if (!isRoutingNumber(routing_number)) blame('routingNumber', '82104', 'Routing number is invalid.')
  if (!/^\d{4,17}$/.test(test_account)) blame('accountNumber', '82105', 'Account number is invalid.')
  else if (!testAccounts.has(test_account))
    blame('accountNumber', '82106', 'Account number is not an accepted test account number.')
  if (!isAccountType(type)) blame('accountType', '82107', 'Account type must be CHECKING or SAVINGS.')
  if (!mandate) blame('achMandate', '82108', 'The mandate that the owner agreed to is required.')
  if (!owner) blame('individualOwner', '82109', 'First and last name, or the name of a business, are required.')
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

type Owner = Pick<BankData, 'ownership_type' | 'account_holder_name' | 'first_name' | 'last_name' | 'business_name'>

function readOwner(input: Params): Owner | undefined {
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

/** An address as GraphQL names its parts, as it is kept; null when there is none. */
function readAddress(address: Params) {
  const { streetAddress, extendedAddress, city, state, zipCode } = fields(address)
  const named = {
    street_address: streetAddress,
    extended_address: extendedAddress,
    locality: city,
    region: state,
    postal_code: zipCode,
  }
  const found = fields(named)
  return Object.keys(found).length ? found : null
}

/** Makes a nonce of an account, or refuses with a mistake per field. */
export function tokenizeAccount(gateway: Gateway, input: Params): Nonce {
  const read = readAccount(input)
  if ('mistakes' in read) throw new Refusal(['us_bank_account'], read.mistakes)
  return keepNonce(gateway, read.bank)
}
