import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { dropSynonym, saveSynonym } from '#catalog/synonyms.server.ts'
import { alsoIn, synonymsChanged } from '#catalog/synonyms.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { serve } from '#platform/serve.server.ts'

import { likeOf } from '../like.server.ts'
import * as contract from './contract.ts'

const per_page = 50

export const synonymRoomApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const by = ({ user_id: staff_user_id }: { user_id: number }) => ({ staff_user_id, reason: '', now: clock.now() })

  serve(app, contract.listSynonyms, ({ query }) => synonymsFor(db, query))

  serve(app, contract.saveSynonym, async ({ actor, body }) => {
    await db.transaction().execute(trx => saveSynonym(trx, body, by(actor)))
    synonymsChanged()
    const said = body.said.toLowerCase()
    const { also } = await db.selectFrom('synonyms').where('said', '=', said).select('also').executeTakeFirstOrThrow()
    return { data: { said, also: alsoIn(also) } }
  })

  serve(app, contract.dropSynonym, async ({ actor, body: { said } }) => {
    await db.transaction().execute(trx => dropSynonym(trx, said.toLowerCase(), by(actor)))
    synonymsChanged()
    return { data: null }
  })
}

type Asked = { page?: number | undefined; search?: string | undefined; said?: string | undefined }

const synonymsFor = async (db: Db, { page = 1, search, said }: Asked) => {
  const like = likeOf(search)
  const found = db
    .selectFrom('synonyms')
    .$if(said !== undefined, query => query.where('said', '=', said?.replaceAll('\0', '') ?? ''))
    .$if(like !== undefined, query => query.where(sql<boolean>`(said || ' ' || also) ilike ${like}`))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .orderBy('said')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .select(['said', 'also'])
    .execute()
  return {
    data: rows.map(({ said, also }) => ({ said, also: alsoIn(also) })),
    meta: pagination(page, per_page, total),
  }
}
