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
    const term = body.term.toLowerCase()
    const synonym = await db
      .selectFrom('synonyms')
      .where('term', '=', term)
      .select(['term', 'alternatives', 'kind'])
      .executeTakeFirstOrThrow()
    return { data: toSynonym(synonym) }
  })

  serve(app, contract.deleteSynonym, async ({ actor, body: { term } }) => {
    await db.transaction().execute(trx => deleteSynonym(trx, term.toLowerCase(), toActor(actor)))
    markSynonymsChanged()
    return { data: null }
  })
}

type SynonymQuery = {
  page?: number | undefined
  search?: string | undefined
  kind?: contract.SynonymKind | undefined
  term?: string | undefined
}

const toSynonym = ({
  term,
  alternatives,
  kind,
}: {
  term: string
  alternatives: string
  kind: string
}): contract.Synonym => ({
  term,
  alternatives: parseAlternatives(alternatives),
  kind: kind === 'concept' ? kind : 'synonym',
})

const listSynonyms = async (db: Db, { page = 1, search, kind, term }: SynonymQuery) => {
  const like = toLikePattern(search)
  const matches = db
    .selectFrom('synonyms')
    .$if(term !== undefined, query => query.where('term', '=', term?.replaceAll('\0', '') ?? ''))
    .$if(kind !== undefined, query => query.where('kind', '=', kind ?? ''))
    .$if(like !== undefined, query => query.where(sql<boolean>`(term || ' ' || alternatives) ilike ${like}`))
  const { total } = await matches.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .orderBy('term')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .select(['term', 'alternatives', 'kind'])
    .execute()
  return {
    data: rows.map(toSynonym),
    meta: toPagination(page, PER_PAGE, total),
  }
}
