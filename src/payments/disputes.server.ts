/** Disputes: a buyer asks their bank for the money back. What counts is what the gateway says now, not what it said first. */
import { centsOf } from './outcome.ts'

/** Of all disputes about one transaction. `partly`: about less than was left of it, which a person has to look at. */
export type Disputes = 'none' | 'open' | 'won' | 'lost' | 'partly'

type Found = { amount: string; disputes?: { status?: string; amount?: string; amountDisputed?: string }[] }

const open = new Set(['open', 'disputed', 'under_review'])
const lost = new Set(['lost', 'accepted'])

/** `given_back_cents`: what went back to the buyer of it already, so that the bank can take no more than the rest. */
export const disputesOf = (transaction: object, given_back_cents: number): Disputes => {
  const { amount, disputes = [] } = transaction as Found
  const are = (states: ReadonlySet<string>) => disputes.filter(({ status = '' }) => states.has(status.toLowerCase()))
  if (are(open).length > 0) return 'open'
  const given = are(lost)
  if (given.length === 0) return disputes.length > 0 ? 'won' : 'none'
  const taken = given.reduce((sum, each) => sum + centsOf(each.amountDisputed ?? each.amount ?? amount), 0)
  return taken >= centsOf(amount) - given_back_cents ? 'lost' : 'partly'
}
