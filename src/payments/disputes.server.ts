/** Disputes: a buyer asks their bank for the money back. What counts is what the gateway says now, not what it said first. */

/** Of all disputes about one transaction. `partly`: about less than was paid, which a person has to look at. */
export type Disputes = 'none' | 'open' | 'won' | 'lost' | 'partly'

type Found = { amount: string; disputes?: { status?: string; amount?: string; amountDisputed?: string }[] }

const open = new Set(['open', 'disputed', 'under_review'])
const lost = new Set(['lost', 'accepted'])

export const disputesOf = (transaction: object): Disputes => {
  const { amount, disputes = [] } = transaction as Found
  const are = (states: ReadonlySet<string>) => disputes.filter(({ status = '' }) => states.has(status.toLowerCase()))
  if (are(open).length > 0) return 'open'
  const given = are(lost)
  if (given.length > 0)
    return given.some(each => (each.amountDisputed ?? each.amount ?? amount) === amount) ? 'lost' : 'partly'
  return disputes.length > 0 ? 'won' : 'none'
}
