/** The payment gateway as the shop uses it. When an outcome is uncertain, it reports `unknown`. */
import type braintree from 'braintree'

import { refuse } from '#platform/http/refusal.ts'

import { summarizeDisputes, type Disputes } from './disputes.server.ts'
import {
  type MethodNonce,
  type Reversal,
  type VerificationResult,
  toTransactionRecord,
  toVerificationResult,
  toMethodNonce,
  outcomeOfResponse,
  outcomeOfMatches,
  outcomeOfError,
  toReversal,
  toUnknownOutcome,
} from './gateway-responses.server.ts'
import {
  amountOf,
  outcomeOf,
  type DeclinedOutcome,
  type Outcome,
  type TransactionRecord,
  type UnknownOutcome,
} from './outcome.ts'
import { createSdk, withTimeout, type GatewayConfig } from './sdk.server.ts'
import { toNonceDetails, type NonceDetails } from './three-d-secure.ts'
import { answerChallenge, readWebhook, type WebhookEvent } from './webhook-signature.server.ts'

/** A payment method that is not in the gateway’s vault yet. */
export type NewMethod = {
  /** The gateway’s customer that owns it. */
  customer_id: string
  /** The nonce that the browser got for it. */
  nonce: string
  /** Our token for it in the gateway’s vault. */
  token: string
}

/** A method in the gateway’s vault, or a single-use nonce. */
export type SaleSource = { token: string; three_d_secure_id?: string | null } | { nonce: string }

export type SaleRequest = {
  amount_cents: number
  source: SaleSource
  /** Our name for the attempt; the sweeper searches for it. */
  order_id: string
  /** Of the buyer’s browser, for the gateway’s fraud check. */
  device_data?: string | undefined
  /** Only reserves the amount: it is never charged. */
  authorize_only?: boolean
}

export type PaymentGateway = {
  clientToken: () => Promise<string>
  createCustomer: (id: string, company: string) => Promise<void>
  /** Verifies a method with its bank, and stores it in the vault when it is valid. */
  verify: (method: NewMethod) => Promise<VerificationResult>
  /** Deletes a method from the vault; a missing one is not an error. */
  forget: (token: string) => Promise<void>
  /**
   * Creates a nonce for a saved method, and returns whether its holder has to be authenticated. Throws when the
   * gateway cannot tell.
   */
  offer: (token: string) => Promise<MethodNonce>
  /** Looks up a nonce and its 3D Secure result. */
  nonceFacts: (nonce: string) => Promise<NonceDetails | DeclinedOutcome | UnknownOutcome>
  sale: (sale: SaleRequest) => Promise<Outcome>
  /** Looks up the transactions of an attempt: none, an outcome, or unknown. */
  findByOrderId: (order_id: string) => Promise<Outcome | { kind: 'none' }>
  find: (transaction_id: string) => Promise<Outcome>
  /**
   * Returns the disputes of a transaction. `ended`: cases that a staff member has decided. Throws when the gateway
   * cannot tell.
   */
  disputes: (transaction_id: string, ended?: readonly string[]) => Promise<Disputes>
  /** Parses a webhook. Throws a refusal when it is not signed by the gateway. */
  readWebhook: (signature: string, payload: string) => Promise<WebhookEvent>
  /** Returns the response that the gateway expects before it sends webhooks to a URL. */
  answerChallenge: (challenge: string) => string
  /** Returns every sale created in a span. Throws when the gateway cannot tell. */
  salesBetween: (from: Date, to: Date) => Promise<TransactionRecord[]>
  /** Voids a sale before it settles. */
  void: (transaction_id: string) => Promise<Reversal>
  /** Refunds a settled sale, in full or in part, under a name of ours that `refundOf` returns. */
  refund: (transaction_id: string, amount_cents?: number, name?: string) => Promise<Reversal>
  /** Returns what has been refunded of it, including refunds in transit. */
  refundOf: (transaction_id: string) => Promise<ChargeRefunds>
}

/** The total refunded of a sale, its last refund, and the refunds by our names. */
export type ChargeRefunds =
  | { kind: 'standing'; cents: number; transaction_id: string | null; by_name: ReadonlyMap<string, string> }
  | UnknownOutcome

