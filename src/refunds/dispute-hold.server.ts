/** Whether a dispute blocks a refund: money that the bank takes back is not paid twice. */
import type { Selectable } from 'kysely'

import { loadDisputeLoss } from '#orders/dispute-losses.server.ts'
import { calculateRefund } from '#orders/refund-amounts.ts'
import { listRefundLines } from '#orders/refund-lines.server.ts'
import type { Disputes } from '#payments/disputes.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import { formatCents } from '#platform/money.ts'

type DisputeHold = { kind: 'refused' | 'waiting'; reason: string }

export const findCreditNote = (db: Db | Trx, refund_id: number) =>
  db.selectFrom('credit_notes').where('refund_id', '=', refund_id).select('id').executeTakeFirst()

/**
 * Returns undefined when the refund can continue. An open dispute makes it wait for the bank. Once a part is gone, the
 * amount is different, so the refund is refused and has to be started again. A refund that already has a credit note
 * continues: its lines count as refunded, so they carry none of the loss.
 */
export const findDisputeHold = async (
  db: Db,
  { id, order_id, order_item_ids, amount_cents }: Selectable<Tables['refunds']>,
  { state, withdrawn_cents }: Disputes,
): Promise<DisputeHold | undefined> => {
  if (state === 'lost') return { kind: 'refused', reason: 'The buyer’s bank has taken this money back.' }
  if (state === 'open') return { kind: 'waiting', reason: 'The buyer’s bank claims this money back.' }
  const { credited_cents, pending } = await loadDisputeLoss(db, order_id)
  // The credit note follows with the webhook, which has not arrived yet.
  if (withdrawn_cents > credited_cents)
    return { kind: 'waiting', reason: 'The buyer’s bank has taken a part of the payment.' }
  if (credited_cents === 0 || (await findCreditNote(db, id))) return undefined
  if (pending.cents > 0)
    return {
      kind: 'refused',
      reason: 'The buyer’s bank has taken a part of the payment. End the dispute, then start a new refund.',
    }
  const order = await db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['processing_fee_cents', 'withdrawn_fee_cents'])
    .executeTakeFirstOrThrow()
  const { total_cents } = calculateRefund(await listRefundLines(db, order_id), order, new Set(order_item_ids))
  if (total_cents === amount_cents) return undefined
  const newAmount = formatCents(total_cents)
  return {
    kind: 'refused',
    reason: `The buyer’s bank has taken a part of the payment. Start a new refund of ${newAmount}.`,
  }
}
