/** Loads an order with everything that staff see of it. */
import { sql } from 'kysely'

import { findPendingAttemptOfOrder } from '#checkout/attempts.server.ts'
import { isOpenRecord } from '#payments/disputes.server.ts'
import { disputeUrl } from '#payments/sdk.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toMoney } from '#platform/money.ts'
import { capitalize } from '#platform/text.ts'
import { loadDisputeRecords } from '#refunds/dispute-records.server.ts'
import { listOpenRefunds, findRefundWithoutCreditNote } from '#refunds/refunds.server.ts'
import { describeContradiction } from '#tax/place-evidence.ts'

import { listCreditNotes } from '../credit-notes.server.ts'
import { loadDisputeLoss } from '../dispute-losses.server.ts'
import { listEInvoiceWarnings } from '../documents/e-invoice.ts'
import { toSeller } from '../documents/seller.server.ts'
import type { PaymentType } from '../draft.server.ts'
import { isOwed } from '../due.ts'
import { getEInvoiceFacts } from '../e-invoice-facts.ts'
import { describeLicense, type LicenseColumns } from '../license-sentence.ts'
import { listDocuments, listEInvoices, listProjects, listReplacedVersions } from '../order-detail.server.ts'
import {
  toAddressLines,
  formatTaxLabel,
  formatTaxName,
  type OrderBilling,
  type OrderTax,
  type SoldClipSnapshot,
} from '../order-snapshot.ts'
import { listEvidence } from '../place-evidence.server.ts'
import type { OrderState } from '../states.ts'
import { getTaxNote, listTaxWarnings } from '../tax-texts.ts'
import { toStaffOrderRow, withOrderColumns } from './list.server.ts'
import type { StaffOrder } from './order-contract.ts'
import { loadAttempts, loadMails, loadProjectChanges, loadRefunds, loadStatusChanges } from './order-history.server.ts'

