/** A mailed code: somebody who knows only the password of a staff member or a filmmaker can't add their first second factor. */
import { randomInt } from 'node:crypto'

import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/ids.server.ts'
import { refuse } from '#platform/refusal.ts'
import { sign, signatures } from '#platform/secrets.server.ts'

import { isTwoStepRequired } from './policy.ts'
import { hasTwoStep } from './state.server.ts'

export const MAIL_MAILBOX_CODE_JOB = 'accounts.mail-mailbox-code'

const VALID_MS = 10 * 60_000
const DIGITS = 8

/** The first factor of an account that must have one. */
export const needsMailboxCode = async (
  { db, config }: { db: Db | Trx } & Pick<Deps, 'config'>,
  { user_id, platform_roles }: Pick<Actor, 'platform_roles'> & { user_id: number },
): Promise<boolean> =>
  isTwoStepRequired({ platform_roles, demo: config.local_demo }) && !(await hasTwoStep(db, user_id))

/** Without a second factor, the mailbox proves who adds the first one. Throws 403, because a password alone must not change it. */
export const needOwnMailbox = async (...[deps, person]: Parameters<typeof needsMailboxCode>): Promise<void> => {
  if (await needsMailboxCode(deps, person))
    throw refuse(403, 'Your role needs two-step sign-in. Please set it up before you change your email.')
}

/** Keyed, because so few digits could be found by trying them all. */
const signedText = (user_id: number, code: string) => `mailbox code\n${user_id}\n${code}`

/** A new code in the place of the one before. */
const makeCode = async ({ db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>, user_id: number) => {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const fresh = {
    code_hash: hashToken(sign(secret, signedText(user_id, code))),
    expires_at: new Date(clock.now().getTime() + VALID_MS),
  }
  await db
    .insertInto('mailbox_codes')
    .values({ user_id, ...fresh })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(fresh))
    .execute()
  return code
}

/** Nothing to somebody who is gone. */
export const mailMailboxCode = async (deps: Deps, user_id: number): Promise<void> => {
  const person = await deps.db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst()
  if (!person) return
  const { mailboxCodeMail } = await import('./parts/two-step-mails.tsx')
  const code = await makeCode(deps, user_id)
  await deps.mail.send({ to: person.email, ...(await mailboxCodeMail({ code })) })
}

/** Uses a code up: of several requests with it at once, one goes on. Throws 422 for a wrong, used or old one. */
export const useMailboxCode = async (
  { db, clock, secret }: Pick<Deps, 'clock' | 'secret'> & { db: Db | Trx },
  user_id: number,
  code: string,
): Promise<void> => {
  const used = await db
    .deleteFrom('mailbox_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', 'in', signatures(secret, signedText(user_id, code.replaceAll(/\s/g, ''))).map(hashToken))
    .where('expires_at', '>', clock.now())
    .returning('user_id')
    .executeTakeFirst()
  if (!used) throw refuse.fields({ email_code: ['This code is not right, or is too old. Please ask for a new one.'] })
}
