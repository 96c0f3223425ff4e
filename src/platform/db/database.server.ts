import { chmodSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'

import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { fromPglite, type ConstructorOptions } from 'pg-boss'

import { lockDirectory } from './lock.server.ts'
import { createMutex } from './mutex.server.ts'
import { createMutexDialect } from './pglite-dialect.server.ts'
import { withPreparedStatements } from './prepared-statements.server.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** The open database: the query handle, and the job queue's connection to the same database. */
export type Database = {
  kind: 'embedded' | 'postgres'
  db: Db
  /** Runs several statements at once, outside any transaction. A failed transaction in them is rolled back. */
  exec: (sql: string) => Promise<void>
  jobs: ConstructorOptions
  /** Runs `work` while no other process migrates or seeds this database. */
  runExclusive: <T>(work: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** The embedded database can also dump its data folder as one file, to start another database from. */
export type EmbeddedDatabase = Database & { dump: () => Promise<Blob> }

const BIGINT_OID = 20
/** Takes the migration lock until its transaction ends. The number only has to be unique in this database. */
export const MIGRATION_LOCK = 'select pg_advisory_xact_lock(727274)'
/** A longer wait for a connection counts as an unavailable database. */
const CONNECT_TIMEOUT_MS = 5_000

/** Opens PostgreSQL over a connection pool. bigint values arrive as numbers, as in the embedded database. */
export const openPostgres = async (url: string, pool_size: number): Promise<Database> => {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(BIGINT_OID, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: pool_size,
    application_name: 'longtake',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // Compiling a query takes longer than any of the shop's queries. As a startup option, a connection pooler would
    // refuse it.
    onConnect: client => client.query('set jit = off'),
  })
  // A checked-out client reports a lost connection to its user, but without its own error listener it would also end
  // the process.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', error => console.error(`The database connection was lost: ${error.message}`))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  return {
    kind: 'postgres',
    db,
    // The pool discards a connection whose query failed, and with it any open transaction.
    exec: async text => void (await pool.query(text)),
    jobs: { connectionString: url, max: 4 },
    runExclusive: async work => {
      // Use a separate connection, because `work` may need the whole pool. The lock ends with the connection, even when
      // this process is killed.
      const client = new pg.Client({ connectionString: url, application_name: 'longtake' })
      client.on('error', () => {})
      await client.connect()
      try {
        await client.query('begin')
        await client.query(MIGRATION_LOCK)
        return await work()
      } finally {
        await client.end()
      }
    },
    close: () => db.destroy(),
  }
}

/** PGlite unpacks a new database with files that everyone can read. */
const restrictFiles = (dir: string) => {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(path.join(entry.parentPath, entry.name), 0o600)
}

/** Optimizes only functions that stay busy, ten times V8's default: optimizing at the start takes a second of CPU and 40 MB. */
const WASM_TIERING_BUDGET = '--wasm-tiering-budget=130000000'

/** Opens the embedded database in `dir`, or in memory without one. `snapshot` is a dumped data folder to start from. */
export const openEmbedded = async (dir: string | undefined, snapshot?: Blob): Promise<EmbeddedDatabase> => {
  setFlagsFromString(WASM_TIERING_BUDGET)
  const release = dir ? await lockDirectory(dir) : () => {}
  const [{ PGlite }, { pg_trgm }, { unaccent }, { citext }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
    import('@electric-sql/pglite/contrib/citext'),
  ])
  const pglite = await PGlite.create({
    ...(dir && { dataDir: dir }),
    // The default of 128 MB is for a server; here the operating system caches the files as well.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    extensions: { pg_trgm, unaccent, citext },
    ...(snapshot && { loadDataDir: snapshot }),
  })
  if (dir) restrictFiles(dir)
  const mutex = createMutex()
  const db = new Kysely<Tables>({ dialect: createMutexDialect(pglite, mutex) })
  // Both roll back a failed transaction before they release the mutex, so that no other query runs inside it.
  const queue = fromPglite(pglite)
  const executeSql = (text: string, values?: unknown[]) => mutex.run(() => queue.executeSql(text, values))
  return {
    kind: 'embedded',
    db,
    exec: async text => void (await executeSql(text)),
    jobs: { db: { ...queue, executeSql }, backend: 'pglite' },
    // One process owns the data folder, so no lock is needed.
    runExclusive: work => work(),
    dump: () => pglite.dumpDataDir('none'),
    close: async () => {
      await db.destroy()
      release()
    },
  }
}

/** Adapts one of our transactions for the job queue, so that it can write inside it. */
export const toPgBossDb = (trx: Trx) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: [...(await trx.executeQuery(CompiledQuery.raw(text, values))).rows],
  }),
})
