/** Sales: the request, the payment method, and the processor's immediate decision. */
import { decideByAmount, parseAmount, type ProcessorDecision } from './amounts.ts'
import { testAccounts } from './bank/test-accounts.ts'
import { parseAddress } from './cards.ts'
import { createCustomer } from './customers.ts'
import type { Gateway } from './gateway.ts'
import { toStored, isBank } from './instruments.ts'
import { consumeNonce, findUsableNonce } from './nonces.ts'
import { fields, flag, group, newId, type Params, text } from './params.ts'
import type { Instrument, StoredMethod, Nonce, ThreeDSecureResult, Transaction, TransactionStatus } from './records.ts'
import { refuse } from './refusal.ts'
import { testCards } from './test-cards.ts'
import { findThreeDSecureResult } from './three-d-secure/find-result.ts'
import { newTransaction, withStatus } from './transactions.ts'
import { listStoredMethods, vault } from './vault.ts'

const scope = ['transaction']
const nonceCodes = { scope, consumed: '91564', unknown: '91565' }

/** Charges a nonce, a stored payment method, or a customer's default one. A decline is returned as a transaction, not thrown. */
export function createSale(gateway: Gateway, params: Params): Transaction {
  const amount = parseAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  const order_id = text(params, 'order_id') ?? null
  if (order_id && order_id.length > 255) throw refuse(scope, 'order_id', '91501', 'Order ID is too long.')
  const payment = findPayment(gateway, params)
  const { instrument, token, customer_id, nonce } = payment

  if (nonce) consumeNonce(gateway, nonce)
  const options = group(params, 'options')
  const decision = decideSale(payment, amount.cents, gateway.settings.strict_amounts, options)
  const approved = decision.result === 'approved'
  const vaulted =
    nonce && shouldVault(options, approved, instrument)
      ? vaultNonce(gateway, nonce, params, customer_id)
      : { token, customer_id }

  const sale = newTransaction({
    type: 'sale',
    amount_cents: amount.cents,
    order_id,
    ...vaulted,
    instrument,
    three_d_secure: payment.three_d_secure,
    billing: parseAddress(group(params, 'billing')) ?? instrument.billing,
    custom_fields: fields(group(params, 'custom_fields')),
    purchase_order_number: text(params, 'purchase_order_number') ?? null,
    processor_response_code: decision.code,
    processor_response_text: decision.text,
    processor_authorization_code: approved ? newId(6).toUpperCase() : null,
    gateway_rejection_reason: decision.gateway_rejection_reason ?? null,
    settlement_response: null,
    settles_as: decision.settles_as,
    refunded_transaction_id: null,
  })
  return gateway.store.transactions.put(initialStatuses(sale, decision, options).reduce(withStatus, sale))
}

/** The statuses that a new sale goes through. Bank debits are pending from the start. */
function initialStatuses(
  { instrument }: Transaction,
  { result }: ProcessorDecision,
  options: Params,
): TransactionStatus[] {
  if (result !== 'approved') return [result]
  if (isBank(instrument)) return ['settlement_pending']
  return flag(options, 'submit_for_settlement') ? ['authorized', 'submitted_for_settlement'] : ['authorized']
}

const rejected = (gateway_rejection_reason: string): ProcessorDecision => ({
  result: 'gateway_rejected',
  code: '',
  text: '',
  gateway_rejection_reason,
  settles_as: 'settled',
})

function decideSale(
  { instrument, three_d_secure }: SalePayment,
  cents: number,
  strict: boolean,
  options: Params,
): ProcessorDecision {
  if (instrument.kind === 'us_bank_account') {
    const { settles = false, refused: debitDecline } = testAccounts.get(instrument.test_account) ?? {}
    const decision = decideByAmount(cents, strict)
    if (debitDecline) return { ...decision, ...debitDecline, result: 'processor_declined' }
    return settles ? decision : { ...decision, settles_as: 'settlement_declined' }
  }
  if (instrument.kind === 'paypal') return decideByAmount(cents, strict)
  if (testCards.get(instrument.test_number)?.behavior === 'fraud') return rejected('fraud')
  const isShifted = three_d_secure?.liability_shifted ?? false
  if (flag(group(options, 'three_d_secure'), 'required') && !isShifted) return rejected('three_d_secure')
  const decision = decideByAmount(cents, strict)
  // A bank that requires authentication approves once it was done.
  return decision.code === '2099' && isShifted ? decideByAmount(cents, false) : decision
}

type SalePayment = {
  instrument: Instrument
  token: string | null
  customer_id: string | null
  three_d_secure: ThreeDSecureResult | null
  nonce?: Nonce
}

function findPayment(gateway: Gateway, params: Params): SalePayment {
  const { store } = gateway
  const customer_id = text(params, 'customer_id') ?? null
  if (customer_id && !store.customers.get(customer_id))
    throw refuse(scope, 'customer_id', '91510', 'Customer ID is invalid.')
  const nonceId = text(params, 'payment_method_nonce')
  if (nonceId) {
    const nonce = findUsableNonce(gateway, nonceId, nonceCodes)
    const method = nonce.token ? store.methods.get(nonce.token) : undefined
    if (isBank(nonce.instrument)) requireVerified(method, '915171', 'US bank account nonce must be verified.')
    return { ...nonce, customer_id: method?.customer_id ?? customer_id, nonce }
  }
  const token = text(params, 'payment_method_token')
  const method = token
    ? store.methods.get(token)
    : customer_id && listStoredMethods(gateway, customer_id).find(isDefault)
  if (method) {
    requireVerified(method, '915172', 'Payment method token must be a verified US bank account.')
    const three_d_secure = findThreeDSecureResult(
      gateway,
      text(params, 'three_d_secure_authentication_id'),
      method.instrument,
    )
    return {
      instrument: toStored(method.instrument),
      token: method.id,
      customer_id: method.customer_id,
      three_d_secure,
    }
  }
  if (token) throw refuse(scope, 'payment_method_token', '91518', 'Payment method token is invalid.')
  throw refuse(scope, 'base', '91508', 'Cannot determine payment method.')
}

const isDefault = (method: StoredMethod) => method.is_default

function requireVerified(method: StoredMethod | undefined, code: string, message: string) {
  if (method && !isBank(method.instrument)) return
  if (method?.verification?.status !== 'verified') throw refuse(scope, 'payment_method_token', code, message)
}

const shouldVault = (options: Params, approved: boolean, instrument: Instrument) =>
  (instrument.kind !== 'paypal' || instrument.billing_agreement_id !== null) &&
  (flag(options, 'store_in_vault') || (approved && flag(options, 'store_in_vault_on_success')))

function vaultNonce(gateway: Gateway, nonce: Nonce, params: Params, customerId: string | null) {
  if (nonce.token)
    return { token: nonce.token, customer_id: gateway.store.methods.get(nonce.token)?.customer_id ?? null }
  const customer = customerId ? { id: customerId } : createCustomer(gateway, group(params, 'customer'))
  if (!('id' in customer)) return { token: null, customer_id: null }
  const method = vault(gateway, nonce, { customer_id: customer.id })
  return { token: 'id' in method ? method.id : null, customer_id: customer.id }
}
