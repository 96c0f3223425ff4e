/** Disputes in the shape that the server SDK reads. */
import { formatAmount } from './amounts.ts'
import type { Gateway } from './gateway.ts'
import { globalId, type XmlGroup } from './present.ts'
import type { Dispute } from './records.ts'

const replyWithin_days = 14
const toDate = (at: string, days = 0) => new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 10)

export const presentEvidence = ({ id, comment, category, at }: Dispute['evidence'][number]): XmlGroup => ({
  id,
  global_id: globalId('disputeevidence', id),
  comment,
  category,
  sequence_number: null,
  sent_to_processor_at: null,
  url: null,
  created_at: new Date(at),
})

export function presentDispute({ store, merchant }: Gateway, dispute: Dispute): XmlGroup {
  const amount = formatAmount(dispute.amount_cents)
  const sale = store.transactions.get(dispute.transaction_id)
  return {
    id: dispute.id,
    global_id: globalId('dispute', dispute.id),
    graphql_id: globalId('dispute', dispute.id),
    amount,
    amount_disputed: amount,
    amount_won: dispute.status === 'won' ? amount : '0.00',
    case_number: dispute.id.slice(0, 10).toUpperCase(),
    chargeback_protection_level: 'not_protected',
    currency_iso_code: 'USD',
    kind: 'chargeback',
    merchant_account_id: `${merchant.merchant_id}_usd`,
    reason: dispute.reason,
    reason_code: '83',
    reason_description: dispute.reason.replaceAll('_', ' '),
    status: dispute.status,
    received_date: toDate(dispute.created_at),
    reply_by_date: toDate(dispute.created_at, replyWithin_days),
    date_opened: toDate(dispute.created_at),
    date_won: dispute.status === 'won' ? toDate(dispute.updated_at) : null,
    evidence: dispute.evidence.map(presentEvidence),
    status_history: dispute.history.map(step => ({
      status: step.status,
      effective_date: toDate(step.at),
      timestamp: new Date(step.at),
      disbursement_date: null,
    })),
    transaction: {
      id: dispute.transaction_id,
      amount: sale ? formatAmount(sale.amount_cents) : amount,
      order_id: sale?.order_id ?? null,
      payment_instrument_subtype: null,
      purchase_order_number: sale?.purchase_order_number ?? null,
      created_at: new Date(sale?.created_at ?? dispute.created_at),
    },
    created_at: new Date(dispute.created_at),
    updated_at: new Date(dispute.updated_at),
  }
}
