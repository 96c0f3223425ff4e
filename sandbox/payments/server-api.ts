/** The calls of the official server SDK that the sandbox supports. */
import type { FastifyInstance } from 'fastify'

import { acceptDispute, addEvidence, finalizeDispute, findDispute } from './disputes.ts'
import type { Gateway } from './gateway.ts'
import { group, type Params } from './params.ts'
import { presentDispute, presentEvidence } from './present-dispute.ts'
import { presentTransaction } from './present-transaction.ts'
import type { Dispute, Transaction } from './records.ts'
import { createSale } from './sales.ts'
import { searchTransactions } from './search.ts'
import { type ServerRouter, createServerRouter } from './server-router.ts'
import { vaultCalls } from './server-vault.ts'
import { findTransaction, refundTransaction, settle, submitForSettlement, voidTransaction } from './transactions.ts'
import { type XmlResponse, ok, errorResponse } from './xml-responses.ts'
import { pageSize, xmlCollection } from './xml.ts'

export function serverApi(app: FastifyInstance, gateway: Gateway) {
  const route = createServerRouter(app, gateway)
  vaultCalls(route, gateway)
  transactionCalls(route, gateway)
  disputeCalls(route, gateway)
}

function transactionCalls(route: ServerRouter, gateway: Gateway) {
  const transactionResponse = (transaction: Transaction, status = 200) =>
    ok('transaction', presentTransaction(gateway, transaction), status)
  const saleResponse = (sale: Transaction, body: Params): XmlResponse => {
    const approved = !['processor_declined', 'gateway_rejected', 'failed'].includes(sale.status)
    if (approved) return transactionResponse(sale, 201)
    return errorResponse([], [], body, declineMessage(sale), { transaction: presentTransaction(gateway, sale) })
  }

  route('POST', '/transactions', 'sale', ({ body }) =>
    saleResponse(createSale(gateway, group(body, 'transaction')), body),
  )
  route('GET', '/transactions/:id', 'find', ({ id }) => transactionResponse(findTransaction(gateway, id)))
  route('POST', '/transactions/advanced_search_ids', 'search', ({ body }) => {
    const ids = searchTransactions(gateway, body).map(transaction => transaction.id)
    return ok('search_results', { page_size: pageSize, ids })
  })
  route('POST', '/transactions/advanced_search', 'search', ({ body }) => {
    const transactions = searchTransactions(gateway, body).map(transaction => presentTransaction(gateway, transaction))
    return { status: 200, xml: xmlCollection('credit-card-transactions', 'transaction', transactions) }
  })
  route('PUT', '/transactions/:id/submit_for_settlement', 'submit_for_settlement', ({ id, body }) =>
    transactionResponse(submitForSettlement(gateway, id, group(body, 'transaction'))),
  )
  route('PUT', '/transactions/:id/void', 'void', ({ id }) => transactionResponse(voidTransaction(gateway, id)))
  route('POST', '/transactions/:id/refund', 'refund', ({ id, body }) =>
    transactionResponse(refundTransaction(gateway, id, group(body, 'transaction')), 201),
  )
  route('PUT', '/transactions/:id/settle', 'settle', ({ id }) => transactionResponse(settle(gateway, id, 'settled')))
  for (const [name, status] of settlements)
    route('PUT', `/transactions/:id/settlement_${name}`, 'settle', ({ id }) =>
      transactionResponse(settle(gateway, id, status)),
    )
}

const settlements = [
  ['pending', 'settlement_pending'],
  ['confirm', 'settlement_confirmed'],
  ['decline', 'settlement_declined'],
] as const

const declineMessage = ({ processor_response_text, gateway_rejection_reason }: Transaction) =>
  gateway_rejection_reason ? `Gateway Rejected: ${gateway_rejection_reason}` : processor_response_text

function disputeCalls(route: ServerRouter, gateway: Gateway) {
  const disputeResponse = (dispute: Dispute) => ok('dispute', presentDispute(gateway, dispute))
  route('GET', '/disputes/:id', 'dispute', ({ id }) => disputeResponse(findDispute(gateway, id)))
  route('PUT', '/disputes/:id/accept', 'dispute', ({ id }) => disputeResponse(acceptDispute(gateway, id)))
  route('PUT', '/disputes/:id/finalize', 'dispute', ({ id }) => disputeResponse(finalizeDispute(gateway, id)))
  route('POST', '/disputes/:id/evidence', 'dispute', ({ id, body }) =>
    ok('evidence', presentEvidence(addEvidence(gateway, id, body)), 201),
  )
}
