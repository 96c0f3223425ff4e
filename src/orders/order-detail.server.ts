import type { Db } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { toMoney } from '#platform/money.ts'
import { isStaff } from '#workspaces/policy.ts'

import { orderDocuments, type OrderDetail, type OrderDocument } from './contract.ts'
import { listCreditNotes } from './credit-notes.server.ts'
import { listReplacedDocuments, listXmlDocuments } from './documents/stored.server.ts'
import type { PaymentType } from './draft.server.ts'
import { orderDaysOverdue, isOwed } from './due.ts'
import { describeLicense, getLicenseKey, type LicenseColumns } from './license-sentence.ts'
import { getOrderTerms } from './license-terms.server.ts'
import { formatTaxName, type OrderBilling, type OrderTax } from './order-snapshot.ts'
import { getDownloadsClosedReason } from './policy.ts'
import { hasGrantedLicenses, type OrderState } from './states.ts'
import { loadWithdrawal } from './withdrawal.server.ts'

/** Loads a workspace's order by its invoice number. Throws 404 if the workspace has no such order. */
export const loadOrder = async (db: Db, workspace_id: number, number: string) => {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .innerJoin('workspaces as w', 'w.id', 'o.workspace_id')
    .where('o.universal_invoice_number', '=', number)
    .where('o.workspace_id', '=', workspace_id)
    .selectAll('o')
    .select(['u.first_name', 'u.last_name', 'u.email', 'w.is_trusted'])
    .executeTakeFirst()
  if (!row?.placed_at) throw refuse.missing('order')
  return {
    ...row,
    universal_invoice_number: number,
    placed_at: row.placed_at,
    state: row.state as OrderState,
    payment_type: row.payment_type as PaymentType,
    billing: row.billing as OrderBilling,
    tax: row.tax as OrderTax,
  }
}

export type OrderRecord = Awaited<ReturnType<typeof loadOrder>>

/**
 * Returns the PDFs that an order has now: an invoice when it was bought on account, a receipt once it was paid, and an
 * agreement once it has granted licenses, which also says when they ended.
 */
export const listDocuments = ({
  payment_type,
  paid_at,
  state,
}: Pick<OrderRecord, 'payment_type' | 'paid_at' | 'state'>): OrderDocument[] => [
  ...(payment_type === 'invoice' ? (['invoice'] as const) : []),
  ...(paid_at ? (['receipt'] as const) : []),
  ...(hasGrantedLicenses(state) ? (['license-agreement'] as const) : []),
]

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim()