/** Returns undefined when payments are not set up. Opens no connection by itself. */
export const openGateway = (config: GatewayConfig): PaymentGateway | undefined => {
  const sdk = createSdk(config)
  if (!sdk) return undefined
  const withLimit = <T>(response: Promise<T>) => withTimeout(config.braintree_timeout_ms, response)

  return {
    clientToken: async () => {
      const { success, clientToken, message } = await withLimit(sdk.clientToken.generate({}))
      if (!success) throw new Error(message)
      return clientToken
    },
    createCustomer: async (id, company) => {
      const { success, message } = await withLimit(sdk.customer.create({ id, company }))
      if (!success) throw new Error(message)
    },
    verify: ({ customer_id, nonce, token }) =>
      withLimit(
        sdk.paymentMethod.create({
          customerId: customer_id,
          paymentMethodNonce: nonce,
          token,
          options: VERIFY_OPTIONS,
        }),
      ).then(response => toVerificationResult(response, token), outcomeOfError),
    forget: token =>
      withLimit(sdk.paymentMethod.delete(token)).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'notFoundError')) throw error
      }),
    offer: async token => {
      const request = { paymentMethodNonce: { authenticationInsight: true } }
      return toMethodNonce(await withLimit(sdk.paymentMethodNonce.create(token, request)))
    },
    nonceFacts: nonce => withLimit(sdk.paymentMethodNonce.find(nonce)).then(toNonceDetails, outcomeOfError),
    sale: ({ amount_cents, source, order_id, device_data, authorize_only = false }) =>
      withLimit(
        sdk.transaction.sale({
          amount: amountOf(amount_cents),
          ...toSourceParams(source),
          orderId: order_id,
          ...(device_data && { deviceData: device_data }),
          options: { submitForSettlement: !authorize_only },
        }),
      )
        .then(outcomeOfResponse)
        .catch(outcomeOfError),
    findByOrderId: order_id =>
      withLimit(searchSales(sdk, query => query.orderId().is(order_id)))
        .then(outcomeOfMatches)
        .catch(toUnknownOutcome),
    find: id =>
      withLimit(sdk.transaction.find(id))
        .then(transaction => outcomeOf(toTransactionRecord(transaction)))
        .catch(toUnknownOutcome),
    disputes: (id, ended) => withLimit(loadDisputes(sdk, id, ended)),
    readWebhook: (signature, payload) => readWebhook(sdk, signature, payload),
    answerChallenge: challenge => answerChallenge(sdk, challenge),
    salesBetween: (from, to) => withLimit(searchSales(sdk, query => query.createdAt().between(from, to))),
    void: id => withLimit(sdk.transaction.void(id)).then(toReversal, toReversal.error),
    refund: (id, cents, name) =>
      withLimit(
        sdk.transaction.refund(id, {
          ...(cents !== undefined && { amount: amountOf(cents) }),
          ...(name !== undefined && { orderId: name }),
        }),
      ).then(toReversal, toReversal.error),
    refundOf: id => withLimit(loadRefunds(sdk, id)).catch(toUnknownOutcome),
  }
}

const loadDisputes = async (
  sdk: braintree.BraintreeGateway,
  id: string,
  endedCases: readonly string[] = [],
): Promise<Disputes> => {
  const transaction = await sdk.transaction.find(id)
  const disputes = summarizeDisputes(transaction, 0, endedCases)
  if (disputes.withdrawn_cents === 0) return disputes
  const refunds = await loadRefunds(sdk, id)
  if (refunds.kind === 'unknown') throw new Error(refunds.reason)
  return summarizeDisputes(transaction, refunds.cents, endedCases)
}

/** Failed refunds do not count. */
const loadRefunds = async (sdk: braintree.BraintreeGateway, id: string): Promise<ChargeRefunds> => {
  const { refundIds = [] } = await sdk.transaction.find(id)
  let cents = 0
  let transaction_id: string | null = null
  const by_name = new Map<string, string>()
  for (const refund_id of refundIds) {
    const transaction = toTransactionRecord(await sdk.transaction.find(refund_id))
    const refund = outcomeOf(transaction)
    if (refund.kind === 'unknown') return refund
    if (refund.kind === 'declined') continue
    cents += refund.amount_cents
    transaction_id = refund_id
    by_name.set(transaction.orderId, refund_id)
  }
  return { kind: 'standing', cents, transaction_id, by_name }
}

/** Verifies a card with its bank, and a bank account over the network; each ignores the other’s option. */
const VERIFY_OPTIONS = { verifyCard: true, usBankAccountVerificationMethod: 'network_check' }

const toSourceParams = (source: SaleSource) =>
  'nonce' in source
    ? { paymentMethodNonce: source.nonce }
    : {
        paymentMethodToken: source.token,
        ...(source.three_d_secure_id && { threeDSecureAuthenticationId: source.three_d_secure_id }),
      }

/** Returns the gateway. Throws 503 when payments are not set up. */
export const requireGateway = (gateway: PaymentGateway | undefined): PaymentGateway => {
  if (!gateway) throw refuse(503, 'Payments are not set up in this shop yet, so nothing can be charged.')
  return gateway
}

type TransactionQuery = Parameters<Parameters<braintree.BraintreeGateway['transaction']['search']>[0]>[0]

const searchSales = (sdk: braintree.BraintreeGateway, applyFilter: (query: TransactionQuery) => void) =>
  new Promise<TransactionRecord[]>((resolve, reject) => {
    const transactions: TransactionRecord[] = []
    sdk.transaction
      .search(query => {
        applyFilter(query)
        query.type().is('sale')
      })
      .on('data', (transaction: braintree.Transaction) => transactions.push(toTransactionRecord(transaction)))
      .on('error', reject)
      .on('end', () => resolve(transactions))
  })
