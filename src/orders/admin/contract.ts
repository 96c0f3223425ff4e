/** API of the orders pages: search, details, refunds, cancellation and payment by bank transfer. */
import * as z from 'zod/mini'

import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { ReasonBody, optionalText, requiredText } from '#platform/text.ts'

import { ProjectDetails } from '../contract.ts'
import { orderStates } from '../states.ts'
import { StaffOrder, StaffOrderRowSchema } from './order-contract.ts'

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

/** The URL of a document's electronic invoice. */
export const staffDocumentXmlPath = (order_id: number | string, name: string, version?: number): string =>
  `/api/admin/orders/${order_id}/documents/${name}/xml${version === undefined ? '' : `?version=${version}`}`

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
