/** Workspaces as our people look after them. */
import * as z from 'zod/mini'

import { orderStates } from '#orders/states.ts'
import { workspaceRoles } from '#platform/actor.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { requiredText } from '#platform/text.ts'
import { rateStates } from '#rates/rate.ts'
import { BillingInformation } from '#workspaces/contract.ts'

const Moment = z.string()

const WorkspaceRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Somebody's own, opened with their account. */
  is_personal: z.boolean(),
  owner_email: z.nullable(z.string()),
  members_count: z.int(),
  has_self_invoicing: z.boolean(),
  is_trusted: z.boolean(),
  /** What is owed on account now, of what may be. */
  owed: Money,
  credit_limit: Money,
})
export type WorkspaceRow = z.infer<typeof WorkspaceRow>

export const WorkspaceFacts = z.extend(WorkspaceRow, {
  created_at: Moment,
  net_payment_term_days: z.int(),
  /** When the oldest unpaid invoice is due. */
  oldest_due_at: z.nullable(Moment),
  billing: z.nullable(BillingInformation),
  members: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), role: z.enum(workspaceRoles) })),
  /** What has not come to its end: unpaid invoices, and payments on their way. The oldest day first. */
  open_orders: z.array(
    z.object({
      id: z.int(),
      number: z.nullable(z.string()),
      state: z.enum(orderStates),
      total: Money,
      placed_at: z.nullable(Moment),
      due_at: z.nullable(Moment),
    }),
  ),
  orders_count: z.int(),
  rates: z.array(z.object({ id: z.int(), name: z.string(), state: z.enum(rateStates), price: Money })),
  /** Whether the caller is in it, and so has to leave changes to somebody else of us. */
  is_mine: z.boolean(),
})
export type WorkspaceFacts = z.infer<typeof WorkspaceFacts>

export const listStaffWorkspaces = endpoint('GET', '/admin/workspaces', {
  summary: 'Workspaces by a part of their name, or of the name or email of somebody in it; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    account: z.optional(z.enum(['on_account', 'owing', 'trusted'])),
  }),
  reply: z.array(WorkspaceRow),
  meta: Pagination,
})

export const getStaffWorkspace = endpoint('GET', '/admin/workspaces/:id', {
  summary: 'Who is in a workspace, how it is billed and what is open',
  who: 'staff',
  params: IdParam,
  reply: WorkspaceFacts,
})

const limit_text = 'The credit limit is whole cents between nothing and $10,000,000.'
const net_text = 'The net term is a whole number of days, at most 365.'

export const TermsBody = z
  .object({
    has_self_invoicing: z.boolean('On or off?'),
    credit_limit_cents: z.int(limit_text).check(z.nonnegative(limit_text), z.maximum(1_000_000_000, limit_text)),
    net_payment_term_days: z.int(net_text).check(z.nonnegative(net_text), z.maximum(365, net_text)),
    is_trusted: z.boolean('On or off?'),
    reason: requiredText('Reason', 500, 'The reason is too long.'),
  })
  .check(
    z.refine(({ has_self_invoicing, credit_limit_cents }) => !has_self_invoicing || credit_limit_cents !== 0, {
      path: ['credit_limit_cents'],
      error: 'Who buys on account needs a credit limit above nothing.',
    }),
  )

export const changeStaffWorkspace = endpoint('PUT', '/admin/workspaces/:id/terms', {
  summary:
    'Change on which terms a workspace buys: on account or not, its credit limit and net term, whether its bank debits are trusted',
  who: 'staff',
  params: IdParam,
  body: TermsBody,
  reply: WorkspaceFacts,
})
