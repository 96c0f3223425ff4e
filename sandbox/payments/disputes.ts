/** Disputes: a card holder or account owner wants their money back from their bank. */
import type { Gateway } from './gateway.ts'
import { group, newId, now, type Params, text } from './params.ts'
import type { Dispute, Transaction } from './records.ts'
import { Missing, refuse } from './refusal.ts'
import { can } from './transactions.ts'
import { announce } from './webhooks/announce.ts'

/** Opens a dispute about a settled sale, or a part of it; the merchant is told. */
export function openDispute(
  gateway: Gateway,
  sale: Transaction,
  reason: Dispute['reason'],
  amount_cents = sale.amount_cents,
): Dispute {
  if (amount_cents <= 0 || amount_cents > sale.amount_cents)
    throw refuse(['dispute'], 'amount', '', 'A dispute is about some of the sale, or all of it.')
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
  announce(gateway, 'dispute_opened', { dispute })
  return dispute
}

/** A dispute, or 404. */
export function findDispute({ store }: Gateway, id: string): Dispute {
  const dispute = store.disputes.get(id)
  if (!dispute) throw new Missing(`No dispute ${id}`)
  return dispute
}

const isUndecided = ({ status }: Dispute) => status === 'open' || status === 'disputed'

/** What may be done with a dispute now. */
export const canDecide = isUndecided

/** The merchant gives in. */
export function acceptDispute(gateway: Gateway, id: string): Dispute {
  const dispute = findDispute(gateway, id)
  if (dispute.status !== 'open')
    throw refuse(['dispute'], 'status', '95704', 'Disputes can only be accepted when they are in an Open status')
  return become(gateway, dispute, 'accepted')
}

/** The merchant has handed in what there is, and the bank decides. */
export function finalizeDispute(gateway: Gateway, id: string): Dispute {
  const dispute = findDispute(gateway, id)
  if (dispute.status !== 'open')
    throw refuse(['dispute'], 'status', '95705', 'Disputes can only be finalized when they are in an Open status')
  return become(gateway, dispute, 'disputed')
}

/** Adds a text to an open dispute; answers the piece of evidence. */
export function addEvidence(gateway: Gateway, id: string, params: Params): Dispute['evidence'][number] {
  const dispute = findDispute(gateway, id)
  if (dispute.status !== 'open')
    throw refuse(['dispute'], 'status', '95701', 'Evidence can only be attached to disputes that are in an Open status')
  const given = group(params, 'evidence')
  const comment = text(given, 'comments')
  if (!comment) throw refuse(['dispute', 'evidence'], 'comments', '95706', 'The sandbox takes evidence as text alone.')
  const piece = { id: newId(16), comment, category: text(given, 'category') ?? null, at: now() }
  gateway.store.disputes.put({ ...dispute, evidence: [...dispute.evidence, piece], updated_at: piece.at })
  return piece
}

/** The bank decides; the merchant is told. */
export function decideDispute(gateway: Gateway, id: string, outcome: 'won' | 'lost'): Dispute {
  const dispute = findDispute(gateway, id)
  if (!isUndecided(dispute)) throw refuse(['dispute'], 'status', '95700', 'This dispute has been decided.')
  const decided = become(gateway, dispute, outcome)
  announce(gateway, outcome === 'won' ? 'dispute_won' : 'dispute_lost', { dispute: decided })
  return decided
}

function become({ store }: Gateway, dispute: Dispute, status: Dispute['status']): Dispute {
  const at = now()
  return store.disputes.put({ ...dispute, status, history: [...dispute.history, { status, at }], updated_at: at })
}
