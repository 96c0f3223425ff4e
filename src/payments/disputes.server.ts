/** Disputes: a buyer claims the money back through their bank. Only the gateway’s current state counts. */
import { toDay } from '#platform/day.ts'

import { centsOf } from './outcome.ts'

/**
 * The state over all disputes of a transaction. `partly`: they took less than what was left, which a staff member has
 * to review.
 */
export type DisputeState = 'none' | 'open' | 'won' | 'lost' | 'partly'

export type Disputes = {
  state: DisputeState
  /** What the bank took. */
  withdrawn_cents: number
  /** What we refunded in addition; queried only when something was taken. */
  refunded_cents: number
  /** The names of all cases and of their records. */
  cases: string[]
  /** Every record, oldest first, including retrieval requests. */
  records: DisputeRecord[]
}

export type DisputeRecord = {
  /** The gateway’s id. */
  id: string
  /** The gateway’s status: "open", "under_review". */
  status: string
  /** "fraud", "product_not_received" */
  reason: string
  /** A retrieval request: it asks for documents, not for money. */
  is_retrieval: boolean
  amount_cents: number
  /** YYYY-MM-DD; null when the bank sets no date. */
  reply_by: string | null
}

type GatewayDispute = {
  id?: string
  status?: string
  kind?: string
  amount?: string
  amountDisputed?: string
  caseNumber?: string
  /** The earlier record that this one continues, such as an arbitration after a chargeback. */
  originalDisputeId?: string | null
  createdAt?: Date | string | number
  reason?: string
  replyByDate?: Date | string | null
}
type DisputedTransaction = { amount: string; disputes?: GatewayDispute[] }

const OPEN_STATUSES = new Set(['open', 'disputed', 'under_review'])
/** A dispute that was accepted, or that expired without a response, counts like one that the bank decided. */
const LOST_STATUSES = new Set(['lost', 'accepted', 'auto_accepted', 'expired'])

/**
 * Summarizes the disputes of a transaction. `refunded_cents`: already refunded, so the bank can only take the
 * remainder. `ended`: cases that a staff member has decided; a further round of one of them is left to the bank.
 */
export const summarizeDisputes = (
  transaction: object,
  refunded_cents: number,
  endedCases: readonly string[] = [],
): Disputes => {
  const { amount, disputes = [] } = transaction as DisputedTransaction
  // A retrieval request asks for documents, so nothing is in dispute.
  const cases = groupByCase(disputes.filter(({ kind }) => kind?.toLowerCase() !== 'retrieval'))
  const toDisputes = (state: DisputeState, withdrawn_cents = 0) => ({
    state,
    withdrawn_cents,
    refunded_cents,
    cases: [...new Set(cases.flat().flatMap(caseNames))],
    records: disputes.toSorted((a, b) => openedAt(a) - openedAt(b)).map(dispute => toDisputeRecord(dispute, amount)),
  })
  const isEnded = (records: readonly GatewayDispute[]) =>
    records.flatMap(caseNames).some(name => endedCases.includes(name))
  if (cases.some(records => records.some(isOpen) && !isEnded(records))) return toDisputes('open')
  const lostRecords = cases.flatMap(records => records.filter(record => !isOpen(record)).slice(-1)).filter(isLost)
  if (lostRecords.length === 0) return toDisputes(disputes.some(record => !isOpen(record)) ? 'won' : 'none')
  const lost_cents = lostRecords.reduce(
    (sum, record) => sum + centsOf(record.amountDisputed ?? record.amount ?? amount),
    0,
  )
  return toDisputes(lost_cents >= centsOf(amount) - refunded_cents ? 'lost' : 'partly', lost_cents)
}

const openedAt = ({ createdAt = 0 }: GatewayDispute) => new Date(createdAt).getTime()

const toDisputeRecord = (
  { id = '', status = '', kind, reason = '', replyByDate, ...dispute }: GatewayDispute,
  amount: string,
): DisputeRecord => ({
  id,
  status: status.toLowerCase(),
  reason: reason.toLowerCase(),
  is_retrieval: kind?.toLowerCase() === 'retrieval',
  amount_cents: centsOf(dispute.amountDisputed ?? dispute.amount ?? amount),
  reply_by: replyByDate ? toDay(replyByDate) : null,
})

export const isOpenRecord = ({ status }: Pick<DisputeRecord, 'status'>): boolean => OPEN_STATUSES.has(status)

const isOpen = ({ status = '' }: GatewayDispute) => OPEN_STATUSES.has(status.toLowerCase())
const isLost = ({ status = '' }: GatewayDispute) => LOST_STATUSES.has(status.toLowerCase())
const caseNames = ({ id, caseNumber, originalDisputeId }: GatewayDispute) =>
  [id, caseNumber, originalDisputeId].flatMap(name => name || [])

/** A case can have several records about the same money: the newest decided one counts. */
const groupByCase = (disputes: readonly GatewayDispute[]): GatewayDispute[][] => {
  const cases: GatewayDispute[][] = []
  for (const record of disputes.toSorted((a, b) => openedAt(a) - openedAt(b))) {
    const caseRecords = cases.find(records => records.some(other => isSameCase(other, record)))
    if (caseRecords) caseRecords.push(record)
    else cases.push([record])
  }
  return cases
}

const isSameCase = (a: GatewayDispute, b: GatewayDispute): boolean =>
  [
    [a.id, b.id],
    [a.caseNumber, b.caseNumber],
    [a.id, b.originalDisputeId],
    [a.originalDisputeId, b.id],
  ].some(([one, other]) => one && one === other)
