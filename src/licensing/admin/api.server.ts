import type { FastifyInstance } from 'fastify'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { addPriceVersion, getCurrentPrices, assertFuture, listPriceVersions } from '../prices.server.ts'
import * as contract from './contract.ts'
import { previewPrices } from './preview.server.ts'
import { parsePricesCsv } from './read-prices-csv.server.ts'

export const adminPricesApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const respondWithVersions = async () => ({ data: await listVersions(db, clock.now()) })

  serve(app, contract.listPriceVersions, respondWithVersions)

  serve(app, contract.previewPrices, async ({ body: { prices, effective_from } }) => {
    assertFuture(new Date(effective_from), clock.now())
    return { data: await previewPrices(db, prices, new Date(effective_from)) }
  })

  serve(app, contract.readPricesCsv, ({ body: { csv } }) => {
    const result = parsePricesCsv(csv)
    if ('mistakes' in result) throw refuse.fields({ csv: result.mistakes })
    return { data: result.prices }
  })

  serve(app, contract.createPriceVersion, async ({ actor, body: { prices, effective_from, note } }) => {
    const version = { prices, note, effective_from: new Date(effective_from) }
    const change = { staff_user_id: actor.user_id, now: clock.now() }
    await db.transaction().execute(trx => addPriceVersion(trx, version, change))
    return respondWithVersions()
  })
}

const listVersions = async (db: Db, now: Date): Promise<contract.PriceVersionRow[]> => {
  const { version_id } = await getCurrentPrices(db, now)
  const authors = await db
    .selectFrom('audit_log as a')
    .innerJoin('users as u', 'u.id', 'a.actor_user_id')
    .where('a.log', '=', 'staff')
    .where('a.subject_type', '=', 'prices')
    .select(['a.subject_key', 'u.email'])
    .execute()
  const authorOf = new Map(
    authors.map(({ subject_key, email }) => [subject_key, isPlaceholderEmail(email) ? null : email]),
  )
  return (await listPriceVersions(db)).map(({ id, effective_from, created_at, ...version }) => ({
    ...version,
    id,
    state: effective_from > now ? 'coming' : id === version_id ? 'current' : 'past',
    effective_from: effective_from.toISOString(),
    created_at: created_at.toISOString(),
    created_by: authorOf.get(String(id)) ?? null,
  }))
}
