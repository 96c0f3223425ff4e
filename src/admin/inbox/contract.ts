/** The inbox: what people asked us by a form, and what we answered. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { lines } from '#tickets/contract.ts'
import { ticketKindNames, ticketStates } from '#tickets/kinds.ts'

/** One of us. */
const Colleague = z.object({ id: z.int(), name: z.string() })
export type Colleague = z.infer<typeof Colleague>

const Row = z.object({
  id: z.int(),
  /** "3F9A21C7" */
  reference: z.string(),
  kind: z.enum(ticketKindNames),
  state: z.enum(ticketStates),
  name: z.string(),
  email: z.string(),
  /** How what was written begins. */
  beginning: z.string(),
  /** ISO moments. */
  created_at: z.string(),
  due_at: z.string(),
  /** Open, and the promised day is over. */
  is_late: z.boolean(),
  assignee: z.nullable(Colleague),
})
export type TicketRow = z.infer<typeof Row>

const TicketMail = z.object({
  /** `staff` and `receipt` went out by themselves. */
  kind: z.enum(['staff', 'receipt', 'reply']),
  /** null for what went out by itself. */
  id: z.nullable(z.int()),
  to: z.string(),
  subject: z.string(),
  /** What the mail says, as plain text. */
  text: z.string(),
  /** Who of us wrote it; null for what nobody wrote, or for somebody who has left. */
  by: z.nullable(z.string()),
  board: z.nullable(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Whether a copy of it is among the person's own boards. */
      is_delivered: z.boolean(),
    }),
  ),
  /** null while it waits to be sent. */
  sent_at: z.nullable(z.string()),
})
export type TicketMail = z.infer<typeof TicketMail>

const Deed = z.object({
  at: z.string(),
  staff_email: z.nullable(z.string()),
  what: z.enum(['assigned', 'unassigned', 'replied', 'closed', 'reopened']),
  /** To whom it was given. */
  to: z.nullable(z.string()),
})

export const TicketFacts = z.extend(Row, {
  message: z.string(),
  /** What else the form asked, in its order. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Who was signed in. */
  user_id: z.nullable(z.int()),
  workspace: z.nullable(z.object({ id: z.int(), name: z.string() })),
  mails: z.array(TicketMail),
  /** What is sent along with a reply, so that nobody answers past a colleague. */
  last_reply_id: z.nullable(z.int()),
  /** What we did, newest first. */
  history: z.array(Deed),
  /** Whom it can be given to. */
  colleagues: z.array(Colleague),
})
export type TicketFacts = z.infer<typeof TicketFacts>

export const inboxStates = [...ticketStates, 'all'] as const
export const inboxHands = ['me', 'nobody'] as const

export const listInbox = endpoint('GET', '/admin/tickets', {
  summary: 'Tickets: those that are open by the day they are due, others newest first',
  who: 'staff',
  query: z.object({
    state: z.optional(z.enum(inboxStates, 'Choose open, closed or all.')),
    kind: z.optional(z.enum(ticketKindNames, 'Choose from the list.')),
    assigned: z.optional(z.enum(inboxHands, 'Choose me or nobody.')),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    page: z.optional(PageNumber),
  }),
  reply: z.array(Row),
  meta: Pagination,
})

const about = { who: 'staff', params: IdParam, reply: TicketFacts } as const

export const getTicket = endpoint('GET', '/admin/tickets/:id', {
  summary: 'A ticket with everything that was written about it',
  ...about,
})

export const assignTicket = endpoint('PUT', '/admin/tickets/:id/assignee', {
  summary: 'Give a ticket to one of us, or to nobody',
  ...about,
  body: z.object({ user_id: z.nullable(idIn('Choose one of us.')) }),
})

/** What the form checks. */
export const ReplyText = z.object({ message: lines('Message', 5_000) })

export const ReplyBody = z.extend(ReplyText, {
  /** A board of the caller, which goes with it. */
  board_id: z._default(z.nullable(idIn('Choose a board.')), null),
  /** The newest reply that the caller has read; null for none. */
  last_reply_id: z.nullable(idIn()),
  /** Whether that was all. */
  close: z._default(z.boolean('This is yes or no.'), false),
})

export const replyToTicket = endpoint('POST', '/admin/tickets/:id/replies', {
  summary: 'Answer by mail, with a board if one is given; 409 when a colleague answered meanwhile',
  ...about,
  body: ReplyBody,
})

export const closeTicket = endpoint('POST', '/admin/tickets/:id/close', {
  summary: 'Nothing is left to answer',
  ...about,
})

export const reopenTicket = endpoint('POST', '/admin/tickets/:id/reopen', {
  summary: 'Something is left to answer after all',
  ...about,
})
