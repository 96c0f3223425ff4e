/** Personal data in tickets, including those from before the account existed. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'
import { loadEmail } from '#accounts/users.server.ts'

import { listReplies } from './inbox.server.ts'

export const ticketsPart: PrivacyPart = {
  name: 'tickets',
  collect: async (db, user_id) => {
    const email = await loadEmail(db, user_id)
    const tickets = await db
      .selectFrom('tickets')
      .where(({ or, eb }) => or([eb('user_id', '=', user_id), eb('email', '=', email)]))
      .orderBy('id')
      .select(['id', 'reference', 'kind', 'topic', 'state', 'name', 'email', 'message', 'details'])
      .select(['created_at', 'due_at'])
      .execute()
    return Promise.all(
      tickets.map(async ({ id, ...ticket }) => ({
        ...ticket,
        replies: (await listReplies(db, id)).map(({ message, created_at }) => ({ message, created_at })),
      })),
    )
  },
  /** Only the fact and the time of a ticket stay. Tickets are closed, because nobody is left to answer. */
  forget: async (trx, { user_id, email, stand_in }) => {
    // Lock the tickets as a reply does: a reply in progress is waited for and removed too, and no other follows.
    const tickets = await trx
      .selectFrom('tickets')
      .where(({ or, eb }) => or([eb('user_id', '=', user_id), eb('email', '=', email)]))
      .orderBy('id')
      .select('id')
      .forNoKeyUpdate()
      .execute()
    const ids = tickets.map(({ id }) => id)
    if (ids.length > 0) {
      await trx
        .updateTable('ticket_replies')
        .set({ message: 'Deleted with the account.' })
        .where('ticket_id', 'in', ids)
        .execute()
      await trx
        .updateTable('tickets')
        .set({ name: 'Former member', email: stand_in, message: 'Deleted with the account.', details: '{}' })
        .set({ state: 'closed' })
        .where('id', 'in', ids)
        .execute()
    }
    // A staff member who leaves has no tickets anymore.
    await trx.updateTable('tickets').set({ assigned_to: null }).where('assigned_to', '=', user_id).execute()
  },
}
