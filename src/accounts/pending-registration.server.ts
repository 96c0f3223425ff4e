/**
 * Registrations that wait for the code mailed to their email. Nothing here depends on whether the email has an account
 * (decision 11): only the job that sends the mail looks, and sends the owner a login link instead of a code.
 */

import { randomInt } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { clearHostCookie, readHostCookie, setHostCookie } from '#platform/http/host-cookie.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken, randomToken } from '#platform/ids.server.ts'
import { sign, signWithEach } from '#platform/security/secrets.server.ts'

import { limitAttempts } from './attempts.server.ts'
import type { RegistrationSource } from './registration-source.ts'

export const MAIL_REGISTRATION_JOB = 'accounts.mail-registration'
export type RegistrationMailJob = { pending_id: number }

const LIFETIME_MS = 30 * 60_000
const DIGITS = 6
/** Per 15 minutes: mails to an email, and guesses at the codes mailed to it. */
const MAX_MAILS = 5
const MAX_GUESSES = 10

export type PendingRegistration = {
  email: string
  password_hash: string
  first_name: string
  last_name: string
  source: RegistrationSource
}

type PendingDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secret' | 'jobs'>
type PendingContext = { request: FastifyRequest; reply: FastifyReply }

const invalidCode = () => refuse.fields({ code: ['This code is not right, or has expired. Please request a new one.'] })

/** Keyed, because six digits could be found by trying them all. */
const signedText = (id: number, code: string) => `registration code\n${id}\n${code}`

const limitMails = (deps: PendingDeps, reply: FastifyReply, email: string) =>
  limitAttempts(deps, reply, { key: `register:${email}`, field: 'email', label: 'this email', max: MAX_MAILS })

/** Stores a registration, sets the cookie that its code needs, and queues the mail. Throws 429 for too many mails to an email. */
export const startRegistration = async (
  deps: PendingDeps,
  { reply }: PendingContext,
  registration: PendingRegistration,
): Promise<void> => {
  const { db, clock, config, jobs } = deps
  await limitMails(deps, reply, registration.email)
  const token = randomToken()
  const { id: pending_id } = await db
    .insertInto('pending_registrations')
    .values({
      ...registration,
      source: JSON.stringify(registration.source),
      token_hash: hashToken(token),
      expires_at: new Date(clock.now().getTime() + LIFETIME_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  setHostCookie(reply, config, { name: 'registration', value: token, max_age_seconds: LIFETIME_MS / 1_000 })
  await jobs.send(MAIL_REGISTRATION_JOB, { pending_id })
}

/** Finds the registration that this browser began. Throws 422 on `code` when there is none or it has expired. */
const loadPending = async ({ db, clock, config }: PendingDeps, request: FastifyRequest) => {
  const pending = await db
    .selectFrom('pending_registrations')
    .where('token_hash', '=', hashToken(readHostCookie(request, config, 'registration') ?? ''))
    .where('expires_at', '>', clock.now())
    .select(['id', 'email', 'code_hash'])
    .executeTakeFirst()
  if (!pending) throw refuse.fields({ code: ['This took too long. Please start again.'] })
  return pending
}

/** Mails another code for the registration that this browser began. Throws 422 when it has expired, 429 for too many. */
export const resendRegistrationMail = async (deps: PendingDeps, { request, reply }: PendingContext): Promise<void> => {
  const { id: pending_id, email } = await loadPending(deps, request)
  await limitMails(deps, reply, email)
  await deps.jobs.send(MAIL_REGISTRATION_JOB, { pending_id })
}

/**
 * Checks the code and returns the registration's id, for `consumeRegistration`. Throws 422 for a wrong or expired code,
 * 429 for too many guesses.
 */
export const verifyRegistrationCode = async (
  deps: PendingDeps,
  { request, reply }: PendingContext,
  code: string,
): Promise<number> => {
  const { id, email, code_hash } = await loadPending(deps, request)
  await limitAttempts(deps, reply, {
    key: `register-code:${email}`,
    field: 'code',
    label: 'this email',
    max: MAX_GUESSES,
  })
  const hashes = signWithEach(deps.secret, signedText(id, code.replaceAll(/\s/g, ''))).map(hashToken)
  if (code_hash === null || !hashes.some(hash => hash.equals(code_hash))) throw invalidCode()
  return id
}

/** Uses a registration up: of several concurrent requests, one succeeds. Throws 422 for the others. */
export const consumeRegistration = async (trx: Trx, id: number): Promise<PendingRegistration> => {
  const pending = await trx
    .deleteFrom('pending_registrations')
    .where('id', '=', id)
    .returning(['email', 'password_hash', 'first_name', 'last_name', 'source'])
    .executeTakeFirst()
  if (!pending) throw invalidCode()
  return { ...pending, source: pending.source as RegistrationSource }
}

export const clearRegistrationCookie = ({ reply }: PendingContext, { config }: Pick<Deps, 'config'>) =>
  clearHostCookie(reply, config, 'registration')

/** Mails the code, or a login link when the email has an account: at most one a day. Does nothing for an expired registration. */
export const mailRegistration = async (deps: Deps, { pending_id }: RegistrationMailJob): Promise<void> => {
  const { db, clock, config, mail } = deps
  const now = clock.now()
  const pending = await db
    .selectFrom('pending_registrations')
    .where('id', '=', pending_id)
    .where('expires_at', '>', now)
    .select('email')
    .executeTakeFirst()
  if (!pending) return
  const { email: to } = pending
  const templates = await import('./parts/registration-mails.tsx')
  const account = await db.selectFrom('users').where('email', '=', to).select('id').executeTakeFirst()
  if (!account) {
    const code = await createCode(deps, pending_id)
    await mail.send({ to, content: templates.registrationCodeMail({ code }) })
  } else if (await claimDailyMail(db, account.id, now)) {
    const [login, reset] = [`${config.public_url}/login`, `${config.public_url}/forgot-password`]
    await mail.send({ to, content: templates.knownEmailMail({ login, reset }) })
  }
}

/** Creates a code that replaces the one before. */
const createCode = async ({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>, id: number) => {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  await db
    .updateTable('pending_registrations')
    .set({
      code_hash: hashToken(sign(secret, signedText(id, code))),
      expires_at: new Date(clock.now().getTime() + LIFETIME_MS),
    })
    .where('id', '=', id)
    .execute()
  return code
}

/** Whether the account's owner may get today's mail about a registration with their email. */
const claimDailyMail = async (db: Db, user_id: number, now: Date): Promise<boolean> => {
  const claimed = await db
    .updateTable('users')
    .set({ registration_mailed_at: now })
    .where('id', '=', user_id)
    .where(({ or, eb }) =>
      or([
        eb('registration_mailed_at', 'is', null),
        eb('registration_mailed_at', '<', new Date(now.getTime() - DAY_MS)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export const purgeOldRegistrations = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('pending_registrations').where('expires_at', '<=', now).execute()
}
