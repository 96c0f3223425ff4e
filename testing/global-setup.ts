/** One migrated database for all tests, of which each takes a copy: that takes a moment, the migrations take seconds. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'

import { openEmbedded, openPostgres } from '../src/platform/database.server.ts'
import { migrate, schemaFingerprint } from '../src/platform/migrate.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A file of the embedded database's, or the name of a database on the server of TEST_DATABASE_URL. */
    migrated: string
  }
}

/** An image of the embedded database, kept until the schema changes. */
const migratedImage = async () => {
  const file = path.resolve('node_modules/.cache', `database-${schemaFingerprint()}.tar`)
  if (existsSync(file)) return file
  const database = await openEmbedded(undefined)
  await migrate(database)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Buffer.from(await (await database.dump()).arrayBuffer()))
  await database.close()
  return file
}

/** A database that nobody connects to, or PostgreSQL could not copy it: whole under its name, or not there. */
const migratedDatabase = async (server: string) => {
  const name = `migrated_${schemaFingerprint()}`
  const outside = await openPostgres(server, 1)
  const isThere = async () =>
    (await sql`select 1 from pg_database where datname = ${name}`.execute(outside.db)).rows.length > 0
  if (!(await isThere())) {
    const made = `making_${randomUUID().replaceAll('-', '')}`
    await sql`create database ${sql.id(made)}`.execute(outside.db)
    const url = new URL(server)
    url.pathname = `/${made}`
    const database = await openPostgres(url.href, 1)
    await migrate(database)
    await database.close()
    try {
      await sql`alter database ${sql.id(made)} rename to ${sql.id(name)}`.execute(outside.db)
    } catch (error) {
      // Another run on the same server was first.
      if (!(await isThere())) throw error
      await sql`drop database ${sql.id(made)}`.execute(outside.db)
    }
  }
  await outside.close()
  return name
}

export default async function setup(project: TestProject) {
  const server = process.env['TEST_DATABASE_URL']
  project.provide('migrated', server ? await migratedDatabase(server) : await migratedImage())
}
