import { sql } from 'kysely'

import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { randomKey, sha256 } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'

import { oneBusinessDayAfter } from './business-days.ts'
import type { ContactBody, ResearchBody, TicketReceipt } from './contract.ts'
import type { TicketKind, TicketState } from './kinds.ts'
import { contactTopics, deadlines, type ContactTopic, type Deadline } from './topics.ts'

export type Ticket = {
  id: number
  reference: string
  kind: TicketKind
  topic: string
  state: TicketState
  name: string
  email: string
  message: string
  /** Label and value, in the order of the form. */
  details: Record<string, string>
  user_id: number | null
  workspace_id: number | null
  /** Who of our people answers. */
  assigned_to: number | null
  created_at: Date
  due_at: Date
}

export type NewTicket = Pick<Ticket, 'kind' | 'topic' | 'name' | 'email' | 'message' | 'details'>
type Sender = Pick<Actor, 'user_id' | 'workspace_id'>

const phoneIn = (phone: string): Record<string, string> => (phone === '' ? {} : { Phone: phone })

export const contactTicket = ({
  topic,
  phone,
  website: _trap,
  captcha: _proof,
  ...written
}: ContactBody): NewTicket => ({
  ...written,
  kind: 'contact',
  topic,
  details: { Topic: contactTopics[topic as ContactTopic], ...phoneIn(phone) },
})

export const researchTicket = ({
  project,
  deadline,
  phone,
  website: _trap,
  captcha: _proof,
  ...written
}: ResearchBody): NewTicket => ({
  ...written,
  kind: 'footage_research',
  topic: 'footage_research',
  details: { Project: project, 'Needed by': deadlines[deadline as Deadline], ...phoneIn(phone) },
})

const newReference = () => sha256(randomKey()).slice(0, 8).toUpperCase()

/** What the sender is told; for what a program filled in, too, though nothing is kept. */
export const receiptOf = (now: Date, reference = newReference()): TicketReceipt => ({
  reference,
  due_at: oneBusinessDayAfter(now).toISOString(),
})

/** Keeps what somebody asked, and tells of it: the mails follow. */
export const openTicket = async (
  trx: Trx,
  ticket: NewTicket,
  { user_id, workspace_id }: Sender,
  now: Date,
): Promise<TicketReceipt> => {
  const receipt = receiptOf(now)
  const { id } = await trx
    .insertInto('tickets')
    .values({
      ...ticket,
      ...receipt,
      due_at: new Date(receipt.due_at),
      details: JSON.stringify(ticket.details),
      user_id,
      workspace_id,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(trx, 'ticket.opened', { ticket_id: id })
  return receipt
}

/** From one email, and from one account, within the hour: the owner of the email may be somebody who never wrote. */
const MAX_AN_HOUR = 5
const hour_ms = 3_600_000

type TicketSender = { email: string; user_id: number | null }

/** Seconds until this email, from this account, may write again; 0 when it may now. Of several at once, each waits until the one before it is counted. */
export const waitOf = async (trx: Trx, { email, user_id }: TicketSender, now: Date): Promise<number> => {
  const waits = [await waitFor(trx, 'email', email, now)]
  if (user_id !== null) waits.push(await waitFor(trx, 'user_id', user_id, now))
  return Math.max(...waits)
}

const waitFor = async (trx: Trx, column: 'email' | 'user_id', value: string | number, now: Date): Promise<number> => {
  const lock = column === 'email' ? `ticket ${String(value).toLowerCase()}` : `ticket of user ${value}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx)
  const { sent, oldest } = await trx
    .selectFrom(
      trx
        .selectFrom('tickets')
        .where(column, '=', value)
        .where('created_at', '>', new Date(now.getTime() - hour_ms))
        .orderBy('created_at', 'desc')
        .limit(MAX_AN_HOUR)
        .select('created_at')
        .as('recent'),
    )
    .select([sql<number>`count(*)::integer`.as('sent'), sql<Date | null>`min(created_at)`.as('oldest')])
    .executeTakeFirstOrThrow()
  if (sent < MAX_AN_HOUR || !oldest) return 0
  return Math.max(1, Math.ceil((new Date(oldest).getTime() + hour_ms - now.getTime()) / 1_000))
}

export const ticketOf = async (db: Db, ticket_id: number): Promise<Ticket> => {
  const row = await db.selectFrom('tickets').where('id', '=', ticket_id).selectAll().executeTakeFirstOrThrow()
  return row as Ticket
}

const kept_ms = 2 * 365 * 86_400_000

/** Closed tickets go two years after they were written, as the privacy policy says. */
export const forgetOldTickets = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('tickets')
    .where('state', '=', 'closed')
    .where('created_at', '<', new Date(now.getTime() - kept_ms))
    .execute()
}
