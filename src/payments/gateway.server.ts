/** The payment gateway as the shop uses it. It never guesses about money. */
import type braintree from 'braintree'

import { refuse } from '#platform/refusal.ts'

import {
  factsOf,
  keptOf,
  offerOf,
  outcomeOfAnswer,
  outcomeOfFound,
  refusalOf,
  reversalOf,
  unknownOf,
} from './answers.server.ts'
import { disputesOf, type Disputes } from './disputes.server.ts'
import type { SavedMethod } from './instrument.ts'
import { amountOf, outcomeOf, type Declined, type Outcome, type TransactionFacts, type Unknown } from './outcome.ts'
import { sdkFor, within, type GatewayConfig } from './sdk.server.ts'
import { factsOfNonce, type NonceFacts } from './three-d-secure.ts'
import { answerChallenge, readWebhook, type Webhook } from './webhook.server.ts'

/** Something to pay with that the gateway has not kept yet. */
export type NewMethod = {
  /** Whose it is: a customer of the gateway. */
  customer_id: string
  /** What the browser got for it. */
  nonce: string
  /** Our name for it in the gateway's vault. */
  token: string
}

/** Something in the gateway's vault, or what stands for something else just this once. */
export type Source = { token: string; three_d_secure_id?: string | null } | { nonce: string }

export type Sale = {
  amount_cents: number
  source: Source
  /** Our name for the attempt; the sweeper asks for it. */
  order_id: string
  /** Of the buyer's browser, for the gateway's fraud check. */
  device_data?: string | undefined
}

export type Gateway = {
  clientToken: () => Promise<string>
  createCustomer: (id: string, company: string) => Promise<void>
  /** Asks the bank whether something is good, and puts it into the vault when it is. */
  verify: (method: NewMethod) => Promise<Verification>
  /** Takes something out of the vault; what is not there is fine. */
  forget: (token: string) => Promise<void>
  /** What stands for a kept method once, and whether its holder has to be asked by their bank. Throws when nobody can say. */
  offer: (token: string) => Promise<Offer>
  /** What the holder's bank has said to a nonce. */
  nonceFacts: (nonce: string) => Promise<NonceFacts | Declined | Unknown>
  sale: (sale: Sale) => Promise<Outcome>
  /** The transactions under our name for an attempt: none, one, or nobody can say. */
  findByOrderId: (order_id: string) => Promise<Outcome | { kind: 'none' }>
  find: (transaction_id: string) => Promise<Outcome>
  /** What the buyer's bank has to say against a transaction. `ended`: cases that a person has decided about. Throws when nobody can say. */
  disputes: (transaction_id: string, ended?: readonly string[]) => Promise<Disputes>
  /** What a webhook says. Throws a refusal for one that the gateway has not signed. */
  readWebhook: (signature: string, payload: string) => Promise<Webhook>
  /** What the gateway wants to hear before it sends webhooks to an address. */
  answerChallenge: (challenge: string) => string
  /** Every sale that began in a span. Throws when nobody can say. */
  salesBetween: (from: Date, to: Date) => Promise<TransactionFacts[]>
  /** Gives the money back before it has moved. */
  void: (transaction_id: string) => Promise<Reversal>
  /** Gives it back afterwards, whole or in part; under a name of ours, by which it is found in `refundOf`. */
  refund: (transaction_id: string, amount_cents?: number, name?: string) => Promise<Reversal>
  /** What has gone back of it already, or is on its way. */
  refundOf: (transaction_id: string) => Promise<StandingRefund>
}

export type Good = { kind: 'good'; method: SavedMethod }
/** `no_customer`: the gateway does not know whose it is. */
export type Verification = Good | { kind: 'no_customer' } | Declined | Unknown

/** `bin_data`: what a card's number says of it, with the first six digits as `bin`. */
export type Offer = { nonce: string; requires_3ds: boolean; bin_data: Record<string, string> | null }

/** `transaction_id`: the gateway's own record of a refund, or of the voided sale. */
export type Reversal = { kind: 'done'; transaction_id: string } | Refused | Unknown
/** `is_early`: the sale has to settle first. */
export type Refused = { kind: 'refused'; reason: string; is_early: boolean }

/** What went back of a sale, the last record of it, and the records by our names. */
export type StandingRefund =
  | { kind: 'standing'; cents: number; transaction_id: string | null; by_name: ReadonlyMap<string, string> }
  | Unknown

