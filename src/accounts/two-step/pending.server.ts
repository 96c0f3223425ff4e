/**
 * Pending logins: the password was right and the second step is missing. Each is bound to its browser for ten minutes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { clearHostCookie, readHostCookie, setHostCookie } from '#platform/http/host-cookie.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { seal, unseal } from '#platform/security/seal.server.ts'

const PENDING_LIFETIME_MS = 600_000

/** The result of the first step: the user and the options of the login. */
export type FirstStepResult = { user_id: number; remember: boolean; cart_hash: string | null }

/** Sealed with what the browser alone has: the key of a guest's cart opens it. */
const sealOf = (token: string, user_id: number) =>
  ({ secret: [token], purpose: 'guest cart', owner: String(user_id) }) as const

/** Stores a pending login and sets its cookie. Returns when it expires. */
export const startSecondStep = async (
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  reply: FastifyReply,
  firstStep: FirstStepResult,
): Promise<Date> => {
  const token = randomToken()
  const expires_at = new Date(clock.now().getTime() + PENDING_LIFETIME_MS)
  const { user_id, cart_hash } = firstStep
  const sealed = cart_hash === null ? null : seal(sealOf(token, user_id), cart_hash).toString('base64')
  await trx
    .insertInto('pending_logins')
    .values({ ...firstStep, cart_hash: sealed, token_hash: hashToken(token), expires_at })
    .execute()
  setHostCookie(reply, config, { name: 'second_step', value: token, max_age_seconds: PENDING_LIFETIME_MS / 1_000 })
  return expires_at
}

export const clearSecondStepCookie = (reply: FastifyReply, { config }: Pick<Deps, 'config'>) =>
  clearHostCookie(reply, config, 'second_step')

export const readSecondStepToken = (request: FastifyRequest, { config }: Pick<Deps, 'config'>): string =>
  readHostCookie(request, config, 'second_step') ?? ''

const secondStepExpired = () => refuse(410, 'This took too long. Please log in again.')

/** Returns this browser's pending login. Throws 410 when there is none or it has expired. */
export const loadPendingLogin = async (db: Db, token: string, now: Date) => {
  const login = await db
    .selectFrom('pending_logins')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .select(['user_id', 'remember', 'cart_hash', 'expires_at'])
    .executeTakeFirst()
  if (!login) throw secondStepExpired()
  const { user_id, cart_hash: sealed } = login
  const cart_hash = sealed === null ? null : (unseal(sealOf(token, user_id), Buffer.from(sealed, 'base64')) ?? null)
  return { ...login, cart_hash }
}

/** Completes a pending login: of several concurrent requests, one succeeds. Throws 410 for the others. */
export const completeSecondStep = async (trx: Trx, token: string): Promise<void> => {
  const row = await trx
    .deleteFrom('pending_logins')
    .where('token_hash', '=', hashToken(token))
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw secondStepExpired()
}

/** Cancels a pending login. */
export const cancelPendingLogin = async (db: Db, token: string): Promise<void> => {
  await db.deleteFrom('pending_logins').where('token_hash', '=', hashToken(token)).execute()
}

export const purgeOldSecondSteps = async (db: Db, now: Date): Promise<void> => {
  for (const table of ['pending_logins', 'passkey_challenges', 'email_codes'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}
