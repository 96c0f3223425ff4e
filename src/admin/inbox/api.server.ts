import type { FastifyInstance } from 'fastify'

import type { Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/serve.server.ts'
import { setTicketState } from '#tickets/inbox.server.ts'

import * as contract from './contract.ts'
import { giveTo, reply } from './replies.server.ts'
import { inboxOf, ticketFacts } from './show.server.ts'

export const inboxApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config, secret } = deps
  /** Changes a ticket in one transaction and answers it as it is then. */
  const change = async (id: number, verb: (trx: Trx, now: Date) => Promise<void>) => {
    await db.transaction().execute(trx => verb(trx, clock.now()))
    return { data: await ticketFacts(deps, id) }
  }

  serve(app, contract.listInbox, ({ actor, query: { assigned, search, ...query } }) =>
    inboxOf(
      db,
      {
        ...query,
        // PostgreSQL takes every character but this one.
        search: search?.replaceAll('\0', ' '),
        assigned_to: assigned === undefined ? undefined : assigned === 'me' ? actor.user_id : null,
      },
      clock.now(),
    ),
  )

  serve(app, contract.getTicket, async ({ params: { id } }) => ({ data: await ticketFacts(deps, id) }))

  serve(app, contract.assignTicket, ({ actor, params: { id }, body: { user_id } }) =>
    change(id, (trx, now) => giveTo(trx, actor, id, user_id, now)),
  )

  serve(app, contract.replyToTicket, ({ actor, params: { id }, body }) =>
    change(id, (trx, now) =>
      reply(trx, actor, { ticket_id: id, ...body }, { secret, public_url: config.public_url }, now),
    ),
  )

  serve(app, contract.closeTicket, ({ actor, params: { id } }) =>
    change(id, (trx, now) => setTicketState(trx, { ticket_id: id, staff_user_id: actor.user_id, now }, 'closed')),
  )

  serve(app, contract.reopenTicket, ({ actor, params: { id } }) =>
    change(id, (trx, now) => setTicketState(trx, { ticket_id: id, staff_user_id: actor.user_id, now }, 'open')),
  )
}
