/** Disputes: a buyer asks their bank for the money back. What counts is what the gateway says now, not what it said first. */
import { centsOf } from './outcome.ts'

/** Of all disputes about one transaction. `partly`: about less than was left of it, which a person has to look at. */
export type DisputeState = 'none' | 'open' | 'won' | 'lost' | 'partly'

export type Disputes = {
  state: DisputeState
  /** What the bank took. */
  taken_cents: number
  /** What we gave back besides, asked only where something was taken. */
  given_back_cents: number
  /** The names of all cases, and of their records. */
  cases: string[]
  /** Every record, oldest first; those that ask for papers alone, too. */
  records: DisputeRecord[]
}

export type DisputeRecord = {
  /** The gateway's. */
  id: string
  /** In the gateway's words: "open", "under_review". */
  status: string
  /** "fraud", "product_not_received" */
  reason: string
  /** It asks for papers, not for money. */
  is_retrieval: boolean
  amount_cents: number
  /** YYYY-MM-DD; null when the bank sets no day. */
  reply_by: string | null
}

type Dispute = {
  id?: string
  status?: string
  kind?: string
  amount?: string
  amountDisputed?: string
  caseNumber?: string
  /** The record that this one goes on from, as an arbitration does from a chargeback. */
  originalDisputeId?: string | null
  createdAt?: Date | string | number
  reason?: string
  replyByDate?: Date | string | null
}
type Found = { amount: string; disputes?: Dispute[] }

const open = new Set(['open', 'disputed', 'under_review'])
/** Given in to, by us or because nobody answered in time, counts as much as what the bank decided. */
const lost = new Set(['lost', 'accepted', 'auto_accepted', 'expired'])

/**
 * `given_back_cents`: what went back to the buyer of it already, so that the bank can take no more than the rest. `ended`: the
 * cases that a person has decided about: a further round of one of them is open for the bank alone.
 */
export const disputesOf = (transaction: object, given_back_cents: number, ended: readonly string[] = []): Disputes => {
  const { amount, disputes = [] } = transaction as Found
  // It asks for papers, not for money: nothing is in dispute.
  const cases = casesOf(disputes.filter(({ kind }) => kind?.toLowerCase() !== 'retrieval'))
  const as = (state: DisputeState, taken_cents = 0) => ({
    state,
    taken_cents,
    given_back_cents,
    cases: [...new Set(cases.flat().flatMap(namesOf))],
    records: disputes.toSorted((a, b) => openedAt(a) - openedAt(b)).map(dispute => recordOf(dispute, amount)),
  })
  const isEnded = (records: readonly Dispute[]) => records.flatMap(namesOf).some(name => ended.includes(name))
  if (cases.some(records => records.some(isOpen) && !isEnded(records))) return as('open')
  const given = cases.flatMap(records => records.filter(record => !isOpen(record)).slice(-1)).filter(isLost)
  if (given.length === 0) return as(disputes.some(record => !isOpen(record)) ? 'won' : 'none')
  const taken = given.reduce((sum, each) => sum + centsOf(each.amountDisputed ?? each.amount ?? amount), 0)
  return as(taken >= centsOf(amount) - given_back_cents ? 'lost' : 'partly', taken)
}

const openedAt = ({ createdAt = 0 }: Dispute) => new Date(createdAt).getTime()

const recordOf = (
  { id = '', status = '', kind, reason = '', replyByDate, ...dispute }: Dispute,
  amount: string,
): DisputeRecord => ({
  id,
  status: status.toLowerCase(),
  reason: reason.toLowerCase(),
  is_retrieval: kind?.toLowerCase() === 'retrieval',
  amount_cents: centsOf(dispute.amountDisputed ?? dispute.amount ?? amount),
  reply_by: replyByDate ? new Date(replyByDate).toISOString().slice(0, 10) : null,
})

export const isOpenRecord = ({ status }: Pick<DisputeRecord, 'status'>): boolean => open.has(status)

const isOpen = ({ status = '' }: Dispute) => open.has(status.toLowerCase())
const isLost = ({ status = '' }: Dispute) => lost.has(status.toLowerCase())
const namesOf = ({ id, caseNumber, originalDisputeId }: Dispute) =>
  [id, caseNumber, originalDisputeId].flatMap(name => name || [])

/** One case can have several records, about the same money: the newest that is decided says what became of it. */
const casesOf = (disputes: readonly Dispute[]): Dispute[][] => {
  const cases: Dispute[][] = []
  for (const record of disputes.toSorted((a, b) => openedAt(a) - openedAt(b))) {
    const known = cases.find(records => records.some(other => isSameCase(other, record)))
    if (known) known.push(record)
    else cases.push([record])
  }
  return cases
}

const isSameCase = (a: Dispute, b: Dispute): boolean =>
  [
    [a.id, b.id],
    [a.caseNumber, b.caseNumber],
    [a.id, b.originalDisputeId],
    [a.originalDisputeId, b.id],
  ].some(([one, other]) => one && one === other)
