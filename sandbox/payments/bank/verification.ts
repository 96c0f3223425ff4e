/** Verification of bank accounts: by the network, by the merchant's own check, or by two micro-deposits. */
import type { Gateway } from '../gateway.ts'
import { isBank } from '../instruments.ts'
import { newId, now, type Params } from '../params.ts'
import type { BankData, StoredMethod, Verification, VerificationMethod } from '../records.ts'
import { NotFound, refuse } from '../refusal.ts'
import { microDeposits, mostWrongGuesses, testAccounts } from './test-accounts.ts'

export const verificationMethods: VerificationMethod[] = ['network_check', 'micro_transfers', 'independent_check']

/** Verifies a bank account by the given method. */
export function verifyBankAccount(bank: BankData, method: VerificationMethod): Verification {
  const verification = { id: newId(), created_at: now(), gateway_rejection_reason: null, method, wrong_guesses: 0 }
  const emptyResponse = { processor_response_code: '', processor_response_text: '' }
  if (method === 'micro_transfers') return { ...verification, ...emptyResponse, status: 'pending' }
  if (method === 'independent_check') return { ...verification, ...emptyResponse, status: 'verified' }
  const { settles, code, text } = testAccounts.get(bank.test_account) ?? { settles: false, code: '2038', text: '' }
  return {
    ...verification,
    status: settles ? 'verified' : 'processor_declined',
    processor_response_code: code,
    processor_response_text: text,
  }
}

type StoredBankAccount = StoredMethod<BankData> & { verification: Verification }

const hasVerification = (account: StoredMethod, id: string): account is StoredBankAccount =>
  isBank(account.instrument) && account.verification?.id === id

/** The bank account whose verification has this id, or a 404. */
export function findByVerification({ store }: Gateway, id: string): StoredBankAccount {
  const account = store.methods.all().find(candidate => hasVerification(candidate, id))
  if (!account || !hasVerification(account, id)) throw new NotFound(`No verification ${id}`)
  return account
}

const scope = ['us_bank_account_verification']

/** Compares the amounts that the owner saw, in cents and in either order, with the deposits sent. */
export function confirmDeposits(gateway: Gateway, id: string, { deposit_amounts }: Params): StoredBankAccount {
  const account = findByVerification(gateway, id)
  const { verification } = account
  if (verification.method !== 'micro_transfers')
    throw refuse(scope, 'base', '96102', 'Verification is not a micro transfers verification.')
  if (verification.status !== 'pending') throw refuse(scope, 'base', '96101', 'Verification cannot be confirmed.')
  if ((verification.wrong_guesses ?? 0) >= mostWrongGuesses)
    throw refuse(scope, 'base', '96104', 'Too many confirmation attempts.')
  const amounts = parseDeposits(deposit_amounts)
  if (!amounts) throw refuse(scope, 'deposit_amounts', '96106', 'Deposit amounts must be two whole numbers of cents.')

  const isRight = amounts.every((amount, index) => amount === microDeposits[index])
  const wrong_guesses = (verification.wrong_guesses ?? 0) + (isRight ? 0 : 1)
  const updated: StoredBankAccount = {
    ...account,
    verification: { ...verification, wrong_guesses, status: isRight ? 'verified' : 'pending' },
    updated_at: now(),
  }
  gateway.store.methods.put(updated)
  if (!isRight) throw refuse(scope, 'base', '96103', 'Amounts do not match the deposits.')
  return updated
}

/** Parses two whole numbers of cents and returns the smaller first; undefined when they are invalid. */
export function parseDeposits(value: unknown): number[] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const amounts = value.map(deposit => (/^\d{1,3}$/.test(String(deposit)) ? Number(deposit) : NaN))
  return amounts.some(Number.isNaN) ? undefined : amounts.toSorted((a, b) => a - b)
}
