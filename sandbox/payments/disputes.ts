/** Disputes: chargebacks by card holders and account owners. */
import type { Gateway } from './gateway.ts'
import { group, newId, now, type Params, text } from './params.ts'
import type { Dispute, Transaction } from './records.ts'
import { NotFound, refuse } from './refusal.ts'
import { can } from './transactions.ts'
import { createWebhook } from './webhooks/announce.ts'

/** Opens a dispute for all or part of a settled sale, and sends the webhook. */
export function openDispute(
  gateway: Gateway,
  sale: Transaction,
  reason: Dispute['reason'],
  amount_cents = sale.amount_cents,
): Dispute {
  if (amount_cents <= 0 || amount_cents > sale.amount_cents)
    throw refuse(['dispute'], 'amount', '', 'The disputed amount must be within the amount of the sale.')
  if (!can.dispute(gateway, sale))
    throw refuse(['dispute'], 'base', '95700', 'Only a settled sale that is not disputed yet can be disputed.')
  const at = now()
  const dispute = gateway.store.disputes.put({
    id: newId(16),
    transaction_id: sale.id,
    amount_cents,
    reason,
    status: 'open',
    evidence: [],
    history: [{ status: 'open', at }],
    created_at: at,
    updated_at: at,
  })
  createWebhook(gateway, 'dispute_opened', { dispute })
  return dispute
}

/** A dispute, or a 404. */
export function findDispute({ store }: Gateway, id: string): Dispute {
  const dispute = store.disputes.get(id)
  if (!dispute) throw new NotFound(`No dispute ${id}`)
  return dispute
}

const isUndecided = ({ status }: Dispute) => status === 'open' || status === 'disputed'

/** Whether the bank can still decide the dispute. */
export const canDecide = isUndecided

/** Accepts the dispute as the merchant. */
export function acceptDispute(gateway: Gateway, id: string): Dispute {
  const dispute = findDispute(gateway, id)
  if (dispute.status !== 'open')
    throw refuse(['dispute'], 'status', '95704', 'Disputes can only be accepted when they are in an Open status')
  return setDisputeStatus(gateway, dispute, 'accepted')
}

/** Submits the merchant's evidence. The bank decides next. */
export function finalizeDispute(gateway: Gateway, id: string): Dispute {
  const dispute = findDispute(gateway, id)
  if (dispute.status !== 'open')
    throw refuse(['dispute'], 'status', '95705', 'Disputes can only be finalized when they are in an Open status')
  return setDisputeStatus(gateway, dispute, 'disputed')
}

/** Adds a text to an open dispute. Returns the evidence. */
export function addEvidence(gateway: Gateway, id: string, params: Params): Dispute['evidence'][number] {
  const dispute = findDispute(gateway, id)
  if (dispute.status !== 'open')
    throw refuse(['dispute'], 'status', '95701', 'Evidence can only be attached to disputes that are in an Open status')
  const input = group(params, 'evidence')
  const comment = text(input, 'comments')
  if (!comment) throw refuse(['dispute', 'evidence'], 'comments', '95706', 'The sandbox accepts only text evidence.')
  const evidence = { id: newId(16), comment, category: text(input, 'category') ?? null, at: now() }
  gateway.store.disputes.put({ ...dispute, evidence: [...dispute.evidence, evidence], updated_at: evidence.at })
  return evidence
}

/** Decides the dispute as the bank, and sends the webhook. */
export function decideDispute(gateway: Gateway, id: string, outcome: 'won' | 'lost'): Dispute {
  const dispute = findDispute(gateway, id)
  if (!isUndecided(dispute)) throw refuse(['dispute'], 'status', '95700', 'This dispute has been decided.')
  const decided = setDisputeStatus(gateway, dispute, outcome)
  createWebhook(gateway, outcome === 'won' ? 'dispute_won' : 'dispute_lost', { dispute: decided })
  return decided
}

function setDisputeStatus({ store }: Gateway, dispute: Dispute, status: Dispute['status']): Dispute {
  const at = now()
  return store.disputes.put({ ...dispute, status, history: [...dispute.history, { status, at }], updated_at: at })
}
