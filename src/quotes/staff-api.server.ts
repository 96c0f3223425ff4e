import type { FastifyInstance } from 'fastify'

import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { randomToken } from '#platform/ids.server.ts'
import { requireNonMember } from '#workspaces/terms.server.ts'

import { sendOfferDraft } from './offer-drafts.server.ts'
import { createCustomCart, createQuote, renewLink, reviseOffer, revokeOffer } from './offers.server.ts'
import { findQuote } from './quotes.server.ts'
import * as contract from './staff-contract.ts'
import { getStaffOfferDetail, listStaffOffers } from './staff.server.ts'

export const adminOffersApi = (app: FastifyInstance, { db, clock, config }: Deps) => {
  const inTransaction = db.transaction()
  const toStaffActor = ({ user_id }: { user_id: number }, reason?: string) => ({
    user_id,
    now: clock.now(),
    ...(reason && { reason }),
  })
  const offerResponse = async (number: string) => ({ data: await getStaffOfferDetail(db, number, clock.now()) })
  const withLink = (number: string, link: string) => ({
    data: { number, cart_hash: link, link: `${config.public_url}/cart?cart_hash=${link}` },
  })
  /** Prevents staff from changing offers to their own workspace. */
  const assertNotOwnWorkspace = async (trx: Trx, user_id: number, number: string) => {
    const { workspace_id } = await findQuote(trx, { staff_number: number })
    if (workspace_id !== null) await requireNonMember(trx, user_id, workspace_id)
  }

  serve(app, contract.listOffers, ({ query }) => listStaffOffers(db, query, clock.now()))

  serve(app, contract.getOffer, ({ params }) => offerResponse(params.number))

  serve(app, contract.createQuote, async ({ actor, body: { workspace_id, reason, draft, ...offer } }) =>
    offerResponse(
      await inTransaction.execute(async trx => {
        await requireNonMember(trx, actor.user_id, workspace_id)
        const send = () => createQuote(trx, workspace_id, parseOffer(offer), toStaffActor(actor, reason))
        return sendOfferDraft(trx, draft, toStaffActor(actor), send)
      }),
    ),
  )

  serve(app, contract.createCustomCart, async ({ actor, body: { reason, draft, ...offer } }) => {
    const link = randomToken()
    const number = await inTransaction.execute(trx =>
      sendOfferDraft(trx, draft, toStaffActor(actor), async () => {
        const offerCart = await createCustomCart(trx, parseOffer(offer), toStaffActor(actor, reason), link)
        return offerCart.number
      }),
    )
    return withLink(number, link)
  })

  serve(app, contract.reviseOffer, async ({ actor, params: { number }, body: { reason, ...offer } }) => {
    await inTransaction.execute(async trx => {
      await assertNotOwnWorkspace(trx, actor.user_id, number)
      await reviseOffer(trx, number, parseOffer(offer), toStaffActor(actor, reason))
    })
    return offerResponse(number)
  })

  serve(app, contract.revokeOffer, async ({ actor, params: { number }, body: { reason } }) => {
    await inTransaction.execute(trx => revokeOffer(trx, number, toStaffActor(actor, reason)))
    return offerResponse(number)
  })

  serve(app, contract.renewOfferLink, async ({ actor, params: { number } }) =>
    withLink(number, await inTransaction.execute(trx => renewLink(trx, number, toStaffActor(actor)))),
  )
}

const parseOffer = <Body extends { expires_at: string }>(offer: Body) => ({
  ...offer,
  expires_at: new Date(offer.expires_at),
})