/** Nothing when payments are not set up. Opens no connection by itself. */
export const openGateway = (config: GatewayConfig): Gateway | undefined => {
  const sdk = sdkFor(config)
  if (!sdk) return undefined
  const limited = <T>(answer: Promise<T>) => within(config.braintree_timeout_ms, answer)

  return {
    clientToken: async () => {
      const { success, clientToken, message } = await limited(sdk.clientToken.generate({}))
      if (!success) throw new Error(message)
      return clientToken
    },
    createCustomer: async (id, company) => {
      const { success, message } = await limited(sdk.customer.create({ id, company }))
      if (!success) throw new Error(message)
    },
    verify: ({ customer_id, nonce, token }) =>
      limited(
        sdk.paymentMethod.create({ customerId: customer_id, paymentMethodNonce: nonce, token, options: checks }),
      ).then(answer => keptOf(answer, token), refusalOf),
    forget: token =>
      limited(sdk.paymentMethod.delete(token)).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'notFoundError')) throw error
      }),
    offer: async token => {
      const wish = { paymentMethodNonce: { authenticationInsight: true } }
      return offerOf(await limited(sdk.paymentMethodNonce.create(token, wish)))
    },
    nonceFacts: nonce => limited(sdk.paymentMethodNonce.find(nonce)).then(factsOfNonce, refusalOf),
    sale: ({ amount_cents, source, order_id, device_data }) =>
      limited(
        sdk.transaction.sale({
          amount: amountOf(amount_cents),
          ...paidBy(source),
          orderId: order_id,
          ...(device_data && { deviceData: device_data }),
          options: { submitForSettlement: true },
        }),
      )
        .then(outcomeOfAnswer)
        .catch(refusalOf),
    findByOrderId: order_id =>
      limited(search(sdk, query => query.orderId().is(order_id)))
        .then(outcomeOfFound)
        .catch(unknownOf),
    find: id =>
      limited(sdk.transaction.find(id))
        .then(found => outcomeOf(factsOf(found)))
        .catch(unknownOf),
    disputes: (id, ended) => limited(disputesAbout(sdk, id, ended)),
    readWebhook: (signature, payload) => readWebhook(sdk, signature, payload),
    answerChallenge: challenge => answerChallenge(sdk, challenge),
    salesBetween: (from, to) => limited(search(sdk, query => query.createdAt().between(from, to))),
    void: id => limited(sdk.transaction.void(id)).then(reversalOf, reversalOf.error),
    refund: (id, cents, name) =>
      limited(
        sdk.transaction.refund(id, {
          ...(cents !== undefined && { amount: amountOf(cents) }),
          ...(name !== undefined && { orderId: name }),
        }),
      ).then(reversalOf, reversalOf.error),
    refundOf: id => limited(standingRefund(sdk, id)).catch(unknownOf),
  }
}

const disputesAbout = async (
  sdk: braintree.BraintreeGateway,
  id: string,
  ended: readonly string[] = [],
): Promise<Disputes> => {
  const transaction = await sdk.transaction.find(id)
  const said = disputesOf(transaction, 0, ended)
  if (said.taken_cents === 0) return said
  const back = await standingRefund(sdk, id)
  if (back.kind === 'unknown') throw new Error(back.reason)
  return disputesOf(transaction, back.cents, ended)
}

/** One that failed gave nothing back. */
const standingRefund = async (sdk: braintree.BraintreeGateway, id: string): Promise<StandingRefund> => {
  const { refundIds = [] } = await sdk.transaction.find(id)
  let cents = 0
  let transaction_id: string | null = null
  const by_name = new Map<string, string>()
  for (const refund_id of refundIds) {
    const facts = factsOf(await sdk.transaction.find(refund_id))
    const refund = outcomeOf(facts)
    if (refund.kind === 'unknown') return refund
    if (refund.kind === 'declined') continue
    cents += refund.amount_cents
    transaction_id = refund_id
    by_name.set(facts.orderId, refund_id)
  }
  return { kind: 'standing', cents, transaction_id, by_name }
}

/** A card is checked by its bank, a bank account against what is known of it; each ignores what is not its own. */
const checks = { verifyCard: true, usBankAccountVerificationMethod: 'network_check' }

const paidBy = (source: Source) =>
  'nonce' in source
    ? { paymentMethodNonce: source.nonce }
    : {
        paymentMethodToken: source.token,
        ...(source.three_d_secure_id && { threeDSecureAuthenticationId: source.three_d_secure_id }),
      }

/** The gateway, or the sentence that payments are not set up. */
export const needGateway = (gateway: Gateway | undefined): Gateway => {
  if (!gateway) throw refuse(503, 'Payments are not set up in this shop yet, so nothing can be charged.')
  return gateway
}

type Query = Parameters<Parameters<braintree.BraintreeGateway['transaction']['search']>[0]>[0]

const search = (sdk: braintree.BraintreeGateway, narrow: (query: Query) => void) =>
  new Promise<TransactionFacts[]>((resolve, reject) => {
    const found: TransactionFacts[] = []
    sdk.transaction
      .search(query => {
        narrow(query)
        query.type().is('sale')
      })
      .on('data', (transaction: braintree.Transaction) => found.push(factsOf(transaction)))
      .on('error', reject)
      .on('end', () => resolve(found))
  })
