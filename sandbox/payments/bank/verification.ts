/** How a bank account is checked: at once by the network, by what the merchant vouches for, or by two small deposits. */
import type { Gateway } from '../gateway.ts'
import { isBank } from '../instruments.ts'
import { newId, now, type Params } from '../params.ts'
import type { BankData, Kept, Verification, VerificationMethod } from '../records.ts'
import { Missing, refuse } from '../refusal.ts'
import { microDeposits, mostWrongGuesses, testAccounts } from './test-accounts.ts'

export const verificationMethods: VerificationMethod[] = ['network_check', 'micro_transfers', 'independent_check']

/** Checks an account in one of the ways. */
export function checkAccount(bank: BankData, method: VerificationMethod): Verification {
  const begun = { id: newId(), created_at: now(), gateway_rejection_reason: null, method, wrong_guesses: 0 }
  const told = { processor_response_code: '', processor_response_text: '' }
  if (method === 'micro_transfers') return { ...begun, ...told, status: 'pending' }
  if (method === 'independent_check') return { ...begun, ...told, status: 'verified' }
  const { settles, code, text } = testAccounts.get(bank.test_account) ?? { settles: false, code: '2038', text: '' }
  return {
    ...begun,
    status: settles ? 'verified' : 'processor_declined',
    processor_response_code: code,
    processor_response_text: text,
  }
}

type KeptBank = Kept<BankData> & { verification: Verification }

const isAsked = (kept: Kept, id: string): kept is KeptBank => isBank(kept.instrument) && kept.verification?.id === id

/** The account whose check has this id, or 404. */
export function findCheck({ store }: Gateway, id: string): KeptBank {
  const kept = store.methods.all().find(each => isAsked(each, id))
  if (!kept || !isAsked(kept, id)) throw new Missing(`No verification ${id}`)
  return kept
}

const scope = ['us_bank_account_verification']

/** Compares the deposits that somebody saw on their account, in cents and in either order, with what was sent. */
export function confirmDeposits(gateway: Gateway, id: string, { deposit_amounts }: Params): KeptBank {
  const kept = findCheck(gateway, id)
  const { verification } = kept
  if (verification.method !== 'micro_transfers')
    throw refuse(scope, 'base', '96102', 'Verification is not a micro transfers verification.')
  if (verification.status !== 'pending') throw refuse(scope, 'base', '96101', 'Verification cannot be confirmed.')
  if ((verification.wrong_guesses ?? 0) >= mostWrongGuesses)
    throw refuse(scope, 'base', '96104', 'Too many confirmation attempts.')
  const amounts = readDeposits(deposit_amounts)
  if (!amounts) throw refuse(scope, 'deposit_amounts', '96106', 'Deposit amounts must be two whole numbers of cents.')

  const isRight = amounts.every((amount, index) => amount === microDeposits[index])
  const wrong_guesses = (verification.wrong_guesses ?? 0) + (isRight ? 0 : 1)
  const checked: KeptBank = {
    ...kept,
    verification: { ...verification, wrong_guesses, status: isRight ? 'verified' : 'pending' },
    updated_at: now(),
  }
  gateway.store.methods.put(checked)
  if (!isRight) throw refuse(scope, 'base', '96103', 'Amounts do not match the deposits.')
  return checked
}

/** Two whole numbers of cents, the smaller first; undefined when they are anything else. */
export function readDeposits(value: unknown): number[] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const amounts = value.map(each => (/^\d{1,3}$/.test(String(each)) ? Number(each) : NaN))
  return amounts.some(Number.isNaN) ? undefined : amounts.toSorted((one, other) => one - other)
}
