import type { FastifyInstance } from 'fastify'

import type { Actor, Member } from '#platform/actor.ts'
import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { canDownload, canPurchase, PURCHASING_REFUSAL } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { loadLegacyCart } from './custom-cart.server.ts'
import { saveQuoteEin, saveQuoteVat } from './numbers.server.ts'
import { findQuote, lockQuote } from './quotes.server.ts'
import { getQuoteDetail, listQuotes } from './show.server.ts'
import { getClosedError, getQuoteState } from './states.ts'
import { recordQuoteView } from './views.server.ts'

/**
 * Declines a quote; declining again does nothing. Throws 404 for another workspace's quote, 409 or 410 for one that is paid,
 * being paid or withdrawn.
 */
const declineQuote = async (
  trx: Trx,
  handle: { number: string; workspace_id: number },
  { user_id, reason, now }: { user_id: number; reason: string; now: Date },
): Promise<void> => {
  const { quote } = await lockQuote(trx, handle)
  const state = getQuoteState(quote, now)
  if (state === 'declined') return
  if (state === 'paying') throw refuse(409, 'This quote is being paid right now.')
  const closedError = state === 'expired' ? undefined : getClosedError(quote.kind, state)
  if (closedError) throw refuse(closedError.status, closedError.text)
  await trx
    .updateTable('quotes')
    .set({ state: 'declined', ended_at: now, ended_by: user_id, reason })
    .where('id', '=', quote.id)
    .execute()
  await recordEvent(trx, 'quote.declined', { quote_id: quote.id })
}

/** Throws 403 for roles that can neither buy nor download, as for orders. */
const assertCanViewQuotes = ({ workspace_role }: Actor) => {
  if (!canDownload(workspace_role)) throw refuse(403, 'Your role in this workspace does not include quotes.')
}

export const quotesApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  serve(app, contract.getLegacyCart, async ({ actor, query }) => ({
    data: await loadLegacyCart(db, actor, query, clock.now()),
  }))

  serve(app, contract.listQuotes, ({ actor, query }) => {
    assertCanViewQuotes(actor)
    return listQuotes(db, actor.workspace_id, query, clock.now())
  })

  serve(app, contract.getQuote, async ({ actor, params }) => {
    assertCanViewQuotes(actor)
    const data = await getQuoteDetail(db, actor, params.number, clock.now())
    await recordQuoteView(db, actor, await findQuote(db, { ...params, workspace_id: actor.workspace_id }), clock.now())
    return { data }
  })

  /** Returns the quote's key. Throws 404 for another workspace's quote, whatever the role; 403 for roles that may not buy. */
  const requireBuyer = async (actor: Member, number: string) => {
    assertCanViewQuotes(actor)
    const handle = { number, workspace_id: actor.workspace_id }
    await findQuote(db, handle)
    if (!canPurchase(actor.workspace_role)) throw refuse(403, PURCHASING_REFUSAL)
    return handle
  }

  serve(app, contract.declineQuote, async ({ actor, params: { number }, body: { reason } }) => {
    const handle = await requireBuyer(actor, number)
    const input = { user_id: actor.user_id, reason, now: clock.now() }
    await db.transaction().execute(trx => declineQuote(trx, handle, input))
    return { data: await getQuoteDetail(db, actor, number, clock.now()) }
  })

  serve(app, contract.setQuoteEin, async ({ actor, params: { number }, body: { ein } }) => {
    await saveQuoteEin(deps, await requireBuyer(actor, number), ein)
    return { data: await getQuoteDetail(db, actor, number, clock.now()) }
  })

  serve(app, contract.setQuoteVat, async ({ actor, params: { number }, body: { vat_number } }) => {
    await saveQuoteVat(deps, await requireBuyer(actor, number), vat_number)
    return { data: await getQuoteDetail(db, actor, number, clock.now()) }
  })
}
