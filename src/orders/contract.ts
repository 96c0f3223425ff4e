import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { DocumentNumber } from '#platform/document-numbers.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { nameText } from '#platform/text.ts'

import { orderStates } from './states.ts'

const OrderStateSchema = z.enum(orderStates)
const Timestamp = z.iso.datetime()

/** The `:id` of an order is its universal invoice number. */
export const OrderParam = z.object({ id: DocumentNumber })

export const optionalPage = z.optional(PageNumber)
export const optionalSearch = z.optional(
  z.string().check(z.maxLength(200), z.regex(/^[^\0]*$/, 'Please type letters and digits.')),
)

export const CreditNoteParam = z.extend(OrderParam, { number: DocumentNumber })

export const orderDocuments = ['receipt', 'invoice', 'license-agreement'] as const
export type OrderDocument = (typeof orderDocuments)[number]
/** Labels for buttons and endpoint summaries. */
export const documentLabels: Record<OrderDocument, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  'license-agreement': 'License agreement',
}

/** A version of a document that a later one replaced. It stays available. */
export const ReplacedDocument = z.object({
  document: z.enum(orderDocuments),
  version: z.int(),
  issued_at: Timestamp,
  replaced_at: Timestamp,
  has_xml: z.boolean(),
})
export type ReplacedDocument = z.infer<typeof ReplacedDocument>

/** The `?version=` of a document that was replaced. */
export const DocumentVersion = z.object({
  version: z.optional(
    z.pipe(numberParam('Versions are numbered from 1.'), z.int().check(z.minimum(1, 'Versions are numbered from 1.'))),
  ),
})

export const orderSorts = ['newest', 'oldest', 'total'] as const
export const orderTypes = ['paid', 'open', 'ended'] as const
export const orderSearchFields = ['number', 'clip', 'project', 'client', 'po_number'] as const

export const OrderSummary = z.object({
  id: z.int(),
  universal_invoice_number: z.string(),
  state: OrderStateSchema,
  placed_at: Timestamp,
  due_at: z.nullable(Timestamp),
  /** Days since the due date, negative before it; null unless the order is on account and unpaid. */
  days_overdue: z.nullable(z.int()),
  total: Money,
  clips_count: z.int(),
  /** Pictures of the first few clips. */
  thumbs: z.array(z.array(Picture)),
  project_names: z.array(z.string()),
})
export type OrderSummary = z.infer<typeof OrderSummary>

/** Open to every role that can buy or download, even without access to workspace settings: these users need invoices and files. */
export const listOrders = endpoint('GET', '/workspace/orders', {
  summary: 'List the workspace’s orders',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({
    page: optionalPage,
    sort: z.optional(z.enum(orderSorts)),
    'filter[type]': z.optional(z.enum(orderTypes)),
    'search[query]': optionalSearch,
    'search[field]': z.optional(z.enum(orderSearchFields)),
  }),
  reply: z.array(OrderSummary),
  meta: Pagination,
})

export const OrderProject = z.object({
  id: z.int(),
  client_name: z.string(),
  project_name: z.string(),
  project_description: z.string(),
  /** yyyy-MM-dd */
  start_date: z.string(),
  po_number: z.nullable(z.string()),
})
export type OrderProject = z.infer<typeof OrderProject>

export const OrderBillingFields = z.object({
  company: z.string(),
  contact: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  postal_code: z.string(),
  region: z.string(),
  country: z.string(),
})

