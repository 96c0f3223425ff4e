/**
 * Prepared statements, which PostgreSQL plans once per connection. Planning a small query costs more than running it
 * (decision 4).
 */
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'

/**
 * The code has a few hundred statements, and lists of many lengths add more. A connection keeps every plan, so
 * statements beyond this limit are not prepared.
 */
const MAX_STATEMENTS = 500

/** Returns a pool whose connections prepare every statement that has parameters. */
export const withPreparedStatements = (pool: Pool, max = MAX_STATEMENTS): PostgresPool => {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const existing = names.get(text)
    if (existing !== undefined || names.size >= max) return existing
    const name = `statement_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        const name = values.length > 0 ? nameOf(text) : undefined
        return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
      }
      // Kysely's type also lists cursors, which are not used.
      return { query: query as unknown as PostgresPoolClient['query'], release: destroy => client.release(destroy) }
    },
  }
}

/**
 * Returns `(1, 2, 3, 3)` for an `in` with at least one number. The length is rounded up to a power of two by repeating
 * the last number, so that few distinct statements are prepared. An array parameter would need only one, but the
 * planner can only guess its length.
 */
export const sqlList = (numbers: readonly number[]) => {
  const length = 2 ** Math.ceil(Math.log2(numbers.length))
  return sql`(${sql.join(Array.from({ length }, (_, i) => numbers[i] ?? numbers.at(-1)))})`
}
