import { sql } from 'kysely'

import type { Actor } from '#platform/actor.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { randomKey, sha256 } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { retentionCutoff } from '#platform/settings/retention-group.ts'

import { addBusinessDay } from './business-days.ts'
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
  /** Labels and values, in the order of the form. */
  details: Record<string, string>
  user_id: number | null
  workspace_id: number | null
  /** The staff member who answers. */
  assigned_to: number | null
  created_at: Date
  due_at: Date
}

export type NewTicket = Pick<Ticket, 'kind' | 'topic' | 'name' | 'email' | 'message' | 'details'>
type TicketAccount = Pick<Actor, 'user_id' | 'workspace_id'>

const phoneDetails = (phone: string): Record<string, string> => (phone === '' ? {} : { Phone: phone })

export const toContactTicket = ({
  topic,
  phone,
  website: _honeypot,
  captcha: _proof,
  ...fields
}: ContactBody): NewTicket => ({
  ...fields,
  kind: 'contact',
  topic,
  details: { Topic: contactTopics[topic as ContactTopic], ...phoneDetails(phone) },
})

export const toResearchTicket = ({
  project,
  deadline,
  phone,
  website: _honeypot,
  captcha: _proof,
  ...fields
}: ResearchBody): NewTicket => ({
  ...fields,
  kind: 'footage_research',
  topic: 'footage_research',
  details: { Project: project, 'Needed by': deadlines[deadline as Deadline], ...phoneDetails(phone) },
})

const createReference = () => sha256(randomKey()).slice(0, 8).toUpperCase()

/** The receipt for the sender. Bots get one too, although nothing is saved. */
export const createReceipt = (now: Date, reference = createReference()): TicketReceipt => ({
  reference,
  due_at: addBusinessDay(now).toISOString(),
})

/** Saves a ticket and records the event that sends its mails. */
export const openTicket = async (
  trx: Trx,
  ticket: NewTicket,
  { user_id, workspace_id }: TicketAccount,
  now: Date,
): Promise<TicketReceipt> => {
  const receipt = createReceipt(now)
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
  await recordEvent(trx, 'ticket.opened', { ticket_id: id })
  return receipt
}

/** The limit per email and per account: the owner of the email may be someone who never wrote. */
const MAX_PER_HOUR = 5
const HOUR_MS = 3_600_000

type LimitedSender = { email: string; user_id: number | null }

/**
 * Returns the seconds until this email and this account may write again; 0 if they may now. Concurrent calls wait for each other,
 * so that each one is counted.
 */
export const getWaitSeconds = async (trx: Trx, { email, user_id }: LimitedSender, now: Date): Promise<number> => {
  const waits = [await getColumnWaitSeconds(trx, 'email', email, now)]
  if (user_id !== null) waits.push(await getColumnWaitSeconds(trx, 'user_id', user_id, now))
  return Math.max(...waits)
}

const getColumnWaitSeconds = async (
  trx: Trx,
  column: 'email' | 'user_id',
  value: string | number,
  now: Date,
): Promise<number> => {
  const lock = column === 'email' ? `ticket ${String(value).toLowerCase()}` : `ticket of user ${value}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx)
  const { sent, oldest } = await trx
    .selectFrom(
      trx
        .selectFrom('tickets')
        .where(column, '=', value)
        .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
        .orderBy('created_at', 'desc')
        .limit(MAX_PER_HOUR)
        .select('created_at')
        .as('recent'),
    )
    .select([sql<number>`count(*)::integer`.as('sent'), sql<Date | null>`min(created_at)`.as('oldest')])
    .executeTakeFirstOrThrow()
  if (sent < MAX_PER_HOUR || !oldest) return 0
  return Math.max(1, Math.ceil((new Date(oldest).getTime() + HOUR_MS - now.getTime()) / 1_000))
}

export const getTicket = async (db: Db, ticket_id: number): Promise<Ticket> => {
  const row = await db.selectFrom('tickets').where('id', '=', ticket_id).selectAll().executeTakeFirstOrThrow()
  return row as Ticket
}

/** Deletes closed tickets some days after they were written. */
export const purgeOldTickets = async (db: Db, now: Date, retention_days: number): Promise<void> => {
  await db
    .deleteFrom('tickets')
    .where('state', '=', 'closed')
    .where('created_at', '<', retentionCutoff(now, retention_days))
    .execute()
}
