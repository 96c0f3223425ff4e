/** What became of money: the three answers that a gateway can give, and how its own records are read into them. */
import { isForOnce } from './card-token.ts'
import { shownIn, type InstrumentFacts, type SavedMethod } from './instrument.ts'

export type Approved = {
  kind: 'approved'
  transaction_id: string
  /** Our name for the attempt, as the gateway kept it. */
  order_id: string
  amount_cents: number
  /** A bank debit that may still come to nothing: it is on its way for days. */
  is_on_its_way: boolean
  /** "Visa ending in 1111" */
  payment_method: string
  /** Present when what was charged is there to be kept for next time. */
  saved_method: SavedMethod | null
}
/** No money has moved, and none will. */
export type Declined = { kind: 'declined'; transaction_id: string | null; code: string; reason: string }
/** Nobody can say yet: the gateway has to be asked again. */
export type Unknown = { kind: 'unknown'; reason: string }
export type Outcome = Approved | Declined | Unknown

/** The parts of the gateway's transaction that matter here. */
export type TransactionFacts = InstrumentFacts & {
  id: string
  status: string
  amount: string
  orderId: string
  processorResponseCode?: string
  processorResponseText?: string
  gatewayRejectionReason?: string | null
}

const charged = new Set([
  'authorized',
  'submitted_for_settlement',
  'settlement_pending',
  'settlement_confirmed',
  'settling',
  'settled',
])
const uncharged = new Set([
  'processor_declined',
  'gateway_rejected',
  'failed',
  'voided',
  'settlement_declined',
  'authorization_expired',
])

/** Reads a transaction; a status that is neither a charge nor a refusal is `unknown`. */
export const outcomeOf = (transaction: TransactionFacts): Outcome => {
  const { id, status, processorResponseCode, processorResponseText, gatewayRejectionReason } = transaction
  if (charged.has(status)) return approved(transaction)
  if (!uncharged.has(status)) return { kind: 'unknown', reason: `The gateway says “${status}”.` }
  return {
    kind: 'declined',
    transaction_id: id,
    code: processorResponseCode || gatewayRejectionReason || status,
    reason: [status, gatewayRejectionReason, processorResponseText].filter(Boolean).join(': '),
  }
}

const approved = ({ id, amount, orderId, status, ...facts }: TransactionFacts): Approved => {
  const { payment_method, method } = shownIn(facts)
  return {
    kind: 'approved',
    transaction_id: id,
    order_id: orderId,
    amount_cents: centsOf(amount),
    is_on_its_way: method?.type === 'ach' && status !== 'settled',
    payment_method,
    saved_method: method && !isForOnce(method.token) ? method : null,
  }
}

/** "1200.50" → 120050, without a float between. Throws for anything else. */
export const centsOf = (amount: string): number => {
  const [, dollars, cents = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  if (dollars === undefined) throw new Error(`The gateway gave an amount that is none: ${amount}`)
  return Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
}

/** 120050 → "1200.50", as the gateway reads it. */
export const amountOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
