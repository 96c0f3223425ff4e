/** Tickets as our people work them off: found, given to somebody, answered, closed. Every change locks the ticket and is written down. */
import { sql } from 'kysely'

import { isStandIn } from '#accounts/stand-in.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse } from '#platform/refusal.ts'

import type { TicketKind, TicketState } from './kinds.ts'
import type { Ticket } from './tickets.server.ts'

export type Asked = {
  state?: TicketState | 'all' | undefined
  kind?: TicketKind | undefined
  /** Of one of us; null: of nobody yet. */
  assigned_to?: number | null | undefined
  /** A part of a reference, a name, an email or what was written. */
  search?: string | undefined
  limit?: number
  skip?: number
}

const wanted = (db: Db, { state = 'open', kind, assigned_to, search = '' }: Asked) => {
  const said = search.trim()
  const like = `%${said.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('tickets')
    .$if(state !== 'all', query => query.where('state', '=', state))
    .$if(kind !== undefined, query => query.where('kind', '=', kind ?? ''))
    .$if(assigned_to !== undefined, query => query.where('assigned_to', 'is not distinct from', assigned_to ?? null))
    .$if(said !== '', query =>
      query.where(
        sql<boolean>`(reference || ' ' || name || ' ' || email::text || ' ' || message || ' ' || details::text) ilike ${like}`,
      ),
    )
}

/** What is open by the day that it is due; what is not, the newest first. */
export const listTickets = async (db: Db, asked: Asked = {}): Promise<Ticket[]> => {
  const { state = 'open', limit = 100, skip = 0 } = asked
  const rows = await wanted(db, asked)
    .$if(state === 'open', query => query.orderBy('due_at').orderBy('id'))
    .$if(state !== 'open', query => query.orderBy('id', 'desc'))
    .limit(limit)
    .offset(skip)
    .selectAll()
    .execute()
  return rows as Ticket[]
}

export const countTickets = async (db: Db, asked: Asked = {}): Promise<number> => {
  const { count } = await wanted(db, asked)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Held until the transaction ends, so that two of us work one after the other. Throws 404. */
export const lockTicket = async (trx: Trx, ticket_id: number): Promise<Ticket> => {
  const ticket = await trx
    .selectFrom('tickets')
    .where('id', '=', ticket_id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!ticket) throw refuse.missing('ticket')
  return ticket as Ticket
}

type Deed = { ticket_id: number; staff_user_id: number; now: Date }
type Note =
  | { action: 'assigned'; to_user_id: number }
  | { action: 'replied'; reply_id: number }
  | { action: 'unassigned' | 'closed' | 'reopened' }

const note = (trx: Trx, { now, ...who }: Deed, what: Note) =>
  trx
    .insertInto('ticket_actions')
    .values({ ...who, ...what, at: now })
    .execute()

/** Throws 404 for no ticket, 409 when it is so already, or to reopen what nobody is left to be answered. */
export const setTicketState = async (trx: Trx, deed: Deed, state: TicketState): Promise<void> => {
  const ticket = await lockTicket(trx, deed.ticket_id)
  if (ticket.state === state)
    throw refuse(409, state === 'closed' ? 'This ticket is closed already.' : 'This ticket is open.')
  if (state === 'open' && isStandIn(ticket.email)) throw refuse(409, 'Whoever asked this has deleted their account.')
  await trx.updateTable('tickets').set({ state }).where('id', '=', ticket.id).execute()
  await note(trx, deed, { action: state === 'closed' ? 'closed' : 'reopened' })
}

/** Gives a ticket to one of us, or to nobody; who may have one is the caller's to know. */
export const assignTicket = async (trx: Trx, deed: Deed, to_user_id: number | null): Promise<void> => {
  const ticket = await lockTicket(trx, deed.ticket_id)
  if (ticket.assigned_to === to_user_id) return
  await trx.updateTable('tickets').set({ assigned_to: to_user_id }).where('id', '=', ticket.id).execute()
  await note(trx, deed, to_user_id === null ? { action: 'unassigned' } : { action: 'assigned', to_user_id })
}

export type NewReply = {
  message: string
  board_id: number | null
  delivered_board_id: number | null
}

/** Keeps a reply and tells of it: the mail follows. Whoever answers first has the ticket. */
export const addReply = async (trx: Trx, deed: Deed, ticket: Ticket, reply: NewReply): Promise<void> => {
  const { id: reply_id } = await trx
    .insertInto('ticket_replies')
    .values({ ...reply, ticket_id: ticket.id, staff_user_id: deed.staff_user_id, created_at: deed.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(trx, deed, { action: 'replied', reply_id })
  if (ticket.assigned_to === null) await assignTicket(trx, deed, deed.staff_user_id)
  await record(trx, 'ticket.replied', { reply_id })
}

export type Reply = NewReply & { id: number; ticket_id: number; staff_user_id: number | null; created_at: Date }

/** In the order in which they were written. */
export const repliesOf = (db: Db | Trx, ticket_id: number): Promise<Reply[]> =>
  db.selectFrom('ticket_replies').where('ticket_id', '=', ticket_id).orderBy('id').selectAll().execute()

/** Nothing when its ticket has been forgotten since. */
export const replyOf = (db: Db, reply_id: number): Promise<Reply | undefined> =>
  db.selectFrom('ticket_replies').where('id', '=', reply_id).selectAll().executeTakeFirst()

export const actionsOf = (db: Db, ticket_id: number) =>
  db.selectFrom('ticket_actions').where('ticket_id', '=', ticket_id).orderBy('id', 'desc').selectAll().execute()
