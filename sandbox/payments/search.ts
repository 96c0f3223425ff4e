/** Transaction search with the SDK's criteria, for example to find out whether an order was charged. */
import { formatAmount } from './amounts.ts'
import type { Gateway } from './gateway.ts'
import { detailOf, isCard, nameOf } from './instruments.ts'
import { group, type Params } from './params.ts'
import type { Transaction } from './records.ts'
import { Refusal } from './refusal.ts'

type TransactionField = (transaction: Transaction) => string | null

const textFields: Record<string, TransactionField> = {
  id: transaction => transaction.id,
  order_id: transaction => transaction.order_id,
  customer_id: transaction => transaction.customer_id,
  payment_method_token: transaction => transaction.token,
  credit_card_cardholder_name: ({ instrument }) => (isCard(instrument) ? instrument.cardholder_name : null),
}
const choiceFields: Record<string, TransactionField> = {
  ids: transaction => transaction.id,
  status: transaction => transaction.status,
  type: transaction => transaction.type,
  payment_instrument_type: transaction => instrumentTypes[transaction.instrument.kind],
  credit_card_card_type: ({ instrument }) => (isCard(instrument) ? instrument.brand : null),
}
const instrumentTypes = { credit_card: 'credit_card', us_bank_account: 'us_bank_account', paypal: 'paypal_account' }
const rangeFields: Record<string, (transaction: Transaction) => number> = {
  amount: transaction => transaction.amount_cents,
  created_at: transaction => Date.parse(transaction.created_at),
}

/** The transactions that match every criterion, newest first. Unsupported criteria are refused, never ignored. */
export function searchTransactions({ store }: Gateway, body: Params): Transaction[] {
  const search = group(body, 'search')
  const predicates = Object.entries(search).map(([name, criterion]) => toPredicate(name, criterion))
  return store.transactions
    .all()
    .filter(transaction => predicates.every(predicate => predicate(transaction)))
    .reverse()
}

function toPredicate(name: string, criterion: unknown): (transaction: Transaction) => boolean {
  const choice = choiceFields[name]
  if (choice && Array.isArray(criterion)) return transaction => criterion.includes(choice(transaction))
  const operators = Object.entries((criterion ?? {}) as Record<string, unknown>)
  const getText = textFields[name]
  if (getText)
    return transaction =>
      operators.every(([operator, expected]) => matchesText(operator, getText(transaction) ?? '', String(expected)))
  const getNumber = rangeFields[name]
  if (getNumber)
    return transaction =>
      operators.every(([operator, expected]) =>
        matchesRange(operator, getNumber(transaction), toNumber(name, expected)),
      )
  throw unsupported(`The sandbox cannot search by ${name}.`)
}

function matchesText(operator: string, value: string, expected: string): boolean {
  const [actual, target] = [value.toLowerCase(), expected.toLowerCase()]
  if (operator === 'is') return actual === target
  if (operator === 'is_not') return actual !== target
  if (operator === 'starts_with') return actual.startsWith(target)
  if (operator === 'ends_with') return actual.endsWith(target)
  if (operator === 'contains') return actual.includes(target)
  throw unsupported(`The sandbox cannot search with ${operator}.`)
}

function matchesRange(operator: string, value: number, expected: number): boolean {
  if (operator === 'min') return value >= expected
  if (operator === 'max') return value <= expected
  if (operator === 'is') return value === expected
  throw unsupported(`The sandbox cannot search with ${operator}.`)
}

function toNumber(name: string, input: unknown): number {
  const number = name === 'amount' ? Math.round(Number(input) * 100) : Date.parse(String(input))
  if (Number.isNaN(number)) throw unsupported(`${String(input)} is not a value that ${name} can have.`)
  return number
}

const unsupported = (message: string) => new Refusal(['search'], [{ attribute: 'base', code: '92100', message }])

/** The text that the console's search looks in. */
export const searchText = (transaction: Transaction) =>
  [
    transaction.id,
    transaction.order_id,
    transaction.customer_id,
    transaction.status.replaceAll('_', ' '),
    nameOf(transaction.instrument),
    detailOf(transaction.instrument),
    formatAmount(transaction.amount_cents),
  ]
    .join(' ')
    .toLowerCase()
