/** The room for orders: finding them, knowing everything of one, giving back, cancelling, marking paid. */
import * as z from 'zod/mini'

import { orderDocuments } from '#orders/contract.ts'
import { orderStates } from '#orders/states.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, numberIn, PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { optionalText, requiredText } from '#platform/text.ts'
import { Day } from '#workspaces/audit-contract.ts'

import { ReasonBody } from '../contract.ts'

export const REFUND_STATES = ['started', 'unknown', 'waiting', 'done', 'refused', 'canceled'] as const

/** Moments are ISO. */
const Row = z.object({
  id: z.int(),
  /** null for a try to pay that came to nothing, or has not ended. */
  universal_invoice_number: z.nullable(z.string()),
  state: z.enum(orderStates),
  /** When it was placed, or tried. */
  at: z.string(),
  due_at: z.nullable(z.string()),
  /** Since its due day, negative before; null when it is not owed on account. */
  days_overdue: z.nullable(z.int()),
  total: Money,
  clips_count: z.int(),
  workspace: z.object({ id: z.int(), name: z.string() }),
  /** null for somebody who has left. */
  buyer: z.object({ id: z.int(), name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  payment_method: z.string(),
})
export type StaffOrderRow = z.infer<typeof Row>

const Line = z.object({
  id: z.int(),
  clip_id: z.int(),
  name: z.string(),
  filmmaker: z.string(),
  format: z.string(),
  license: z.string(),
  /** "Tidal for Aster Foods" */
  project: z.nullable(z.string()),
  price: Money,
  /** Its part of the order's discounts and tax. */
  discount: Money,
  tax: Money,
  /** What the buyer's bank took of it in disputes that have ended: before tax, and of its tax. */
  taken: Money,
  taken_tax: Money,
  refunded: z.boolean(),
  /** A refund that waits has it. */
  refund_waits: z.boolean(),
  /** The license that it took the place of. `is_lost`: the money paid for that went back all the same, by the buyer's bank. */
  upgrades: z.nullable(
    z.object({ order_id: z.int(), order: z.nullable(z.string()), credit: Money, is_lost: z.boolean() }),
  ),
  /** The order that upgraded it, or is about to: nothing of it can be given back before that is. */
  upgraded_in: z.nullable(z.object({ order_id: z.int(), order: z.nullable(z.string()) })),
})
export type StaffOrderLine = z.infer<typeof Line>

const Attempt = z.object({
  id: z.int(),
  state: z.string(),
  payment_type: z.string(),
  amount: Money,
  /** The gateway's. */
  transaction_id: z.nullable(z.string()),
  message: z.string(),
  started_at: z.string(),
})

const Refund = z.object({
  id: z.int(),
  state: z.enum(REFUND_STATES),
  can_cancel: z.boolean(),
  amount: Money,
  clips_count: z.int(),
  by: z.nullable(z.string()),
  reason: z.string(),
  reference: z.string(),
  transaction_id: z.nullable(z.string()),
  message: z.string(),
  started_at: z.string(),
})
export type StaffRefund = z.infer<typeof Refund>

export const StaffOrder = z.extend(Row, {
  /** Line by line. */
  billed_to: z.array(z.string()),
  /** Purchase order, VAT number, EIN. */
  references: z.array(z.object({ label: z.string(), value: z.string() })),
  sub_total: Money,
  non_profit_discount: Money,
  discount: Money,
  discount_code: z.nullable(z.string()),
  upgrade_credit: Money,
  processing_fee: Money,
  /** What the buyer's bank took of the fee. */
  taken_fee: Money,
  tax: Money,
  /** "California sales tax, 7.25%" */
  tax_label: z.string(),
  /** What has gone back. */
  refunded: Money,
  lines: z.array(Line),
  attempts: z.array(Attempt),
  refunds: z.array(Refund),
  /** What the buyer's bank has taken in disputes. */
  taken_back: Money,
  /** While it is in dispute and the bank took a part: what somebody has to decide about, and whether a case was still open by what was last heard. */
  dispute: z.nullable(z.object({ pending: Money, is_open: z.boolean() })),
  /** The cases at the buyer's bank, by what the gateway said last. */
  cases: z.array(
    z.object({
      id: z.string(),
      /** "Under review" */
      status: z.string(),
      /** "Product not received" */
      reason: z.string(),
      is_open: z.boolean(),
      is_retrieval: z.boolean(),
      amount: Money,
      /** The last day on which evidence counts, YYYY-MM-DD. */
      reply_by: z.nullable(z.string()),
      /** The case at the gateway; null where it has no page. */
      address: z.nullable(z.string()),
    }),
  ),
  credit_notes: z.array(z.object({ number: z.string(), total: Money, by_dispute: z.boolean(), made_at: z.string() })),
  moves: z.array(
    z.object({
      from_state: z.nullable(z.enum(orderStates)),
      to_state: z.enum(orderStates),
      /** null: the shop itself, or somebody who has left. */
      by: z.nullable(z.string()),
      reason: z.string(),
      moved_at: z.string(),
    }),
  ),
  mails: z.array(z.object({ kind: z.string(), sent_at: z.nullable(z.string()) })),
  /** The PDFs there are now. */
  documents: z.array(z.enum(orderDocuments)),
  /** It is of a workspace of whoever asks: a colleague has to act. */
  is_own: z.boolean(),
  /** It was paid past the gateway, so its money goes back past it. */
  is_by_hand: z.boolean(),
  /** What its state lets one do now. */
  can_refund: z.boolean(),
  can_cancel: z.boolean(),
  can_mark_paid: z.boolean(),
  can_end_dispute: z.boolean(),
})
export type StaffOrder = z.infer<typeof StaffOrder>

export const staffOrderSorts = ['newest', 'oldest', 'total', 'due'] as const

const filters = {
  search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  state: z.optional(z.enum(orderStates, 'Choose a state from the list.')),
  /** The days in UTC on which an order was placed; both are included. */
  from: z.optional(Day),
  to: z.optional(Day),
}
/** An unknown parameter is an error: a misspelled filter must not answer with every order. */
const knownOnly = {
  error: (issue: { code?: string; keys?: unknown }) =>
    issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)
      ? `Orders have no filter “${issue.keys.join('”, “')}”.`
      : undefined,
}
export const OrderFilters = z.strictObject(filters, knownOnly)
export type OrderFilters = z.output<typeof OrderFilters>

export const listStaffOrders = endpoint('GET', '/admin/orders', {
  summary:
    'Orders of every workspace, by number, email, workspace, clip, project or purchase order; placed ones, unless a state is asked for',
  who: 'staff',
  query: z.strictObject(
    {
      ...filters,
      sort: z.optional(z.enum(staffOrderSorts, 'Choose newest, oldest, total or due.')),
      page: z.optional(PageNumber),
    },
    knownOnly,
  ),
  reply: z.array(Row),
  meta: z.extend(Pagination, {
    /** Of every order that the filters select. */
    sums: z.object({
      /** Total without tax. */
      net: Money,
      tax: Money,
      total: Money,
      /** By staff refunds and lost disputes. */
      refunded: Money,
    }),
  }),
})

export const orderExports = ['orders', 'order-lines', 'order-refunds', 'order-taxes'] as const
export type OrderExport = (typeof orderExports)[number]

/** The orders that the filters in the query select, as CSV. */
export const orderExportPath = (name: OrderExport): string => `/api/admin/${name}.csv`

const about = { who: 'staff', params: IdParam, reply: StaffOrder } as const

export const getStaffOrder = endpoint('GET', '/admin/orders/:id', {
  summary: 'Everything that is known of an order',
  ...about,
})

/** What the form checks. */
export const RefundForm = z.extend(ReasonBody, { reference: optionalText('Reference', 100) })

export const refundStaffOrder = endpoint('POST', '/admin/orders/:id/refunds', {
  summary: 'Give lines of an order back, or all that is left; needs an Idempotency-Key',
  ...about,
  body: z.extend(RefundForm, {
    /** null: all that is left. */
    order_item_ids: z.nullable(
      z.array(idIn('Choose a line.')).check(z.minLength(1, 'Choose a line.'), z.maxLength(2_000)),
    ),
    /** The amount that was shown. */
    seen_cents: z.int('Say the amount in cents.').check(z.minimum(0), z.maximum(1_000_000_000_000)),
  }),
  keeps_own_keys: true,
})

export const cancelStaffRefund = endpoint('POST', '/admin/orders/:id/refunds/:refund_id/cancel', {
  summary: 'Cancel a refund that waits: nothing of it goes back',
  who: 'staff',
  params: z.extend(IdParam, { refund_id: numberIn('There is no such refund.') }),
  body: ReasonBody,
  reply: StaffOrder,
})

export const cancelStaffOrder = endpoint('POST', '/admin/orders/:id/cancel', {
  summary: 'Nothing is owed any more; its licenses end, and a credit note takes the invoice back',
  ...about,
  body: ReasonBody,
})

export const endStaffOrderDispute = endpoint('POST', '/admin/orders/:id/end-dispute', {
  summary: 'The order goes on without the part that the buyer’s bank took: its licenses are in force again',
  ...about,
  body: z.extend(ReasonBody, {
    /** What the bank had taken, as it was shown; 0 for an order that was not paid through the gateway. */
    seen_cents: z.int('Say the amount in cents.').check(z.minimum(0), z.maximum(1_000_000_000_000)),
  }),
})

/** The same form without the need for a reference. */
export const CancelForm = z.extend(ReasonBody, { reference: z.string() })

export const PaidForm = z.extend(ReasonBody, { reference: requiredText('Reference', 100) })

export const markStaffOrderPaid = endpoint('POST', '/admin/orders/:id/paid', {
  summary: 'The money of an invoice came by bank transfer',
  ...about,
  body: PaidForm,
})

/** Where a PDF of an order is, or one of its credit notes. */
export const staffDocumentPath = (order_id: number | string, name: string): string =>
  `/api/admin/orders/${order_id}/documents/${name}`

export const getDisputeMails = endpoint('GET', '/admin/dispute-mails', {
  summary: 'Whether the caller gets a mail about each new dispute',
  who: 'staff',
  reply: z.object({ is_on: z.boolean() }),
})

export const setDisputeMails = endpoint('PUT', '/admin/dispute-mails', {
  summary: 'Get a mail about each new dispute, or none',
  who: 'staff',
  body: z.object({ is_on: z.boolean('Say yes or no.') }),
  reply: z.object({ is_on: z.boolean() }),
})
