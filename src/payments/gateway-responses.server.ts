/** Maps the gateway’s responses to outcomes: approved, declined, or unknown. */
import type braintree from 'braintree'

import { toMethodSummary, type CardRecord, type SavedMethod } from './instrument.ts'
import {
  outcomeOf,
  type DeclinedOutcome,
  type Outcome,
  type TransactionRecord,
  type UnknownOutcome,
} from './outcome.ts'

export type VerifiedMethod = { kind: 'good'; method: SavedMethod }
/** `no_customer`: the gateway does not know the customer. */
export type VerificationResult = VerifiedMethod | { kind: 'no_customer' } | DeclinedOutcome | UnknownOutcome

/** `bin_data`: card data derived from its number, with the first six digits as `bin`. */
export type MethodNonce = { nonce: string; requires_3ds: boolean; bin_data: Record<string, string> | null }

/** `transaction_id`: the gateway’s record of a refund, or of the voided sale. */
export type Reversal = { kind: 'done'; transaction_id: string } | RefusedReversal | UnknownOutcome
/** `is_early`: the sale has to settle first. */
export type RefusedReversal = { kind: 'refused'; reason: string; is_early: boolean }

/** Errors raised before anything was done, so that no money moved. Any other error leaves that open. */
const REFUSED_ERRORS = new Set([
  'authenticationError',
  'authorizationError',
  'invalidKeysError',
  'notFoundError',
  'tooManyRequestsError',
  'upgradeRequired',
])

type TransactionResponse = Pick<
  braintree.ValidatedResponse<braintree.Transaction>,
  'success' | 'message' | 'transaction'
> &
  Partial<Pick<braintree.ValidatedResponse<braintree.Transaction>, 'errors'>>

export const toTransactionRecord = (transaction: braintree.Transaction): TransactionRecord =>
  transaction as unknown as TransactionRecord

export const outcomeOfResponse = ({ success, message, transaction }: TransactionResponse): Outcome => {
  if (transaction) return outcomeOf(toTransactionRecord(transaction))
  if (success) return { kind: 'unknown', reason: 'The gateway responded without a transaction.' }
  return { kind: 'declined', transaction_id: null, code: 'validation', reason: message }
}

/** One attempt has one transaction; if there ever were two, a charge among them counts. */
export const outcomeOfMatches = (transactions: TransactionRecord[]): Outcome | { kind: 'none' } => {
  const outcomes = transactions.map(outcomeOf)
  const findKind = (kind: Outcome['kind']) => outcomes.find(outcome => outcome.kind === kind)
  return findKind('approved') ?? findKind('unknown') ?? findKind('declined') ?? { kind: 'none' }
}

/** The result of a bank account check, which is missing from the published types. */
type BankVerification = { processorResponseText?: string }

/** The gateway’s validation code for an unknown customer. */
const UNKNOWN_CUSTOMER_CODE = '93105'

/** Maps the response of a vault request. A bank account is stored even when its check fails. */
export const toVerificationResult = (
  { success, message, errors, verification, paymentMethod }: braintree.ValidatedResponse<braintree.PaymentMethod>,
  token: string,
): VerificationResult => {
  if (success) {
    const details = paymentMethod as CardRecord & { verified?: boolean; verifications?: BankVerification[] }
    if (details.verified !== false) return { kind: 'good', method: { ...toMethodSummary(details), token } }
    return {
      kind: 'declined',
      transaction_id: null,
      code: 'bank_account',
      reason: ['The bank account was not verified', details.verifications?.at(-1)?.processorResponseText]
        .filter(Boolean)
        .join(': '),
    }
  }
  if (errors.deepErrors().some(({ code }) => code === UNKNOWN_CUSTOMER_CODE)) return { kind: 'no_customer' }
  const code = verification?.processorResponseCode || verification?.gatewayRejectionReason || 'validation'
  return { kind: 'declined', transaction_id: null, code, reason: message }
}

/** Regulations that require the cardholder to be authenticated: in Europe and India. */
const SCA_REGULATIONS = new Set(['psd2', 'rbi'])

type NonceResponse = {
  nonce: string
  details?: { bin?: string }
  binData?: Record<string, unknown>
  authenticationInsight?: { regulationEnvironment?: string }
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export const toMethodNonce = ({
  success,
  message,
  paymentMethodNonce,
}: braintree.ValidatedResponse<braintree.PaymentMethodNonce>): MethodNonce => {
  if (!success) throw new Error(message)
  const { nonce, details, binData, authenticationInsight } = paymentMethodNonce as unknown as NonceResponse
  const binFields = Object.entries(binData ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[toSnakeCase(name), value]] : [],
  )
  return {
    nonce,
    requires_3ds: SCA_REGULATIONS.has(authenticationInsight?.regulationEnvironment ?? ''),
    bin_data: details?.bin ? { bin: details.bin, ...Object.fromEntries(binFields) } : null,
  }
}

const errorName = (error: unknown) => (error instanceof Error ? error.name : '')

export const outcomeOfError = (error: unknown): DeclinedOutcome | UnknownOutcome => {
  const name = errorName(error)
  return REFUSED_ERRORS.has(name)
    ? { kind: 'declined', transaction_id: null, code: name, reason: `The gateway refused the request: ${name}` }
    : toUnknownOutcome(error)
}

export const toUnknownOutcome = (error: unknown): UnknownOutcome => ({
  kind: 'unknown',
  reason: error instanceof Error ? `${error.name}: ${error.message}` : 'The gateway failed without a reason.',
})

/** The gateway’s validation code for refunding an unsettled transaction. */
const NOT_SETTLED_CODE = '91506'

export const toReversal = ({ success, message, transaction, errors }: TransactionResponse): Reversal =>
  success && transaction
    ? { kind: 'done', transaction_id: transaction.id }
    : {
        kind: 'refused',
        reason: message,
        is_early: errors?.deepErrors().some(({ code }) => code === NOT_SETTLED_CODE) ?? false,
      }

/** Maps a failed call. */
toReversal.error = (error: unknown): Reversal => {
  const { kind, reason } = outcomeOfError(error)
  return kind === 'declined' ? { kind: 'refused', reason, is_early: false } : { kind, reason }
}
