/** Tests for prepared statements on a real PostgreSQL. */
import { PostgresDialect, Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'

import { sqlList, withPreparedStatements } from './prepared-statements.server.ts'

const server = process.env['TEST_DATABASE_URL']
let db: Kysely<object>
const open = (max?: number) => {
  const pool = new pg.Pool({ connectionString: server, max: 1 })
  db = new Kysely<object>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool, max) }) })
}
afterEach(() => db.destroy())

const listPrepared = async () => {
  const { rows } = await sql<{
    statement: string
  }>`select statement from pg_prepared_statements order by prepare_time`.execute(db)
  return rows.map(row => row.statement)
}

test.runIf(server)('a statement is prepared once for all its values, and never without values', async () => {
  open()
  for (const n of [1, 2, 3])
    expect((await sql`select ${n}::int + 1 as next`.execute(db)).rows).toEqual([{ next: n + 1 }])
  await sql`select 7`.execute(db)
  expect(await listPrepared()).toEqual(['select $1::int + 1 as next'])
})

test.runIf(server)('statements beyond the limit still run', async () => {
  open(1)
  await sql`select ${1}::int`.execute(db)
  expect((await sql`select ${'a'}::text as letter`.execute(db)).rows).toEqual([{ letter: 'a' }])
  expect(await listPrepared()).toEqual(['select $1::int'])
})

test.runIf(server)('a failed statement can run again with other values', async () => {
  open()
  const divide = async (divisor: number) => (await sql`select 6 / ${divisor}::int as part`.execute(db)).rows
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect(await divide(2)).toEqual([{ part: 3 }])
})

test.runIf(server)('lists of similar lengths share a statement', async () => {
  open()
  const selectIn = async (numbers: number[]) =>
    (
      await sql<{ n: number }>`select n from generate_series(1, 9) n where n in ${sqlList(numbers)}`.execute(db)
    ).rows.map(row => row.n)
  expect(await selectIn([3, 5, 8])).toEqual([3, 5, 8])
  expect(await selectIn([1, 2, 3, 9])).toEqual([1, 2, 3, 9])
  expect(await selectIn([4])).toEqual([4])
  expect(await listPrepared()).toHaveLength(2)
})
