import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { messageOf } from '../http/error-message.ts'
import { MIGRATION_LOCK, type Database, type Db, type Trx } from './database.server.ts'

export const migrationsFolder = path.resolve('migrations')

const hashOf = (body: string) => createHash('sha256').update(body).digest('hex')

type AppliedMigration = { name: string; sha256: string }

/** Compares the migrations of a database or backup with the files. Returns names in order. */
export const compareMigrations = (applied: readonly AppliedMigration[], folder = migrationsFolder) => {
  const files = new Map(readMigrations(folder).map(({ name, body }) => [name, hashOf(body)]))
  const lastFile = [...files.keys()].at(-1) ?? ''
  const appliedNames = applied.map(({ name }) => name).toSorted()
  const unknown = appliedNames.filter(name => !files.has(name))
  // Files are only ever added at the end, except before the first release.
  const isPreRelease = unknown.some(name => name <= lastFile)
  return {
    isPreRelease,
    newer: isPreRelease ? [] : unknown,
    changed: applied.filter(({ name, sha256 }) => (files.get(name) ?? sha256) !== sha256).map(({ name }) => name),
    pending: [...files.keys()].filter(name => !appliedNames.includes(name)),
  }
}

/** Returns the migrations that the database has, in order; undefined when it has no tables yet. */
export const listApplied = async (db: Db | Trx): Promise<AppliedMigration[] | undefined> => {
  const { rows: tables } = await sql<{ is_migrated: boolean }>`
    select to_regclass('schema_migrations') is not null as is_migrated`.execute(db)
  if (!tables[0]?.is_migrated) return undefined
  const { rows } = await sql<AppliedMigration>`select name, sha256 from schema_migrations order by name`.execute(db)
  return rows
}

/** Returns a hash of the migration files, which changes with any of them. */
export const getSchemaFingerprint = (folder = migrationsFolder): string => {
  const hash = createHash('sha256')
  for (const { name, body } of readMigrations(folder)) hash.update(name).update(body)
  return hash.digest('hex').slice(0, 16)
}

const readMigrations = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .toSorted()
    .map(name => ({ name, body: readFileSync(path.join(folder, name), 'utf8') }))

/**
 * Applies the SQL files in order, each in one transaction under a lock, so that a second starting server waits. Throws
 * when an applied file has changed since. `names` leaves out all others. Returns the names of the newly applied files.
 */
export const migrate = async (
  { db, exec }: Database,
  folder = migrationsFolder,
  names?: ReadonlySet<string>,
): Promise<string[]> => {
  // Even "if not exists" fails when two servers run it concurrently.
  await exec(
    `begin; ${MIGRATION_LOCK}; create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now()); commit;`,
  )
  const applied: string[] = []
  for (const { name, body } of readMigrations(folder)) {
    if (names && !names.has(name)) continue
    const digest = hashOf(body)
    const existing = await appliedDigest(db, name)
    if (existing === digest) continue
    if (existing) throw new Error(`The migration ${name} was changed after it was applied: add a new file instead.`)
    // One batch is sent whole, so that it needs no dedicated connection. The insert fails if another server was first.
    try {
      await exec(
        `begin; ${MIGRATION_LOCK}; insert into schema_migrations (name, sha256) values ('${name}', '${digest}'); ${body}\n; commit;`,
      )
      applied.push(name)
    } catch (error) {
      if ((await appliedDigest(db, name)) !== digest)
        throw new Error(`The migration ${name} failed: ${messageOf(error)}`, { cause: error })
    }
  }
  return applied
}

const appliedDigest = async (db: Database['db'], name: string) => {
  const result = await sql<{ sha256: string }>`select sha256 from schema_migrations where name = ${name}`.execute(db)
  return result.rows[0]?.sha256
}
