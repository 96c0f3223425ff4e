import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { idIn, IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { nameText } from '#platform/text.ts'

import { orderStates } from './states.ts'

const State = z.enum(orderStates)
const Moment = z.iso.datetime()

/** `:id` of an order is its universal invoice number. */
export const OrderParam = z.object({ id: z.string().check(z.regex(/^LT-\d{4}-\d{6,9}$/)) })

export const optionalPage = z.optional(PageNumber)
export const optionalSearch = z.optional(
  z.string().check(z.maxLength(200), z.regex(/^[^\0]*$/, 'Please type letters and digits.')),
)

export const credit_note_shape = /^LC-\d{4}-\d{6,9}$/
export const CreditNoteParam = z.extend(OrderParam, { number: z.string().check(z.regex(credit_note_shape)) })

export const orderDocuments = ['receipt', 'invoice', 'license-agreement'] as const
export type OrderDocument = (typeof orderDocuments)[number]
/** As buttons and summaries name them. */
export const documentLabels: Record<OrderDocument, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'license-agreement': 'License agreement',
}

export const orderSorts = ['newest', 'oldest', 'total'] as const
export const orderTypes = ['paid', 'open', 'ended'] as const
export const orderSearchFields = ['number', 'clip', 'project', 'client', 'po_number'] as const

export const OrderRow = z.object({
  id: z.int(),
  universal_invoice_number: z.string(),
  state: State,
  placed_at: Moment,
  due_at: z.nullable(Moment),
  /** Since its due day, negative before; null when it is not owed on account. */
  days_overdue: z.nullable(z.int()),
  total: Money,
  clips_count: z.int(),
  /** Of the first few clips. */
  thumbs: z.array(z.array(Picture)),
  project_names: z.array(z.string()),
})
export type OrderRow = z.infer<typeof OrderRow>

/** Open to every role that may buy or download, also without the ability to view the workspace's settings: they need invoices and files. */
export const listOrders = endpoint('GET', '/workspace/orders', {
  summary: 'The workspace’s orders',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({
    page: optionalPage,
    sort: z.optional(z.enum(orderSorts)),
    'filter[type]': z.optional(z.enum(orderTypes)),
    'search[query]': optionalSearch,
    'search[field]': z.optional(z.enum(orderSearchFields)),
  }),
  reply: z.array(OrderRow),
  meta: Pagination,
})

export const orderAgain = endpoint('POST', '/workspace/orders/:id/again', {
  summary: 'Puts the clips of an order whose payment failed into the caller’s cart once more, at today’s prices',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  reply: z.object({ added: z.int(), left_out: z.int() }),
})

export const listRateOrders = endpoint('GET', '/workspace/preferred-rates/:id/orders', {
  summary: 'The workspace’s orders with clips under a preferred rate, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object({ page: optionalPage }),
  reply: z.array(OrderRow),
  meta: Pagination,
})

export const Project = z.object({
  id: z.int(),
  client_name: z.string(),
  project_name: z.string(),
  project_description: z.string(),
  /** yyyy-MM-dd */
  start_date: z.string(),
  po_number: z.nullable(z.string()),
})
export type Project = z.infer<typeof Project>

export const OrderDetail = z.object({
  id: z.int(),
  universal_invoice_number: z.string(),
  state: State,
  placed_at: Moment,
  due_at: z.nullable(Moment),
  /** Since its due day, negative before; null when it is not owed on account. */
  days_overdue: z.nullable(z.int()),
  paid_at: z.nullable(Moment),
  payment_type: z.enum(['card', 'ach', 'paypal', 'invoice', 'none']),
  payment_method: z.string(),
  bought_by: z.string(),
  /** The buyer's address: the receipt goes there. */
  receipt_email: z.string(),
  clips_count: z.int(),
  sub_total: Money,
  non_profit_discount: Money,
  discount: Money,
  /** The coupon that it came of. */
  discount_code: z.nullable(z.string()),
  /** What was paid for the licenses that its lines upgraded, and in which orders. */
  upgrade_credit: Money,
  upgraded_orders: z.array(z.string()),
  /** For taking a card; nothing but for custom carts. */
  processing_fee: Money,
  tax: Money,
  /** 0.0725 for 7.25 % */
  tax_rate: z.number(),
  /** "California sales tax", "VAT, Ireland", "VAT, reverse charge"; empty where no tax applies. */
  tax_name: z.string(),
  total: Money,
  /** What was given back, each with its PDF. */
  credit_notes: z.array(
    z.object({
      number: z.string(),
      total: Money,
      given_back_to: z.string(),
      /** The buyer's bank took the money back. */
      by_dispute: z.boolean(),
      made_at: Moment,
    }),
  ),
  billing: z.object({
    company: z.string(),
    contact: z.string(),
    address: z.string(),
    address2: z.string(),
    city: z.string(),
    postal_code: z.string(),
    region: z.string(),
    country: z.string(),
  }),
  ein: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
  po_number: z.nullable(z.string()),
  licenses: z.array(z.object({ sentence: z.string(), clips_count: z.int(), subtotal: Money })),
  projects: z.array(Project),
  /** Clips that no project has yet: they cannot be downloaded. */
  unassigned_count: z.int(),
  moves: z.array(z.object({ to_state: State, by: z.nullable(z.string()), moved_at: Moment })),
  /** When its bank sent the last debit back, and nothing has come or is on its way since. */
  debit_returned_at: z.nullable(Moment),
  /** null when the order's state lets files go, else why not. */
  downloads_closed: z.nullable(z.string()),
  /** What the person asking may do with it. */
  can_download: z.boolean(),
  /** The PDFs there are now. */
  documents: z.array(z.enum(orderDocuments)),
})
export type OrderDetail = z.infer<typeof OrderDetail>

export const getOrder = endpoint('GET', '/workspace/orders/:id', {
  summary: 'One order by its invoice number',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  reply: OrderDetail,
})

const printable = /^[^\0]*$/
const words = (required: string, most: number) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(most, `Please use at most ${most} characters`),
      z.regex(printable, 'Please type letters and digits'),
    )

/** A day that the calendar has. */
const Day = z.string('Start date is required').check(
  z.minLength(1, 'Start date is required'),
  z.refine(
    text => text === '' || (/^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true),
    'Please give the start date as MM/DD/YYYY',
  ),
)

/** What clips were bought for. */
export const ProjectDetails = z.object({
  client_name: nameText('Client name', 200, 'Please use at most 200 characters'),
  project_name: nameText('Project name', 200, 'Please use at most 200 characters'),
  project_description: words('Project description is required', 2_000),
  start_date: Day,
  po_number: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(100, 'Please use at most 100 characters'),
          z.regex(printable, 'Please type letters and digits'),
        ),
    ),
  ),
})

export const putProjectDetails = endpoint('PUT', '/workspace/orders/:id/project-details', {
  summary: 'Assign an order, or some of its clips, to a project',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  body: z.extend(ProjectDetails, {
    /** Without it, every clip of the order. */
    order_item_ids: z.optional(z.array(idIn()).check(z.minLength(1, 'Choose a clip'), z.maxLength(500))),
  }),
  reply: OrderDetail,
})

/** Where a credit note's PDF is. */
export const creditNotePath = (order: string, number: string): string =>
  `/api/workspace/orders/${order}/credit-notes/${number}`

/** Where an order's PDF is: the browser is simply sent there. */
export const documentPath = (number: string, kind: OrderDocument): string => `/api/workspace/orders/${number}/${kind}`