/** Loads everything that the order page shows, except the clips. Throws 404 if the workspace has no such order. */
export const loadOrderDetail = async (
  db: Db,
  workspace_id: number,
  number: string,
  { now, shop }: { now: Date; shop: string },
): Promise<Omit<OrderDetail, 'can_download'>> => {
  const order = await loadOrder(db, workspace_id, number)
  const items = await db
    .selectFrom('order_items as i')
    .leftJoin('order_items as u', 'u.id', 'i.upgrades_item_id')
    .leftJoin('orders as e', 'e.id', 'u.order_id')
    .where('i.order_id', '=', order.id)
    .select(['i.id', 'i.clip_id', 'i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate'])
    .select(['i.price_cents', 'i.project_id', 'i.refunded', 'e.universal_invoice_number as upgraded_order'])
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  const projects = await listProjects(db, order.id)
  const transitions = await db
    .selectFrom('order_transitions as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where('m.order_id', '=', order.id)
    .select(['m.to_state', 'm.transitioned_at', 'm.user_id', 'u.first_name', 'u.last_name', 'u.platform_roles'])
    .orderBy('m.id')
    .execute()
  const creditNotes = await listCreditNotes(db, order.id)
  const terms = await getOrderTerms(db, order.id)
  const {
    id,
    universal_invoice_number,
    state,
    payment_type,
    payment_method,
    billing,
    tax,
    ein,
    vat_number,
    po_number,
  } = order
  return {
    id,
    universal_invoice_number,
    state,
    placed_at: order.placed_at.toISOString(),
    due_at: order.due_at?.toISOString() ?? null,
    days_overdue: orderDaysOverdue(order, now),
    paid_at: order.paid_at?.toISOString() ?? null,
    payment_type,
    payment_method,
    buyer_name: nameOf(order),
    receipt_email: order.email,
    clips_count: new Set(items.map(item => item.clip_id)).size,
    sub_total: toMoney(order.sub_total_cents),
    non_profit_discount: toMoney(order.non_profit_discount_cents),
    discount: toMoney(order.discount_cents),
    discount_code: order.discount_code,
    upgrade_credit: toMoney(order.upgrade_credit_cents),
    upgraded_orders: [...new Set(items.flatMap(item => item.upgraded_order ?? []))],
    processing_fee: toMoney(order.processing_fee_cents),
    tax: toMoney(order.tax_cents),
    tax_rate: tax.rate,
    tax_name: formatTaxName(tax),
    total: toMoney(order.total_cents),
    credit_notes: creditNotes.map(({ number, total_cents, refunded_to, by_dispute, created_at }) => ({
      number,
      total: toMoney(total_cents),
      refunded_to,
      by_dispute,
      created_at: created_at.toISOString(),
    })),
    billing,
    ein,
    vat_number,
    po_number,
    licenses: [...Map.groupBy(items, getLicenseKey).values()].map(group => ({
      sentence: group[0] ? describeLicense(group[0]) : '',
      clips_count: new Set(group.map(item => item.clip_id)).size,
      subtotal: toMoney(group.reduce((sum, item) => sum + item.price_cents, 0)),
    })),
    withdrawal: await loadWithdrawal(db, order, now),
    license_terms: {
      version: terms.text_id,
      sha256: terms.text_sha256,
      effective_from: terms.effective_from.toISOString(),
      accepted_at: terms.accepted_at.toISOString(),
    },
    projects,
    unassigned_count: new Set(
      items.filter(item => item.project_id === null && !item.refunded).map(item => item.clip_id),
    ).size,
    transitions: transitions.map(({ to_state, transitioned_at, first_name, last_name, platform_roles, user_id }) => ({
      to_state: to_state as OrderState,
      transitioned_at: transitioned_at.toISOString(),
      // Buyers see the shop instead of a staff member's name.
      by:
        first_name === null
          ? null
          : user_id !== order.user_id && isStaff(platform_roles ?? [])
            ? shop
            : nameOf({ first_name, last_name: last_name ?? '' }),
    })),
    debit_returned_at:
      order.state === 'failed' || isOwed(order.state) ? (order.debit_returned_at?.toISOString() ?? null) : null,
    downloads_closed: getDownloadsClosedReason(order, now),
    documents: listDocuments(order),
    e_invoices: await listEInvoices(db, order.id),
    replaced_documents: await listReplacedVersions(db, order.id),
  }
}

/** Returns the projects that lines of the order are for now. */
export const listProjects = (db: Db, order_id: number) =>
  db
    .selectFrom('project_details as p')
    .where('p.order_id', '=', order_id)
    .where(eb => eb.exists(eb.selectFrom('order_items as i').whereRef('i.project_id', '=', 'p.id').select('i.id')))
    .select(['id', 'client_name', 'project_name', 'project_description', 'start_date', 'po_number'])
    .orderBy('id')
    .execute()

/** Returns the versions of an order's documents that later ones replaced, by the name in their path. */
export const listReplacedVersions = async (db: Db, order_id: number): Promise<OrderDetail['replaced_documents']> =>
  (await listReplacedDocuments(db, order_id)).flatMap(({ kind, version, issued_at, replaced_at, xml_storage_key }) => {
    const document = orderDocuments.find(name => name === kind)
    const times = { issued_at: issued_at.toISOString(), replaced_at: replaced_at.toISOString() }
    return document ? [{ document, version, ...times, has_xml: xml_storage_key !== null }] : []
  })

/** Returns which documents of an order have an electronic invoice: kinds, and numbers of credit notes. */
export const listEInvoices = async (db: Db, order_id: number): Promise<string[]> =>
  (await listXmlDocuments(db, order_id)).map(({ kind, subject }) => (kind === 'credit-note' ? subject : kind))