/** Throws 404. */
export const loadStaffOrder = async (
  { db, config, settings }: Pick<Deps, 'db' | 'config' | 'settings'>,
  id: number,
  staff_user_id: number,
  now: Date,
): Promise<StaffOrder> => {
  const row = await withOrderColumns(db.selectFrom('orders as o').where('o.id', '=', id))
    .select(['o.billing', 'o.tax', 'o.po_number', 'o.vat_number', 'o.ein', 'o.paid_at', 'o.discount_code'])
    .select(['o.sub_total_cents', 'o.non_profit_discount_cents', 'o.discount_cents', 'o.processing_fee_cents'])
    .select(['o.tax_cents', 'o.upgrade_credit_cents', 'o.withdrawn_fee_cents'])
    .executeTakeFirst()
  if (!row) throw refuse.missing('order')
  const state = row.state as OrderState
  const tax = row.tax as OrderTax
  const membership = await db
    .selectFrom('workspace_members')
    .where('workspace_id', '=', row.workspace_id)
    .where('user_id', '=', staff_user_id)
    .select('user_id')
    .executeTakeFirst()
  const attempts = await loadAttempts(db, id)
  const refunds = await loadRefunds(db, id)
  const notes = await listCreditNotes(db, id)
  const pendingRefunds = await listOpenRefunds(db, id)
  const pendingItemIds = new Set(pendingRefunds.flatMap(({ order_item_ids }) => order_item_ids))
  const lines = await loadLines(db, id, pendingItemIds)
  // The processing fee is refunded with the last line, so no other refund starts while one is pending.
  const isRefundBlocked =
    pendingRefunds.some(({ state }) => state !== 'waiting') ||
    (pendingRefunds.length > 0 && row.processing_fee_cents > 0)
  const dispute = await loadDispute(db, id, state)
  const hasNoOpenAttempt = !(await findPendingAttemptOfOrder(db, id))
  const billed = (tax.evidence as { country?: string }).country ?? ''
  const contradiction = describeContradiction(billed, (await listEvidence(db, [id])).get(id) ?? [])
  const e_invoices = await listEInvoices(db, id)
  const document = { type_code: '380', preceding: null, tax_cents: row.tax_cents } as const
  const eInvoiceWarnings =
    row.placed_at && e_invoices.length === 0
      ? listEInvoiceWarnings(
          toSeller(settings.current()),
          getEInvoiceFacts(
            {
              ...row,
              tax,
              billing: row.billing as OrderBilling,
              payment_type: row.payment_type as PaymentType,
              placed_at: row.placed_at,
            },
            document,
          ),
        )
      : []
  const references = [
    { label: 'Purchase order', value: row.po_number },
    { label: 'VAT number', value: row.vat_number },
    { label: 'EIN', value: row.ein },
  ]
  return {
    ...toStaffOrderRow(row, now),
    billed_to: toAddressLines(row.billing as OrderBilling),
    references: references.flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
    sub_total: toMoney(row.sub_total_cents),
    non_profit_discount: toMoney(row.non_profit_discount_cents),
    discount: toMoney(row.discount_cents),
    discount_code: row.discount_code,
    upgrade_credit: toMoney(row.upgrade_credit_cents),
    processing_fee: toMoney(row.processing_fee_cents),
    withdrawn_fee: toMoney(row.withdrawn_fee_cents),
    tax: toMoney(row.tax_cents),
    tax_label: formatTaxLabel(formatTaxName(tax), tax.rate),
    tax_note: getTaxNote(tax, row.tax_cents),
    tax_warnings: [...listTaxWarnings(tax), ...(contradiction ? [contradiction] : []), ...eInvoiceWarnings],
    refunded: toMoney(
      refunds.reduce((sum, refund) => sum + (refund.state === 'done' ? refund.amount.unformatted : 0), 0),
    ),
    lines,
    attempts,
    refunds,
    withdrawal: await loadStaffWithdrawal(db, id),
    taken_back: toMoney(notes.reduce((sum, note) => sum + (note.by_dispute ? note.total_cents : 0), 0)),
    dispute,
    cases: (await loadDisputeRecords(db, id)).records.map(({ amount_cents, status, reason, ...dispute }) => ({
      ...dispute,
      status: formatCode(status),
      reason: formatCode(reason),
      is_open: isOpenRecord({ status }),
      amount: toMoney(amount_cents),
      address: disputeUrl(config, dispute.id),
    })),
    credit_notes: notes.map(({ number, total_cents, by_dispute, created_at }) => ({
      number,
      total: toMoney(total_cents),
      by_dispute,
      created_at: created_at.toISOString(),
    })),
    transitions: await loadStatusChanges(db, id),
    projects: await listProjects(db, id),
    project_changes: await loadProjectChanges(db, id),
    mails: await loadMails(db, id),
    documents: row.placed_at
      ? listDocuments({ payment_type: row.payment_type as 'card', paid_at: row.paid_at, state })
      : [],
    e_invoices,
    replaced_documents: await listReplacedVersions(db, id),
    billing: row.billing as OrderBilling,
    vat_number: row.vat_number,
    is_own: membership !== undefined || row.user_id === staff_user_id,
    is_paid_manually: row.total_cents > 0 && !attempts.some(attempt => attempt.state === 'succeeded'),
    can_refund:
      (state === 'paid' || state === 'partially_refunded') &&
      !isRefundBlocked &&
      lines.some(({ refunded, has_pending_refund }) => !refunded && !has_pending_refund),
    can_cancel: isOwed(state) && hasNoOpenAttempt,
    can_mark_paid: isOwed(state) && hasNoOpenAttempt,
    // The last known dispute states don't decide: ending a dispute asks the gateway.
    can_end_dispute:
      state === 'disputed' &&
      (dispute !== null || attempts.length === 0) &&
      !(await findRefundWithoutCreditNote(db, id)),
    can_correct_billing: row.placed_at !== null && (row.paid_at !== null || row.payment_type === 'invoice'),
    can_amend_project: row.placed_at !== null && lines.some(line => line.project_id !== null && !line.refunded),
  }
}

const loadStaffWithdrawal = async (db: Db, order_id: number): Promise<StaffOrder['withdrawal']> => {
  const lines = await db
    .selectFrom('order_withdrawals as w')
    .innerJoin('order_items as i', 'i.order_id', 'w.order_id')
    .where('w.order_id', '=', order_id)
    .where(sql<boolean>`i.id = any(w.order_item_ids)`)
    .select(['w.withdrawn_at', 'i.clip_id'])
    .orderBy('i.id')
    .execute()
  const [first] = lines
  return first
    ? { at: first.withdrawn_at.toISOString(), clip_ids: [...new Set(lines.map(({ clip_id }) => clip_id))] }
    : null
}

