/** Tests for migrations on their own database: the embedded one, or PostgreSQL with several servers. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openEmbedded, openPostgres, type Database } from './database.server.ts'
import { compareMigrations, listApplied, migrate } from './migrate.server.ts'

const postgres = process.env['TEST_DATABASE_URL']
let folder: string
let databases: Database[] = []
let freshUrl = ''
let adminDatabase: Database | undefined

/** Opens one more server on this test's database. */
const openServer = async () => {
  const database = postgres ? await openPostgres(freshUrl, 4) : await openEmbedded(undefined)
  databases.push(database)
  return database
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-migrations-'))
  if (!postgres) return
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  adminDatabase ??= await openPostgres(postgres, 1)
  await sql`create database ${sql.id(name)}`.execute(adminDatabase.db)
  const url = new URL(postgres)
  url.pathname = `/${name}`
  freshUrl = url.href
})
afterEach(async () => {
  for (const database of databases) await database.close()
  databases = []
  if (adminDatabase)
    await sql`drop database ${sql.id(new URL(freshUrl).pathname.slice(1))} with (force)`.execute(adminDatabase.db)
  await adminDatabase?.close()
  adminDatabase = undefined
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
const listTables = async ({ db }: Database) =>
  (
    await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`.execute(
      db,
    )
  ).rows.map(({ name }) => name)

test('files are applied once, in order of their names, and new ones later', async () => {
  write('0002_b.sql', 'create table b (a_id integer references a)')
  write('0001_a.sql', 'create table a (id integer primary key); -- the first')
  write('notes.txt', 'no sql')
  const database = await openServer()
  expect(await migrate(database, folder)).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await migrate(database, folder)).toEqual([])
  write('0003_c.sql', 'create table c ()')
  expect(await migrate(database, folder)).toEqual(['0003_c.sql'])
  expect(await listTables(database)).toEqual(['a', 'b', 'c'])
})

test('a changed applied file is refused', async () => {
  write('0001_a.sql', 'create table a ()')
  const database = await openServer()
  await migrate(database, folder)
  write('0001_a.sql', 'create table a (id integer)')
  await expect(migrate(database, folder)).rejects.toThrow(
    'The migration 0001_a.sql was changed after it was applied: add a new file instead.',
  )
})

test('the migrations of a database are compared with the files: pending, changed, newer, or of a pre-release version', async () => {
  const server = await openServer()
  const compare = async () => compareMigrations((await listApplied(server.db)) ?? [], folder)
  const same = { isPreRelease: false, newer: [], changed: [], pending: [] }
  write('0001_a.sql', 'create table a ()')
  write('0002_b.sql', 'create table b ()')
  expect(await listApplied(server.db)).toBeUndefined()
  expect(await compare()).toEqual({ ...same, pending: ['0001_a.sql', '0002_b.sql'] })
  await migrate(server, folder)
  expect(await compare()).toEqual(same)
  write('0003_c.sql', 'create table c ()')
  write('0001_a.sql', 'create table a (id integer)')
  expect(await compare()).toEqual({ ...same, changed: ['0001_a.sql'], pending: ['0003_c.sql'] })
  rmSync(path.join(folder, '0003_c.sql'))
  rmSync(path.join(folder, '0002_b.sql'))
  expect(await compare()).toEqual({ ...same, newer: ['0002_b.sql'], changed: ['0001_a.sql'] })
  write('0002_c.sql', 'create table c ()')
  expect(await compare()).toMatchObject({ isPreRelease: true, newer: [] })
})

test('a failed file leaves no trace, keeps earlier files and can be fixed', async () => {
  write('0001_a.sql', 'create table a ()')
  write('0002_b.sql', 'create table b (); insert into b values (1, 2, 3)')
  const database = await openServer()
  await expect(migrate(database, folder)).rejects.toThrow(/^The migration 0002_b\.sql failed: INSERT has more expr/)
  expect(await listTables(database)).toEqual(['a'])
  write('0002_b.sql', 'create table b ()')
  expect(await migrate(database, folder)).toEqual(['0002_b.sql'])
})

test.runIf(postgres)('eight concurrently starting servers apply each file once', async () => {
  write('0001_a.sql', 'create table a (id integer); insert into a values (1); select pg_sleep(0.2)')
  write('0002_b.sql', 'insert into a values (2)')
  const servers = await Promise.all(Array.from({ length: 8 }, openServer))
  const applied = await Promise.all(servers.map(server => migrate(server, folder)))
  expect(applied.flat().toSorted()).toEqual(['0001_a.sql', '0002_b.sql'])
  const [firstServer] = servers
  expect((await sql`select id from a order by id`.execute(firstServer?.db as Database['db'])).rows).toEqual([
    { id: 1 },
    { id: 2 },
  ])
})
