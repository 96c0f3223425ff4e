import type { PGlite } from '@electric-sql/pglite'
import { PGliteAdapter, PGliteDialect, PGliteDriver, type DatabaseConnection } from 'kysely'

import type { Turns } from './turns.server.ts'

/** Lends the one connection to one borrower at a time, in turns that are shared with whoever else uses the database. */
class TurnTakingDriver extends PGliteDriver {
  readonly #turns: Turns
  #endTurn = () => {}

  constructor(pglite: PGlite, turns: Turns) {
    super({ pglite })
    this.#turns = turns
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#endTurn = await this.#turns.take()
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.#endTurn()
  }
}

/**
 * Kysely would let borrowers wait by itself, for ever: a query on the outer handle inside a transaction waits for itself.
 * Here each of them waits in its turn alone, which ends with a sentence when it takes too long.
 */
class OwnTurnsAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export const turnTakingDialect = (pglite: PGlite, turns: Turns): PGliteDialect => {
  const dialect = new PGliteDialect({ pglite })
  dialect.createDriver = () => new TurnTakingDriver(pglite, turns)
  dialect.createAdapter = () => new OwnTurnsAdapter()
  return dialect
}
