import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'

import { messageOf } from '../http/error-message.ts'
import { MIGRATION_LOCK, type Database } from './database.server.ts'

export const migrationsFolder = path.resolve('migrations')

const hashOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** Returns the names of the migration files in order, with their hashes. */
export const listMigrations = (folder = migrationsFolder): { name: string; sha256: string }[] =>
  readMigrations(folder).map(({ name, body }) => ({ name, sha256: hashOf(body) }))

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
