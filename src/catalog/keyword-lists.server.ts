/** Keywords for many clips from a table: read and shown first, then carried out by a job that goes on where it stopped. */
import { sql } from 'kysely'

import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'

import { most_keywords, withKeywords, writeWords } from './edit.server.ts'
import { readKeywordRows, type KeywordRow, type RowMistake } from './keyword-rows.ts'
import { holdClips } from './review.server.ts'

export const keywords_job = 'catalog.apply-keywords'
/** Lines of one transaction. */
const at_once = 200

export type KeywordLine = { line: number; clip_id: number; keywords: string[] }
export type KeywordMode = 'add' | 'replace'
type Wish = { csv: string; file_name: string; mode: KeywordMode; staff_user_id: number; now: Date }

/** Reads a table and keeps what it asks for; nothing is changed yet. Answers its id. Throws CsvMistake. */
export const keepKeywordList = (db: Db, { csv, ...wish }: Wish): Promise<number> => {
  // A long table takes a moment: nobody waits for a transaction meanwhile.
  const read = readKeywordRows(csv)
  return db.transaction().execute(trx => keep(trx, read, wish))
}

const keep = async (trx: Trx, read: ReturnType<typeof readKeywordRows>, wish: Omit<Wish, 'csv'>): Promise<number> => {
  const { lines, mistakes } = await resolve(trx, read.rows)
  const { now, ...facts } = wish
  const { id } = await trx
    .insertInto('keyword_lists')
    .values({
      ...facts,
      made_at: now,
      lines: JSON.stringify(lines),
      mistakes: JSON.stringify([...read.mistakes, ...mistakes].toSorted((a, b) => a.line - b.line)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Rows as clips that there are; each clip once. */
const resolve = async (trx: Trx, rows: readonly KeywordRow[]) => {
  const ids = rows.flatMap(({ clip }) => ('id' in clip ? [clip.id] : []))
  const slugs = rows.flatMap(({ clip }) => ('slug' in clip ? [clip.slug] : []))
  const found = await sql<{ id: number; slug: string }>`
    select id, slug from clips where id = any(${ids}::int[]) or slug = any(${slugs}::text[])`.execute(trx)
  const known = new Set(found.rows.map(({ id }) => id))
  const named = Map.groupBy(found.rows, ({ slug }) => slug)
  const lines: KeywordLine[] = []
  const mistakes: RowMistake[] = []
  const taken = new Map<number, number>()
  for (const { line, clip, keywords } of rows) {
    const clips =
      'id' in clip ? (known.has(clip.id) ? [clip.id] : []) : (named.get(clip.slug) ?? []).map(({ id }) => id)
    const [clip_id] = clips
    const twin = clip_id === undefined ? undefined : taken.get(clip_id)
    if (clip_id === undefined)
      mistakes.push({ line, text: `There is no clip ${'id' in clip ? clip.id : `“${clip.slug}”`}.` })
    else if (clips.length > 1) mistakes.push({ line, text: `${clips.length} clips are called that: use the number.` })
    else if (twin !== undefined) mistakes.push({ line, text: `The same clip as in row ${twin}.` })
    else {
      taken.set(clip_id, line)
      lines.push({ line, clip_id, keywords })
    }
  }
  return { lines, mistakes }
}

/** From here on the job carries it out; asking again wakes one that was lost. Throws 404, 409 when it is done. */
export const beginKeywordList = async (trx: Trx, id: number): Promise<void> => {
  const list = await trx
    .updateTable('keyword_lists')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['read', 'running'])
    .returning('id')
    .executeTakeFirst()
  if (list) return
  const there = await trx.selectFrom('keyword_lists').where('id', '=', id).select('id').executeTakeFirst()
  throw there ? refuse(409, 'These keywords were applied already.') : refuse.missing('keyword list')
}

/** Each line is carried out once: what was done and how far it is are written together. */
export const applyKeywordList = async (db: Db, id: number, now: Date): Promise<void> => {
  while (await db.transaction().execute(trx => applySome(trx, id, now)));
}

/** Answers whether there is more. */
const applySome = async (trx: Trx, id: number, now: Date): Promise<boolean> => {
  const list = await trx
    .selectFrom('keyword_lists')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!list) return false
  const lines = list.lines as unknown as KeywordLine[]
  const part = lines.slice(list.done, list.done + at_once)
  const rows =
    part.length > 0
      ? await holdClips(
          trx,
          part.map(({ clip_id }) => clip_id),
        )
      : []
  const mistakes: RowMistake[] = []
  const changed = part.flatMap(({ line, clip_id, keywords }) => {
    const row = rows.find(one => one.id === clip_id)
    const words = list.mode === 'replace' ? keywords : withKeywords(row?.keywords ?? [], { add: keywords })
    if (row && words.length <= most_keywords) return [{ row, words: { keywords: words } }]
    mistakes.push({ line, text: row ? `It would have more than ${most_keywords} keywords.` : 'The clip is gone.' })
    return []
  })
  const by = { staff_user_id: list.staff_user_id, reason: `Keyword list ${id}`, now }
  const n = await writeWords(trx, changed, by, 'Keyworded')
  const done = list.done + part.length
  await trx
    .updateTable('keyword_lists')
    .set({
      done,
      changed: list.changed + n,
      state: done >= lines.length ? 'done' : 'running',
      mistakes: JSON.stringify(
        [...(list.mistakes as unknown as RowMistake[]), ...mistakes].toSorted((a, b) => a.line - b.line),
      ),
    })
    .where('id', '=', id)
    .execute()
  return done < lines.length
}
