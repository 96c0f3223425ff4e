import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { fromPglite, type ConstructorOptions } from 'pg-boss'

import { lockDirectory } from './lock.server.ts'
import { turnTakingDialect } from './pglite-dialect.server.ts'
import { preparing } from './prepared.server.ts'
import type { Tables } from './tables.ts'
import { makeTurns } from './turns.server.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** The open database: the one handle that everything is given, and how the job queue reaches the same place. */
export type Database = {
  kind: 'embedded' | 'postgres'
  db: Db
  /** Runs several statements at once, outside any transaction. A transaction that they began and that fails leaves nothing open. */
  exec: (sql: string) => Promise<void>
  jobs: ConstructorOptions
  /** Does `work` while no other process migrates or fills this database. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** The embedded database can also be dumped: its data folder as one file, to begin another from. */
export type EmbeddedDatabase = Database & { dump: () => Promise<Blob> }

const bigint_oid = 20
/** Takes the lock for migrations until its transaction ends. Any number that no other program takes on this database. */
export const MIGRATION_LOCK = 'select pg_advisory_xact_lock(727274)'
/** Waiting longer for a connection than this is as good as a database that is away. */
const connect_patience_ms = 5_000

/** PostgreSQL over a pool. bigint arrives as a number, as the embedded database gives it. */
export const openPostgres = async (url: string, pool_size: number): Promise<Database> => {
  const { default: pg } = await import('pg')
  pg.types.setTypeParser(bigint_oid, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: pool_size,
    application_name: 'longtake',
    connectionTimeoutMillis: connect_patience_ms,
    keepAlive: true,
  })
  // One that is lent out reports its loss to whoever uses it; without a listener of its own it would end the process too.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', error => console.error(`The database connection was lost: ${error.message}`))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  return {
    kind: 'postgres',
    db,
    // The pool throws a connection away whose query failed, and any open transaction with it.
    exec: async text => void (await pool.query(text)),
    jobs: { connectionString: url, max: 4 },
    exclusively: async work => {
      // Beside the pool, which `work` may need whole. The lock ends with the connection, also when this process is killed.
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

/** The embedded database in `dir` (or in memory without one); `snapshot` is a dumped data folder to begin from. */
export const openEmbedded = async (dir: string | undefined, snapshot?: Blob): Promise<EmbeddedDatabase> => {
  const release = dir ? await lockDirectory(dir) : () => {}
  const [{ PGlite }, { pg_trgm }, { unaccent }, { citext }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
    import('@electric-sql/pglite/contrib/citext'),
  ])
  const pglite = await PGlite.create({
    ...(dir && { dataDir: dir }),
    extensions: { pg_trgm, unaccent, citext },
    ...(snapshot && { loadDataDir: snapshot }),
  })
  const turns = makeTurns()
  const db = new Kysely<Tables>({ dialect: turnTakingDialect(pglite, turns) })
  // Both clear away a failed transaction before their turn ends: nobody else must begin inside it.
  const queue = fromPglite(pglite)
  const executeSql = (text: string, values?: unknown[]) => turns.run(() => queue.executeSql(text, values))
  return {
    kind: 'embedded',
    db,
    exec: async text => void (await executeSql(text)),
    jobs: { db: { ...queue, executeSql }, backend: 'pglite' },
    // Its folder belongs to one process.
    exclusively: work => work(),
    dump: () => pglite.dumpDataDir('none'),
    close: async () => {
      await db.destroy()
      release()
    },
  }
}

/** Lets the job queue write inside one of our transactions. */
export const insideTransaction = (trx: Trx) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({
    rows: [...(await trx.executeQuery(CompiledQuery.raw(text, values))).rows],
  }),
})
