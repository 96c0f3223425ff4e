import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { clearHostCookie, setHostCookie } from '#platform/host-cookie.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'

const hour_ms = 3_600_000
const idle_ms = 12 * hour_ms
const remembered_ms = 30 * 24 * hour_ms

export const lifetime_ms = (remember: boolean): number => (remember ? remembered_ms : idle_ms)

/** However it is used, a session ends this long after it began: for staff after a working day. */
const most_ms = 180 * 24 * hour_ms
const staff_most_ms = 12 * hour_ms

/** Until when a session that is used now goes on. */
export const sessionEnd = (
  { created_at, remember, is_staff }: { created_at: Date; remember: boolean; is_staff: boolean },
  now: Date,
): Date =>
  new Date(Math.min(now.getTime() + lifetime_ms(remember), created_at.getTime() + (is_staff ? staff_most_ms : most_ms)))

type NewSession = { user_id: number; remember: boolean; user_agent: string; address: string; now: Date }

/** Begins a session. The token goes to the browser alone; the database keeps its hash. */
export const beginSession = async (
  db: Db | Trx,
  { now, ...session }: NewSession,
): Promise<{ token: string; session_id: number }> => {
  const token = randomToken()
  const { id } = await db
    .insertInto('sessions')
    .values({
      ...session,
      token_hash: hashToken(token),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + lifetime_ms(session.remember)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, session_id: id }
}

/** Another token for a session that goes on, because what one may do in it changed. undefined when it ended meanwhile. */
export const renewSession = async (
  trx: Trx,
  session_id: number,
): Promise<{ token: string; remember: boolean } | undefined> => {
  const token = randomToken()
  const renewed = await trx
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', session_id)
    .returning('remember')
    .executeTakeFirst()
  return renewed && { token, remember: renewed.remember }
}

/** From where somebody comes in, as their list of sessions shows it. */
export const browserOf = ({ headers, ip }: FastifyRequest) => ({
  user_agent: headers['user-agent']?.slice(0, 400) ?? '',
  address: ip,
})

export const endSession = async (db: Db | Trx, session_id: number): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', session_id).execute()
}

/** Whether "remember me" was chosen for a session; no when it is gone. */
export const isRemembered = async (db: Db | Trx, session_id: number): Promise<boolean> => {
  const found = await db.selectFrom('sessions').where('id', '=', session_id).select('remember').executeTakeFirst()
  return found?.remember ?? false
}

/** Ends somebody's sessions, all but `except`. */
export const endSessionsOf = async (db: Db | Trx, user_id: number, except: number | null = null): Promise<void> => {
  await db.deleteFrom('sessions').where('user_id', '=', user_id).where('id', 'is distinct from', except).execute()
}

export const endOldSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}

/** Without "remember me" the cookie goes when the browser closes. */
export const sendSessionCookie = (
  reply: FastifyReply,
  { config }: Pick<Deps, 'config'>,
  token: string,
  remember: boolean,
): void =>
  setHostCookie(reply, config, {
    name: 'session',
    value: token,
    max_age_seconds: remember ? remembered_ms / 1_000 : undefined,
  })

export const clearSessionCookie = (reply: FastifyReply, { config }: Pick<Deps, 'config'>): void =>
  clearHostCookie(reply, config, 'session')
