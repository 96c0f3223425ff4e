/** Payment outcomes: the three results that a gateway can report, and how its records map to them. */
import { toAlpha2 } from '#tax/place-evidence.ts'

import { readInstrument, type InstrumentRecord, type SavedMethod } from './instrument.ts'
import { isOneTimeToken } from './vault-token.ts'

export type ApprovedOutcome = {
  kind: 'approved'
  transaction_id: string
  /** Our name for the attempt, as the gateway stored it. */
  order_id: string
  amount_cents: number
  /** A bank debit that can still fail: it takes days to settle. */
  is_in_transit: boolean
  /** "Visa ending in 1111" */
  payment_method: string
  /** Set when the charged method is to be saved. */
  saved_method: SavedMethod | null
  /** Where the card was issued, such as DE; missing where it is not known. */
  card_country?: string
}
/** No money has moved, and none will. */
export type DeclinedOutcome = { kind: 'declined'; transaction_id: string | null; code: string; reason: string }
/** Not known yet: the gateway has to be queried again. */
export type UnknownOutcome = { kind: 'unknown'; reason: string }
export type Outcome = ApprovedOutcome | DeclinedOutcome | UnknownOutcome

/** The fields of the gateway’s transaction that are used here. */
export type TransactionRecord = InstrumentRecord & {
  id: string
  status: string
  amount: string
  orderId: string
  processorResponseCode?: string
  processorResponseText?: string
  gatewayRejectionReason?: string | null
}

const CHARGED_STATUSES = new Set([
  'authorized',
  'submitted_for_settlement',
  'settlement_pending',
  'settlement_confirmed',
  'settling',
  'settled',
])
const UNCHARGED_STATUSES = new Set([
  'processor_declined',
  'gateway_rejected',
  'failed',
  'voided',
  'settlement_declined',
  'authorization_expired',
])

/** Maps a transaction; a status that is neither a charge nor a refusal is `unknown`. */
export const outcomeOf = (transaction: TransactionRecord): Outcome => {
  const { id, status, processorResponseCode, processorResponseText, gatewayRejectionReason } = transaction
  if (CHARGED_STATUSES.has(status)) return toApproved(transaction)
  if (!UNCHARGED_STATUSES.has(status)) return { kind: 'unknown', reason: `The gateway says “${status}”.` }
  return {
    kind: 'declined',
    transaction_id: id,
    code: processorResponseCode || gatewayRejectionReason || status,
    reason: [status, gatewayRejectionReason, processorResponseText].filter(Boolean).join(': '),
  }
}

const toApproved = ({ id, amount, orderId, status, ...instruments }: TransactionRecord): ApprovedOutcome => {
  const { payment_method, method } = readInstrument(instruments)
  const card_country = toAlpha2(instruments.creditCard?.countryOfIssuance)
  return {
    kind: 'approved',
    transaction_id: id,
    order_id: orderId,
    amount_cents: centsOf(amount),
    is_in_transit: method?.type === 'ach' && status !== 'settled',
    payment_method,
    saved_method: method && !isOneTimeToken(method.token) ? method : null,
    ...(card_country !== undefined && { card_country }),
  }
}

/** "1200.50" → 120050, without floating point. Throws for anything else. */
export const centsOf = (amount: string): number => {
  const [, dollars, cents = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  if (dollars === undefined) throw new Error(`The gateway returned an invalid amount: ${amount}`)
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** 120050 → "1200.50", the gateway’s format. */
export const amountOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
