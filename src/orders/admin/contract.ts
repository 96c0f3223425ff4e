/** API of the orders pages: search, details, refunds, cancellation and payment by bank transfer. */
import * as z from 'zod/mini'

import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { ReasonBody, optionalText, requiredText } from '#platform/text.ts'

import { OrderBillingFields, orderDocuments, ProjectDetails, ReplacedDocument } from '../contract.ts'
import { orderStates } from '../states.ts'

export const REFUND_STATES = ['started', 'unknown', 'waiting', 'done', 'refused', 'canceled'] as const

/** Times are ISO strings. */
const StaffOrderRowSchema = z.object({
  id: z.int(),
  /** null for a payment attempt that failed or is still open. */
  universal_invoice_number: z.nullable(z.string()),
  state: z.enum(orderStates),
  /** When the order was placed or attempted. */
  at: z.string(),
  due_at: z.nullable(z.string()),
  /** Days since the due date, negative before it; null when nothing is due on account. */
  days_overdue: z.nullable(z.int()),
  total: Money,
  clips_count: z.int(),
  workspace: z.object({ id: z.int(), name: z.string() }),
  /** `name` and `email` are null when the buyer deleted their account. */
  buyer: z.object({ id: z.int(), name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  payment_method: z.string(),
})
export type StaffOrderRow = z.infer<typeof StaffOrderRowSchema>

const StaffOrderLineSchema = z.object({
  id: z.int(),
  clip_id: z.int(),
  name: z.string(),
  filmmaker: z.string(),
  format: z.string(),
  license: z.string(),
  /** The project and its client, such as "Tidal for Aster Foods". */
  project: z.nullable(z.string()),
  project_id: z.nullable(z.int()),
  price: Money,
  /** The line's share of the order's discounts and tax. */
  discount: Money,
  tax: Money,
  /** What the buyer's bank withdrew for the line in closed disputes: the net part and the tax part. */
  withdrawn: Money,
  withdrawn_tax: Money,
  refunded: z.boolean(),
  /** A pending refund includes the line. */
  has_pending_refund: z.boolean(),
  /** The license that this line upgraded. `is_lost`: the buyer's bank withdrew the payment for that license all the same. */
  upgrades: z.nullable(
    z.object({ order_id: z.int(), order: z.nullable(z.string()), credit: Money, is_lost: z.boolean() }),
  ),
  /** The order that upgraded the line, or is about to. The line can be refunded only after that order. */
  upgraded_in: z.nullable(z.object({ order_id: z.int(), order: z.nullable(z.string()) })),
})
export type StaffOrderLine = z.infer<typeof StaffOrderLineSchema>

const StaffAttemptSchema = z.object({
  id: z.int(),
  state: z.string(),
  payment_type: z.string(),
  amount: Money,
  /** The gateway's transaction id. */
  transaction_id: z.nullable(z.string()),
  message: z.string(),
  started_at: z.string(),
})

const StaffRefundSchema = z.object({
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
export type StaffRefund = z.infer<typeof StaffRefundSchema>

export const StaffOrder = z.extend(StaffOrderRowSchema, {
  /** The lines of the billing address. */
  billed_to: z.array(z.string()),
  /** Purchase order, VAT number and EIN. */
  references: z.array(z.object({ label: z.string(), value: z.string() })),
  sub_total: Money,
  non_profit_discount: Money,
  discount: Money,
  discount_code: z.nullable(z.string()),
  upgrade_credit: Money,
  processing_fee: Money,
  /** What the buyer's bank withdrew of the fee. */
  withdrawn_fee: Money,
  tax: Money,
  /** Such as "California sales tax, 7.25%". */
  tax_label: z.string(),
  /** Why no tax is charged, or the tax in the currency of its country; else empty. */
  tax_note: z.string(),
  /** What staff must look at: a missing exchange rate, or evidence of the place that contradicts. */
  tax_warnings: z.array(z.string()),
  /** The sum of completed refunds. */
  refunded: Money,
  lines: z.array(StaffOrderLineSchema),
  attempts: z.array(StaffAttemptSchema),
  refunds: z.array(StaffRefundSchema),
  /** When a consumer withdrew, and the clips; null otherwise. */
  withdrawal: z.nullable(z.object({ at: z.iso.datetime(), clip_ids: z.array(z.int()) })),
  /** What the buyer's bank withdrew in disputes. */
  taken_back: Money,
  /** Set while the order is disputed and the bank withdrew a part of the payment: the amount to decide about, and whether a dispute was open when the gateway last reported. */
  dispute: z.nullable(z.object({ pending: Money, is_open: z.boolean() })),
  /** The disputes at the buyer's bank, as the gateway last reported them. */
  cases: z.array(
    z.object({
      id: z.string(),
      /** Such as "Under review". */
      status: z.string(),
      /** Such as "Product not received". */
      reason: z.string(),
      is_open: z.boolean(),
      is_retrieval: z.boolean(),
      amount: Money,
      /** The last day on which evidence counts, as YYYY-MM-DD. */
      reply_by: z.nullable(z.string()),
      /** The URL of the dispute at the gateway; null where it has no page. */
      address: z.nullable(z.string()),
    }),
  ),
  credit_notes: z.array(
    z.object({ number: z.string(), total: Money, by_dispute: z.boolean(), created_at: z.string() }),
  ),
  transitions: z.array(
    z.object({
      from_state: z.nullable(z.enum(orderStates)),
      to_state: z.enum(orderStates),
      /** null for a change by the system, or by a deleted account. */
      by: z.nullable(z.string()),
      reason: z.string(),
      transitioned_at: z.string(),
    }),
  ),
  /** The projects in use. */
  projects: z.array(
    z.object({
      id: z.int(),
      client_name: z.string(),
      project_name: z.string(),
      project_description: z.string(),
      start_date: z.string(),
      po_number: z.nullable(z.string()),
    }),
  ),
  /** Every project that was named, corrected or amended, oldest first, with its clips. */
  project_changes: z.array(
    z.object({
      kind: z.enum(['named', 'corrected', 'amended']),
      amendment: z.nullable(z.int()),
      clip_ids: z.array(z.int()),
      project: z.string(),
      previous: z.nullable(z.string()),
      by: z.string(),
      reason: z.string(),
      changed_at: z.string(),
    }),
  ),
  mails: z.array(z.object({ kind: z.string(), sent_at: z.nullable(z.string()) })),
  /** The PDFs that are available now. */
  documents: z.array(z.enum(orderDocuments)),
  replaced_documents: z.array(ReplacedDocument),
  billing: OrderBillingFields,
  vat_number: z.nullable(z.string()),
  /** The order belongs to a workspace of the caller, so a colleague has to act. */
  is_own: z.boolean(),
  /** The order was paid outside the gateway, so it is refunded outside it, too. */
  is_paid_manually: z.boolean(),
  /** What the order's state allows now. */
  can_refund: z.boolean(),
  can_cancel: z.boolean(),
  can_mark_paid: z.boolean(),
  can_end_dispute: z.boolean(),
  can_amend_project: z.boolean(),
  can_correct_billing: z.boolean(),
})
export type StaffOrder = z.infer<typeof StaffOrder>

export const staffOrderSorts = ['newest', 'oldest', 'total', 'due'] as const

/** `money`: the days of payments, refunds and lost disputes, instead of the day on which the order was placed. */
export const orderDateKinds = ['placed', 'money'] as const

const filters = {
  search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  state: z.optional(z.enum(orderStates, 'Choose a state from the list.')),
  dated: z.optional(z.enum(orderDateKinds, 'Choose placed or money.')),
  /** `refund`: orders that a consumer withdrew from, until the refund is recorded. */
  waits: z.optional(z.enum(['refund'], 'Choose refund.')),
  /** The first and the last day in UTC, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
}
/** Unknown parameters are an error: a misspelled filter must not return every order. */
const refuseUnknownFilters = {
  error: (issue: { code?: string; keys?: unknown }) =>
    issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)
      ? `Orders have no filter “${issue.keys.join('”, “')}”.`
      : undefined,
}
export const OrderFilters = z.strictObject(filters, refuseUnknownFilters)
export type OrderFilters = z.output<typeof OrderFilters>

export const listStaffOrders = endpoint('GET', '/admin/orders', {
  summary:
    'Search the orders of every workspace by number, email, workspace, clip, project or purchase order; placed ones, unless the query has a state',
  who: 'staff',
  query: z.strictObject(
    {
      ...filters,
      sort: z.optional(z.enum(staffOrderSorts, 'Choose newest, oldest, total or due.')),
      page: z.optional(PageNumber),
    },
    refuseUnknownFilters,
  ),
  reply: z.array(StaffOrderRowSchema),
  meta: z.extend(Pagination, {
    /** Sums over all orders that match the filters. */
    sums: z.object({
      /** The total without tax. */
      net: Money,
      tax: Money,
      total: Money,
      /** Refunds by staff and lost disputes. */
      refunded: Money,
    }),
  }),
})

export const orderExports = ['orders', 'order-lines', 'order-refunds', 'order-taxes'] as const
export type OrderExport = (typeof orderExports)[number]

/** The URL of a CSV export of the orders that match the filters in the query. */
export const orderExportPath = (name: OrderExport): string => `/api/admin/${name}.csv`

const ORDER_ENDPOINT = { who: 'staff', params: IdParam, reply: StaffOrder } as const

export const getStaffOrder = endpoint('GET', '/admin/orders/:id', {
  summary: 'Get an order with its payments, refunds, disputes and history',
  ...ORDER_ENDPOINT,
})

/** The fields that the form validates. */
export const RefundForm = z.extend(ReasonBody, { reference: optionalText('Reference', 100) })

export const refundStaffOrder = endpoint('POST', '/admin/orders/:id/refunds', {
  summary: 'Refund lines of an order, or everything that is left; needs an Idempotency-Key',
  ...ORDER_ENDPOINT,
  body: z.extend(RefundForm, {
    /** null for everything that is left. */
    order_item_ids: z.nullable(
      z.array(idField('Choose a line.')).check(z.minLength(1, 'Choose a line.'), z.maxLength(2_000)),
    ),
    /** The amount that the client displayed. */
    expected_cents: z.int('Enter the amount in cents.').check(z.minimum(0), z.maximum(1_000_000_000_000)),
  }),
  idempotency_key: 'required',
})

export const cancelStaffRefund = endpoint('POST', '/admin/orders/:id/refunds/:refund_id/cancel', {
  summary: 'Cancel a pending refund',
  who: 'staff',
  params: z.extend(IdParam, { refund_id: numberParam('There is no such refund.') }),
  body: ReasonBody,
  reply: StaffOrder,
})

export const cancelStaffOrder = endpoint('POST', '/admin/orders/:id/cancel', {
  summary: 'Cancel an unpaid invoice: its licenses end, and a credit note cancels it',
  ...ORDER_ENDPOINT,
  body: ReasonBody,
})

export const endStaffOrderDispute = endpoint('POST', '/admin/orders/:id/end-dispute', {
  summary:
    'End a dispute: the order continues without the amount that the buyer’s bank withdrew, and its licenses are in force again',
  ...ORDER_ENDPOINT,
  body: z.extend(ReasonBody, {
    /** What the bank had withdrawn, as the client displayed it; 0 for an order that was not paid through the gateway. */
    expected_cents: z.int('Enter the amount in cents.').check(z.minimum(0), z.maximum(1_000_000_000_000)),
  }),
})

/** The same form with an optional reference. */
export const CancelForm = z.extend(ReasonBody, { reference: z.string() })

export const PaidForm = z.extend(ReasonBody, { reference: requiredText('Reference', 100) })

export const markStaffOrderPaid = endpoint('POST', '/admin/orders/:id/paid', {
  summary: 'Mark an invoice as paid by bank transfer',
  ...ORDER_ENDPOINT,
  body: PaidForm,
})

/** The fields that the form validates. */
export const AmendmentForm = z.extend(ProjectDetails, ReasonBody.shape)

export const amendStaffOrderProject = endpoint('POST', '/admin/orders/:id/project-amendments', {
  summary: 'Amend the project of some of an order’s clips, after it has become final, too; numbered and kept',
  ...ORDER_ENDPOINT,
  body: z.extend(AmendmentForm, {
    order_item_ids: z.array(idField('Choose a clip.')).check(z.minLength(1, 'Choose a clip.'), z.maxLength(2_000)),
  }),
})

/** The fields that the form validates. Another country would change the tax. */
export const BillingCorrectionForm = z.extend(ReasonBody, {
  company: optionalText('Company'),
  contact: optionalText('Contact'),
  address: requiredText('Address'),
  address2: optionalText('Address line 2'),
  city: requiredText('City'),
  postal_code: optionalText('Postal code'),
  region: optionalText('State or region', 80),
  vat_number: optionalText('VAT number', 30),
})

export const correctStaffOrderBilling = endpoint('POST', '/admin/orders/:id/billing-corrections', {
  summary: 'Correct the billing details of an order whose tax they don’t change: its documents are issued again',
  ...ORDER_ENDPOINT,
  body: BillingCorrectionForm,
})

/** The URL of a PDF document of an order, or of one of its credit notes; of a version that was replaced. */
export const staffDocumentPath = (order_id: number | string, name: string, version?: number): string =>
  `/api/admin/orders/${order_id}/documents/${name}${version === undefined ? '' : `?version=${version}`}`

export const getDisputeMails = endpoint('GET', '/admin/dispute-mails', {
  summary: 'Get whether the caller gets a mail about each new dispute',
  who: 'staff',
  reply: z.object({ is_on: z.boolean() }),
})

export const setDisputeMails = endpoint('PUT', '/admin/dispute-mails', {
  summary: 'Get a mail about each new dispute, or none',
  who: 'staff',
  body: z.object({ is_on: z.boolean('Choose yes or no.') }),
  reply: z.object({ is_on: z.boolean() }),
})
