/** Transactions in the shape that the server SDK reads. */
import { formatAmount } from './amounts.ts'
import type { Gateway } from './gateway.ts'
import { isCard } from './instruments.ts'
import { presentDispute } from './present-dispute.ts'
import { avsCode, bankFields, cardFields, globalId, type XmlGroup, presentThreeDSecure } from './present.ts'
import type { Transaction } from './records.ts'

export const presentTransaction = (gateway: Gateway, transaction: Transaction): XmlGroup => ({
  id: transaction.id,
  global_id: globalId('transaction', transaction.id),
  type: transaction.type,
  status: transaction.status,
  amount: formatAmount(transaction.amount_cents),
  currency_iso_code: 'USD',
  merchant_account_id: `${gateway.merchant.merchant_id}_usd`,
  order_id: transaction.order_id,
  purchase_order_number: transaction.purchase_order_number,
  channel: null,
  customer: presentBuyer(gateway, transaction),
  billing: { id: null, ...transaction.billing },
  ...paymentFields(transaction),
  processor_response_code: transaction.processor_response_code,
  processor_response_text: transaction.processor_response_text,
  processor_response_type: responseType(transaction),
  processor_authorization_code: transaction.processor_authorization_code,
  processor_settlement_response_code: transaction.settlement_response?.code ?? null,
  processor_settlement_response_text: transaction.settlement_response?.text ?? null,
  additional_processor_response: null,
  gateway_rejection_reason: transaction.gateway_rejection_reason,
  three_d_secure_info: presentThreeDSecure(transaction.three_d_secure),
  custom_fields: transaction.custom_fields,
  refund_ids: transaction.refund_ids,
  refunded_transaction_id: transaction.refunded_transaction_id,
  partial_settlement_transaction_ids: [],
  disputes: gateway.store.disputes
    .all()
    .filter(dispute => dispute.transaction_id === transaction.id)
    .map(dispute => presentDispute(gateway, dispute)),
  status_history: transaction.history.map(step => ({
    status: step.status,
    amount: formatAmount(step.amount_cents),
    timestamp: new Date(step.at),
    transaction_source: 'api',
    user: gateway.merchant.public_key,
  })),
  created_at: new Date(transaction.created_at),
  updated_at: new Date(transaction.updated_at),
})

/** The instrument under its kind's tag, with the fields of that kind. */
function paymentFields({ id, instrument, token, billing, processor_authorization_code: code }: Transaction): XmlGroup {
  if (instrument.kind === 'us_bank_account')
    return { payment_instrument_type: 'us_bank_account', us_bank_account: { ...bankFields(instrument), token } }
  if (instrument.kind === 'paypal')
    return {
      payment_instrument_type: 'paypal_account',
      paypal: {
        token,
        payer_email: instrument.email,
        payer_id: instrument.payer_id,
        payer_first_name: instrument.first_name,
        payer_last_name: instrument.last_name,
        payer_status: 'VERIFIED',
        authorization_id: code && `AUTH-${code}`,
        capture_id: null,
        payment_id: `PAY-${id}`,
        billing_agreement_id: instrument.billing_agreement_id,
        seller_protection_status: 'ELIGIBLE',
        image_url: '',
      },
    }
  return {
    payment_instrument_type: 'credit_card',
    credit_card: { ...cardFields(instrument), token },
    avs_error_response_code: null,
    avs_postal_code_response_code: avsCode(billing),
    avs_street_address_response_code: 'I',
    cvv_response_code: instrument.cvv_response_code,
    network_transaction_id: code ? `0${id}` : null,
  }
}

function presentBuyer({ store }: Gateway, { customer_id }: Transaction): XmlGroup {
  const customer = customer_id ? store.customers.get(customer_id) : undefined
  return { id: customer_id, ...customer?.fields }
}

function responseType({ status, processor_response_code, instrument }: Transaction) {
  if (!processor_response_code) return null
  if (status !== 'processor_declined' && status !== 'failed') return 'approved'
  return isCard(instrument) && hardDeclines.has(processor_response_code) ? 'hard_declined' : 'soft_declined'
}

const hardDeclines = new Set(['2004', '2005', '2006', '2007', '2008', '2009', '2012', '2013', '2014', '2015'])
