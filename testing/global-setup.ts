/** Creates one migrated database that each test copies, because copying is much faster than migrating. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'

import { openEmbedded, openPostgres } from '../src/platform/db/database.server.ts'
import { migrate, getSchemaFingerprint } from '../src/platform/db/migrate.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of the embedded database, or the name of a database on the TEST_DATABASE_URL server. */
    migrated: string
  }
}

/** Returns a dump of the migrated embedded database, cached until the schema changes. */
const createMigratedDump = async () => {
  const file = path.resolve('node_modules/.cache', `database-${getSchemaFingerprint()}.tar`)
  if (existsSync(file)) return file
  const database = await openEmbedded(undefined)
  await migrate(database)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Buffer.from(await (await database.dump()).arrayBuffer()))
  await database.close()
  return file
}

/** Creates the template database under a temporary name and renames it: it is complete or missing. PostgreSQL only copies databases without connections. */
const createMigratedDatabase = async (server: string) => {
  const name = `migrated_${getSchemaFingerprint()}`
  const serverConnection = await openPostgres(server, 1)
  const exists = async () =>
    (await sql`select 1 from pg_database where datname = ${name}`.execute(serverConnection.db)).rows.length > 0
  if (!(await exists())) {
    const draftName = `making_${randomUUID().replaceAll('-', '')}`
    await sql`create database ${sql.id(draftName)}`.execute(serverConnection.db)
    const url = new URL(server)
    url.pathname = `/${draftName}`
    const database = await openPostgres(url.href, 1)
    await migrate(database)
    await database.close()
    try {
      await sql`alter database ${sql.id(draftName)} rename to ${sql.id(name)}`.execute(serverConnection.db)
    } catch (error) {
      // Another run on the same server was faster.
      if (!(await exists())) throw error
      await sql`drop database ${sql.id(draftName)}`.execute(serverConnection.db)
    }
  }
  await serverConnection.close()
  return name
}

export default async function setup(project: TestProject) {
  const server = project.config.env['TEST_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL']
  project.provide('migrated', server ? await createMigratedDatabase(server) : await createMigratedDump())
}
