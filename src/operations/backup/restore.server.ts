/**
 * Restores a backup into an empty database and data folder. Files come first, and the database in one transaction at
 * the end, so a restore that is interrupted leaves an empty shop, and the same command continues.
 */
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'

import type { Config } from '#platform/config.server.ts'
import type { Database, Db, Trx } from '#platform/db/database.server.ts'
import { compareMigrations, listApplied, migrate, migrationsFolder } from '#platform/db/migrate.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { isValidSignature, type Secrets } from '#platform/security/secrets.server.ts'
import { VERSION } from '#platform/version.server.ts'

import { listProcesses } from '../processes.server.ts'
import { SECRET_PURPOSE } from './backup.server.ts'
import { copyHashed, hashFile, readFileList } from './files.server.ts'
import { createSummary, readLines } from './lines.server.ts'
import { tableFile, type Manifest, type TableEntry } from './manifest.ts'
import { fixFormats, insertRows, listTables, readRows, tableId, type TableShape } from './tables.server.ts'
import { verifyBackup } from './verify.server.ts'

type RestoreInput = {
  backup: string
  config: Config
  openDatabase: () => Promise<Database>
  /** Restores although this shop has another secret, which makes sealed data unreadable. */
  without_secret: boolean
  now: Date
}

export type RestoreSummary = { tables: number; rows: number; files: number; made_at: string; version: string }

const assertKnownSchema = ({ migrations, version }: Manifest) => {
  const { isPreRelease, newer, changed } = compareMigrations(migrations)
  if (isPreRelease)
    throw new Error(
      `The backup was written by a pre-release version, and this version (${VERSION}) can’t restore it. Restore it with the code that wrote it.`,
    )
  if (newer.length > 0)
    throw new Error(
      `The backup has a newer schema than this version (${VERSION}): ${newer.join(', ')}. Restore it with version ${version}.`,
    )
  if (changed.length > 0)
    throw new Error(
      `Migrations have changed since the backup was written: ${changed.join(', ')}. Restore these files from version ${version}.`,
    )
}

const assertSameKind = ({ is_demo }: Manifest, { demo }: Config) => {
  if (is_demo !== demo)
    throw new Error(
      is_demo
        ? 'The backup is of a demo, and this is a shop: set DEMO=1 to restore it.'
        : 'The backup is of a shop, and this is a demo: set DEMO=0 to restore it.',
    )
}

/** The shop gets the backup's generated secret, unless the environment sets one. */
const assertSameSecret = async (backup: string, manifest: Manifest, config: Config) => {
  const { secret_key, previous_secret_key } = config
  const generated = await readFile(path.join(backup, 'secret'), 'utf8').catch(() => undefined)
  const current = secret_key ?? generated
  const secrets = [current, previous_secret_key].filter(secret => secret !== undefined)
  const [first, ...others] = secrets
  if (first !== undefined && isValidSignature([first, ...others] as Secrets, SECRET_PURPOSE, manifest.secret_signature))
    return
  throw new Error(
    'SECRET_KEY is not the one of the backup: authenticator apps and certificates could not be read. Set it, or restore with --without-secret.',
  )
}

const hasTable = async (db: Db, name: string) => {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(db)
  return rows[0]?.exists ?? false
}

/** Throws when the database holds anything, or when the shop runs. */
const assertEmpty = async (db: Db, { migrations }: Manifest, now: Date) => {
  const appliedMigrations = await listApplied(db)
  if (!appliedMigrations) return
  const checksums = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const others = appliedMigrations.filter(({ name, sha256 }) => checksums.get(name) !== sha256).map(({ name }) => name)
  if (await hasTable(db, 'orders')) {
    const { rows } = await sql<{ orders: number; users: number; clips: number }>`
      select (select count(*) from orders)::int as orders, (select count(*) from users)::int as users,
             (select count(*) from clips)::int as clips`.execute(db)
    const { orders = 0, users = 0, clips = 0 } = rows[0] ?? {}
    if (orders + users + clips > 0)
      throw new Error(
        `The database holds a shop with ${orders} orders, ${users} users and ${clips} clips. A backup is only restored into an empty database: create a new one, and set DATABASE_URL (or DATA_DIR) to it.`,
      )
  }
  if (others.length > 0)
    throw new Error(
      `The database is empty, but was migrated by another version than the backup's (${others.join(', ')}): use a new database. The shop migrates it after the restore.`,
    )
  if (await hasTable(db, 'processes')) {
    const [running] = await listProcesses(db, now)
    if (running) throw new Error(`The shop runs on ${running.host} (process ${running.pid}): stop it first.`)
  }
}

