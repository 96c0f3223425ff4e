import type { FastifyInstance } from 'fastify'

import { isStandIn } from '#accounts/stand-in.ts'
import { addPriceVersion, currentPrices, needFuture, priceVersions } from '#licensing/prices.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './contract.ts'
import { pricesPreview } from './preview.server.ts'

export const priceRoomApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const all = async () => ({ data: await shownVersions(db, clock.now()) })

  serve(app, contract.listPriceVersions, all)

  serve(app, contract.previewPrices, async ({ body: { prices, effective_from } }) => {
    needFuture(new Date(effective_from), clock.now())
    return { data: await pricesPreview(db, prices, new Date(effective_from)) }
  })

  serve(app, contract.makePrices, async ({ actor, body: { prices, effective_from, note } }) => {
    const version = { prices, note, effective_from: new Date(effective_from) }
    const by = { staff_user_id: actor.user_id, now: clock.now() }
    await db.transaction().execute(trx => addPriceVersion(trx, version, by))
    return all()
  })
}

const shownVersions = async (db: Db, now: Date): Promise<contract.PriceVersionRow[]> => {
  const { version_id } = await currentPrices(db, now)
  const makers = await db
    .selectFrom('staff_changes as c')
    .innerJoin('users as u', 'u.id', 'c.staff_user_id')
    .where('c.about', '=', 'prices')
    .select(['c.about_key', 'u.email'])
    .execute()
  const makerOf = new Map(makers.map(({ about_key, email }) => [about_key, isStandIn(email) ? null : email]))
  return (await priceVersions(db)).map(({ id, effective_from, created_at, ...version }) => ({
    ...version,
    id,
    state: effective_from > now ? 'coming' : id === version_id ? 'current' : 'past',
    effective_from: effective_from.toISOString(),
    made_at: created_at.toISOString(),
    made_by: makerOf.get(String(id)) ?? null,
  }))
}
