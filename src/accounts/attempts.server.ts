/**
 * Limits attempts per account in the database, whether the account exists or not. The limit per IP address is kept
 * separately by each process.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'

import { readKnownDevice } from './known-device.server.ts'

const WINDOW_MS = 15 * 60_000

const hashCounterKey = (email: string) => hashToken(email.toLowerCase())

type Tries = {
  /** In the quarter of an hour that runs, with this one. */
  tries: number
  /** Until there may be one again; 0 when it may go on. */
  wait_seconds: number
}

/** Counts one try before it is carried out. */
export const countTry = async (db: Db, what: string, most: number, now: Date): Promise<Tries> => {
  const isWindowOver = sql<boolean>`login_tries.since <= ${new Date(now.getTime() - WINDOW_MS)}`
  const { tries, since } = await db
    .insertInto('login_tries')
    .values({ account: hashCounterKey(what), tries: 1, since: now })
    .onConflict(conflict =>
      conflict.column('account').doUpdateSet({
        tries: sql`case when ${isWindowOver} then 1 else login_tries.tries + 1 end`,
        since: sql`case when ${isWindowOver} then excluded.since else login_tries.since end`,
      }),
    )
    .returning(['tries', 'since'])
    .executeTakeFirstOrThrow()
  const wait_seconds = tries <= most ? 0 : Math.ceil((since.getTime() + WINDOW_MS - now.getTime()) / 1_000)
  return { tries, wait_seconds }
}

/** Returns the number of attempts in the current 15 minutes. */
export const getAttemptCount = async (db: Db, what: string, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('login_tries')
    .where('account', '=', hashCounterKey(what))
    .where('since', '>', new Date(now.getTime() - WINDOW_MS))
    .select('tries')
    .executeTakeFirst()
  return row?.tries ?? 0
}

type AttemptLimit = {
  /** The counter's key: an email for logins, `<purpose>:<owner>` for anything else. */
  what: string
  /** The field that the error belongs to, and what the error text calls the counted thing. */
  field: string
  label: string
  /** The maximum per 15 minutes. */
  max?: number
}

/** Throws 429 with Retry-After when the limit is reached. Counts nothing. */
export const requireAttemptsLeft = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  { what, field, label, max = 10 }: AttemptLimit,
): Promise<void> => {
  if (!config.rate_limits || (await getAttemptCount(db, what, clock.now())) < max) return
  throw tooManyAttempts(reply, WINDOW_MS / 1_000, field, label)
}

const tooManyAttempts = (reply: FastifyReply, wait_seconds: number, field: string, label: string): Refusal => {
  void reply.header('retry-after', wait_seconds)
  const text = `Too many attempts with ${label}. Please wait ${Math.ceil(wait_seconds / 60)} minutes and try again.`
  return new Refusal(429, text, { [field]: [text] })
}

/** Counts one try before it is carried out, and answers how many there were with it; throws 429 with Retry-After when too many. */
export const limitAttempts = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  { what, field, label, max = 10 }: AttemptLimit,
): Promise<number> => {
  if (!config.rate_limits) return 1
  const { tries, wait_seconds } = await countTry(db, what, max, clock.now())
  if (wait_seconds > 0) throw tooManyAttempts(reply, wait_seconds, field, label)
  return tries
}

type GuessLimitInput = {
  email: string
  /** The counter's key, besides the address and the device. Defaults to the account's email. */
  what?: string
  field: string
  label: string
  /** The maximum per 15 minutes from one IP address or one known device. */
  max?: number
}

/** All unknown browsers together get this many times the limit. */
const UNKNOWN_BROWSERS_FACTOR = 3

/**
 * Counts a guess at a secret of an account. A known browser has a counter of its own. Other browsers count per IP
 * address and all together, so that wrong guesses of others do not lock out the owner's own browsers.
 */
export const limitGuesses = async (
  deps: GuessDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { email, what = email, field, label, max = 10 }: GuessLimitInput,
): Promise<void> => {
  const [ownKey, ...sharedKeys] = listCounterKeys(deps, request, { email, what })
  await limitAttempts(deps, reply, { what: ownKey, field, label, max })
  for (const key of sharedKeys)
    await limitAttempts(deps, reply, { what: key, field, label, max: max * UNKNOWN_BROWSERS_FACTOR })
}

/** Resets the counters of this browser and address and of the account after the right secret was given. */
export const resetGuesses = async (
  deps: GuessDeps,
  request: FastifyRequest,
  { email, what = email }: Pick<GuessLimitInput, 'email' | 'what'>,
): Promise<void> => {
  for (const key of new Set([...listCounterKeys(deps, request, { email, what }), what]))
    await resetAttempts(deps.db, key)
}

type GuessDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>

/** Returns the narrowest counter first: attempts that it refuses do not count for the shared ones. */
const listCounterKeys = (
  deps: GuessDeps,
  request: FastifyRequest,
  { email, what }: { email: string; what: string },
): [string, ...string[]] => {
  const device = readKnownDevice(deps, request, email)
  return device === undefined ? [`from:${request.ip}:${what}`, what] : [`device:${device}:${what}`]
}

/** Takes back the last counted attempt, because it was not a guess. */
export const undoAttempt = async (db: Db, what: string): Promise<void> => {
  await db
    .updateTable('login_tries')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('account', '=', hashCounterKey(what))
    .execute()
}

/** Resets a counter after the right password was given. */
export const resetAttempts = async (db: Db, what: string): Promise<void> => {
  await db.deleteFrom('login_tries').where('account', '=', hashCounterKey(what)).execute()
}

export const purgeOldAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('login_tries')
    .where('since', '<=', new Date(now.getTime() - WINDOW_MS))
    .execute()
}
