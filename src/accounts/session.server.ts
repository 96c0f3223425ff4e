import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { clearHostCookie, setHostCookie } from '#platform/http/host-cookie.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

const HOUR_MS = 3_600_000
const IDLE_LIFETIME_MS = 12 * HOUR_MS
const REMEMBERED_LIFETIME_MS = 30 * 24 * HOUR_MS

export const getLifetimeMs = (remember: boolean): number => (remember ? REMEMBERED_LIFETIME_MS : IDLE_LIFETIME_MS)

/** The maximum age of a session, however often it is used. Staff sessions last one working day. */
const MAX_AGE_MS = 180 * 24 * HOUR_MS
const STAFF_MAX_AGE_MS = 12 * HOUR_MS

/** Returns when a session that is used now expires. */
export const getSessionExpiry = (
  { created_at, remember, is_staff }: { created_at: Date; remember: boolean; is_staff: boolean },
  now: Date,
): Date =>
  new Date(
    Math.min(
      now.getTime() + getLifetimeMs(remember),
      created_at.getTime() + (is_staff ? STAFF_MAX_AGE_MS : MAX_AGE_MS),
    ),
  )

type NewSessionInput = {
  user_id: number
  remember: boolean
  user_agent: string
  address: string
  /** Whether it began with a proof that is as good as the user's mailbox. */
  proves_mailbox?: boolean
  now: Date
}

/** Creates a session. The database stores only the hash of the token. */
export const createSession = async (
  db: Db | Trx,
  { now, ...session }: NewSessionInput,
): Promise<{ token: string; session_id: number }> => {
  const token = randomToken()
  const { id } = await db
    .insertInto('sessions')
    .values({
      ...session,
      token_hash: hashToken(token),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + getLifetimeMs(session.remember)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, session_id: id }
}

/** Replaces the token of a session whose permissions changed. Returns undefined when the session has ended. */
export const rotateSessionToken = async (
  trx: Trx,
  session_id: number,
): Promise<{ token: string; remember: boolean } | undefined> => {
  const token = randomToken()
  const session = await trx
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', session_id)
    .returning('remember')
    .executeTakeFirst()
  return session && { token, remember: session.remember }
}

/** Returns the browser and the IP address for the list of sessions. */
export const getClientInfo = ({ headers, ip }: FastifyRequest) => ({
  user_agent: headers['user-agent']?.slice(0, 400) ?? '',
  address: ip,
})

/** Records a proof that is as good as the user's mailbox, such as a link that was mailed there. */
export const markMailboxProven = async (trx: Trx, session_id: number): Promise<void> => {
  await trx.updateTable('sessions').set({ proves_mailbox: true }).where('id', '=', session_id).execute()
}

export const endSession = async (db: Db | Trx, session_id: number): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', session_id).execute()
}

/** Whether a session was started with "remember me". false when it has ended. */
export const isRemembered = async (db: Db | Trx, session_id: number): Promise<boolean> => {
  const session = await db.selectFrom('sessions').where('id', '=', session_id).select('remember').executeTakeFirst()
  return session?.remember ?? false
}

/** Ends a user's sessions, except `except`. */
export const endSessionsOf = async (db: Db | Trx, user_id: number, except: number | null = null): Promise<void> => {
  await db.deleteFrom('sessions').where('user_id', '=', user_id).where('id', 'is distinct from', except).execute()
}

export const purgeOldSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/** Without "remember me" the cookie ends when the browser closes. */
export const setSessionCookie = (
  reply: FastifyReply,
  { config }: Pick<Deps, 'config'>,
  token: string,
  remember: boolean,
): void =>
  setHostCookie(reply, config, {
    name: 'session',
    value: token,
    max_age_seconds: remember ? REMEMBERED_LIFETIME_MS / 1_000 : undefined,
  })

export const clearSessionCookie = (reply: FastifyReply, { config }: Pick<Deps, 'config'>): void =>
  clearHostCookie(reply, config, 'session')
