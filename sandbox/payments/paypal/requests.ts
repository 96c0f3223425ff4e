/** Payments and agreements for a buyer to approve at PayPal, and the nonces that they become. */
import { parseAmount } from '../amounts.ts'
import type { Gateway } from '../gateway.ts'
import { createNonce } from '../nonces.ts'
import { flag, group, newId, now, type Params, text } from '../params.ts'
import type { Nonce, PayPalData, PayPalRequest } from '../records.ts'
import { NotFound, refuse } from '../refusal.ts'
import { vault } from '../vault.ts'
import type { Buyer } from './buyers.ts'

const newPayPalId = (length: number) => newId(length).toUpperCase()
const scope = ['paypal_payment_resource']

/** Creates a payment for approval. Refuses invalid amounts and currencies. */
export function createPaymentRequest(gateway: Gateway, params: Params): PayPalRequest {
  const amount = parseAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (text(params, 'currencyIsoCode') !== 'USD')
    throw refuse(scope, 'currencyIsoCode', '97315', 'The sandbox accepts only US dollars.')
  return createRequest(gateway, params, {
    id: `EC-${newPayPalId(17)}`,
    payment_id: `PAYID-${newPayPalId(20)}`,
    amount_cents: amount.cents,
  })
}

/** Creates an agreement, with which later payments need no approval. */
export const createAgreementRequest = (gateway: Gateway, params: Params): PayPalRequest =>
  createRequest(gateway, params, { id: `BA-${newPayPalId(17)}`, payment_id: null, amount_cents: null })

function createRequest(
  { store }: Gateway,
  params: Params,
  request: Pick<PayPalRequest, 'id' | 'payment_id' | 'amount_cents'>,
): PayPalRequest {
  return store.paypal_requests.put({
    ...request,
    flow: request.payment_id ? 'checkout' : 'vault',
    display_name: text(group(params, 'experienceProfile'), 'brandName') ?? 'The shop',
    description: text(params, 'description') ?? null,
    payer: null,
    state: 'open',
    created_at: now(),
  })
}

/** Updates the amount of an open payment. */
export function updatePayment(gateway: Gateway, params: Params): PayPalRequest {
  const request = findRequest(gateway, text(params, 'paymentId'))
  const amount = parseAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (request.state !== 'open' || request.flow !== 'checkout')
    throw refuse(scope, 'paymentId', '97301', 'This payment cannot be changed any more.')
  return gateway.store.paypal_requests.put({ ...request, amount_cents: amount.cents })
}

/** Finds a request by its token or its payment id, or throws a 404. */
function findRequest({ store }: Gateway, id: string | undefined): PayPalRequest {
  const request = store.paypal_requests
    .all()
    .find(candidate => candidate.id === id || (id && candidate.payment_id === id))
  if (!request) throw new NotFound(`No PayPal request ${id ?? ''}`)
  return request
}

/** Saves the buyer's decision; null cancels. Changes only open requests. */
export const decideRequest = ({ store }: Gateway, request: PayPalRequest, payer: Buyer | null): PayPalRequest =>
  request.state === 'open'
    ? store.paypal_requests.put({ ...request, payer, state: payer ? 'approved' : 'canceled' })
    : request

/** Turns an approved request into a nonce, once. With `options.validate` an agreement is also vaulted for the customer. */
export function tokenizeApproval(gateway: Gateway, params: Params, customer_id: string | undefined): Nonce {
  const account = group(params, 'paypalAccount')
  const id = text(account, 'billingAgreementToken') ?? text(account, 'paymentToken')
  const request = findRequest(gateway, id)
  const { payer, flow } = request
  if (request.state !== 'approved' || !payer)
    throw refuse(['paypal_account'], 'base', '82901', 'The buyer has not approved this, or it was used before.')
  if (flow === 'checkout' && text(account, 'payerId') !== payer.payer_id)
    throw refuse(['paypal_account'], 'base', '82901', 'Another payer approved this.')
  gateway.store.paypal_requests.put({ ...request, state: 'used' })

  const instrument: PayPalData = {
    kind: 'paypal',
    ...payer,
    billing_agreement_id: flow === 'vault' ? `B-${newPayPalId(17)}` : null,
    billing: null,
  }
  const nonce = createNonce(gateway, instrument)
  const shouldVault = flow === 'vault' && customer_id && flag(group(account, 'options'), 'validate')
  if (!shouldVault || !gateway.store.customers.get(customer_id)) return nonce
  const method = vault(gateway, nonce, { customer_id })
  return createNonce(gateway, instrument, { token: 'id' in method ? method.id : null })
}
