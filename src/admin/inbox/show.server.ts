/** Tickets as our people read them. */
import { sql } from 'kysely'

import { personName } from '#accounts/person-name.ts'
import { isStandIn } from '#accounts/stand-in.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { refuse } from '#platform/refusal.ts'
import { actionsOf, countTickets, listTickets, repliesOf, type Asked, type Reply } from '#tickets/inbox.server.ts'
import { ownMailsOf, sentMailsOf } from '#tickets/mails.server.ts'
import type { Ticket } from '#tickets/tickets.server.ts'
import { isStaff } from '#workspaces/policy.ts'

import type { Colleague, TicketFacts, TicketMail, TicketRow } from './contract.ts'
import { drawReply } from './mails.server.ts'

const per_page = 25
const beginning_length = 140

type People = ReadonlyMap<number, { name: string; email: string }>

/** Whoever deleted their account is left out: their row stays, under a name that is nobody's. */
const peopleOf = async (db: Db, ids: readonly (number | null)[]): Promise<People> => {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', wanted)
    .select(['id', 'email', 'first_name', 'last_name'])
    .execute()
  const here = rows.filter(({ email }) => !isStandIn(email))
  return new Map(here.map(({ id, ...person }) => [id, { name: personName(person), email: person.email }]))
}

const rowOf = (ticket: Ticket, people: People, now: Date): TicketRow => {
  const { id, reference, kind, state, name, email, message, created_at, due_at, assigned_to } = ticket
  const assignee = assigned_to === null ? undefined : people.get(assigned_to)
  return {
    id,
    reference,
    kind,
    state,
    name,
    email,
    beginning: message.replaceAll(/\s+/g, ' ').slice(0, beginning_length).toWellFormed(),
    created_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
    is_late: state === 'open' && due_at < now,
    assignee: assigned_to !== null && assignee ? { id: assigned_to, name: assignee.name } : null,
  }
}

export const inboxOf = async (db: Db, { page = 1, ...asked }: Asked & { page?: number | undefined }, now: Date) => {
  const tickets = await listTickets(db, { ...asked, limit: per_page, skip: (page - 1) * per_page })
  const total = await countTickets(db, asked)
  const people = await peopleOf(
    db,
    tickets.map(({ assigned_to }) => assigned_to),
  )
  return { data: tickets.map(ticket => rowOf(ticket, people, now)), meta: pagination(page, per_page, total) }
}

/** Throws 404. */
export const ticketFacts = async (deps: Deps, id: number): Promise<TicketFacts> => {
  const { db, clock } = deps
  const ticket = (await db.selectFrom('tickets').where('id', '=', id).selectAll().executeTakeFirst()) as
    | Ticket
    | undefined
  if (!ticket) throw refuse.missing('ticket')
  const [replies, deeds, colleagues] = [await repliesOf(db, id), await actionsOf(db, id), await colleaguesOf(db)]
  const people = await peopleOf(db, [
    ticket.assigned_to,
    ...replies.map(({ staff_user_id }) => staff_user_id),
    ...deeds.flatMap(({ staff_user_id, to_user_id }) => [staff_user_id, to_user_id]),
  ])
  const emailOf = (user_id: number | null) => (user_id === null ? null : (people.get(user_id)?.email ?? null))
  return {
    ...rowOf(ticket, people, clock.now()),
    message: ticket.message,
    details: Object.entries(ticket.details).map(([label, value]) => ({ label, value })),
    user_id: ticket.user_id,
    workspace: await workspaceOf(db, ticket.workspace_id),
    mails: await mailsOf(deps, ticket, replies, people),
    last_reply_id: replies.at(-1)?.id ?? null,
    history: deeds.map(({ at, staff_user_id, action, to_user_id }) => ({
      at: at.toISOString(),
      staff_email: emailOf(staff_user_id),
      what: action as TicketFacts['history'][number]['what'],
      to: emailOf(to_user_id),
    })),
    colleagues,
  }
}

const mailsOf = async (deps: Deps, ticket: Ticket, replies: readonly Reply[], people: People) => {
  const sent = await sentMailsOf(deps.db, ticket.id)
  const sentAt = (kind: string) => sent.get(kind)?.toISOString() ?? null
  const own = (await ownMailsOf(deps, ticket)).map(({ kind, to, subject, text }): TicketMail => ({
    kind,
    id: null,
    to,
    subject,
    text,
    by: null,
    board: null,
    sent_at: sentAt(kind),
  }))
  const boards = await boardNames(deps.db, replies)
  const written = replies.map(async (reply): Promise<TicketMail> => {
    const { id, board_id, delivered_board_id, staff_user_id } = reply
    const board = board_id === null ? undefined : boards.get(board_id)
    const { subject } = await drawReply(ticket, reply, undefined)
    return {
      kind: 'reply',
      id,
      to: ticket.email,
      subject,
      text: reply.message,
      by: staff_user_id === null ? null : (people.get(staff_user_id)?.name ?? null),
      board:
        board_id !== null && board !== undefined
          ? { id: board_id, name: board, is_delivered: delivered_board_id !== null }
          : null,
      sent_at: sentAt(`reply:${id}`),
    }
  })
  return [...own, ...(await Promise.all(written))]
}

const boardNames = async (db: Db, replies: readonly Reply[]): Promise<ReadonlyMap<number, string>> => {
  const ids = replies.flatMap(({ board_id }) => board_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('boards').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const workspaceOf = async (db: Db, id: number | null) =>
  id === null
    ? null
    : ((await db.selectFrom('workspaces').where('id', '=', id).select(['id', 'name']).executeTakeFirst()) ?? null)

/** Everybody who works in the inbox, by name. */
const colleaguesOf = async (db: Db): Promise<Colleague[]> => {
  const rows = await db
    .selectFrom('users')
    // As the index `users_staff` has it.
    .where(sql<boolean>`platform_roles && '{2,3}'::integer[]`)
    .select(['id', 'email', 'first_name', 'last_name', 'platform_roles'])
    .execute()
  return rows
    .filter(({ platform_roles }) => isStaff(platform_roles))
    .map(({ id, ...person }) => ({ id, name: personName(person) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id)
}
