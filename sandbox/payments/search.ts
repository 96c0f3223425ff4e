/** Search over transactions with the SDK's criteria, so that a sweeper can ask whether an order was charged. */
import { writeAmount } from './amounts.ts'
import type { Gateway } from './gateway.ts'
import { detailOf, isCard, nameOf } from './instruments.ts'
import { group, type Params } from './params.ts'
import type { Transaction } from './records.ts'
import { Refusal } from './refusal.ts'

type Value = (transaction: Transaction) => string | null

const texts: Record<string, Value> = {
  id: each => each.id,
  order_id: each => each.order_id,
  customer_id: each => each.customer_id,
  payment_method_token: each => each.token,
  credit_card_cardholder_name: ({ instrument }) => (isCard(instrument) ? instrument.cardholder_name : null),
}
const choices: Record<string, Value> = {
  ids: each => each.id,
  status: each => each.status,
  type: each => each.type,
  payment_instrument_type: each => instrumentTypes[each.instrument.kind],
  credit_card_card_type: ({ instrument }) => (isCard(instrument) ? instrument.brand : null),
}
const instrumentTypes = { credit_card: 'credit_card', us_bank_account: 'us_bank_account', paypal: 'paypal_account' }
const ranges: Record<string, (transaction: Transaction) => number> = {
  amount: each => each.amount_cents,
  created_at: each => Date.parse(each.created_at),
}

/** The transactions that meet every criterion, newest first. A criterion that is not known here is refused, never ignored. */
export function searchTransactions({ store }: Gateway, body: Params): Transaction[] {
  const search = group(body, 'search')
  const tests = Object.entries(search).map(([name, criterion]) => testFor(name, criterion))
  return store.transactions
    .all()
    .filter(transaction => tests.every(test => test(transaction)))
    .reverse()
}

function testFor(name: string, criterion: unknown): (transaction: Transaction) => boolean {
  const choice = choices[name]
  if (choice && Array.isArray(criterion)) return each => criterion.includes(choice(each))
  const operators = Object.entries((criterion ?? {}) as Record<string, unknown>)
  const textOf = texts[name]
  if (textOf)
    return each => operators.every(([operator, wanted]) => matches(operator, textOf(each) ?? '', String(wanted)))
  const numberOf = ranges[name]
  if (numberOf)
    return each => operators.every(([operator, wanted]) => inRange(operator, numberOf(each), toNumber(name, wanted)))
  throw unknown(`The sandbox cannot search by ${name}.`)
}

function matches(operator: string, value: string, wanted: string): boolean {
  const [found, sought] = [value.toLowerCase(), wanted.toLowerCase()]
  if (operator === 'is') return found === sought
  if (operator === 'is_not') return found !== sought
  if (operator === 'starts_with') return found.startsWith(sought)
  if (operator === 'ends_with') return found.endsWith(sought)
  if (operator === 'contains') return found.includes(sought)
  throw unknown(`The sandbox cannot search with ${operator}.`)
}

function inRange(operator: string, value: number, wanted: number): boolean {
  if (operator === 'min') return value >= wanted
  if (operator === 'max') return value <= wanted
  if (operator === 'is') return value === wanted
  throw unknown(`The sandbox cannot search with ${operator}.`)
}

function toNumber(name: string, wanted: unknown): number {
  const number = name === 'amount' ? Math.round(Number(wanted) * 100) : Date.parse(String(wanted))
  if (Number.isNaN(number)) throw unknown(`${String(wanted)} is not a value that ${name} can have.`)
  return number
}

const unknown = (message: string) => new Refusal(['search'], [{ attribute: 'base', code: '92100', message }])

/** Everything by which a person may look for a transaction. */
export const searchText = (transaction: Transaction) =>
  [
    transaction.id,
    transaction.order_id,
    transaction.customer_id,
    transaction.status.replaceAll('_', ' '),
    nameOf(transaction.instrument),
    detailOf(transaction.instrument),
    writeAmount(transaction.amount_cents),
  ]
    .join(' ')
    .toLowerCase()
