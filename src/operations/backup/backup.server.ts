/**
 * Backs up the database and the files together while the shop sells. The rows are of one moment (one snapshot). Files
 * are copied before and after it begins, so that every file which a row refers to is there.
 */
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import type { Database, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { sign } from '#platform/security/secrets.server.ts'
import { VERSION } from '#platform/version.server.ts'

import { recordBackup } from './backups.server.ts'
import { createFileCopier } from './files.server.ts'
import { writeLines } from './lines.server.ts'
import {
  BACKUP_FORMAT,
  FILE_LIST,
  INCOMPLETE_SUFFIX,
  MANIFEST_FILE,
  MANIFEST_HASH_FILE,
  tableFile,
  type FileEntry,
  type Manifest,
  type TableEntry,
} from './manifest.ts'
import { fixFormats, listTables, readRows } from './tables.server.ts'

/** What is signed to recognize the secret. */
export const SECRET_PURPOSE = 'the secret of a backup'

type BackupDeps = Pick<Deps, 'config' | 'secret' | 'clock'>

export type BackupSummary = {
  folder: string
  rows: number
  files: number
  size_bytes: number
  /** Older backups that were deleted. */
  deleted: string[]
}

/** "2026-11-27T07-15-00Z": sorts by time, and every file system accepts it. */
const nameOf = (now: Date) => `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Returns the complete backups in a folder, oldest first. */
export const listBackups = async (parent: string): Promise<string[]> =>
  (await readdir(parent).catch(() => [])).filter(name => BACKUP_NAME.test(name)).toSorted()

const dumpTables = async (trx: Trx, backup: string): Promise<TableEntry[]> => {
  const entries: TableEntry[] = []
  for (const table of await listTables(trx)) {
    const { count, sha256 } = await writeLines(path.join(backup, tableFile(table)), readRows(trx, table))
    entries.push({ ...table, rows: count, sha256 })
  }
  return entries
}

const listSequences = async (trx: Trx) => {
  const { rows } = await sql<{ name: string; last_value: number }>`
    select sequencename as name, last_value from pg_sequences where schemaname = 'public' and last_value is not null
    order by 1`.execute(trx)
  return rows
}

/** Everything of the database, of one moment. `onSnapshot` runs when that moment is over. */
const dumpDatabase = (database: Database, backup: string, onSnapshot: () => Promise<void>) =>
  database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      await fixFormats(trx)
      // The first query takes the snapshot.
      const { rows: migrations } = await sql<{ name: string; sha256: string }>`
        select name, sha256 from schema_migrations order by name`.execute(trx)
      const { rows: demos } = await sql`select from installation where is_demo`.execute(trx)
      await onSnapshot()
      return {
        is_demo: demos.length > 0,
        migrations,
        tables: await dumpTables(trx, backup),
        sequences: await listSequences(trx),
      }
    })

const LINES_AT_ONCE = 1_000

async function* toLines(entries: readonly FileEntry[]): AsyncGenerator<string[]> {
  for (let start = 0; start < entries.length; start += LINES_AT_ONCE)
    yield entries.slice(start, start + LINES_AT_ONCE).map(entry => JSON.stringify(entry))
}

const assertOutsideData = (parent: string, data_dir: string) => {
  const relative = path.relative(path.resolve(data_dir), parent)
  if (relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative)))
    throw new Error(`${parent} is in the shop’s own data folder: choose a folder outside it, best on another disk.`)
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Writes a backup into a new folder below `parent`, and deletes all but the newest `keep`. Until it is complete, the
 * folder's name ends in ".part". Throws an Error with a sentence.
 */
export const createBackup = async (
  { config, secret, clock }: BackupDeps,
  database: Database,
  { parent, keep }: { parent: string; keep?: number | undefined },
): Promise<BackupSummary> => {
  assertOutsideData(parent, config.data_dir)
  const started_at = clock.now()
  const folder = path.join(parent, nameOf(started_at))
  const draft = `${folder}${INCOMPLETE_SUFFIX}`
  if ((await exists(folder)) || (await exists(draft)))
    throw new Error(`There is a backup in ${folder} already, or one is being written.`)
  const previous = (await listBackups(parent)).at(-1)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const copier = await createFileCopier(config.data_dir, draft, previous && path.join(parent, previous))
    // Most of the copying happens before, so that the snapshot is short.
    await copier.copyAll()
    const dump = await dumpDatabase(database, draft, copier.copyAll)
    const entries = copier.entries()
    const { count, sha256 } = await writeLines(path.join(draft, FILE_LIST), toLines(entries))
    const size_bytes = entries.reduce((sum, entry) => sum + entry.size_bytes, 0)
    const finished_at = clock.now()
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      version: VERSION,
      started_at: started_at.toISOString(),
      finished_at: finished_at.toISOString(),
      secret_signature: sign(secret, SECRET_PURPOSE),
      ...dump,
      files: { count, size_bytes, sha256 },
    }
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    await writeFile(path.join(draft, MANIFEST_FILE), text, { mode: 0o600, flush: true })
    const hash = createHash('sha256').update(text).digest('hex')
    await writeFile(path.join(draft, MANIFEST_HASH_FILE), `${hash}  ${MANIFEST_FILE}\n`, { mode: 0o600, flush: true })
    await rename(draft, folder)
    const total_bytes = size_bytes + (await sizeOf(path.join(folder, 'database')))
    await recordBackup(database.db, { folder, version: VERSION, size_bytes: total_bytes, started_at, finished_at })
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
    const deleted = keep === undefined ? [] : await deleteOldBackups(parent, keep)
    return { folder, rows, files: count, size_bytes: total_bytes, deleted }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const sizeOf = async (folder: string) => {
  const sizes = await Promise.all((await readdir(folder)).map(async name => (await stat(path.join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const deleteOldBackups = async (parent: string, keep: number) => {
  const old = (await listBackups(parent)).slice(0, -keep).map(name => path.join(parent, name))
  for (const folder of old) await rm(folder, { recursive: true, force: true })
  return old
}
