import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import { toLikePattern } from '#platform/db/like-pattern.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { serve } from '#platform/http/serve.server.ts'

import { deleteSynonym, saveSynonym } from '../../synonyms.server.ts'
import { parseAlternatives, markSynonymsChanged } from '../../synonyms.ts'
import * as contract from './contract.ts'

const PER_PAGE = 50

export const adminSynonymsApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const toActor = ({ user_id: staff_user_id }: { user_id: number }) => ({ staff_user_id, reason: '', now: clock.now() })

  serve(app, contract.listSynonyms, ({ query }) => listSynonyms(db, query))

  serve(app, contract.saveSynonym, async ({ actor, body }) => {
    await db.transaction().execute(trx => saveSynonym(trx, body, toActor(actor)))
    markSynonymsChanged()
    const said = body.said.toLowerCase()
    const { also } = await db.selectFrom('synonyms').where('said', '=', said).select('also').executeTakeFirstOrThrow()
    return { data: { said, also: parseAlternatives(also) } }
  })

  serve(app, contract.deleteSynonym, async ({ actor, body: { said } }) => {
    await db.transaction().execute(trx => deleteSynonym(trx, said.toLowerCase(), toActor(actor)))
    markSynonymsChanged()
    return { data: null }
  })
}

type SynonymQuery = { page?: number | undefined; search?: string | undefined; said?: string | undefined }

const listSynonyms = async (db: Db, { page = 1, search, said }: SynonymQuery) => {
  const like = toLikePattern(search)
  const matches = db
    .selectFrom('synonyms')
    .$if(said !== undefined, query => query.where('said', '=', said?.replaceAll('\0', '') ?? ''))
    .$if(like !== undefined, query => query.where(sql<boolean>`(said || ' ' || also) ilike ${like}`))
  const { total } = await matches.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .orderBy('said')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .select(['said', 'also'])
    .execute()
  return {
    data: rows.map(({ said, also }) => ({ said, also: parseAlternatives(also) })),
    meta: toPagination(page, PER_PAGE, total),
  }
}
