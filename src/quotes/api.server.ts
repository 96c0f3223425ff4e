import type { FastifyInstance } from 'fastify'

import type { Actor, Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'
import { canDownload, canPurchase, purchasing_refusal } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { legacyCartOf } from './custom-cart.server.ts'
import { declineQuote } from './decline.server.ts'
import { giveEin, giveVat } from './numbers.server.ts'
import { findQuote } from './quotes.server.ts'
import { quoteDetail, quotesOf } from './show.server.ts'
import { noteView } from './views.server.ts'

/** Whoever buys or downloads has to do with quotes, as with orders. */
const seeQuotes = ({ workspace_role }: Actor) => {
  if (!canDownload(workspace_role)) throw refuse(403, 'Your role in this workspace does not include quotes.')
}

export const quotesApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  serve(app, contract.getLegacyCart, async ({ actor, query }) => ({
    data: await legacyCartOf(db, actor, query, clock.now()),
  }))

  serve(app, contract.listQuotes, ({ actor, query }) => {
    seeQuotes(actor)
    return quotesOf(db, actor.workspace_id, query, clock.now())
  })

  serve(app, contract.getQuote, async ({ actor, params }) => {
    seeQuotes(actor)
    const data = await quoteDetail(db, actor, params.number, clock.now())
    await noteView(db, actor, await findQuote(db, { ...params, workspace_id: actor.workspace_id }), clock.now())
    return { data }
  })

  /** Throws 404 for what is not theirs, whatever their role; 403 for those who do not buy. */
  const theirs = async (actor: Member, number: string) => {
    seeQuotes(actor)
    const handle = { number, workspace_id: actor.workspace_id }
    await findQuote(db, handle)
    if (!canPurchase(actor.workspace_role)) throw refuse(403, purchasing_refusal)
    return handle
  }

  serve(app, contract.declineQuote, async ({ actor, params: { number }, body: { reason } }) => {
    const handle = await theirs(actor, number)
    const wish = { user_id: actor.user_id, reason, now: clock.now() }
    await db.transaction().execute(trx => declineQuote(trx, handle, wish))
    return { data: await quoteDetail(db, actor, number, clock.now()) }
  })

  serve(app, contract.setQuoteEin, async ({ actor, params: { number }, body: { ein } }) => {
    await giveEin(deps, await theirs(actor, number), ein)
    return { data: await quoteDetail(db, actor, number, clock.now()) }
  })

  serve(app, contract.setQuoteVat, async ({ actor, params: { number }, body: { vat_number } }) => {
    await giveVat(deps, await theirs(actor, number), vat_number)
    return { data: await quoteDetail(db, actor, number, clock.now()) }
  })
}
