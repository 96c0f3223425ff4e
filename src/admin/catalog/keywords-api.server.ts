import type { FastifyInstance } from 'fastify'
import { sql, type InferResult } from 'kysely'

import { CsvMistake } from '#catalog/ingest/csv.ts'
import { beginKeywordList, keepKeywordList, keywords_job, type KeywordLine } from '#catalog/keyword-lists.server.ts'
import type { RowMistake } from '#catalog/keyword-rows.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'

import * as contract from './keywords-contract.ts'

const most_listed = 30
const most_shown = 100

export const keywordsApi = (app: FastifyInstance, { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
  serve(app, contract.listKeywordLists, async () => {
    const rows = await lists(db).orderBy('id', 'desc').limit(most_listed).execute()
    return { data: rows.map(shown) }
  })

  serve(app, contract.getKeywordList, async ({ params: { id } }) => ({ data: await factsOf(db, id) }))

  serve(app, contract.sendKeywordList, async ({ actor, body }) => {
    const wish = { ...body, staff_user_id: actor.user_id, now: clock.now() }
    const id = await keptList(db, wish)
    return { data: await factsOf(db, id) }
  })

  serve(app, contract.applyKeywordList, async ({ params: { id } }) => {
    await db.transaction().execute(trx => beginKeywordList(trx, id))
    await jobs.send(keywords_job, { id }, { singletonKey: String(id) })
    return { data: await factsOf(db, id) }
  })
}

const keptList = async (db: Db, wish: Parameters<typeof keepKeywordList>[1]): Promise<number> => {
  try {
    return await keepKeywordList(db, wish)
  } catch (error) {
    throw error instanceof CsvMistake ? refuse.fields({ csv: [error.message] }) : error
  }
}

/** Without the rows themselves: a table may have thousands. */
const lists = (db: Db) =>
  db
    .selectFrom('keyword_lists')
    .select(['id', 'file_name', 'mode', 'state', 'made_at', 'done', 'changed'])
    .select(sql<number>`jsonb_array_length(lines)`.as('lines_count'))
    .select(sql<number>`jsonb_array_length(mistakes)`.as('mistakes_count'))

type Row = InferResult<ReturnType<typeof lists>>[number]

const shown = ({ mode, state, made_at, ...row }: Row): contract.KeywordList => ({
  ...row,
  mode: mode as contract.KeywordList['mode'],
  state: state as contract.KeywordList['state'],
  made_at: made_at.toISOString(),
})

/** Throws 404. */
const factsOf = async (db: Db, id: number): Promise<contract.KeywordListFacts> => {
  const found = await lists(db).select(['lines', 'mistakes']).where('id', '=', id).executeTakeFirst()
  if (!found) throw refuse.missing('keyword list')
  const { lines: all, mistakes, ...row } = found
  const lines = (all as unknown as KeywordLine[]).slice(0, most_shown)
  const ids = lines.map(({ clip_id }) => clip_id)
  const clips =
    ids.length > 0
      ? await db.selectFrom('clips').where('id', 'in', ids).select(['id', 'name', 'keywords']).execute()
      : []
  const byId = new Map(clips.map(clip => [clip.id, clip]))
  return {
    ...shown(row),
    lines: lines.map(line => {
      const clip = byId.get(line.clip_id)
      return { ...line, clip: clip?.name ?? 'a clip that is gone', now: clip?.keywords ?? [] }
    }),
    mistakes: mistakes as unknown as RowMistake[],
  }
}