/** Turns "under_review" into "Under review". */
const formatCode = (code: string) => capitalize(code.replaceAll('_', ' '))

const loadDispute = async (db: Db, order_id: number, state: OrderState): Promise<StaffOrder['dispute']> => {
  if (state !== 'disputed') return null
  const { pending } = await loadDisputeLoss(db, order_id)
  if (pending.cents === 0) return null
  const { last_state } = await loadDisputeRecords(db, order_id)
  return { pending: toMoney(pending.cents), is_open: last_state === 'open' }
}

const loadLines = async (
  db: Db,
  order_id: number,
  pendingItemIds: ReadonlySet<number>,
): Promise<StaffOrder['lines']> => {
  const items = await db
    .selectFrom('order_items as i')
    .leftJoin('project_details as p', 'p.id', 'i.project_id')
    .leftJoin('order_items as u', 'u.id', 'i.upgrades_item_id')
    .leftJoin('orders as e', 'e.id', 'u.order_id')
    .leftJoin('licenses as l', 'l.order_item_id', 'u.id')
    .leftJoin('order_items as n', join =>
      join.onRef('n.upgrades_item_id', '=', 'i.id').on('n.upgrade_ended_at', 'is', null),
    )
    .leftJoin('orders as f', 'f.id', 'n.order_id')
    .where('i.order_id', '=', order_id)
    .select(['i.id', 'i.clip_id', 'i.clip_snapshot', 'i.price_cents', 'i.discount_cents', 'i.tax_cents', 'i.refunded'])
    .select(['i.withdrawn_cents', 'i.withdrawn_tax_cents'])
    .select([
      'i.org_type',
      'i.end_client_size',
      'i.distribution_ids',
      'i.rate',
      'i.project_id',
      'p.project_name',
      'p.client_name',
    ])
    .select(['u.order_id as upgrades_order_id', 'e.universal_invoice_number as upgrades_order'])
    .select(['i.upgrade_credit_cents', 'i.upgrade_ended_at', 'l.revoked_at as upgraded_revoked_at'])
    .select(['f.id as newer_order_id', 'f.universal_invoice_number as newer_order'])
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  return items.map(item => {
    const { name, filmmaker, format } = item.clip_snapshot as SoldClipSnapshot
    return {
      id: item.id,
      clip_id: item.clip_id,
      name,
      filmmaker,
      format,
      license: describeLicense(item),
      project: item.project_name === null ? null : `${item.project_name} for ${item.client_name}`,
      project_id: item.project_id,
      price: toMoney(item.price_cents),
      discount: toMoney(item.discount_cents),
      tax: toMoney(item.tax_cents),
      withdrawn: toMoney(item.withdrawn_cents),
      withdrawn_tax: toMoney(item.withdrawn_tax_cents),
      refunded: item.refunded,
      has_pending_refund: pendingItemIds.has(item.id),
      upgrades:
        item.upgrades_order_id === null
          ? null
          : {
              order_id: item.upgrades_order_id,
              order: item.upgrades_order,
              credit: toMoney(item.upgrade_credit_cents),
              is_lost: item.upgraded_revoked_at !== null && item.upgrade_ended_at === null,
            },
      upgraded_in: item.newer_order_id === null ? null : { order_id: item.newer_order_id, order: item.newer_order },
    }
  })
}

/** Returns where an order is billed to; the country's `code` is '' when it is not listed anymore. Throws 404. */
export const loadBilledPlace = async (db: Db, order_id: number) => {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', order_id)
    .select(['billing', 'vat_number'])
    .executeTakeFirst()
  if (!order) throw refuse.missing('order')
  const { country: name } = order.billing as OrderBilling
  const row = await db.selectFrom('countries').where('name', '=', name).select('code').executeTakeFirst()
  return { country: { name, code: row?.code ?? '' }, vat_number: order.vat_number }
}
