import type { FastifyInstance } from 'fastify'

import type { Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { setTicketState } from '../inbox.server.ts'
import * as contract from './contract.ts'
import { listInbox, loadTicketDetails } from './queries.server.ts'
import { assignToStaff, replyToTicket } from './ticket-actions.server.ts'

export const inboxApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config, secret } = deps
  /** Changes a ticket in a transaction and returns it. */
  const change = async (id: number, action: (trx: Trx, now: Date) => Promise<void>) => {
    await db.transaction().execute(trx => action(trx, clock.now()))
    return { data: await loadTicketDetails(deps, id) }
  }

  serve(app, contract.listInbox, ({ actor, query: { assigned, search, ...query } }) =>
    listInbox(
      db,
      {
        ...query,
        // PostgreSQL rejects NUL characters in text.
        search: search?.replaceAll('\0', ' '),
        assigned_to: assigned === undefined ? undefined : assigned === 'me' ? actor.user_id : null,
      },
      clock.now(),
    ),
  )

  serve(app, contract.getTicket, async ({ params: { id } }) => ({ data: await loadTicketDetails(deps, id) }))

  serve(app, contract.assignTicket, ({ actor, params: { id }, body: { user_id } }) =>
    change(id, (trx, now) => assignToStaff(trx, actor, id, user_id, now)),
  )

  serve(app, contract.replyToTicket, ({ actor, params: { id }, body }) =>
    change(id, (trx, now) =>
      replyToTicket(trx, actor, { ticket_id: id, ...body }, { secret, public_url: config.public_url }, now),
    ),
  )

  serve(app, contract.closeTicket, ({ actor, params: { id } }) =>
    change(id, (trx, now) => setTicketState(trx, { ticket_id: id, staff_user_id: actor.user_id, now }, 'closed')),
  )

  serve(app, contract.reopenTicket, ({ actor, params: { id } }) =>
    change(id, (trx, now) => setTicketState(trx, { ticket_id: id, staff_user_id: actor.user_id, now }, 'open')),
  )
}
