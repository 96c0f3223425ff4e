import type { Db } from '#platform/database.server.ts'

import { deviceOf } from './device.ts'

type Mine = { user_id: number; session_id: number }

/** Where somebody is signed in: this session first, then by when it was last seen. */
export const sessionsOf = async (db: Db, { user_id, session_id }: Mine, now: Date) => {
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
      device: deviceOf(user_agent),
      address,
      started_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      is_current: id === session_id,
    }))
    .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
}

/** Answers how many were signed out. */
export const endOthers = async (db: Db, { user_id, session_id }: Mine): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '!=', session_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whether one of one's own was signed out. */
export const endOne = async (db: Db, user_id: number, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
