/** The gateway's answers, read into what the shop knows: a yes, a no, or that nobody can say. */
import type braintree from 'braintree'

import type { Offer, Reversal, Verification } from './gateway.server.ts'
import { shownMethod, type CardFacts } from './instrument.ts'
import { outcomeOf, type Declined, type Outcome, type TransactionFacts, type Unknown } from './outcome.ts'

/** Refused before anything was done, so no money moved; every other failure leaves that open. */
const refused = new Set([
  'authenticationError',
  'authorizationError',
  'invalidKeysError',
  'notFoundError',
  'tooManyRequestsError',
  'upgradeRequired',
])

type Answer = Pick<braintree.ValidatedResponse<braintree.Transaction>, 'success' | 'message' | 'transaction'> &
  Partial<Pick<braintree.ValidatedResponse<braintree.Transaction>, 'errors'>>

export const factsOf = (transaction: braintree.Transaction): TransactionFacts =>
  transaction as unknown as TransactionFacts

export const outcomeOfAnswer = ({ success, message, transaction }: Answer): Outcome => {
  if (transaction) return outcomeOf(factsOf(transaction))
  if (success) return { kind: 'unknown', reason: 'The gateway answered without a transaction.' }
  return { kind: 'declined', transaction_id: null, code: 'validation', reason: message }
}

/** One attempt makes one transaction; were there ever two, a charge among them is what counts. */
export const outcomeOfFound = (found: TransactionFacts[]): Outcome | { kind: 'none' } => {
  const outcomes = found.map(outcomeOf)
  const of = (kind: Outcome['kind']) => outcomes.find(outcome => outcome.kind === kind)
  return of('approved') ?? of('unknown') ?? of('declined') ?? { kind: 'none' }
}

/** How a bank account was checked; the published types do not know it. */
type BankVerification = { processorResponseText?: string }

/** The validation code for a customer that is not there. */
const unknown_customer = '93105'

/** What was put into the vault under our name. A bank account is put there even when its check says no. */
export const keptOf = (
  { success, message, errors, verification, paymentMethod }: braintree.ValidatedResponse<braintree.PaymentMethod>,
  token: string,
): Verification => {
  if (success) {
    const facts = paymentMethod as CardFacts & { verified?: boolean; verifications?: BankVerification[] }
    if (facts.verified !== false) return { kind: 'good', method: { ...shownMethod(facts), token } }
    return {
      kind: 'declined',
      transaction_id: null,
      code: 'bank_account',
      reason: ['The bank account was not verified', facts.verifications?.at(-1)?.processorResponseText]
        .filter(Boolean)
        .join(': '),
    }
  }
  if (errors.deepErrors().some(({ code }) => code === unknown_customer)) return { kind: 'no_customer' }
  const code = verification?.processorResponseCode || verification?.gatewayRejectionReason || 'validation'
  return { kind: 'declined', transaction_id: null, code, reason: message }
}

/** Rules under which the holder of a card has to be asked by their bank: Europe's and India's. */
const asking = new Set(['psd2', 'rbi'])

type NonceAnswer = {
  nonce: string
  details?: { bin?: string }
  binData?: Record<string, unknown>
  authenticationInsight?: { regulationEnvironment?: string }
}

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export const offerOf = ({
  success,
  message,
  paymentMethodNonce,
}: braintree.ValidatedResponse<braintree.PaymentMethodNonce>): Offer => {
  if (!success) throw new Error(message)
  const { nonce, details, binData, authenticationInsight } = paymentMethodNonce as unknown as NonceAnswer
  const said = Object.entries(binData ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[snake(name), value]] : [],
  )
  return {
    nonce,
    requires_3ds: asking.has(authenticationInsight?.regulationEnvironment ?? ''),
    bin_data: details?.bin ? { bin: details.bin, ...Object.fromEntries(said) } : null,
  }
}

const typeOf = (error: unknown) => (error instanceof Error ? error.name : '')

export const refusalOf = (error: unknown): Declined | Unknown => {
  const type = typeOf(error)
  return refused.has(type)
    ? { kind: 'declined', transaction_id: null, code: type, reason: `The gateway refused us: ${type}` }
    : unknownOf(error)
}

export const unknownOf = (error: unknown): Unknown => ({
  kind: 'unknown',
  reason: error instanceof Error ? `${error.name}: ${error.message}` : 'The gateway failed without a reason.',
})

/** The validation code for giving back what has not settled. */
const not_settled = '91506'

export const reversalOf = ({ success, message, transaction, errors }: Answer): Reversal =>
  success && transaction
    ? { kind: 'done', transaction_id: transaction.id }
    : {
        kind: 'refused',
        reason: message,
        is_early: errors?.deepErrors().some(({ code }) => code === not_settled) ?? false,
      }

/** The same for a call that failed. */
reversalOf.error = (error: unknown): Reversal => {
  const { kind, reason } = refusalOf(error)
  return kind === 'declined' ? { kind: 'refused', reason, is_early: false } : { kind, reason }
}
