/** The embedded database under load: one connection, many who want it. */
import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openEmbedded, type EmbeddedDatabase, type Trx } from './database.server.ts'
import { turnTakingDialect } from './pglite-dialect.server.ts'
import type { Tables } from './tables.ts'
import { makeTurns } from './turns.server.ts'

let database: EmbeddedDatabase
beforeAll(async () => {
  database = await openEmbedded(undefined)
  await database.exec('create table purse (cents integer not null)')
})
afterAll(() => database.close())
beforeEach(() => database.exec('delete from purse; insert into purse values (0)'))

/** Reads, leaves time for others to come between, and writes what it read plus one. */
const addOne = async (trx: Trx, then?: Error) => {
  const { rows } = await sql<{ cents: number }>`select cents from purse`.execute(trx)
  await new Promise(setImmediate)
  await sql`update purse set cents = ${(rows[0]?.cents ?? 0) + 1}`.execute(trx)
  if (then) throw then
}
const addOnce = (then?: Error) => database.db.transaction().execute(trx => addOne(trx, then))
const cents = async () => (await sql<{ cents: number }>`select cents from purse`.execute(database.db)).rows[0]?.cents
const queueSql = async (text: string) => database.jobs.db?.executeSql(text)
const times = <T>(n: number, work: () => T) => Array.from({ length: n }, work)

test('twenty transactions at once, beside single queries, never mix', async () => {
  await Promise.all([...times(20, () => addOnce()), ...times(20, cents), ...times(20, () => queueSql('select 1'))])
  expect(await cents()).toBe(20)
})

test('what is rolled back takes nothing of its neighbours with it', async () => {
  const failing = () => addOnce(new Error('changed my mind')).catch((error: Error) => error.message)
  const ended = await Promise.all(times(20, () => [addOnce(), failing()]).flat())
  expect(ended.filter(Boolean)).toEqual(times(20, () => 'changed my mind'))
  expect(await cents()).toBe(20)
})

test('a block of the job queue that fails leaves no aborted transaction to whoever comes next', async () => {
  const failing = () =>
    queueSql('begin; update purse set cents = 99; select 1/0; commit').catch((error: Error) => error.message)
  const ended = await Promise.all(times(20, () => [failing(), addOnce()]).flat())
  expect(ended.filter(Boolean)).toEqual(times(20, () => 'division by zero'))
  expect(await cents()).toBe(20)
})

test('a migration that fails leaves no aborted transaction either', async () => {
  const failing = database.exec('begin; select 1/0; commit')
  await Promise.all([expect(failing).rejects.toThrow('division by zero'), addOnce()])
  expect(await cents()).toBe(1)
})

test('a query on the outer handle inside a transaction is told so, instead of waiting for itself for ever', async () => {
  const pglite = await PGlite.create()
  const db = new Kysely<Tables>({ dialect: turnTakingDialect(pglite, makeTurns(50)) })
  const wrong = db.transaction().execute(() => sql`select 1`.execute(db))
  await expect(wrong).rejects.toThrow('is the outer handle used inside a transaction?')
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
  await db.destroy()
})

test('numbers are numbers: bigint too', async () => {
  expect((await sql`select 7::bigint as n, count(*) from purse`.execute(database.db)).rows).toEqual([
    { n: 7, count: 1 },
  ])
})

test('turns come in the order of asking, also after a failure', async () => {
  const turns = makeTurns()
  const order: number[] = []
  const work = [1, 2, 3, 4].map(n =>
    turns
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

test('who would wait for itself is told so, and holds up nobody else', async () => {
  const turns = makeTurns(20)
  const end = await turns.take()
  await expect(turns.take()).rejects.toThrow('is the outer handle used inside a transaction?')
  end()
  await expect(turns.run(async () => 'next')).resolves.toBe('next')
})
