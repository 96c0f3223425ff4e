import type { Db } from '#platform/db/database.server.ts'

import { describeDevice } from './device.ts'

type CurrentSession = { user_id: number; session_id: number }

/** Lists a user's sessions: the current one first, then the most recently used. */
export const listUserSessions = async (db: Db, { user_id, session_id }: CurrentSession, now: Date) => {
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
    .map(({ id, user_agent, address, created_at, last_seen_at }) => ({
      id,
      device: describeDevice(user_agent),
      address,
      started_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      is_current: id === session_id,
    }))
    .toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
}

/** Ends the user's other sessions. Returns how many ended. */
export const endOtherUserSessions = async (db: Db, { user_id, session_id }: CurrentSession): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '!=', session_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends one of the user's sessions. Returns whether it existed. */
export const endUserSession = async (db: Db, user_id: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
