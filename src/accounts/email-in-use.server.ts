/**
 * Registering with an email that has an account: the response says so (decision 11), and the owner gets a mail with a
 * login link.
 */
import type { FastifyReply } from 'fastify'

import type { Deps } from '#platform/deps.ts'

import { countAttempt, requireAttemptsLeft } from './attempts.server.ts'
import { emailInUse } from './register.server.ts'

/** Emails in use that one IP address may find per 15 minutes. */
const MAX_EMAILS_IN_USE = 5
const DAY_MS = 24 * 3_600_000

export const MAIL_EMAIL_IN_USE_JOB = 'accounts.mail-email-in-use'

const getCounterKey = (ip: string) => `register-known:${ip}`

/** Throws 429, for used and new emails alike, when an IP address found too many emails in use. */
export const limitEmailProbes = (deps: Pick<Deps, 'db' | 'clock' | 'config'>, reply: FastifyReply, ip: string) =>
  requireAttemptsLeft(deps, reply, {
    key: getCounterKey(ip),
    field: 'email',
    label: 'emails from this address',
    max: MAX_EMAILS_IN_USE,
  })

/** Throws 422 when the email has an account. Its owner gets at most one mail a day. */
export const requireNewEmail = async (
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  email: string,
  ip: string,
): Promise<void> => {
  const owner = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  if (!owner) return
  const now = clock.now()
  await countAttempt(db, getCounterKey(ip), MAX_EMAILS_IN_USE, now)
  const mailed = await db
    .updateTable('users')
    .set({ registration_mailed_at: now })
    .where('id', '=', owner.id)
    .where(({ or, eb }) =>
      or([
        eb('registration_mailed_at', 'is', null),
        eb('registration_mailed_at', '<', new Date(now.getTime() - DAY_MS)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (mailed) await jobs.send(MAIL_EMAIL_IN_USE_JOB, { user_id: owner.id })
  throw emailInUse()
}
