/** Tests for concurrent use of the embedded database's single connection. */
import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openEmbedded, openPostgres, type EmbeddedDatabase, type Trx } from './database.server.ts'
import { createMutex } from './mutex.server.ts'
import { createMutexDialect } from './pglite-dialect.server.ts'
import type { Tables } from './tables.ts'

let database: EmbeddedDatabase
beforeAll(async () => {
  database = await openEmbedded(undefined)
  await database.exec('create table purse (cents integer not null)')
})
afterAll(() => database.close())
beforeEach(() => database.exec('delete from purse; insert into purse values (0)'))

/** Reads, lets other transactions interleave, and writes the value plus one. */
const addOne = async (trx: Trx, error?: Error) => {
  const { rows } = await sql<{ cents: number }>`select cents from purse`.execute(trx)
  await new Promise(setImmediate)
  await sql`update purse set cents = ${(rows[0]?.cents ?? 0) + 1}`.execute(trx)
  if (error) throw error
}
const addOnce = (error?: Error) => database.db.transaction().execute(trx => addOne(trx, error))
const cents = async () => (await sql<{ cents: number }>`select cents from purse`.execute(database.db)).rows[0]?.cents
const queueSql = async (text: string) => database.jobs.db?.executeSql(text)
const times = <T>(n: number, work: () => T) => Array.from({ length: n }, work)

test('twenty concurrent transactions and single queries do not interleave', async () => {
  await Promise.all([...times(20, () => addOnce()), ...times(20, cents), ...times(20, () => queueSql('select 1'))])
  expect(await cents()).toBe(20)
})

test('a rollback does not affect concurrent transactions', async () => {
  const failing = () => addOnce(new Error('changed my mind')).catch((error: Error) => error.message)
  const errors = await Promise.all(times(20, () => [addOnce(), failing()]).flat())
  expect(errors.filter(Boolean)).toEqual(times(20, () => 'changed my mind'))
  expect(await cents()).toBe(20)
})

test('a failed statement block of the job queue leaves no aborted transaction behind', async () => {
  const failing = () =>
    queueSql('begin; update purse set cents = 99; select 1/0; commit').catch((error: Error) => error.message)
  const errors = await Promise.all(times(20, () => [failing(), addOnce()]).flat())
  expect(errors.filter(Boolean)).toEqual(times(20, () => 'division by zero'))
  expect(await cents()).toBe(20)
})

test('a failed migration leaves no aborted transaction behind', async () => {
  const failing = database.exec('begin; select 1/0; commit')
  await Promise.all([expect(failing).rejects.toThrow('division by zero'), addOnce()])
  expect(await cents()).toBe(1)
})

test('a query on the outer handle inside a transaction fails instead of deadlocking', async () => {
  const pglite = await PGlite.create()
  const db = new Kysely<Tables>({ dialect: createMutexDialect(pglite, createMutex(50)) })
  const nested = db.transaction().execute(() => sql`select 1`.execute(db))
  await expect(nested).rejects.toThrow('is the outer handle used inside a transaction?')
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
  await db.destroy()
})

test('bigint values are numbers', async () => {
  expect((await sql`select 7::bigint as n, count(*) from purse`.execute(database.db)).rows).toEqual([
    { n: 7, count: 1 },
  ])
})

test('the mutex is first-in, first-out, even after a failure', async () => {
  const mutex = createMutex()
  const order: number[] = []
  const work = [1, 2, 3, 4].map(n =>
    mutex
      .run(async () => {
        await new Promise(setImmediate)
        order.push(n)
        if (n === 2) throw new Error('no')
      })
      .catch(() => {}),
  )
  await Promise.all(work)
  expect(order).toEqual([1, 2, 3, 4])
})

test('a deadlocked caller gets an error and does not block others', async () => {
  const mutex = createMutex(20)
  const release = await mutex.acquire()
  await expect(mutex.acquire()).rejects.toThrow('is the outer handle used inside a transaction?')
  release()
  await expect(mutex.run(async () => 'next')).resolves.toBe('next')
})

const server = process.env['TEST_DATABASE_URL']

test.runIf(server)('PostgreSQL compiles no query on any connection of the shop', async () => {
  const postgres = await openPostgres(server ?? '', 3)
  const readJit = () =>
    postgres.db
      .connection()
      .execute(async db => (await sql<{ jit: string }>`select current_setting('jit') jit`.execute(db)).rows[0]?.jit)
  expect(await Promise.all(times(9, readJit))).toEqual(times(9, () => 'off'))
  await postgres.close()
})
