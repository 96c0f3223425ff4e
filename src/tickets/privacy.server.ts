/** What tickets hold about a person: also those that they wrote before they had an account. */
import type { PrivacyPart } from '#accounts/privacy/part.ts'
import { emailOf } from '#accounts/users.server.ts'

import { repliesOf } from './inbox.server.ts'

export const ticketsPart: PrivacyPart = {
  name: 'tickets',
  collect: async (db, user_id) => {
    const email = await emailOf(db, user_id)
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
        replies: (await repliesOf(db, id)).map(({ message, created_at }) => ({ message, created_at })),
      })),
    )
  },
  /** That something was asked, and when, is all that stays. Nobody is left to answer: their tickets are closed. */
  forget: async (trx, { user_id, email, stand_in }) => {
    // Locked as for an answer: one that a colleague is writing is waited for, and goes with the others; no other follows.
    const theirs = await trx
      .selectFrom('tickets')
      .where(({ or, eb }) => or([eb('user_id', '=', user_id), eb('email', '=', email)]))
      .orderBy('id')
      .select('id')
      .forNoKeyUpdate()
      .execute()
    const ids = theirs.map(({ id }) => id)
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
    // One of us who leaves has no tickets any more.
    await trx.updateTable('tickets').set({ assigned_to: null }).where('assigned_to', '=', user_id).execute()
  },
}
