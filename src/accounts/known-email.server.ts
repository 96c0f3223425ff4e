/** Registering with an email that has an account: the answer says so (decision 10), and the owner gets a mail with a link to log in. */
import type { FastifyReply } from 'fastify'

import type { Deps } from '#platform/deps.ts'

import { knownEmail } from './register.server.ts'
import { countTry, needTriesLeft } from './tries.server.ts'

/** Known emails that one address may hit upon in a quarter of an hour. */
const MAX_KNOWN = 5
const day_ms = 24 * 3_600_000

export const mail_known_job = 'accounts.mail-known-email'

const whatOf = (ip: string) => `register-known:${ip}`

/** Throws 429, for known and new emails alike, when an address has hit upon too many known ones. */
export const allowKnownEmails = (deps: Pick<Deps, 'db' | 'clock' | 'config'>, reply: FastifyReply, ip: string) =>
  needTriesLeft(deps, reply, { what: whatOf(ip), field: 'email', label: 'emails from this address', most: MAX_KNOWN })

/** Throws 422 when the email has an account. Its owner is mailed once a day at most. */
export const needNewEmail = async (
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  email: string,
  ip: string,
): Promise<void> => {
  const known = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  if (!known) return
  const now = clock.now()
  await countTry(db, whatOf(ip), MAX_KNOWN, now)
  const mailed = await db
    .updateTable('users')
    .set({ registration_mailed_at: now })
    .where('id', '=', known.id)
    .where(({ or, eb }) =>
      or([
        eb('registration_mailed_at', 'is', null),
        eb('registration_mailed_at', '<', new Date(now.getTime() - day_ms)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (mailed) await jobs.send(mail_known_job, { user_id: known.id })
  throw knownEmail()
}
