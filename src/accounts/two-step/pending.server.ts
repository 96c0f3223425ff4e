/** A right password that waits for its second step: bound to the browser that gave it, for ten minutes. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { clearHostCookie, hostCookie, setHostCookie } from '#platform/host-cookie.server.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'
import { seal, unseal } from '#platform/seal.server.ts'

const wait_ms = 600_000

/** Who gave the right password, and how they want to come in. */
export type FirstStep = { user_id: number; remember: boolean; cart_hash: string | null }

/** Sealed with what the browser alone has: the key of a guest's cart opens it. */
const sealOf = (token: string, user_id: number) =>
  ({ secret: [token], purpose: 'guest cart', owner: String(user_id) }) as const

/** Answers until when the second step may be done. */
export const beginWaiting = async (
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  trx: Trx,
  reply: FastifyReply,
  first: FirstStep,
): Promise<Date> => {
  const token = randomToken()
  const expires_at = new Date(clock.now().getTime() + wait_ms)
  const { user_id, cart_hash } = first
  const sealed = cart_hash === null ? null : seal(sealOf(token, user_id), cart_hash).toString('base64')
  await trx
    .insertInto('second_steps')
    .values({ ...first, cart_hash: sealed, token_hash: hashToken(token), expires_at })
    .execute()
  setHostCookie(reply, config, { name: 'second_step', value: token, max_age_seconds: wait_ms / 1_000 })
  return expires_at
}

export const clearWaitingCookie = (reply: FastifyReply, { config }: Pick<Deps, 'config'>) =>
  clearHostCookie(reply, config, 'second_step')

export const waitingToken = (request: FastifyRequest, { config }: Pick<Deps, 'config'>): string =>
  hostCookie(request, config, 'second_step') ?? ''

const over = () => refuse(410, 'This took too long. Please log in again.')

/** Whose second step this browser waits for. Throws 410 when there is none, or not anymore. */
export const waitingOf = async (db: Db, token: string, now: Date) => {
  const found = await db
    .selectFrom('second_steps')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .select(['user_id', 'remember', 'cart_hash', 'expires_at'])
    .executeTakeFirst()
  if (!found) throw over()
  const { user_id, cart_hash: sealed } = found
  const cart_hash = sealed === null ? null : (unseal(sealOf(token, user_id), Buffer.from(sealed, 'base64')) ?? null)
  return { ...found, cart_hash }
}

/** Ends the waiting because its second step is done; of several at once, one goes on. Throws 410 for the others. */
export const endWaiting = async (trx: Trx, token: string): Promise<void> => {
  const ended = await trx
    .deleteFrom('second_steps')
    .where('token_hash', '=', hashToken(token))
    .returning('user_id')
    .executeTakeFirst()
  if (!ended) throw over()
}

/** Somebody went back. */
export const dropWaiting = async (db: Db, token: string): Promise<void> => {
  await db.deleteFrom('second_steps').where('token_hash', '=', hashToken(token)).execute()
}

export const forgetOldWaiting = async (db: Db, now: Date): Promise<void> => {
  for (const table of ['second_steps', 'passkey_challenges', 'mailbox_codes'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
}
