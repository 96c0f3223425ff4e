/**
 * Limits attempts per account in the database, whether the account exists or not. Each process limits attempts per IP
 * address on its own.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { hashToken } from '#platform/ids.server.ts'

import { readKnownDevice } from './known-device.server.ts'

const WINDOW_MS = 15 * 60_000

const hashCounterKey = (email: string) => hashToken(email.toLowerCase())

type AttemptCount = {
  /** In the current window, including this one. */
  attempts: number
  /** Until the next attempt may run; 0 when this one may. */
  wait_seconds: number
}

/** Counts an attempt before it runs. */
export const countAttempt = async (
  db: Db,
  { key, max, account }: { key: string; max: number; account?: string | undefined },
  now: Date,
): Promise<AttemptCount> => {
  const isWindowOver = sql<boolean>`login_attempts.window_started_at <= ${new Date(now.getTime() - WINDOW_MS)}`
  const { attempts, window_started_at } = await db
    .insertInto('login_attempts')
    .values({
      counter_hash: hashCounterKey(key),
      account_hash: account === undefined ? null : hashCounterKey(account),
      attempts: 1,
      window_started_at: now,
    })
    .onConflict(conflict =>
      conflict.column('counter_hash').doUpdateSet({
        attempts: sql`case when ${isWindowOver} then 1 else login_attempts.attempts + 1 end`,
        window_started_at: sql`case when ${isWindowOver} then excluded.window_started_at else login_attempts.window_started_at end`,
      }),
    )
    .returning(['attempts', 'window_started_at'])
    .executeTakeFirstOrThrow()
  const wait_seconds =
    attempts <= max ? 0 : Math.ceil((window_started_at.getTime() + WINDOW_MS - now.getTime()) / 1_000)
  return { attempts, wait_seconds }
}

/** Returns the number of attempts in the current 15 minutes. */
export const getAttemptCount = async (db: Db, key: string, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('login_attempts')
    .where('counter_hash', '=', hashCounterKey(key))
    .where('window_started_at', '>', new Date(now.getTime() - WINDOW_MS))
    .select('attempts')
    .executeTakeFirst()
  return row?.attempts ?? 0
}

type AttemptLimit = {
  /** The counter's key: an email for logins, `<purpose>:<owner>` for anything else. */
  key: string
  /** The field that the error belongs to, and what the error text calls the counted thing. */
  field: string
  label: string
  /** The maximum per 15 minutes. */
  max?: number
  /** The email of the account whose secret is guessed: staff can unlock it. */
  account?: string
}

const tooManyAttempts = (reply: FastifyReply, wait_seconds: number, field: string, label: string): Refusal => {
  void reply.header('retry-after', wait_seconds)
  const text = `Too many attempts with ${label}. Please wait ${Math.ceil(wait_seconds / 60)} minutes and try again.`
  return new Refusal(429, text, { [field]: [text] })
}

/** Counts an attempt before it runs and returns the count, including it. Throws 429 with Retry-After above the limit. */
export const limitAttempts = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  { key, field, label, max = 10, account }: AttemptLimit,
): Promise<number> => {
  if (!config.rate_limits) return 1
  const { attempts, wait_seconds } = await countAttempt(db, { key, max, account }, clock.now())
  if (wait_seconds > 0) throw tooManyAttempts(reply, wait_seconds, field, label)
  return attempts
}

type GuessLimitInput = {
  email: string
  /** The counter's key, besides the address and the device. Defaults to the account's email. */
  key?: string
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
  deps: GuessLimitDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { email, key = email, field, label, max = 10 }: GuessLimitInput,
): Promise<void> => {
  const [ownKey, ...sharedKeys] = listCounterKeys(deps, request, { email, key })
  await limitAttempts(deps, reply, { key: ownKey, field, label, max, account: email })
  for (const sharedKey of sharedKeys)
    await limitAttempts(deps, reply, {
      key: sharedKey,
      field,
      label,
      max: max * UNKNOWN_BROWSERS_FACTOR,
      account: email,
    })
}

/** Resets the counters of this browser, address and account after a correct secret. */
export const resetGuesses = async (
  deps: GuessLimitDeps,
  request: FastifyRequest,
  { email, key = email }: Pick<GuessLimitInput, 'email' | 'key'>,
): Promise<void> => {
  for (const counterKey of new Set([...listCounterKeys(deps, request, { email, key }), key]))
    await resetAttempts(deps.db, counterKey)
}

type GuessLimitDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>

/** Returns the narrowest counter first: attempts that it refuses do not count for the shared ones. */
const listCounterKeys = (
  deps: GuessLimitDeps,
  request: FastifyRequest,
  { email, key }: { email: string; key: string },
): [string, ...string[]] => {
  const device = readKnownDevice(deps, request, email)
  return device === undefined ? [`from:${request.ip}:${key}`, key] : [`device:${device}:${key}`]
}

/** The smallest number of guesses that locks a browser out: codes have the narrowest limit. */
const MIN_LOCKING_ATTEMPTS = 6

/** Whether wrong passwords or codes may lock the account's login for some browser now. */
export const isLocked = async (db: Db, email: string, now: Date): Promise<boolean> => {
  const counter = await db
    .selectFrom('login_attempts')
    .where('account_hash', '=', hashCounterKey(email))
    .where('window_started_at', '>', new Date(now.getTime() - WINDOW_MS))
    .where('attempts', '>=', MIN_LOCKING_ATTEMPTS)
    .select('attempts')
    .limit(1)
    .executeTakeFirst()
  return counter !== undefined
}

/** Forgets every guess at the account's secrets. */
export const unlockLogin = async (db: Db, email: string): Promise<void> => {
  await db.deleteFrom('login_attempts').where('account_hash', '=', hashCounterKey(email)).execute()
}

/** Uncounts the last attempt, because it was not a guess. */
export const undoAttempt = async (db: Db, key: string): Promise<void> => {
  await db
    .updateTable('login_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('counter_hash', '=', hashCounterKey(key))
    .execute()
}

/** Resets a counter after a correct password. */
export const resetAttempts = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('login_attempts').where('counter_hash', '=', hashCounterKey(key)).execute()
}

export const purgeOldAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('login_attempts')
    .where('window_started_at', '<=', new Date(now.getTime() - WINDOW_MS))
    .execute()
}
