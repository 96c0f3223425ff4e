/** How often one account may be tried, known or not, from wherever: beside the limit by address, which one process keeps. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'

import { knownDevice } from './known-device.server.ts'

const window_ms = 15 * 60_000

const accountOf = (email: string) => hashToken(email.toLowerCase())

type Tries = {
  /** In the quarter of an hour that runs, with this one. */
  tries: number
  /** Until there may be one again; 0 when it may go on. */
  wait_seconds: number
}

/** Counts one try before it is carried out. */
export const countTry = async (db: Db, what: string, most: number, now: Date): Promise<Tries> => {
  const over = sql<boolean>`login_tries.since <= ${new Date(now.getTime() - window_ms)}`
  const { tries, since } = await db
    .insertInto('login_tries')
    .values({ account: accountOf(what), tries: 1, since: now })
    .onConflict(conflict =>
      conflict.column('account').doUpdateSet({
        tries: sql`case when ${over} then 1 else login_tries.tries + 1 end`,
        since: sql`case when ${over} then excluded.since else login_tries.since end`,
      }),
    )
    .returning(['tries', 'since'])
    .executeTakeFirstOrThrow()
  const wait_seconds = tries <= most ? 0 : Math.ceil((since.getTime() + window_ms - now.getTime()) / 1_000)
  return { tries, wait_seconds }
}

/** How often something was tried in the quarter of an hour that runs. */
export const triesOf = async (db: Db, what: string, now: Date): Promise<number> => {
  const found = await db
    .selectFrom('login_tries')
    .where('account', '=', accountOf(what))
    .where('since', '>', new Date(now.getTime() - window_ms))
    .select('tries')
    .executeTakeFirst()
  return found?.tries ?? 0
}

type Tried = {
  /** What is counted: an email for logins, `<purpose>:<whose>` for anything else. */
  what: string
  /** The field that the text stands beside, and how the text calls what is counted. */
  field: string
  label: string
  /** In a quarter of an hour. */
  most?: number
}

/** Throws 429 with Retry-After when as many have been counted as there may be; counts nothing. */
export const needTriesLeft = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  { what, field, label, most = 10 }: Tried,
): Promise<void> => {
  if (!config.rate_limits || (await triesOf(db, what, clock.now())) < most) return
  throw tooMany(reply, window_ms / 1_000, field, label)
}

const tooMany = (reply: FastifyReply, wait_seconds: number, field: string, label: string): Refusal => {
  void reply.header('retry-after', wait_seconds)
  const text = `Too many tries with ${label}. Please wait ${Math.ceil(wait_seconds / 60)} minutes and try again.`
  return new Refusal(429, text, { [field]: [text] })
}

/** Counts one try before it is carried out, and answers how many there were with it; throws 429 with Retry-After when too many. */
export const allowTry = async (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  { what, field, label, most = 10 }: Tried,
): Promise<number> => {
  if (!config.rate_limits) return 1
  const { tries, wait_seconds } = await countTry(db, what, most, clock.now())
  if (wait_seconds > 0) throw tooMany(reply, wait_seconds, field, label)
  return tries
}

type Guess = {
  email: string
  /** What is counted, beside the address and the device: the account's email unless it is something else of it. */
  what?: string
  field: string
  label: string
  /** In a quarter of an hour, from one address or one known device. */
  most?: number
}

/** Unknown browsers have this many times as many tries together, from wherever. */
const all_unknown = 3

/**
 * Counts one guess at a secret of an account. A browser that its owner signed in with before counts alone; any other by its
 * address, and all of them together. So a stranger's guesses keep out strangers, and not the owner's own browsers.
 */
export const allowGuess = async (
  deps: GuessDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { email, what = email, field, label, most = 10 }: Guess,
): Promise<void> => {
  const [own, ...all] = countersOf(deps, request, { email, what })
  await allowTry(deps, reply, { what: own, field, label, most })
  for (const one of all) await allowTry(deps, reply, { what: one, field, label, most: most * all_unknown })
}

/** The right secret was given: what was guessed from this browser and address, and in all, does not count anymore. */
export const forgetGuesses = async (
  deps: GuessDeps,
  request: FastifyRequest,
  { email, what = email }: Pick<Guess, 'email' | 'what'>,
): Promise<void> => {
  for (const one of new Set([...countersOf(deps, request, { email, what }), what])) await forgetTries(deps.db, one)
}

type GuessDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>

/** The narrow counter first: what it refuses does not count for everybody. */
const countersOf = (
  deps: GuessDeps,
  request: FastifyRequest,
  { email, what }: { email: string; what: string },
): [string, ...string[]] => {
  const device = knownDevice(deps, request, email)
  return device === undefined ? [`from:${request.ip}:${what}`, what] : [`device:${device}:${what}`]
}

/** It was no guess after all: what was counted last does not count. */
export const returnTry = async (db: Db, what: string): Promise<void> => {
  await db
    .updateTable('login_tries')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('account', '=', accountOf(what))
    .execute()
}

/** The right password was given: earlier slips do not count against its owner. */
export const forgetTries = async (db: Db, what: string): Promise<void> => {
  await db.deleteFrom('login_tries').where('account', '=', accountOf(what)).execute()
}

export const forgetOldTries = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('login_tries')
    .where('since', '<=', new Date(now.getTime() - window_ms))
    .execute()
}
