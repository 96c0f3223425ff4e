import type { Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import { lockQuote } from './quotes.server.ts'
import { getClosedError, getQuoteState } from './states.ts'

/**
 * Declines a quote; declining again does nothing. Throws 404 for another workspace's quote, 409 or 410 for one that is paid,
 * being paid or withdrawn.
 */
export const declineQuote = async (
  trx: Trx,
  handle: { number: string; workspace_id: number },
  { user_id, reason, now }: { user_id: number; reason: string; now: Date },
): Promise<void> => {
  const { quote } = await lockQuote(trx, handle)
  const state = getQuoteState(quote, now)
  if (state === 'declined') return
  if (state === 'paying') throw refuse(409, 'This quote is being paid right now.')
  const closed = state === 'expired' ? undefined : getClosedError(quote.kind, state)
  if (closed) throw refuse(closed.status, closed.text)
  await trx
    .updateTable('quotes')
    .set({ state: 'declined', ended_at: now, ended_by: user_id, reason })
    .where('id', '=', quote.id)
    .execute()
  await recordEvent(trx, 'quote.declined', { quote_id: quote.id })
}
