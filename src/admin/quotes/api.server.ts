import type { FastifyInstance } from 'fastify'

import { pricesOf } from '#licensing/prices.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'
import {
  deleteOfferDraft,
  makeOfferDraft,
  offerDraft,
  offerDrafts,
  saveOfferDraft,
} from '#quotes/offer-drafts.server.ts'

import { offerClips } from './clips.server.ts'
import * as contract from './contract.ts'
import * as drafts from './drafts-contract.ts'

export const quoteRoomApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const by = ({ user_id }: { user_id: number }) => ({ user_id, now: clock.now() })

  serve(app, contract.findOfferClips, async ({ query }) => ({ data: await offerClips(db, query) }))

  serve(app, drafts.listOfferDrafts, async () => ({
    data: (await offerDrafts(db)).map(({ groups, ...draft }) => ({
      ...draft,
      clips_count: groups.reduce((sum, { lines }) => sum + lines.length, 0),
    })),
  }))

  serve(app, drafts.getOfferDraft, async ({ params: { id } }) => ({ data: await asItIsNow(db, id) }))

  serve(app, drafts.makeOfferDraft, async ({ actor, body }) => ({
    data: { id: await db.transaction().execute(trx => makeOfferDraft(trx, body, by(actor))), version: 1 },
  }))

  serve(app, drafts.saveOfferDraft, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(trx => saveOfferDraft(trx, id, body, by(actor)))
    return { data: { id, version: body.version + 1 } }
  })

  serve(app, drafts.deleteOfferDraft, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => deleteOfferDraft(trx, id, by(actor)))
    return { data: null }
  })
}

/** A draft with its clips as they are now, and the prices as they were. Throws 404. */
const asItIsNow = async (db: Db, id: number) => {
  const { groups, price_version_id, ...draft } = await offerDraft(db, id)
  const ids = [...new Set(groups.flatMap(({ lines }) => lines.map(({ clip_id }) => clip_id)))]
  const names = await db
    .selectFrom('clips')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'name'])
    .execute()
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return {
    ...draft,
    groups: groups.map(group => ({
      ...group,
      lines: group.lines.map(line => ({ ...line, clip_name: nameOf.get(line.clip_id) ?? `Clip ${line.clip_id}` })),
    })),
    prices_then: await pricesOf(db, price_version_id),
    clips: ids.length === 0 ? [] : await offerClips(db, { ids: ids.join(',') }),
  }
}
