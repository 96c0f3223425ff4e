/** An order as staff see it, with its payments, refunds, disputes and history. */
import * as z from 'zod/mini'

import { Money } from '#platform/money-schema.ts'

import { OrderBillingFields, orderDocuments, ReplacedDocument } from '../contract.ts'
import { orderStates } from '../states.ts'

export const REFUND_STATES = ['started', 'unknown', 'waiting', 'done', 'refused', 'canceled'] as const

/** Times are ISO strings. */
export const StaffOrderRowSchema = z.object({
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
  /** What staff must look at: a missing exchange rate, evidence of the place that contradicts, or a missing electronic invoice. */
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
  e_invoices: z.array(z.string()),
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
