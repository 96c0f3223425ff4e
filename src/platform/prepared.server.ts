/** Statements that PostgreSQL plans once for each connection: to plan a small query costs more than to run it (decision 8). */
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'

/** The code knows some hundred texts; lists of many lengths make more, and a connection keeps every plan. Those beyond are planned each time. */
const most_prepared = 500

/** The same pool, whose connections prepare every statement that has values. */
export const preparing = (pool: Pool, most = most_prepared): PostgresPool => {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= most) return known
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
      // Kysely's type also lists cursors, which nothing here reads with.
      return { query: query as unknown as PostgresPoolClient['query'], release: destroy => client.release(destroy) }
    },
  }
}

/**
 * `(1, 2, 3, 3)` behind an `in`, for a list of at least one number. Its length is rounded up to a power of two by saying the
 * last one again: few texts to prepare. An array in one value would never be: of its length the planner knows only a guess.
 */
export const oneOf = (numbers: readonly number[]) => {
  const length = 2 ** Math.ceil(Math.log2(numbers.length))
  return sql`(${sql.join(Array.from({ length }, (_, i) => numbers[i] ?? numbers.at(-1)))})`
}
