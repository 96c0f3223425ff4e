/** Imports records of another system from a CSV file. All rows are checked before the first one is written. */
import { readFile } from 'node:fs/promises'

import { $ZodError } from 'zod/v4/core'

import { loadClipsForSale, type ClipForSale } from '#catalog/clips.server.ts'
import { CsvMistake } from '#platform/csv-reader.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'

import { requireOperator } from '../operator.server.ts'
import { decodeCsv, readImportRows, type Encoding, type ImportRow, type RowMistake } from './csv-file.server.ts'
import { kinds, type ImportContext, type ImportKind, type PreparedRow } from './kinds.server.ts'

type ImportInput = {
  kind: ImportKind
  file: string
  encoding: Encoding
  /** Only checks. */
  dry_run: boolean
  /** Imports the good rows although others are bad. */
  skip_bad: boolean
  /** The email of the platform admin who imports. */
  as: string
}

export type ImportReport = {
  kind: ImportKind
  rows: number
  imported: number
  /** Rows that an earlier import brought. */
  unchanged: number
  mistakes: RowMistake[]
  dry_run: boolean
}

type CheckedRow = ImportRow & PreparedRow & { external_id: string }

/** Returns the clips that the rows name, in parts, because a statement has a maximum of parameters. */
const loadClips = async (db: Db, rows: readonly ImportRow[]): Promise<Map<number, ClipForSale>> => {
  const numbers = new Set(rows.map(({ cells }) => cells['clip'] ?? '').filter(text => /^[1-9]\d{0,8}$/.test(text)))
  const ids = [...numbers].map(Number)
  let clips = new Map<number, ClipForSale>()
  for (let start = 0; start < ids.length; start += CLIPS_PER_QUERY)
    clips = await loadClipsForSale(db, ids.slice(start, start + CLIPS_PER_QUERY), clips)
  return clips
}

const CLIPS_PER_QUERY = 1_000

const loadContext = async (
  db: Db,
  rows: readonly ImportRow[],
  { kind, operator_id, now }: { kind: ImportKind; operator_id: number; now: Date },
): Promise<ImportContext> => {
  const users = await db.selectFrom('users').select(['id', 'email']).execute()
  const workspaces = await db
    .selectFrom('imported_records')
    .where('kind', '=', 'workspaces')
    .select(['external_id', 'internal_id'])
    .execute()
  const personal = await db
    .selectFrom('workspaces')
    .where('personal_user_id', 'is not', null)
    .select(['id', 'personal_user_id'])
    .execute()
  return {
    now,
    operator_id,
    usersByEmail: new Map(users.map(({ id, email }) => [email.toLowerCase(), id])),
    workspacesByExternalId: new Map(workspaces.map(({ external_id, internal_id }) => [external_id, internal_id])),
    personalWorkspaces: new Map(personal.map(({ id, personal_user_id }) => [personal_user_id ?? 0, id])),
    clips: kind === 'licenses' ? await loadClips(db, rows) : new Map(),
  }
}

const describe = (error: unknown) =>
  error instanceof $ZodError ? [...new Set(error.issues.map(({ message }) => message))].join(' ') : messageOf(error)

/** Checks every row. Repeated ids and emails are mistakes of the later row. */
const checkRows = async (db: Db, kind: ImportKind, rows: readonly ImportRow[], context: ImportContext) => {
  const existing = new Map(
    (await db.selectFrom('imported_records').where('kind', '=', kind).selectAll().execute()).map(record => [
      record.external_id,
      record.row_sha256,
    ]),
  )
  const lines = new Map<string, number>()
  const mistakes: RowMistake[] = []
  const good: CheckedRow[] = []
  let unchanged = 0
  for (const row of rows) {
    const { line, cells } = row
    const external_id = cells['external_id'] ?? ''
    const fail = (message: string) => void mistakes.push({ line, message })
    if (external_id === '' || external_id.length > 200) {
      fail('The external_id is required, and has at most 200 characters.')
      continue
    }
    const imported = existing.get(external_id)
    if (imported === row.row_sha256) {
      unchanged += 1
      continue
    }
    if (imported !== undefined) {
      fail(`${external_id} was imported before, with other values. Change it in the shop instead.`)
      continue
    }
    try {
      const prepared = kinds[kind].prepare(cells, context)
      for (const [what, key] of [
        ['external_id', external_id],
        ['email', prepared.unique_key],
      ] as const) {
        const earlier = key === null ? undefined : lines.get(`${what} ${key}`)
        if (earlier !== undefined) throw new Error(`Line ${earlier} has the same ${what}.`)
        if (key !== null) lines.set(`${what} ${key}`, line)
      }
      good.push({ ...row, ...prepared, external_id })
    } catch (error) {
      fail(describe(error))
    }
  }
  return { good, unchanged, mistakes }
}

const ROWS_PER_TRANSACTION = 200

const writeRow = async (trx: Trx, kind: ImportKind, row: CheckedRow, imported_at: Date) => {
  const internal_id = await row.create(trx)
  const { external_id, row_sha256 } = row
  await trx.insertInto('imported_records').values({ kind, external_id, internal_id, row_sha256, imported_at }).execute()
}

/** Writes rows in transactions of 200. When it is interrupted, the same command continues. */
const writeRows = async (db: Db, kind: ImportKind, rows: readonly CheckedRow[], now: Date) => {
  for (let start = 0; start < rows.length; start += ROWS_PER_TRANSACTION) {
    const batch = rows.slice(start, start + ROWS_PER_TRANSACTION)
    await db.transaction().execute(async trx => {
      for (const row of batch) await writeRow(trx, kind, row, now)
    })
  }
}

/** Imports a file. Throws an Error with a sentence; rows with mistakes are in the report. */
export const importFile = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { kind, file, encoding, dry_run, skip_bad, as }: ImportInput,
): Promise<ImportReport> => {
  const now = clock.now()
  const operator = await requireOperator(db, as)
  try {
    const { rows, mistakes } = readImportRows(decodeCsv(await readFile(file), encoding), kinds[kind].columns)
    const context = await loadContext(db, rows, { kind, operator_id: operator.id, now })
    const checked = await checkRows(db, kind, rows, context)
    const all = [...mistakes, ...checked.mistakes].toSorted((a, b) => a.line - b.line)
    const isWritten = !dry_run && (all.length === 0 || skip_bad)
    if (isWritten) await writeRows(db, kind, checked.good, now)
    return {
      kind,
      rows: rows.length + mistakes.length,
      imported: isWritten || dry_run ? checked.good.length : 0,
      unchanged: checked.unchanged,
      mistakes: all,
      dry_run,
    }
  } catch (error) {
    if (error instanceof CsvMistake) throw new Error(`${file}, line ${error.line}: ${error.message}`, { cause: error })
    throw error
  }
}
