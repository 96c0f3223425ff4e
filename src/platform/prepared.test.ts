/** Prepared statements, on a real PostgreSQL: the embedded database plans as it likes. */
import { PostgresDialect, Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'

import { oneOf, preparing } from './prepared.server.ts'

const server = process.env['TEST_DATABASE_URL']
let db: Kysely<object>
const open = (most?: number) => {
  const pool = new pg.Pool({ connectionString: server, max: 1 })
  db = new Kysely<object>({ dialect: new PostgresDialect({ pool: preparing(pool, most) }) })
}
afterEach(() => db.destroy())

const prepared = async () => {
  const { rows } = await sql<{
    statement: string
  }>`select statement from pg_prepared_statements order by prepare_time`.execute(db)
  return rows.map(row => row.statement)
}

test.runIf(server)('a text is prepared once for all its values, one without values never', async () => {
  open()
  for (const n of [1, 2, 3])
    expect((await sql`select ${n}::int + 1 as next`.execute(db)).rows).toEqual([{ next: n + 1 }])
  await sql`select 7`.execute(db)
  expect(await prepared()).toEqual(['select $1::int + 1 as next'])
})

test.runIf(server)('beyond the most that a connection keeps, statements answer all the same', async () => {
  open(1)
  await sql`select ${1}::int`.execute(db)
  expect((await sql`select ${'a'}::text as letter`.execute(db)).rows).toEqual([{ letter: 'a' }])
  expect(await prepared()).toEqual(['select $1::int'])
})

test.runIf(server)('a failed statement leaves its text good for the next values', async () => {
  open()
  const divide = async (by: number) => (await sql`select 6 / ${by}::int as part`.execute(db)).rows
  await expect(divide(0)).rejects.toThrow('division by zero')
  expect(await divide(2)).toEqual([{ part: 3 }])
})

test.runIf(server)('lists of nearly the same length share a text', async () => {
  open()
  const among = async (numbers: number[]) =>
    (await sql<{ n: number }>`select n from generate_series(1, 9) n where n in ${oneOf(numbers)}`.execute(db)).rows.map(
      row => row.n,
    )
  expect(await among([3, 5, 8])).toEqual([3, 5, 8])
  expect(await among([1, 2, 3, 9])).toEqual([1, 2, 3, 9])
  expect(await among([4])).toEqual([4])
  expect(await prepared()).toHaveLength(2)
})