export const OrderDetail = z.object({
  id: z.int(),
  universal_invoice_number: z.string(),
  state: OrderStateSchema,
  placed_at: Timestamp,
  due_at: z.nullable(Timestamp),
  /** Days since the due date, negative before it; null unless the order is on account and unpaid. */
  days_overdue: z.nullable(z.int()),
  paid_at: z.nullable(Timestamp),
  payment_type: z.enum(['card', 'ach', 'paypal', 'invoice', 'none']),
  payment_method: z.string(),
  buyer_name: z.string(),
  /** The buyer's email address, where the receipt goes. */
  receipt_email: z.string(),
  clips_count: z.int(),
  sub_total: Money,
  non_profit_discount: Money,
  discount: Money,
  /** The coupon's code. */
  discount_code: z.nullable(z.string()),
  /** What was paid for the licenses that this order upgrades, and the orders that granted them. */
  upgrade_credit: Money,
  upgraded_orders: z.array(z.string()),
  /** For card payments; zero except for custom carts. */
  processing_fee: Money,
  tax: Money,
  /** For example 0.0725 for 7.25%. */
  tax_rate: z.number(),
  /** For example "California sales tax", "VAT, Ireland" or "VAT, reverse charge"; empty when no tax applies. */
  tax_name: z.string(),
  total: Money,
  /** Each has a PDF. */
  credit_notes: z.array(
    z.object({
      number: z.string(),
      total: Money,
      refunded_to: z.string(),
      /** Whether the buyer's bank took the money back. */
      by_dispute: z.boolean(),
      created_at: Timestamp,
    }),
  ),
  billing: OrderBillingFields,
  ein: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
  po_number: z.nullable(z.string()),
  licenses: z.array(z.object({ sentence: z.string(), clips_count: z.int(), subtotal: Money })),
  /** The version of the license terms that the order was made under. */
  license_terms: z.object({ version: z.int(), sha256: z.string(), effective_from: Timestamp, accepted_at: Timestamp }),
  /** A consumer's right of withdrawal; null for orders without one. */
  withdrawal: z.nullable(
    z.object({
      until: Timestamp,
      /** The clips that the buyer can still withdraw from. */
      clips_count: z.int(),
      /** When the buyer asked for delivery before the period ends. */
      consented_at: z.nullable(Timestamp),
      withdrawn_at: z.nullable(Timestamp),
    }),
  ),
  projects: z.array(OrderProject),
  /** Clips without a project, which cannot be downloaded. */
  unassigned_count: z.int(),
  transitions: z.array(
    z.object({ to_state: OrderStateSchema, by: z.nullable(z.string()), transitioned_at: Timestamp }),
  ),
  /** When the bank returned the last debit; null once another payment arrived or started. */
  debit_returned_at: z.nullable(Timestamp),
  /** null when the order allows downloads, else the reason why not. */
  downloads_closed: z.nullable(z.string()),
  /** Whether the caller may download the files. */
  can_download: z.boolean(),
  /** The PDFs that exist now. */
  documents: z.array(z.enum(orderDocuments)),
  /** Which of the documents, and which credit notes by number, have an electronic invoice. */
  e_invoices: z.array(z.string()),
  replaced_documents: z.array(ReplacedDocument),
})
export type OrderDetail = z.infer<typeof OrderDetail>

export const getOrder = endpoint('GET', '/workspace/orders/:id', {
  summary: 'Get an order by its invoice number',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  reply: OrderDetail,
})

const PRINTABLE_PATTERN = /^[^\0]*$/
const requiredText = (requiredMessage: string, maxLength: number) =>
  z
    .string(requiredMessage)
    .check(
      z.trim(),
      z.minLength(1, requiredMessage),
      z.maxLength(maxLength, `Please use at most ${maxLength} characters`),
      z.regex(PRINTABLE_PATTERN, 'Please type letters and digits'),
    )

/** A valid calendar day. */
const StartDate = z.string('Start date is required').check(
  z.minLength(1, 'Start date is required'),
  z.refine(
    text => text === '' || (/^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true),
    'Please give the start date as MM/DD/YYYY',
  ),
)

/** The project that clips are licensed for. */
export const ProjectDetails = z.object({
  client_name: nameText('Client name', 200, 'Please use at most 200 characters'),
  project_name: nameText('Project name', 200, 'Please use at most 200 characters'),
  project_description: requiredText('Project description is required', 2_000),
  start_date: StartDate,
  po_number: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(100, 'Please use at most 100 characters'),
          z.regex(PRINTABLE_PATTERN, 'Please type letters and digits'),
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
    /** Defaults to every clip of the order. */
    order_item_ids: z.optional(z.array(idField()).check(z.minLength(1, 'Choose a clip'), z.maxLength(500))),
  }),
  reply: OrderDetail,
})

export const consentToDelivery = endpoint('POST', '/workspace/orders/:id/delivery-consent', {
  summary: 'Ask for delivery before the withdrawal period ends; a consumer needs this before the first download',
  who: 'signed_in',
  params: OrderParam,
  reply: OrderDetail,
})

/** Returns the path of a credit note's PDF. */
export const creditNotePath = (order: string, number: string): string =>
  `/api/workspace/orders/${order}/credit-notes/${number}`

/** Returns the path of its electronic invoice. */
export const creditNoteXmlPath = (order: string, number: string): string => `${creditNotePath(order, number)}/xml`

/** Returns the path of an order document's PDF: of the current version, or of one that was replaced. */
export const documentPath = (number: string, kind: OrderDocument, version?: number): string =>
  `/api/workspace/orders/${number}/${kind}${version === undefined ? '' : `?version=${version}`}`

/** Documents that have an electronic invoice where the buyer is a business in the European Union. */
export const eInvoiceDocuments = ['receipt', 'invoice'] as const satisfies readonly OrderDocument[]

/** Returns the path of a document's electronic invoice. */
export const documentXmlPath = (number: string, kind: OrderDocument, version?: number): string =>
  `/api/workspace/orders/${number}/${kind}/xml${version === undefined ? '' : `?version=${version}`}`
