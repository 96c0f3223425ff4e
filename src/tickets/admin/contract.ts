/** The inbox: tickets that people sent by a form, and our replies. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'

import { multilineText } from '../contract.ts'
import { ticketKindNames, ticketStates } from '../kinds.ts'

/** A staff member. */
const Colleague = z.object({ id: z.int(), name: z.string() })
export type Colleague = z.infer<typeof Colleague>

const TicketSummary = z.object({
  id: z.int(),
  /** "3F9A21C7" */
  reference: z.string(),
  kind: z.enum(ticketKindNames),
  state: z.enum(ticketStates),
  name: z.string(),
  email: z.string(),
  /** The beginning of the message. */
  beginning: z.string(),
  /** ISO timestamps. */
  created_at: z.string(),
  due_at: z.string(),
  /** Open after its due date. */
  is_late: z.boolean(),
  assignee: z.nullable(Colleague),
})
export type TicketSummary = z.infer<typeof TicketSummary>

const TicketMail = z.object({
  /** `staff` and `receipt` are sent automatically. */
  kind: z.enum(['staff', 'receipt', 'reply']),
  /** Null for an automatic mail. */
  id: z.nullable(z.int()),
  to: z.string(),
  subject: z.string(),
  /** The mail's text as plain text. */
  text: z.string(),
  /** The name of the staff member who wrote it; null for automatic mails and deleted accounts. */
  by: z.nullable(z.string()),
  board: z.nullable(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Whether a copy is among the person's own boards. */
      is_delivered: z.boolean(),
    }),
  ),
  /** Null while it is queued. */
  sent_at: z.nullable(z.string()),
})
export type TicketMail = z.infer<typeof TicketMail>

const TicketHistoryEntry = z.object({
  at: z.string(),
  staff_email: z.nullable(z.string()),
  what: z.enum(['assigned', 'unassigned', 'replied', 'closed', 'reopened']),
  /** The new assignee. */
  to: z.nullable(z.string()),
})

export const TicketDetails = z.extend(TicketSummary, {
  message: z.string(),
  /** The other answers of the form, in its order. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The account that was signed in. */
  user_id: z.nullable(z.int()),
  workspace: z.nullable(z.object({ id: z.int(), name: z.string() })),
  mails: z.array(TicketMail),
  /** Sent with a reply, so that nobody overlooks a colleague's reply. */
  last_reply_id: z.nullable(z.int()),
  /** The actions of staff, newest first. */
  history: z.array(TicketHistoryEntry),
  /** The possible assignees. */
  colleagues: z.array(Colleague),
})
export type TicketDetails = z.infer<typeof TicketDetails>

export const inboxStates = [...ticketStates, 'all'] as const
export const inboxAssignees = ['me', 'nobody'] as const

export const listInbox = endpoint('GET', '/admin/tickets', {
  summary: 'List tickets: open ones by due date, others newest first',
  who: 'staff',
  query: z.object({
    state: z.optional(z.enum(inboxStates, 'Choose open, closed or all.')),
    kind: z.optional(z.enum(ticketKindNames, 'Choose from the list.')),
    assigned: z.optional(z.enum(inboxAssignees, 'Choose me or nobody.')),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    page: z.optional(PageNumber),
  }),
  reply: z.array(TicketSummary),
  meta: Pagination,
})

const ticketEndpoint = { who: 'staff', params: IdParam, reply: TicketDetails } as const

export const getTicket = endpoint('GET', '/admin/tickets/:id', {
  summary: 'Get a ticket with its mails and history',
  ...ticketEndpoint,
})

export const assignTicket = endpoint('PUT', '/admin/tickets/:id/assignee', {
  summary: 'Assign a ticket to a staff member or to nobody',
  ...ticketEndpoint,
  body: z.object({ user_id: z.nullable(idField('Choose a staff member.')) }),
})

/** The part of the body that the form validates. */
export const ReplyText = z.object({ message: multilineText('Message', 5_000) })

export const ReplyBody = z.extend(ReplyText, {
  /** A board of the caller to send along. */
  board_id: z._default(z.nullable(idField('Choose a board.')), null),
  /** The newest reply that the caller has seen; null for none. */
  last_reply_id: z.nullable(idField()),
  /** Whether to close the ticket. */
  close: z._default(z.boolean('This must be true or false.'), false),
})

export const replyToTicket = endpoint('POST', '/admin/tickets/:id/replies', {
  summary: 'Reply by mail, optionally with a board; 409 when a colleague has replied meanwhile',
  ...ticketEndpoint,
  body: ReplyBody,
})

export const closeTicket = endpoint('POST', '/admin/tickets/:id/close', {
  summary: 'Close a ticket',
  ...ticketEndpoint,
})

export const reopenTicket = endpoint('POST', '/admin/tickets/:id/reopen', {
  summary: 'Reopen a ticket',
  ...ticketEndpoint,
})
