import type { FastifyInstance } from 'fastify'

import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { randomToken } from '#platform/ids.server.ts'
import { serve } from '#platform/serve.server.ts'
import { needDistance } from '#workspaces/terms.server.ts'

import { makeCustomCart, makeQuote, renewLink, reviseOffer, revokeOffer } from './make.server.ts'
import { sendOfferDraft } from './offer-drafts.server.ts'
import { findQuote } from './quotes.server.ts'
import * as contract from './staff-contract.ts'
import { offerDetail, offersOf } from './staff.server.ts'

export const offersApi = (app: FastifyInstance, { db, clock, config }: Deps) => {
  const inTransaction = db.transaction()
  const by = ({ user_id }: { user_id: number }, reason?: string) => ({
    user_id,
    now: clock.now(),
    ...(reason && { reason }),
  })
  const shown = async (number: string) => ({ data: await offerDetail(db, number, clock.now()) })
  const withLink = (number: string, link: string) => ({
    data: { number, cart_hash: link, link: `${config.public_url}/cart?cart_hash=${link}` },
  })
  /** Nobody of us offers something to themselves. */
  const needForeign = async (trx: Trx, user_id: number, number: string) => {
    const { workspace_id } = await findQuote(trx, { staff_number: number })
    if (workspace_id !== null) await needDistance(trx, user_id, workspace_id)
  }

  serve(app, contract.listOffers, ({ query }) => offersOf(db, query, clock.now()))

  serve(app, contract.getOffer, ({ params }) => shown(params.number))

  serve(app, contract.makeQuote, async ({ actor, body: { workspace_id, reason, draft, ...offer } }) =>
    shown(
      await inTransaction.execute(async trx => {
        await needDistance(trx, actor.user_id, workspace_id)
        const send = () => makeQuote(trx, workspace_id, read(offer), by(actor, reason))
        return sendOfferDraft(trx, draft, by(actor), send)
      }),
    ),
  )

  serve(app, contract.makeCustomCart, async ({ actor, body: { reason, draft, ...offer } }) => {
    const link = randomToken()
    const number = await inTransaction.execute(trx =>
      sendOfferDraft(trx, draft, by(actor), async () => {
        const made = await makeCustomCart(trx, read(offer), by(actor, reason), link)
        return made.number
      }),
    )
    return withLink(number, link)
  })

  serve(app, contract.reviseOffer, async ({ actor, params: { number }, body: { reason, ...offer } }) => {
    await inTransaction.execute(async trx => {
      await needForeign(trx, actor.user_id, number)
      await reviseOffer(trx, number, read(offer), by(actor, reason))
    })
    return shown(number)
  })

  serve(app, contract.revokeOffer, async ({ actor, params: { number }, body: { reason } }) => {
    await inTransaction.execute(trx => revokeOffer(trx, number, by(actor, reason)))
    return shown(number)
  })

  serve(app, contract.renewOfferLink, async ({ actor, params: { number } }) =>
    withLink(number, await inTransaction.execute(trx => renewLink(trx, number, by(actor)))),
  )
}

const read = <O extends { expires_at: string }>(offer: O) => ({ ...offer, expires_at: new Date(offer.expires_at) })
