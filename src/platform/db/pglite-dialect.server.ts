import type { PGlite } from '@electric-sql/pglite'
import { PGliteAdapter, PGliteDialect, PGliteDriver, type DatabaseConnection } from 'kysely'

import type { Mutex } from './mutex.server.ts'

/** Lends the single connection to one caller at a time, under the mutex that all users of the database share. */
class MutexDriver extends PGliteDriver {
  readonly #mutex: Mutex
  #release = () => {}

  constructor(pglite: PGlite, mutex: Mutex) {
    super({ pglite })
    this.#mutex = mutex
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#release = await this.#mutex.acquire()
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.#release()
  }
}

/**
 * Kysely itself would queue callers forever: a query on the outer handle inside a transaction would wait for itself.
 * With this adapter callers wait only for the mutex, which fails with an error after its timeout.
 */
class MutexAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export const createMutexDialect = (pglite: PGlite, mutex: Mutex): PGliteDialect => {
  const dialect = new PGliteDialect({ pglite })
  dialect.createDriver = () => new MutexDriver(pglite, mutex)
  dialect.createAdapter = () => new MutexAdapter()
  return dialect
}
