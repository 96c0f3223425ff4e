/** Keyword lists: a CSV that sets keywords of many clips, parsed and previewed first, then applied by a resumable job. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { MAX_KEYWORDS, mergeKeywords, saveMetadata } from './edit-clips.server.ts'
import { readKeywordRows, type KeywordRow, type RowMistake } from './keyword-rows.ts'
import { lockClips } from './review.server.ts'

export const KEYWORDS_JOB = 'catalog.apply-keywords'
/** Lines in one transaction. */
const BATCH_SIZE = 200

export type KeywordLine = { line: number; clip_id: number; keywords: string[] }
export type KeywordMode = 'add' | 'replace'
type KeywordListInput = { csv: string; file_name: string; mode: KeywordMode; staff_user_id: number; now: Date }

/** Parses and saves a keyword list without changing clips. Returns its id. Throws CsvMistake. */
export const saveKeywordList = (db: Db, { csv, ...input }: KeywordListInput): Promise<number> => {
  // Parsing a long list takes a moment, so it runs outside the transaction.
  const keywordRows = readKeywordRows(csv)
  return db.transaction().execute(trx => insertKeywordList(trx, keywordRows, input))
}

const insertKeywordList = async (
  trx: Trx,
  keywordRows: ReturnType<typeof readKeywordRows>,
  input: Omit<KeywordListInput, 'csv'>,
): Promise<number> => {
  const { lines, errors } = await resolveRows(trx, keywordRows.rows)
  const { now, ...fields } = input
  const { id } = await trx
    .insertInto('keyword_lists')
    .values({
      ...fields,
      created_at: now,
      lines: JSON.stringify(lines),
      errors: JSON.stringify([...keywordRows.mistakes, ...errors].toSorted((a, b) => a.line - b.line)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Resolves rows to existing clips; each clip may occur once. */
const resolveRows = async (trx: Trx, rows: readonly KeywordRow[]) => {
  const ids = rows.flatMap(({ clip }) => ('id' in clip ? [clip.id] : []))
  const slugs = rows.flatMap(({ clip }) => ('slug' in clip ? [clip.slug] : []))
  const matches = await sql<{ id: number; slug: string }>`
    select id, slug from clips where id = any(${ids}::int[]) or slug = any(${slugs}::text[])`.execute(trx)
  const knownIds = new Set(matches.rows.map(({ id }) => id))
  const clipsBySlug = Map.groupBy(matches.rows, ({ slug }) => slug)
  const lines: KeywordLine[] = []
  const errors: RowMistake[] = []
  const lineByClip = new Map<number, number>()
  for (const { line, clip, keywords } of rows) {
    const clips =
      'id' in clip ? (knownIds.has(clip.id) ? [clip.id] : []) : (clipsBySlug.get(clip.slug) ?? []).map(({ id }) => id)
    const [clip_id] = clips
    const duplicateLine = clip_id === undefined ? undefined : lineByClip.get(clip_id)
    if (clip_id === undefined)
      errors.push({ line, text: `There is no clip ${'id' in clip ? clip.id : `“${clip.slug}”`}.` })
    else if (clips.length > 1) errors.push({ line, text: `${clips.length} clips have this slug: use the number.` })
    else if (duplicateLine !== undefined) errors.push({ line, text: `The same clip as in row ${duplicateLine}.` })
    else {
      lineByClip.set(clip_id, line)
      lines.push({ line, clip_id, keywords })
    }
  }
  return { lines, errors }
}

/** Hands the list to the job; calling it again restarts a lost job. Throws 404, 409 when the list is done. */
export const startKeywordList = async (trx: Trx, id: number): Promise<void> => {
  const list = await trx
    .updateTable('keyword_lists')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['uploaded', 'running'])
    .returning('id')
    .executeTakeFirst()
  if (list) return
  const existing = await trx.selectFrom('keyword_lists').where('id', '=', id).select('id').executeTakeFirst()
  throw existing ? refuse(409, 'These keywords have already been applied.') : refuse.missing('keyword list')
}

/** Applies each line once: changes and progress are saved in one transaction. */
export const applyKeywordList = async (db: Db, id: number, now: Date): Promise<void> => {
  while (await db.transaction().execute(trx => applyBatch(trx, id, now)));
}

/** Applies one batch. Returns whether there are more lines. */
const applyBatch = async (trx: Trx, id: number, now: Date): Promise<boolean> => {
  const list = await trx
    .selectFrom('keyword_lists')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!list) return false
  const lines = list.lines as unknown as KeywordLine[]
  const batch = lines.slice(list.lines_done, list.lines_done + BATCH_SIZE)
  const rows =
    batch.length > 0
      ? await lockClips(
          trx,
          batch.map(({ clip_id }) => clip_id),
        )
      : []
  const errors: RowMistake[] = []
  const edits = batch.flatMap(({ line, clip_id, keywords }) => {
    const row = rows.find(clip => clip.id === clip_id)
    const keywordsAfter = list.mode === 'replace' ? keywords : mergeKeywords(row?.keywords ?? [], { add: keywords })
    if (row && keywordsAfter.length <= MAX_KEYWORDS) return [{ row, metadata: { keywords: keywordsAfter } }]
    errors.push({
      line,
      text: row ? `It would have more than ${MAX_KEYWORDS} keywords.` : 'The clip no longer exists.',
    })
    return []
  })
  const actor = { staff_user_id: list.staff_user_id, reason: `Keyword list ${id}`, now }
  const updatedCount = await saveMetadata(trx, edits, actor, 'keywords_changed')
  const lines_done = list.lines_done + batch.length
  await trx
    .updateTable('keyword_lists')
    .set({
      lines_done,
      changed: list.changed + updatedCount,
      state: lines_done >= lines.length ? 'done' : 'running',
      errors: JSON.stringify(
        [...(list.errors as unknown as RowMistake[]), ...errors].toSorted((a, b) => a.line - b.line),
      ),
    })
    .where('id', '=', id)
    .execute()
  return lines_done < lines.length
}
