import type { FastifyReply } from 'fastify'

import type { Actor } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'

import type { TicketReceipt } from './contract.ts'
import { openTicket, waitOf, type NewTicket } from './tickets.server.ts'

/** Opens a ticket in a transaction of its own. Throws 429 when its email was written for often just now: its owner may not have asked. */
export const takeTicket = (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  reply: FastifyReply,
  ticket: NewTicket,
  sender: Pick<Actor, 'user_id' | 'workspace_id'>,
): Promise<TicketReceipt> =>
  db.transaction().execute(async trx => {
    const now = clock.now()
    const wait_seconds = config.rate_limits ? await waitOf(trx, ticket.email, now) : 0
    if (wait_seconds === 0) return openTicket(trx, ticket, sender, now)
    void reply.header('retry-after', wait_seconds)
    throw refuse(429, `We have several messages from this email. Please wait ${Math.ceil(wait_seconds / 60)} minutes.`)
  })
