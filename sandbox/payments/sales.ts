/** Sales: what is asked for, what it is paid with, and what the bank says at once. */
import { judgeAmount, readAmount, type Verdict } from './amounts.ts'
import { testAccounts } from './bank/test-accounts.ts'
import { readAddress } from './cards.ts'
import { createCustomer } from './customers.ts'
import type { Gateway } from './gateway.ts'
import { asKept, isBank } from './instruments.ts'
import { fields, flag, group, newId, type Params, text } from './params.ts'
import type { Instrument, Kept, Nonce, ThreeDSecureFacts, Transaction, TransactionStatus } from './records.ts'
import { refuse } from './refusal.ts'
import { testCards } from './test-cards.ts'
import { findAuthenticated } from './three-d-secure/authenticated.ts'
import { consume, usableNonce } from './tokens.ts'
import { begin, move } from './transactions.ts'
import { keptFor, vault } from './vault.ts'

const scope = ['transaction']
const nonceCodes = { scope, consumed: '91564', unknown: '91565' }

/** Charges a nonce, a kept instrument, or a customer's default one. Declines are answered as transactions too, never thrown. */
export function sell(gateway: Gateway, params: Params): Transaction {
  const amount = readAmount(params.amount)
  if ('mistake' in amount) throw refuse(scope, 'amount', amount.mistake.code, amount.mistake.message)
  const order_id = text(params, 'order_id') ?? null
  if (order_id && order_id.length > 255) throw refuse(scope, 'order_id', '91501', 'Order ID is too long.')
  const payment = findPayment(gateway, params)
  const { instrument, token, customer_id, nonce } = payment

  if (nonce) consume(gateway, nonce)
  const options = group(params, 'options')
  const verdict = judge(payment, amount.cents, gateway.settings.strict_amounts, options)
  const approved = verdict.result === 'approved'
  const kept =
    nonce && wantsVault(options, approved, instrument)
      ? keep(gateway, nonce, params, customer_id)
      : { token, customer_id }

  const sale = begin({
    type: 'sale',
    amount_cents: amount.cents,
    order_id,
    ...kept,
    instrument,
    three_d_secure: payment.three_d_secure,
    billing: readAddress(group(params, 'billing')) ?? instrument.billing,
    custom_fields: fields(group(params, 'custom_fields')),
    purchase_order_number: text(params, 'purchase_order_number') ?? null,
    processor_response_code: verdict.code,
    processor_response_text: verdict.text,
    processor_authorization_code: approved ? newId(6).toUpperCase() : null,
    gateway_rejection_reason: verdict.gateway_rejection_reason ?? null,
    settlement_response: null,
    settles_as: verdict.settles_as,
    refunded_transaction_id: null,
  })
  return gateway.store.transactions.put(steps(sale, verdict, options).reduce(move, sale))
}

/** What becomes of a sale at once. A debit of a bank account is on its way from the start. */
function steps({ instrument }: Transaction, { result }: Verdict, options: Params): TransactionStatus[] {
  if (result !== 'approved') return [result]
  if (isBank(instrument)) return ['settlement_pending']
  return flag(options, 'submit_for_settlement') ? ['authorized', 'submitted_for_settlement'] : ['authorized']
}

const rejected = (gateway_rejection_reason: string): Verdict => ({
  result: 'gateway_rejected',
  code: '',
  text: '',
  gateway_rejection_reason,
  settles_as: 'settled',
})

function judge({ instrument, three_d_secure }: Payment, cents: number, strict: boolean, options: Params): Verdict {
  if (instrument.kind === 'us_bank_account') {
    const { settles = false, refused } = testAccounts.get(instrument.test_account) ?? {}
    const verdict = judgeAmount(cents, strict)
    if (refused) return { ...verdict, ...refused, result: 'processor_declined' }
    return settles ? verdict : { ...verdict, settles_as: 'settlement_declined' }
  }
  if (instrument.kind === 'paypal') return judgeAmount(cents, strict)
  if (testCards.get(instrument.test_number)?.behavior === 'fraud') return rejected('fraud')
  const isShifted = three_d_secure?.liability_shifted ?? false
  if (flag(group(options, 'three_d_secure'), 'required') && !isShifted) return rejected('three_d_secure')
  const verdict = judgeAmount(cents, strict)
  // The bank that asked for the holder's authentication has it.
  return verdict.code === '2099' && isShifted ? judgeAmount(cents, false) : verdict
}

type Payment = {
  instrument: Instrument
  token: string | null
  customer_id: string | null
  three_d_secure: ThreeDSecureFacts | null
  nonce?: Nonce
}

function findPayment(gateway: Gateway, params: Params): Payment {
  const { store } = gateway
  const customer_id = text(params, 'customer_id') ?? null
  if (customer_id && !store.customers.get(customer_id))
    throw refuse(scope, 'customer_id', '91510', 'Customer ID is invalid.')
  const nonceId = text(params, 'payment_method_nonce')
  if (nonceId) {
    const nonce = usableNonce(gateway, nonceId, nonceCodes)
    const kept = nonce.token ? store.methods.get(nonce.token) : undefined
    if (isBank(nonce.instrument)) needVerified(kept, '915171', 'US bank account nonce must be verified.')
    return { ...nonce, customer_id: kept?.customer_id ?? customer_id, nonce }
  }
  const token = text(params, 'payment_method_token')
  const kept = token ? store.methods.get(token) : customer_id && keptFor(gateway, customer_id).find(isDefault)
  if (kept) {
    needVerified(kept, '915172', 'Payment method token must be a verified US bank account.')
    const three_d_secure = findAuthenticated(gateway, text(params, 'three_d_secure_authentication_id'), kept.instrument)
    return { instrument: asKept(kept.instrument), token: kept.id, customer_id: kept.customer_id, three_d_secure }
  }
  if (token) throw refuse(scope, 'payment_method_token', '91518', 'Payment method token is invalid.')
  throw refuse(scope, 'base', '91508', 'Cannot determine payment method.')
}

const isDefault = (kept: Kept) => kept.is_default

function needVerified(kept: Kept | undefined, code: string, message: string) {
  if (kept && !isBank(kept.instrument)) return
  if (kept?.verification?.status !== 'verified') throw refuse(scope, 'payment_method_token', code, message)
}

const wantsVault = (options: Params, approved: boolean, instrument: Instrument) =>
  (instrument.kind !== 'paypal' || instrument.billing_agreement_id !== null) &&
  (flag(options, 'store_in_vault') || (approved && flag(options, 'store_in_vault_on_success')))

function keep(gateway: Gateway, nonce: Nonce, params: Params, known: string | null) {
  if (nonce.token)
    return { token: nonce.token, customer_id: gateway.store.methods.get(nonce.token)?.customer_id ?? null }
  const customer = known ? { id: known } : createCustomer(gateway, group(params, 'customer'))
  if (!('id' in customer)) return { token: null, customer_id: null }
  const kept = vault(gateway, nonce, { customer_id: customer.id })
  return { token: 'id' in kept ? kept.id : null, customer_id: customer.id }
}