/** Copies the files. One that is there already stays when it is the same, so that a restore can be repeated. */
const restoreFiles = async (backup: string, { data_dir }: Config): Promise<number> => {
  let count = 0
  for await (const entry of readFileList(backup)) {
    const target = path.join(data_dir, entry.path)
    const existing = await stat(target).catch(() => undefined)
    const isKey = !entry.path.includes('/')
    if (existing && !isKey) {
      if (existing.size !== entry.size_bytes || (await hashFile(target)) !== entry.sha256)
        throw new Error(`${target} is another file than the backup's: restore into an empty DATA_DIR.`)
    } else {
      const { sha256 } = await copyHashed(path.join(backup, entry.path), target)
      if (sha256 !== entry.sha256) throw new Error(`${target} was not written correctly: check the disk.`)
    }
    count += 1
  }
  return count
}

type ForeignKey = { table: string; name: string; definition: string }

/** Rows arrive in any order, and the triggers did their work before the backup. */
const withoutConstraints = async (trx: Trx, work: () => Promise<void>) => {
  const { rows: keys } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`.execute(trx)
  const { rows: triggered } = await sql<{ table: string }>`
    select distinct tgrelid::regclass::text as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace`.execute(trx)
  const alter = (table: string, change: string) => sql.raw(`alter table ${table} ${change}`).execute(trx)
  for (const { table } of triggered) await alter(table, 'disable trigger user')
  for (const { table, name } of keys) await alter(table, `drop constraint "${name}"`)
  await work()
  for (const { table, name, definition } of keys) await alter(table, `add constraint "${name}" ${definition}`)
  for (const { table } of triggered) await alter(table, 'enable trigger user')
}

/** The queue's tables may be of another version than the backup's: columns that only one of them has stay out. */
const commonColumns = (entry: TableEntry, shape: TableShape): TableShape => ({
  ...shape,
  columns: entry.columns.filter(({ name }) => shape.columns.some(column => column.name === name)),
})

const pick = (lines: readonly string[], positions: readonly number[]) =>
  lines.map(line => {
    const values = JSON.parse(line) as unknown[]
    return JSON.stringify(positions.map(position => values[position]))
  })

const restoreTable = async (trx: Trx, backup: string, entry: TableEntry, shape: TableShape) => {
  const table = commonColumns(entry, shape)
  const isWhole = table.columns.length === entry.columns.length
  const positions = table.columns.map(column => entry.columns.indexOf(column))
  for await (const lines of readLines(path.join(backup, tableFile(entry))))
    await insertRows(trx, table, isWhole ? lines : pick(lines, positions))
  const summary = createSummary()
  for await (const lines of readRows(trx, table)) summary.add(lines)
  const { count, sha256 } = summary.end()
  if (count !== entry.rows || (isWhole && sha256 !== entry.sha256))
    throw new Error(`The table ${entry.name} is not as in the backup. Nothing was restored to the database.`)
}

const restoreDatabase = (db: Db, backup: string, { tables, sequences }: Manifest) =>
  db.transaction().execute(async trx => {
    await fixFormats(trx)
    const shapes = new Map((await listTables(trx)).map(shape => [`${shape.schema}.${shape.name}`, shape]))
    const missing = tables.filter(({ schema, name }) => !shapes.has(`${schema}.${name}`))
    if (missing.length > 0) throw new Error(`The database has no table ${missing.map(({ name }) => name).join(', ')}.`)
    const own = [...shapes.values()].filter(({ schema }) => schema === 'public')
    const queues = [...shapes.values()].filter(({ schema }) => schema === 'jobs')
    await withoutConstraints(trx, async () => {
      await sql`truncate ${sql.join(own.map(tableId))} restart identity`.execute(trx)
      for (const table of queues.toReversed()) await sql`delete from ${tableId(table)}`.execute(trx)
      for (const entry of tables) {
        const shape = shapes.get(`${entry.schema}.${entry.name}`)
        if (shape) await restoreTable(trx, backup, entry, shape)
      }
      for (const { name, last_value } of sequences)
        await sql`select setval(${`public."${name}"`}::regclass, ${last_value})`.execute(trx)
    })
  })

/** Creates the tables as they were at the time of the backup. The next start migrates them. */
const prepareDatabase = async (database: Database, { migrations, tables }: Manifest) => {
  await migrate(database, migrationsFolder, new Set(migrations.map(({ name }) => name)))
  if (!tables.some(({ schema }) => schema === 'jobs')) return
  const jobs = openJobs(database)
  await jobs.start([], { isWorker: false })
  await jobs.stop()
}

/** Restores a backup. Throws an Error with a sentence; then the shop is as empty as before. */
export const restoreBackup = async (input: RestoreInput): Promise<RestoreSummary> => {
  const { backup, config, openDatabase, without_secret, now } = input
  const manifest = await verifyBackup(backup)
  assertKnownSchema(manifest)
  assertSameKind(manifest, config)
  if (!without_secret) await assertSameSecret(backup, manifest, config)
  const database = await openDatabase()
  try {
    await assertEmpty(database.db, manifest, now)
    const files = await restoreFiles(backup, config)
    await prepareDatabase(database, manifest)
    await restoreDatabase(database.db, backup, manifest)
    await sql`analyze`.execute(database.db)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { version, started_at } = manifest
    return { tables: manifest.tables.length, rows, files, made_at: started_at, version }
  } finally {
    await database.close()
  }
}
