/** Every call of the official server SDK that the sandbox knows. */
import type { FastifyInstance } from 'fastify'

import { type Answer, ok, refused } from './answers.ts'
import { acceptDispute, addEvidence, finalizeDispute, findDispute } from './disputes.ts'
import type { Gateway } from './gateway.ts'
import { group, type Params } from './params.ts'
import { presentDispute, presentEvidence } from './present-dispute.ts'
import { presentTransaction } from './present-transaction.ts'
import type { Dispute, Transaction } from './records.ts'
import { sell } from './sales.ts'
import { searchTransactions } from './search.ts'
import { type Door, serverDoor } from './server-door.ts'
import { vaultCalls } from './server-vault.ts'
import { findTransaction, refundTransaction, settle, submitForSettlement, voidTransaction } from './transactions.ts'
import { pageSize, xmlCollection } from './xml.ts'

export function serverApi(app: FastifyInstance, gateway: Gateway) {
  const on = serverDoor(app, gateway)
  vaultCalls(on, gateway)
  transactionCalls(on, gateway)
  disputeCalls(on, gateway)
}

function transactionCalls(on: Door, gateway: Gateway) {
  const transaction = (found: Transaction, status = 200) =>
    ok('transaction', presentTransaction(gateway, found), status)
  const sold = (sale: Transaction, body: Params): Answer => {
    const approved = !['processor_declined', 'gateway_rejected', 'failed'].includes(sale.status)
    if (approved) return transaction(sale, 201)
    return refused([], [], body, declineMessage(sale), { transaction: presentTransaction(gateway, sale) })
  }

  on('POST', '/transactions', 'sale', ({ body }) => sold(sell(gateway, group(body, 'transaction')), body))
  on('GET', '/transactions/:id', 'find', ({ id }) => transaction(findTransaction(gateway, id)))
  on('POST', '/transactions/advanced_search_ids', 'search', ({ body }) => {
    const ids = searchTransactions(gateway, body).map(found => found.id)
    return ok('search_results', { page_size: pageSize, ids })
  })
  on('POST', '/transactions/advanced_search', 'search', ({ body }) => {
    const found = searchTransactions(gateway, body).map(each => presentTransaction(gateway, each))
    return { status: 200, xml: xmlCollection('credit-card-transactions', 'transaction', found) }
  })
  on('PUT', '/transactions/:id/submit_for_settlement', 'submit_for_settlement', ({ id, body }) =>
    transaction(submitForSettlement(gateway, id, group(body, 'transaction'))),
  )
  on('PUT', '/transactions/:id/void', 'void', ({ id }) => transaction(voidTransaction(gateway, id)))
  on('POST', '/transactions/:id/refund', 'refund', ({ id, body }) =>
    transaction(refundTransaction(gateway, id, group(body, 'transaction')), 201),
  )
  on('PUT', '/transactions/:id/settle', 'settle', ({ id }) => transaction(settle(gateway, id, 'settled')))
  for (const [name, status] of settlements)
    on('PUT', `/transactions/:id/settlement_${name}`, 'settle', ({ id }) => transaction(settle(gateway, id, status)))
}

const settlements = [
  ['pending', 'settlement_pending'],
  ['confirm', 'settlement_confirmed'],
  ['decline', 'settlement_declined'],
] as const

const declineMessage = ({ processor_response_text, gateway_rejection_reason }: Transaction) =>
  gateway_rejection_reason ? `Gateway Rejected: ${gateway_rejection_reason}` : processor_response_text

function disputeCalls(on: Door, gateway: Gateway) {
  const dispute = (found: Dispute) => ok('dispute', presentDispute(gateway, found))
  on('GET', '/disputes/:id', 'dispute', ({ id }) => dispute(findDispute(gateway, id)))
  on('PUT', '/disputes/:id/accept', 'dispute', ({ id }) => dispute(acceptDispute(gateway, id)))
  on('PUT', '/disputes/:id/finalize', 'dispute', ({ id }) => dispute(finalizeDispute(gateway, id)))
  on('POST', '/disputes/:id/evidence', 'dispute', ({ id, body }) =>
    ok('evidence', presentEvidence(addEvidence(gateway, id, body)), 201),
  )
}
