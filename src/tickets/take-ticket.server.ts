import type { FastifyReply } from 'fastify'

import { proveHumanOrVerified } from '#accounts/prove.server.ts'
import { unverifiedEmailOf } from '#accounts/verify/verify.server.ts'
import type { Actor } from '#platform/actor.ts'
import type { CaptchaAction } from '#platform/captcha/contract.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import type { TicketReceipt } from './contract.ts'
import { openTicket, waitOf, type NewTicket } from './tickets.server.ts'

/** A receipt goes to the email that was typed: an account whose email is not confirmed writes from that email alone. Throws 422. */
export const proveSender = async (
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  actor: Pick<Actor, 'user_id'>,
  { email, captcha, action }: { email: string; captcha?: string | undefined; action: CaptchaAction },
): Promise<void> => {
  const own = actor.user_id === null ? undefined : await unverifiedEmailOf(deps.db, actor.user_id)
  if (own !== undefined && own.toLowerCase() !== email.toLowerCase())
    throw refuse.fields({ email: ['Please confirm your email first, or write from the email of your account.'] })
  await proveHumanOrVerified(deps, actor, captcha, action)
}

/** Opens a ticket in a transaction of its own. Throws 429 when its email or its account wrote often just now: the owner of the email may not have asked. */
export const takeTicket = (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  ticket: NewTicket,
  sender: Pick<Actor, 'user_id' | 'workspace_id'>,
): Promise<TicketReceipt> =>
  db.transaction().execute(async trx => {
    const now = clock.now()
    const wait_seconds = config.rate_limits
      ? await waitOf(trx, { email: ticket.email, user_id: sender.user_id }, now)
      : 0
    if (wait_seconds === 0) return openTicket(trx, ticket, sender, now)
    void reply.header('retry-after', wait_seconds)
    throw refuse(429, `We have several messages from this email. Please wait ${Math.ceil(wait_seconds / 60)} minutes.`)
  })
