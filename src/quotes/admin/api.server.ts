import type { FastifyInstance } from 'fastify'

import { getPrices } from '#licensing/prices.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import {
  deleteOfferDraft,
  createOfferDraft,
  getOfferDraft,
  listOfferDrafts,
  saveOfferDraft,
} from '../offer-drafts.server.ts'
import * as contract from './contract.ts'
import * as drafts from './drafts-contract.ts'
import { findOfferClips } from './offer-clips.server.ts'

export const adminQuotesApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const toActor = ({ user_id }: { user_id: number }) => ({ user_id, now: clock.now() })

  serve(app, contract.findOfferClips, async ({ query }) => ({ data: await findOfferClips(db, query) }))

  serve(app, drafts.listOfferDrafts, async () => ({
    data: (await listOfferDrafts(db)).map(({ groups, ...draft }) => ({
      ...draft,
      clips_count: groups.reduce((sum, { lines }) => sum + lines.length, 0),
    })),
  }))

  serve(app, drafts.getOfferDraft, async ({ params: { id } }) => ({ data: await loadDraft(db, id) }))

  serve(app, drafts.createOfferDraft, async ({ actor, body }) => ({
    data: { id: await db.transaction().execute(trx => createOfferDraft(trx, body, toActor(actor))), version: 1 },
  }))

  serve(app, drafts.saveOfferDraft, async ({ actor, params: { id }, body }) => {
    await db.transaction().execute(trx => saveOfferDraft(trx, id, body, toActor(actor)))
    return { data: { id, version: body.version + 1 } }
  })

  serve(app, drafts.deleteOfferDraft, async ({ actor, params: { id } }) => {
    await db.transaction().execute(trx => deleteOfferDraft(trx, id, toActor(actor)))
    return { data: null }
  })
}

/** Returns a draft with the current data of its clips and the prices of the time it was saved. Throws 404. */
const loadDraft = async (db: Db, id: number) => {
  const { groups, price_version_id, ...draft } = await getOfferDraft(db, id)
  const ids = [...new Set(groups.flatMap(({ lines }) => lines.map(({ clip_id }) => clip_id)))]
  const names = await db
    .selectFrom('clips')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'name'])
    .execute()
  const nameById = new Map(names.map(({ id, name }) => [id, name]))
  return {
    ...draft,
    groups: groups.map(group => ({
      ...group,
      lines: group.lines.map(line => ({ ...line, clip_name: nameById.get(line.clip_id) ?? `Clip ${line.clip_id}` })),
    })),
    saved_prices: await getPrices(db, price_version_id),
    clips: ids.length === 0 ? [] : await findOfferClips(db, { ids: ids.join(',') }),
  }
}
