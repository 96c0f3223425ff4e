/** The running processes, for the doctor and for staff. Each process renews its row while it runs. */
import { randomUUID } from 'node:crypto'
import os from 'node:os'

import type { Selectable } from 'kysely'

import { DAY_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Deps } from '#platform/deps.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { VERSION } from '#platform/version.server.ts'

const RENEW_MS = 20_000
/** A process that did not renew its row for this long is dead, or cannot reach the database. */
const MAX_SILENCE_MS = 3 * RENEW_MS

export type ShopProcess = Selectable<Tables['processes']>

/** Announces this process until the returned function is called. */
export const announceProcess = async ({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) => {
  const id = randomUUID()
  const started_at = clock.now()
  const row = { id, role: config.role, host: os.hostname(), pid: process.pid, version: VERSION, started_at }
  const renew = async () => {
    const seen_at = clock.now()
    await db
      .insertInto('processes')
      .values({ ...row, seen_at })
      .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at }))
      .execute()
  }
  await db
    .deleteFrom('processes')
    .where('seen_at', '<', new Date(started_at.getTime() - DAY_MS))
    .execute()
  await renew()
  let pending = Promise.resolve()
  const timer = setInterval(() => {
    pending = renew().catch((error: unknown) =>
      console.error(`The process could not be announced: ${messageOf(error)}`),
    )
  }, RENEW_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await pending
    await db
      .deleteFrom('processes')
      .where('id', '=', id)
      .execute()
      .catch(() => {})
  }
}

/** Returns the processes that run, the oldest first. */
export const listProcesses = (db: Db, now: Date): Promise<ShopProcess[]> =>
  db
    .selectFrom('processes')
    .selectAll()
    .where('seen_at', '>=', new Date(now.getTime() - MAX_SILENCE_MS))
    .orderBy('started_at')
    .orderBy('id')
    .execute()
