import type { FastifyInstance } from 'fastify'
import { sql, type InferResult } from 'kysely'

import { CsvMistake } from '#platform/csv-reader.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'

import { startKeywordList, saveKeywordList, KEYWORDS_JOB, type KeywordLine } from '../keyword-lists.server.ts'
import type { RowMistake } from '../keyword-rows.ts'
import * as contract from './keywords-contract.ts'

const MAX_LISTS = 30
const MAX_LINES = 100

export const keywordsApi = (app: FastifyInstance, { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
  serve(app, contract.listKeywordLists, async () => {
    const rows = await selectLists(db).orderBy('id', 'desc').limit(MAX_LISTS).execute()
    return { data: rows.map(toKeywordList) }
  })

  serve(app, contract.getKeywordList, async ({ params: { id } }) => ({ data: await loadKeywordList(db, id) }))

  serve(app, contract.uploadKeywordList, async ({ actor, body }) => {
    const input = { ...body, staff_user_id: actor.user_id, now: clock.now() }
    const id = await saveList(db, input)
    return { data: await loadKeywordList(db, id) }
  })

  serve(app, contract.applyKeywordList, async ({ params: { id } }) => {
    await db.transaction().execute(trx => startKeywordList(trx, id))
    await jobs.send(KEYWORDS_JOB, { id }, { singletonKey: String(id) })
    return { data: await loadKeywordList(db, id) }
  })
}

const saveList = async (db: Db, input: Parameters<typeof saveKeywordList>[1]): Promise<number> => {
  try {
    return await saveKeywordList(db, input)
  } catch (error) {
    throw error instanceof CsvMistake ? refuse.fields({ csv: [error.message] }) : error
  }
}

/** Selects the lists without their lines, of which there may be thousands. */
const selectLists = (db: Db) =>
  db
    .selectFrom('keyword_lists')
    .select(['id', 'file_name', 'mode', 'state', 'created_at', 'lines_done', 'changed'])
    .select(sql<number>`jsonb_array_length(lines)`.as('lines_count'))
    .select(sql<number>`jsonb_array_length(errors)`.as('errors_count'))

type KeywordListRow = InferResult<ReturnType<typeof selectLists>>[number]

const toKeywordList = ({ mode, state, created_at, ...row }: KeywordListRow): contract.KeywordList => ({
  ...row,
  mode: mode as contract.KeywordList['mode'],
  state: state as contract.KeywordList['state'],
  created_at: created_at.toISOString(),
})

/** Returns one list with its first lines. Throws 404. */
const loadKeywordList = async (db: Db, id: number): Promise<contract.KeywordListDetails> => {
  const list = await selectLists(db).select(['lines', 'errors']).where('id', '=', id).executeTakeFirst()
  if (!list) throw refuse.missing('keyword list')
  const { lines: allLines, errors, ...row } = list
  const lines = (allLines as unknown as KeywordLine[]).slice(0, MAX_LINES)
  const ids = lines.map(({ clip_id }) => clip_id)
  const clips =
    ids.length > 0
      ? await db.selectFrom('clips').where('id', 'in', ids).select(['id', 'name', 'keywords']).execute()
      : []
  const byId = new Map(clips.map(clip => [clip.id, clip]))
  return {
    ...toKeywordList(row),
    lines: lines.map(line => {
      const clip = byId.get(line.clip_id)
      return { ...line, clip: clip?.name ?? 'a deleted clip', now: clip?.keywords ?? [] }
    }),
    errors: errors as unknown as RowMistake[],
  }
}
