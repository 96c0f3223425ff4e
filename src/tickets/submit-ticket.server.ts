import type { FastifyReply } from 'fastify'

import { requireHumanOrVerified } from '#accounts/reauthentication.server.ts'
import { findUnverifiedEmail } from '#accounts/verify/verify.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { CaptchaAction } from '#platform/captcha/contract.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'

import type { TicketReceipt } from './contract.ts'
import { openTicket, getWaitSeconds, type NewTicket } from './tickets.server.ts'

/** The receipt goes to the email in the form, so an unverified account can write only from its own email. Throws 422. */
export const verifySender = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  actor: Pick<Actor, 'user_id'>,
  { email, captcha, action }: { email: string; captcha?: string | undefined; action: CaptchaAction },
): Promise<void> => {
  const unverifiedEmail = actor.user_id === null ? undefined : await findUnverifiedEmail(deps.db, actor.user_id)
  if (unverifiedEmail !== undefined && unverifiedEmail.toLowerCase() !== email.toLowerCase())
    throw refuse.fields({ email: ['Please confirm your email first, or write from the email of your account.'] })
  await requireHumanOrVerified(deps, actor, captcha, action)
}

/**
 * Opens a ticket in its own transaction. Throws 429 if its email or account wrote too often, because the owner of the email may
 * not be the sender.
 */
export const submitTicket = (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  ticket: NewTicket,
  sender: Pick<Actor, 'user_id' | 'workspace_id'>,
): Promise<TicketReceipt> =>
  db.transaction().execute(async trx => {
    const now = clock.now()
    const wait_seconds = config.rate_limits
      ? await getWaitSeconds(trx, { email: ticket.email, user_id: sender.user_id }, now)
      : 0
    if (wait_seconds === 0) return openTicket(trx, ticket, sender, now)
    void reply.header('retry-after', wait_seconds)
    throw refuse(429, `We have several messages from this email. Please wait ${Math.ceil(wait_seconds / 60)} minutes.`)
  })
