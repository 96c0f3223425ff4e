/** Whether the shop is open for visitors, and what they may call before. */
import type { FastifyInstance } from 'fastify'

import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { loadRequestActor } from '#workspaces/actor.server.ts'

import { entersBeforeOpening } from './policy.ts'

/** A shop never closes again, so what is open needs no further query. */
const openShops = new WeakSet<Db>()

/** A demo is open from the start. */
export const isShopOpen = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<boolean> => {
  if (config.demo || openShops.has(db)) return true
  const is_open = (await getOpening(db)) !== undefined
  if (is_open) openShops.add(db)
  return is_open
}

export const getOpening = (db: Db | Trx) =>
  db.selectFrom('shop_opening').select(['opened_at', 'opened_by']).executeTakeFirst()

/** Refuses visitors with 403 before the shop opens. Pages redirect them in `src/app/guards.ts`. */
export const registerOpening = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'config'>) => {
  app.addHook('onRequest', async request => {
    const { endpoint, closed_before_opening } = request.routeOptions.config
    const isClosed = endpoint ? endpoint.before_opening !== 'allowed' : closed_before_opening === true
    if (!isClosed || (await isShopOpen(deps))) return
    const { platform_roles } = await loadRequestActor(deps, request)
    if (!entersBeforeOpening(platform_roles)) throw refuse(403, 'This shop isn’t open yet.')
  })
}
