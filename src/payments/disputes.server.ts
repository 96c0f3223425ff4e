/** Disputes: a buyer asks their bank for the money back. What counts is what the gateway says now, not what it said first. */
import { centsOf } from './outcome.ts'

/** Of all disputes about one transaction. `partly`: about less than was left of it, which a person has to look at. */
export type DisputeState = 'none' | 'open' | 'won' | 'lost' | 'partly'

/** `taken_cents`: what the bank took; `given_back_cents`: what we gave back besides, asked only where something was taken. */
export type Disputes = { state: DisputeState; taken_cents: number; given_back_cents: number }

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
}
type Found = { amount: string; disputes?: Dispute[] }

const open = new Set(['open', 'disputed', 'under_review'])
/** Given in to, by us or because nobody answered in time, counts as much as what the bank decided. */
const lost = new Set(['lost', 'accepted', 'auto_accepted', 'expired'])

/** `given_back_cents`: what went back to the buyer of it already, so that the bank can take no more than the rest. */
export const disputesOf = (transaction: object, given_back_cents: number): Disputes => {
  const { amount, disputes = [] } = transaction as Found
  const are = (records: readonly Dispute[], states: ReadonlySet<string>) =>
    records.filter(({ status = '' }) => states.has(status.toLowerCase()))
  const as = (state: DisputeState, taken_cents = 0) => ({ state, taken_cents, given_back_cents })
  if (are(disputes, open).length > 0) return as('open')
  const given = are(lastOfCases(disputes), lost).filter(({ kind }) => kind !== 'retrieval')
  if (given.length === 0) return as(disputes.length > 0 ? 'won' : 'none')
  const taken = given.reduce((sum, each) => sum + centsOf(each.amountDisputed ?? each.amount ?? amount), 0)
  return as(taken >= centsOf(amount) - given_back_cents ? 'lost' : 'partly', taken)
}

/** One case can have several records, about the same money: the newest says what became of it. */
const lastOfCases = (disputes: readonly Dispute[]): Dispute[] => {
  const cases: Dispute[][] = []
  const at = ({ createdAt = 0 }: Dispute) => new Date(createdAt).getTime()
  for (const record of disputes.toSorted((a, b) => at(a) - at(b))) {
    const known = cases.find(records => records.some(other => isSameCase(other, record)))
    if (known) known.push(record)
    else cases.push([record])
  }
  return cases.flatMap(records => records.slice(-1))
}

const isSameCase = (a: Dispute, b: Dispute): boolean =>
  [
    [a.id, b.id],
    [a.caseNumber, b.caseNumber],
    [a.id, b.originalDisputeId],
    [a.originalDisputeId, b.id],
  ].some(([one, other]) => one && one === other)
