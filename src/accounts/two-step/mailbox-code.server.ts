/**
 * A mailed code, so that the password alone of a staff member or a filmmaker is not enough to add their first second
 * factor.
 */
import { randomInt } from 'node:crypto'

import type { Actor, Member } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { hashToken } from '#platform/ids.server.ts'
import { sign, signWithEach } from '#platform/security/secrets.server.ts'

import { isTwoStepRequired } from './policy.ts'
import { hasTwoStep } from './state.server.ts'

export const MAIL_MAILBOX_CODE_JOB = 'accounts.mail-email-code'

const VALID_MS = 10 * 60_000
const DIGITS = 8

type MailboxCodeDeps = { db: Db | Trx } & Pick<Deps, 'config'>
type StaffAccount = Pick<Actor, 'platform_roles'> & { user_id: number }

/** Whether the next factor is the first one of an account that requires two-step sign-in. */
const isFirstRequiredFactor = async (
  { db, config }: MailboxCodeDeps,
  { user_id, platform_roles }: StaffAccount,
): Promise<boolean> =>
  isTwoStepRequired({ platform_roles, demo: config.local_demo }) && !(await hasTwoStep(db, user_id))

/** Whether the next factor needs a mailed code: a first one, unless the session began with a proof as good as the mail. */
export const needsMailboxCode = async (
  deps: MailboxCodeDeps,
  { session_id, ...account }: StaffAccount & Pick<Member, 'session_id'>,
): Promise<boolean> => {
  if (!(await isFirstRequiredFactor(deps, account))) return false
  const session = await deps.db
    .selectFrom('sessions')
    .where('id', '=', session_id)
    .select('proves_mailbox')
    .executeTakeFirst()
  return !session?.proves_mailbox
}

/** Throws 403 for an account that needs a mailed code, because the password alone must not change its mailbox. */
export const requireNoMailboxCode = async (deps: MailboxCodeDeps, account: StaffAccount): Promise<void> => {
  if (await isFirstRequiredFactor(deps, account))
    throw refuse(403, 'Your role needs two-step sign-in. Please set it up before you change your email.')
}

/** Keyed, because eight digits could be found by trying them all. */
const signedText = (user_id: number, code: string) => `mailbox code\n${user_id}\n${code}`

/** Creates a code that replaces the one before. */
const createCode = async ({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>, user_id: number) => {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const values = {
    code_hash: hashToken(sign(secret, signedText(user_id, code))),
    expires_at: new Date(clock.now().getTime() + VALID_MS),
  }
  await db
    .insertInto('email_codes')
    .values({ user_id, ...values })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return code
}

/** Does nothing when the account is gone. */
export const mailMailboxCode = async (deps: Deps, user_id: number): Promise<void> => {
  const user = await deps.db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  if (!user) return
  const { mailboxCodeMail } = await import('./parts/two-step-mails.tsx')
  const code = await createCode(deps, user_id)
  await deps.mail.send({ to: user.email, content: mailboxCodeMail({ code }) })
}

/** Uses a code up: of several concurrent requests, one succeeds. Throws 422 for a wrong, used or expired one. */
export const consumeMailboxCode = async (
  { db, clock, secret }: Pick<Deps, 'clock' | 'secret'> & { db: Db | Trx },
  user_id: number,
  code: string,
): Promise<void> => {
  const row = await db
    .deleteFrom('email_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', 'in', signWithEach(secret, signedText(user_id, code.replaceAll(/\s/g, ''))).map(hashToken))
    .where('expires_at', '>', clock.now())
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw refuse.fields({ email_code: ['This code is not right, or has expired. Please request a new one.'] })
}
