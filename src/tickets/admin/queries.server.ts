/** Tickets as staff read them. */
import { sql } from 'kysely'

import { formatPersonName } from '#accounts/person-name.ts'
import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { staffRoleNumbers } from '#platform/http/endpoint.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { isStaff } from '#workspaces/policy.ts'

import {
  listTicketActions,
  countTickets,
  listTickets,
  listReplies,
  type TicketListQuery,
  type TicketReply,
} from '../inbox.server.ts'
import { renderTicketMails, listSentMails } from '../mails.server.ts'
import type { Ticket } from '../tickets.server.ts'
import type { Colleague, TicketDetails, TicketMail, TicketSummary } from './contract.ts'
import { replyContent } from './mails.server.ts'

const PER_PAGE = 25
const EXCERPT_LENGTH = 140

type PeopleById = ReadonlyMap<number, { name: string; email: string }>

/** Returns the users with these ids, without deleted accounts, whose rows have a placeholder name. */
const loadPeople = async (db: Db, ids: readonly (number | null)[]): Promise<PeopleById> => {
  const userIds = [...new Set(ids.filter(id => id !== null))]
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', userIds)
    .select(['id', 'email', 'first_name', 'last_name'])
    .execute()
  const existing = rows.filter(({ email }) => !isPlaceholderEmail(email))
  return new Map(existing.map(({ id, ...person }) => [id, { name: formatPersonName(person), email: person.email }]))
}

const toTicketSummary = (ticket: Ticket, people: PeopleById, now: Date): TicketSummary => {
  const { id, reference, kind, state, name, email, message, created_at, due_at, assigned_to } = ticket
  const assignee = assigned_to === null ? undefined : people.get(assigned_to)
  return {
    id,
    reference,
    kind,
    state,
    name,
    email,
    beginning: message.replaceAll(/\s+/g, ' ').slice(0, EXCERPT_LENGTH).toWellFormed(),
    created_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
    is_late: state === 'open' && due_at < now,
    assignee: assigned_to !== null && assignee ? { id: assigned_to, name: assignee.name } : null,
  }
}

export const listInbox = async (
  db: Db,
  { page = 1, ...filters }: TicketListQuery & { page?: number | undefined },
  now: Date,
) => {
  const tickets = await listTickets(db, { ...filters, limit: PER_PAGE, skip: (page - 1) * PER_PAGE })
  const total = await countTickets(db, filters)
  const people = await loadPeople(
    db,
    tickets.map(({ assigned_to }) => assigned_to),
  )
  return {
    data: tickets.map(ticket => toTicketSummary(ticket, people, now)),
    meta: toPagination(page, PER_PAGE, total),
  }
}

/** Returns one ticket. Throws 404. */
export const loadTicketDetails = async (deps: Deps, id: number): Promise<TicketDetails> => {
  const { db, clock } = deps
  const ticket = (await db.selectFrom('tickets').where('id', '=', id).selectAll().executeTakeFirst()) as
    | Ticket
    | undefined
  if (!ticket) throw refuse.missing('ticket')
  const [replies, actions, colleagues] = [
    await listReplies(db, id),
    await listTicketActions(db, id),
    await listColleagues(db),
  ]
  const people = await loadPeople(db, [
    ticket.assigned_to,
    ...replies.map(({ staff_user_id }) => staff_user_id),
    ...actions.flatMap(({ staff_user_id, to_user_id }) => [staff_user_id, to_user_id]),
  ])
  const emailOf = (user_id: number | null) => (user_id === null ? null : (people.get(user_id)?.email ?? null))
  return {
    ...toTicketSummary(ticket, people, clock.now()),
    message: ticket.message,
    details: Object.entries(ticket.details).map(([label, value]) => ({ label, value })),
    user_id: ticket.user_id,
    workspace: await loadWorkspace(db, ticket.workspace_id),
    mails: await loadTicketMails(deps, ticket, replies, people),
    last_reply_id: replies.at(-1)?.id ?? null,
    history: actions.map(({ at, staff_user_id, action, to_user_id }) => ({
      at: at.toISOString(),
      staff_email: emailOf(staff_user_id),
      what: action,
      to: emailOf(to_user_id),
    })),
    colleagues,
  }
}

const loadTicketMails = async (deps: Deps, ticket: Ticket, replies: readonly TicketReply[], people: PeopleById) => {
  const sentTimes = await listSentMails(deps.db, ticket.id)
  const sentAt = (kind: string) => sentTimes.get(kind)?.toISOString() ?? null
  const automaticMails = (await renderTicketMails(deps, ticket)).map(({ kind, to, subject, text }): TicketMail => ({
    kind,
    id: null,
    to,
    subject,
    text,
    by: null,
    board: null,
    sent_at: sentAt(kind),
  }))
  const boardNames = await loadBoardNames(deps.db, replies)
  const replyMails = replies.map(async (reply): Promise<TicketMail> => {
    const { id, board_id, delivered_board_id, staff_user_id } = reply
    const board = board_id === null ? undefined : boardNames.get(board_id)
    const content = await replyContent(ticket, reply, undefined)
    const { subject } = await content(deps.settings.company())
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
  return [...automaticMails, ...(await Promise.all(replyMails))]
}

const loadBoardNames = async (db: Db, replies: readonly TicketReply[]): Promise<ReadonlyMap<number, string>> => {
  const ids = replies.flatMap(({ board_id }) => board_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('boards').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const loadWorkspace = async (db: Db, id: number | null) =>
  id === null
    ? null
    : ((await db.selectFrom('workspaces').where('id', '=', id).select(['id', 'name']).executeTakeFirst()) ?? null)

/** Returns everyone who works in the inbox, by name. */
const listColleagues = async (db: Db): Promise<Colleague[]> => {
  const rows = await db
    .selectFrom('users')
    // The same condition as in the index `users_staff`.
    .where(sql<boolean>`platform_roles && ${sql.lit(`{${staffRoleNumbers('staff').join()}}`)}::integer[]`)
    .select(['id', 'email', 'first_name', 'last_name', 'platform_roles'])
    .execute()
  return rows
    .filter(({ platform_roles }) => isStaff(platform_roles))
    .map(({ id, ...person }) => ({ id, name: formatPersonName(person) }))
    .toSorted((left, right) => left.name.localeCompare(right.name, 'en') || left.id - right.id)
}
