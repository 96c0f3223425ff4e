/** Tickets as staff work on them: find, assign, reply, close. Every change locks the ticket and is recorded. */
import { sql } from 'kysely'

import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'

import type { TicketKind, TicketState } from './kinds.ts'
import type { Ticket } from './tickets.server.ts'

export type TicketListQuery = {
  state?: TicketState | 'all' | undefined
  kind?: TicketKind | undefined
  /** A staff member's id; null: unassigned. */
  assigned_to?: number | null | undefined
  /** Part of a reference, a name, an email or a message. */
  search?: string | undefined
  due_before?: Date
  limit?: number
  skip?: number
}

const selectTickets = (db: Db, { state = 'open', kind, assigned_to, search = '', due_before }: TicketListQuery) => {
  const text = search.trim()
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return db
    .selectFrom('tickets')
    .$if(state !== 'all', query => query.where('state', '=', state))
    .$if(kind !== undefined, query => query.where('kind', '=', kind ?? ''))
    .$if(assigned_to !== undefined, query => query.where('assigned_to', 'is not distinct from', assigned_to ?? null))
    .$if(due_before !== undefined, query => query.where('due_at', '<', due_before ?? new Date(0)))
    .$if(text !== '', query =>
      query.where(
        sql<boolean>`(reference || ' ' || name || ' ' || email::text || ' ' || message || ' ' || details::text) ilike ${like}`,
      ),
    )
}

/** Lists open tickets by their due date, all others newest first. */
export const listTickets = async (db: Db, filter: TicketListQuery = {}): Promise<Ticket[]> => {
  const { state = 'open', limit = 100, skip = 0 } = filter
  const rows = await selectTickets(db, filter)
    .$if(state === 'open', query => query.orderBy('due_at').orderBy('id'))
    .$if(state !== 'open', query => query.orderBy('id', 'desc'))
    .limit(limit)
    .offset(skip)
    .selectAll()
    .execute()
  return rows as Ticket[]
}

export const countTickets = async (db: Db, filter: TicketListQuery = {}): Promise<number> => {
  const { count } = await selectTickets(db, filter)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locks a ticket until the transaction ends, so that staff change it one after the other. Throws 404. */
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

type TicketChange = { ticket_id: number; staff_user_id: number; now: Date }
type TicketAction =
  | { action: 'assigned'; person: number }
  | { action: 'replied'; reply_id: number }
  | { action: 'unassigned' | 'closed' | 'reopened' }

const recordAction = (trx: Trx, { ticket_id, ...entry }: TicketChange, { action, ...values }: TicketAction) =>
  writeAuditEntry(trx, {
    ...entry,
    about: 'ticket',
    about_key: ticket_id,
    action,
    changes: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, [null, value]])),
  })

/** Throws 404, 409 if the ticket is in this state already, or to reopen one whose sender has deleted their account. */
export const setTicketState = async (trx: Trx, change: TicketChange, state: TicketState): Promise<void> => {
  const ticket = await lockTicket(trx, change.ticket_id)
  if (ticket.state === state)
    throw refuse(409, state === 'closed' ? 'This ticket is closed already.' : 'This ticket is open.')
  if (state === 'open' && isPlaceholderEmail(ticket.email)) throw refuse(409, 'The sender has deleted their account.')
  await trx.updateTable('tickets').set({ state }).where('id', '=', ticket.id).execute()
  await recordAction(trx, change, { action: state === 'closed' ? 'closed' : 'reopened' })
}

/** Assigns a ticket to a staff member, or to nobody. The caller checks who may have tickets. */
export const assignTicket = async (trx: Trx, change: TicketChange, to_user_id: number | null): Promise<void> => {
  const ticket = await lockTicket(trx, change.ticket_id)
  if (ticket.assigned_to === to_user_id) return
  await trx.updateTable('tickets').set({ assigned_to: to_user_id }).where('id', '=', ticket.id).execute()
  await recordAction(
    trx,
    change,
    to_user_id === null ? { action: 'unassigned' } : { action: 'assigned', person: to_user_id },
  )
}

export type NewReply = {
  message: string
  board_id: number | null
  delivered_board_id: number | null
}

/** Saves a reply and records the event that sends its mail. An unassigned ticket is assigned to the first who replies. */
export const addReply = async (trx: Trx, change: TicketChange, ticket: Ticket, reply: NewReply): Promise<void> => {
  const { id: reply_id } = await trx
    .insertInto('ticket_replies')
    .values({ ...reply, ticket_id: ticket.id, staff_user_id: change.staff_user_id, created_at: change.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAction(trx, change, { action: 'replied', reply_id })
  if (ticket.assigned_to === null) await assignTicket(trx, change, change.staff_user_id)
  await recordEvent(trx, 'ticket.replied', { reply_id })
}

export type TicketReply = NewReply & { id: number; ticket_id: number; staff_user_id: number | null; created_at: Date }

/** Lists replies in the order in which they were written. */
export const listReplies = (db: Db | Trx, ticket_id: number): Promise<TicketReply[]> =>
  db.selectFrom('ticket_replies').where('ticket_id', '=', ticket_id).orderBy('id').selectAll().execute()

/** Returns undefined if its ticket was deleted since. */
export const findReply = (db: Db, reply_id: number): Promise<TicketReply | undefined> =>
  db.selectFrom('ticket_replies').where('id', '=', reply_id).selectAll().executeTakeFirst()

/** Lists what staff did with a ticket, newest first. */
export const listTicketActions = async (db: Db, ticket_id: number) => {
  const rows = await db
    .selectFrom('audit_log')
    .where('log', '=', 'staff')
    .where('subject_type', '=', 'ticket')
    .where('subject_key', '=', String(ticket_id))
    .orderBy('id', 'desc')
    .select(['at', 'actor_user_id as staff_user_id', 'action', 'details'])
    .execute()
  return rows.map(({ at, staff_user_id, action, details }) => ({
    at,
    staff_user_id,
    action: action as TicketAction['action'],
    /** The new assignee. */
    to_user_id: (details as { person?: [null, number] }).person?.[1] ?? null,
  }))
}
