/** What a buyer is asked to approve at PayPal, and the account that comes of it. */
import { readAmount } from '../amounts.ts'
import type { Gateway } from '../gateway.ts'
import { flag, group, newId, now, type Params, text } from '../params.ts'
import type { Nonce, PayPalData, PayPalRequest } from '../records.ts'
import { Missing, refuse } from '../refusal.ts'
import { keepNonce } from '../tokens.ts'
import { vault } from '../vault.ts'
import type { Buyer } from './buyers.ts'

const upper = (length: number) => newId(length).toUpperCase()
const scope = ['paypal_payment_resource']

/** One payment to be approved; refuses amounts and currencies that make no sense. */
export function askForPayment(gateway: Gateway, params: Params): PayPalRequest {
  const amount = readAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (text(params, 'currencyIsoCode') !== 'USD')
    throw refuse(scope, 'currencyIsoCode', '97315', 'The sandbox takes US dollars alone.')
  return ask(gateway, params, { id: `EC-${upper(17)}`, payment_id: `PAYID-${upper(20)}`, amount_cents: amount.cents })
}

/** An agreement by which later payments need no approval. */
export const askForAgreement = (gateway: Gateway, params: Params): PayPalRequest =>
  ask(gateway, params, { id: `BA-${upper(17)}`, payment_id: null, amount_cents: null })

function ask(
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

/** Changes what an open payment comes to. */
export function changePayment(gateway: Gateway, params: Params): PayPalRequest {
  const request = findRequest(gateway, text(params, 'paymentId'))
  const amount = readAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  if (request.state !== 'open' || request.flow !== 'checkout')
    throw refuse(scope, 'paymentId', '97301', 'This payment cannot be changed any more.')
  return gateway.store.paypal_requests.put({ ...request, amount_cents: amount.cents })
}

/** By its token, or by the payment that it is about; 404 when there is none. */
function findRequest({ store }: Gateway, id: string | undefined): PayPalRequest {
  const request = store.paypal_requests.all().find(each => each.id === id || (id && each.payment_id === id))
  if (!request) throw new Missing(`No PayPal request ${id ?? ''}`)
  return request
}

/** The buyer says yes, or goes away; only an open request hears it. */
export const decide = ({ store }: Gateway, request: PayPalRequest, payer: Buyer | null): PayPalRequest =>
  request.state === 'open'
    ? store.paypal_requests.put({ ...request, payer, state: payer ? 'approved' : 'canceled' })
    : request

/** An approved request becomes a nonce, once. With `options.validate`, an agreement is kept for the customer at once. */
export function tokenizeApproval(gateway: Gateway, params: Params, customer_id: string | undefined): Nonce {
  const account = group(params, 'paypalAccount')
  const id = text(account, 'billingAgreementToken') ?? text(account, 'paymentToken')
  const request = findRequest(gateway, id)
  const { payer, flow } = request
  if (request.state !== 'approved' || !payer)
    throw refuse(['paypal_account'], 'base', '82901', 'The buyer has not approved this, or it was used before.')
  if (flow === 'checkout' && text(account, 'payerId') !== payer.payer_id)
    throw refuse(['paypal_account'], 'base', '82901', 'Somebody else approved this.')
  gateway.store.paypal_requests.put({ ...request, state: 'used' })

  const instrument: PayPalData = {
    kind: 'paypal',
    ...payer,
    billing_agreement_id: flow === 'vault' ? `B-${upper(17)}` : null,
    billing: null,
  }
  const nonce = keepNonce(gateway, instrument)
  const isKept = flow === 'vault' && customer_id && flag(group(account, 'options'), 'validate')
  if (!isKept || !gateway.store.customers.get(customer_id)) return nonce
  const kept = vault(gateway, nonce, { customer_id })
  return keepNonce(gateway, instrument, { token: 'id' in kept ? kept.id : null })
}
