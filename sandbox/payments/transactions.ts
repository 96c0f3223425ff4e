/** What becomes of a transaction: claimed, voided, settled, refunded. */
import { readAmount } from './amounts.ts'
import { testAccounts } from './bank/test-accounts.ts'
import type { Gateway } from './gateway.ts'
import { isBank } from './instruments.ts'
import { newId, now, type Params, text } from './params.ts'
import type { Transaction, TransactionStatus } from './records.ts'
import { Missing, refuse } from './refusal.ts'
import { announce } from './webhooks/announce.ts'

const scope = ['transaction']

/** A transaction, or 404. */
export function findTransaction({ store }: Gateway, id: string): Transaction {
  const transaction = store.transactions.get(id)
  if (!transaction) throw new Missing(`No transaction ${id}`)
  return transaction
}

/** Claims an authorized sale, or a part of it. */
export function submitForSettlement(gateway: Gateway, id: string, params: Params): Transaction {
  const sale = findTransaction(gateway, id)
  if (sale.status !== 'authorized')
    throw refuse(scope, 'base', '91507', 'Cannot submit for settlement unless status is authorized.')
  const amount =
    params.amount === undefined || params.amount === null ? { cents: sale.amount_cents } : readAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (amount.cents > sale.amount_cents) throw refuse(scope, 'amount', '91522', 'Settlement amount is too large.')
  const order_id = text(params, 'order_id') ?? sale.order_id
  return gateway.store.transactions.put(
    move({ ...sale, order_id, amount_cents: amount.cents }, 'submitted_for_settlement'),
  )
}

/** Gives the money back before it has moved. */
export function voidTransaction(gateway: Gateway, id: string): Transaction {
  const transaction = findTransaction(gateway, id)
  if (!can.void(transaction))
    throw refuse(
      scope,
      'base',
      '91504',
      'Transaction can only be voided if status is authorized, submitted_for_settlement, or - for PayPal - settlement_pending.',
    )
  return gateway.store.transactions.put(move(transaction, 'voided'))
}

/** Gives back a settled sale, or a part of it, as a transaction of its own. */
export function refundTransaction(gateway: Gateway, id: string, params: Params): Transaction {
  const sale = findTransaction(gateway, id)
  if (sale.type === 'credit') throw refuse(scope, 'base', '91505', 'Cannot refund credit.')
  if (sale.status !== 'settled') throw refuse(scope, 'base', '91506', 'Cannot refund transaction unless it is settled.')
  const left = refundable_cents(gateway, sale)
  if (left === 0) throw refuse(scope, 'base', '91512', 'Transaction has already been completely refunded.')
  const amount = params.amount === undefined || params.amount === null ? { cents: left } : readAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (amount.cents > left) throw refuse(scope, 'amount', '91521', 'Refund amount is too large.')

  const { history: _, refund_ids: __, three_d_secure: ___, ...like } = sale
  const refund = move(
    begin({
      ...like,
      three_d_secure: null,
      settlement_response: null,
      type: 'credit',
      amount_cents: amount.cents,
      order_id: text(params, 'order_id') ?? sale.order_id,
      processor_response_code: '1002',
      processor_response_text: 'Processed',
      settles_as: 'settled',
      refunded_transaction_id: id,
    }),
    'submitted_for_settlement',
  )
  gateway.store.transactions.put({ ...sale, refund_ids: [...sale.refund_ids, refund.id], updated_at: now() })
  return gateway.store.transactions.put(refund)
}

const undone = new Set<TransactionStatus>(['voided', 'settlement_declined'])

/** What is left of a sale to give back, in cents. */
export const refundable_cents = ({ store }: Gateway, sale: Transaction) =>
  sale.refund_ids
    .map(id => store.transactions.get(id))
    .reduce(
      (left, refund) => left - (refund && !undone.has(refund.status) ? refund.amount_cents : 0),
      sale.amount_cents,
    )

/** Plays the bank: moves a submitted transaction to what the test asks for, `settled` following the amount rule. */
export function settle(
  gateway: Gateway,
  id: string,
  as: 'settled' | 'settlement_pending' | 'settlement_confirmed' | 'settlement_declined',
): Transaction {
  const transaction = findTransaction(gateway, id)
  if (!can.settle(transaction))
    throw refuse(
      scope,
      'base',
      '91575',
      'Cannot transition transaction to settled, settlement_confirmed, or settlement_declined.',
    )
  const becomes = as === 'settled' && isFirstTry(transaction) ? transaction.settles_as : as
  const settled = gateway.store.transactions.put({
    ...move(transaction, becomes),
    settlement_response: settlementResponse(transaction, becomes),
  })
  tell(gateway, settled)
  return settled
}

/** The amount rule and the account decide the first time; after that, whoever settles does. */
const isFirstTry = ({ history }: Transaction) =>
  !history.slice(1).some(step => step.status === 'settlement_pending' || step.status === 'settlement_confirmed')

function settlementResponse({ instrument }: Transaction, becomes: TransactionStatus) {
  if (becomes === 'settled') return { code: '4000', text: 'Confirmed' }
  if (becomes !== 'settlement_declined') return { code: '4002', text: 'Pending' }
  const account = isBank(instrument) ? testAccounts.get(instrument.test_account) : undefined
  return account && !account.settles ? { code: account.code, text: account.text } : { code: '4001', text: 'Declined' }
}

/** Cards settle without a word; of debits, and of refunds that did not arrive, the merchant is told. */
function tell(gateway: Gateway, transaction: Transaction) {
  const { type, status, instrument } = transaction
  if (type === 'credit' && status === 'settlement_declined') announce(gateway, 'refund_failed', { transaction })
  if (type === 'credit' || !isBank(instrument)) return
  if (status === 'settled') announce(gateway, 'transaction_settled', { transaction })
  if (status === 'settlement_declined') announce(gateway, 'transaction_settlement_declined', { transaction })
}

/** What may be done with a transaction now. */
export const can = {
  settle: ({ status }: Transaction) =>
    ['submitted_for_settlement', 'settlement_pending', 'settlement_confirmed'].includes(status),
  void: ({ status }: Transaction) => ['authorized', 'submitted_for_settlement', 'settlement_pending'].includes(status),
  submit: ({ status }: Transaction) => status === 'authorized',
  refund: (gateway: Gateway, sale: Transaction) =>
    sale.type === 'sale' && sale.status === 'settled' && refundable_cents(gateway, sale) > 0,
  dispute: ({ store }: Gateway, sale: Transaction) =>
    sale.type === 'sale' &&
    sale.status === 'settled' &&
    !store.disputes.all().some(each => each.transaction_id === sale.id && each.status === 'open'),
}

type Begun = Omit<Transaction, 'id' | 'status' | 'history' | 'refund_ids' | 'created_at' | 'updated_at'>

/** A new transaction, in no state that anything could be done with yet. */
export const begin = (of: Begun): Transaction => {
  const at = now()
  return { ...of, id: newId(), status: 'authorized', history: [], refund_ids: [], created_at: at, updated_at: at }
}

/** The transaction one step on. */
export const move = (transaction: Transaction, status: TransactionStatus): Transaction => {
  const at = now()
  const step = { status, amount_cents: transaction.amount_cents, at }
  return { ...transaction, status, history: [...transaction.history, step], updated_at: at }
}
