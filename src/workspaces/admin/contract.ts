/** API of the workspaces pages for staff. */
import * as z from 'zod/mini'

import { rateStates } from '#licensing/rate.ts'
import { orderStates } from '#orders/states.ts'
import { workspaceRoles } from '#platform/actor.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { requiredText } from '#platform/text.ts'

import { BillingInformation } from '../contract.ts'

const IsoTime = z.string()

const StaffWorkspaceRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether it is a personal workspace, created with its owner's account. */
  is_personal: z.boolean(),
  owner_email: z.nullable(z.string()),
  members_count: z.int(),
  has_self_invoicing: z.boolean(),
  is_trusted: z.boolean(),
  /** The unpaid amount on account, and the limit for it. */
  owed: Money,
  credit_limit: Money,
})
export type StaffWorkspaceRow = z.infer<typeof StaffWorkspaceRow>

export const StaffWorkspaceDetail = z.extend(StaffWorkspaceRow, {
  created_at: IsoTime,
  net_payment_term_days: z.int(),
  /** The due date of the oldest unpaid invoice. */
  oldest_due_at: z.nullable(IsoTime),
  billing: z.nullable(BillingInformation),
  members: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), role: z.enum(workspaceRoles) })),
  /** Unpaid invoices and pending payments, by due date. */
  open_orders: z.array(
    z.object({
      id: z.int(),
      number: z.nullable(z.string()),
      state: z.enum(orderStates),
      total: Money,
      placed_at: z.nullable(IsoTime),
      due_at: z.nullable(IsoTime),
    }),
  ),
  orders_count: z.int(),
  rates: z.array(z.object({ id: z.int(), name: z.string(), state: z.enum(rateStates), price: Money })),
  /** Whether the caller is a member, who may not change the workspace's terms. */
  is_member: z.boolean(),
})
export type StaffWorkspaceDetail = z.infer<typeof StaffWorkspaceDetail>

export const listStaffWorkspaces = endpoint('GET', '/admin/workspaces', {
  summary: 'Search workspaces by a part of their name, or of a member’s name or email; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
    account: z.optional(z.enum(['on_account', 'owing', 'trusted'])),
  }),
  reply: z.array(StaffWorkspaceRow),
  meta: Pagination,
})

export const getStaffWorkspace = endpoint('GET', '/admin/workspaces/:id', {
  summary: 'Get a workspace with its members, billing information and open orders',
  who: 'staff',
  params: IdParam,
  reply: StaffWorkspaceDetail,
})

const CREDIT_LIMIT_MESSAGE = 'The credit limit must be between $0 and $10,000,000, in whole cents.'
const NET_TERM_MESSAGE = 'The net term must be a whole number of days, at most 365.'

export const TermsBody = z
  .object({
    has_self_invoicing: z.boolean('Choose on or off.'),
    credit_limit_cents: z
      .int(CREDIT_LIMIT_MESSAGE)
      .check(z.nonnegative(CREDIT_LIMIT_MESSAGE), z.maximum(1_000_000_000, CREDIT_LIMIT_MESSAGE)),
    net_payment_term_days: z
      .int(NET_TERM_MESSAGE)
      .check(z.nonnegative(NET_TERM_MESSAGE), z.maximum(365, NET_TERM_MESSAGE)),
    is_trusted: z.boolean('Choose on or off.'),
    reason: requiredText('Reason', 500, 'The reason is too long.'),
  })
  .check(
    z.refine(({ has_self_invoicing, credit_limit_cents }) => !has_self_invoicing || credit_limit_cents !== 0, {
      path: ['credit_limit_cents'],
      error: 'Buying on account needs a credit limit above $0.',
    }),
  )

export const changeStaffWorkspace = endpoint('PUT', '/admin/workspaces/:id/terms', {
  summary: 'Change the terms of a workspace: buying on account, credit limit, net term, and trusted bank debits',
  who: 'staff',
  params: IdParam,
  body: TermsBody,
  reply: StaffWorkspaceDetail,
})
