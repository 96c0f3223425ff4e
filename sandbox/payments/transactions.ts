/** What happens to a transaction after the sale: submission, voiding, settlement and refunds. */
import { parseAmount } from './amounts.ts'
import { testAccounts } from './bank/test-accounts.ts'
import type { Gateway } from './gateway.ts'
import { isBank } from './instruments.ts'
import { newId, now, type Params, text } from './params.ts'
import type { Transaction, TransactionStatus } from './records.ts'
import { NotFound, refuse } from './refusal.ts'
import { createWebhook } from './webhooks/announce.ts'

const scope = ['transaction']

/** A transaction, or a 404. */
export function findTransaction({ store }: Gateway, id: string): Transaction {
  const transaction = store.transactions.get(id)
  if (!transaction) throw new NotFound(`No transaction ${id}`)
  return transaction
}

/** Submits an authorized sale for settlement, in full or in part. */
export function submitForSettlement(gateway: Gateway, id: string, params: Params): Transaction {
  const sale = findTransaction(gateway, id)
  if (sale.status !== 'authorized')
    throw refuse(scope, 'base', '91507', 'Cannot submit for settlement unless status is authorized.')
  const amount =
    params.amount === undefined || params.amount === null ? { cents: sale.amount_cents } : parseAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (amount.cents > sale.amount_cents) throw refuse(scope, 'amount', '91522', 'Settlement amount is too large.')
  const order_id = text(params, 'order_id') ?? sale.order_id
  return gateway.store.transactions.put(
    withStatus({ ...sale, order_id, amount_cents: amount.cents }, 'submitted_for_settlement'),
  )
}

/** Cancels a transaction before it settles. */
export function voidTransaction(gateway: Gateway, id: string): Transaction {
  const transaction = findTransaction(gateway, id)
  if (!can.void(transaction))
    throw refuse(
      scope,
      'base',
      '91504',
      'Transaction can only be voided if status is authorized, submitted_for_settlement, or - for PayPal - settlement_pending.',
    )
  return gateway.store.transactions.put(withStatus(transaction, 'voided'))
}

/** Refunds a settled sale, in full or in part, as a transaction of its own. */
export function refundTransaction(gateway: Gateway, id: string, params: Params): Transaction {
  const sale = findTransaction(gateway, id)
  if (sale.type === 'credit') throw refuse(scope, 'base', '91505', 'Cannot refund credit.')
  if (sale.status !== 'settled') throw refuse(scope, 'base', '91506', 'Cannot refund transaction unless it is settled.')
  const refundable = getRefundableCents(gateway, sale)
  if (refundable === 0) throw refuse(scope, 'base', '91512', 'Transaction has already been completely refunded.')
  const amount =
    params.amount === undefined || params.amount === null ? { cents: refundable } : parseAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (amount.cents > refundable) throw refuse(scope, 'amount', '91521', 'Refund amount is too large.')

  const { history: _, refund_ids: __, three_d_secure: ___, ...base } = sale
  const refund = withStatus(
    newTransaction({
      ...base,
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

const failedRefundStatuses = new Set<TransactionStatus>(['voided', 'settlement_declined'])

/** The amount of a sale that can still be refunded, in cents. */
export const getRefundableCents = ({ store }: Gateway, sale: Transaction) =>
  sale.refund_ids
    .map(id => store.transactions.get(id))
    .reduce(
      (remaining, refund) => remaining - (refund && !failedRefundStatuses.has(refund.status) ? refund.amount_cents : 0),
      sale.amount_cents,
    )

/** Settles a submitted transaction as the bank. For `settled` the amount rule can decide otherwise. */
export function settle(
  gateway: Gateway,
  id: string,
  target: 'settled' | 'settlement_pending' | 'settlement_confirmed' | 'settlement_declined',
): Transaction {
  const transaction = findTransaction(gateway, id)
  if (!can.settle(transaction))
    throw refuse(
      scope,
      'base',
      '91575',
      'Cannot transition transaction to settled, settlement_confirmed, or settlement_declined.',
    )
  const status = target === 'settled' && isFirstSettlement(transaction) ? transaction.settles_as : target
  const settled = gateway.store.transactions.put({
    ...withStatus(transaction, status),
    settlement_response: settlementResponse(transaction, status),
  })
  announceSettlement(gateway, settled)
  return settled
}

/** The amount rule and the account decide only the first settlement. After that, the caller does. */
const isFirstSettlement = ({ history }: Transaction) =>
  !history.slice(1).some(step => step.status === 'settlement_pending' || step.status === 'settlement_confirmed')

function settlementResponse({ instrument }: Transaction, status: TransactionStatus) {
  if (status === 'settled') return { code: '4000', text: 'Confirmed' }
  if (status !== 'settlement_declined') return { code: '4002', text: 'Pending' }
  const account = isBank(instrument) ? testAccounts.get(instrument.test_account) : undefined
  return account && !account.settles ? { code: account.code, text: account.text } : { code: '4001', text: 'Declined' }
}

/** Sends the webhooks of a settlement. Braintree sends them for bank debits and for failed refunds, not for cards. */
function announceSettlement(gateway: Gateway, transaction: Transaction) {
  const { type, status, instrument } = transaction
  if (type === 'credit' && status === 'settlement_declined') createWebhook(gateway, 'refund_failed', { transaction })
  if (type === 'credit' || !isBank(instrument)) return
  if (status === 'settled') createWebhook(gateway, 'transaction_settled', { transaction })
  if (status === 'settlement_declined') createWebhook(gateway, 'transaction_settlement_declined', { transaction })
}

/** Which actions are possible on a transaction. */
export const can = {
  settle: ({ status }: Transaction) =>
    ['submitted_for_settlement', 'settlement_pending', 'settlement_confirmed'].includes(status),
  void: ({ status }: Transaction) => ['authorized', 'submitted_for_settlement', 'settlement_pending'].includes(status),
  submit: ({ status }: Transaction) => status === 'authorized',
  refund: (gateway: Gateway, sale: Transaction) =>
    sale.type === 'sale' && sale.status === 'settled' && getRefundableCents(gateway, sale) > 0,
  dispute: ({ store }: Gateway, sale: Transaction) =>
    sale.type === 'sale' &&
    sale.status === 'settled' &&
    !store.disputes.all().some(dispute => dispute.transaction_id === sale.id && dispute.status === 'open'),
}

type NewTransactionFields = Omit<Transaction, 'id' | 'status' | 'history' | 'refund_ids' | 'created_at' | 'updated_at'>

/** A new transaction with an empty history, not saved yet. */
export const newTransaction = (fields: NewTransactionFields): Transaction => {
  const at = now()
  return { ...fields, id: newId(), status: 'authorized', history: [], refund_ids: [], created_at: at, updated_at: at }
}

/** A copy of the transaction with the new status added to its history. */
export const withStatus = (transaction: Transaction, status: TransactionStatus): Transaction => {
  const at = now()
  const step = { status, amount_cents: transaction.amount_cents, at }
  return { ...transaction, status, history: [...transaction.history, step], updated_at: at }
}
