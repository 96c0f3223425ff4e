/** An order as our people read it: everything that is known of it. */
import { isStandIn } from '#accounts/stand-in.ts'
import { openAttemptOnOrder } from '#checkout/attempts.server.ts'
import { knownDisputes } from '#checkout/known-disputes.server.ts'
import { openRefundsOf, untoldRefundOf } from '#checkout/refunds.server.ts'
import { creditNotesOf } from '#orders/credit-notes.server.ts'
import { isOwed } from '#orders/due.ts'
import { licenseSentence, type LicenseColumns } from '#orders/license-sentence.ts'
import { documentsOf } from '#orders/order-detail.server.ts'
import { addressLines, taxLabel, taxName, type OrderBilling, type OrderTax, type SoldAs } from '#orders/sold.ts'
import type { OrderState } from '#orders/states.ts'
import { lossOf } from '#orders/taken.server.ts'
import { isOpenRecord } from '#payments/disputes.server.ts'
import { disputeAddress } from '#payments/sdk.server.ts'
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { money } from '#platform/money.ts'
import { refuse } from '#platform/refusal.ts'

import type { StaffOrder } from './contract.ts'
import { staffRow, withParties } from './list.server.ts'

/** Throws 404. */
export const staffOrderOf = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  id: number,
  staff_user_id: number,
  now: Date,
): Promise<StaffOrder> => {
  const row = await withParties(db.selectFrom('orders as o').where('o.id', '=', id))
    .select(['o.billing', 'o.tax', 'o.po_number', 'o.vat_number', 'o.ein', 'o.paid_at', 'o.discount_code'])
    .select(['o.sub_total_cents', 'o.non_profit_discount_cents', 'o.discount_cents', 'o.processing_fee_cents'])
    .select(['o.tax_cents', 'o.upgrade_credit_cents', 'o.taken_fee_cents'])
    .executeTakeFirst()
  if (!row) throw refuse.missing('order')
  const state = row.state as OrderState
  const tax = row.tax as OrderTax
  const own = await db
    .selectFrom('workspace_members')
    .where('workspace_id', '=', row.workspace_id)
    .where('user_id', '=', staff_user_id)
    .select('user_id')
    .executeTakeFirst()
  const attempts = await attemptsOf(db, id)
  const refunds = await refundsOf(db, id)
  const notes = await creditNotesOf(db, id)
  const open = await openRefundsOf(db, id)
  const waits = new Set(open.flatMap(({ order_item_ids }) => order_item_ids))
  const lines = await linesOf(db, id, waits)
  // The fee goes back with the last line: nothing else begins while one waits.
  const isHeld = open.some(({ state }) => state !== 'waiting') || (open.length > 0 && row.processing_fee_cents > 0)
  const dispute = await disputeOf(db, id, state)
  const is_free = !(await openAttemptOnOrder(db, id))
  const references = [
    { label: 'Purchase order', value: row.po_number },
    { label: 'VAT number', value: row.vat_number },
    { label: 'EIN', value: row.ein },
  ]
  return {
    ...staffRow(row, now),
    billed_to: addressLines(row.billing as OrderBilling),
    references: references.flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
    sub_total: money(row.sub_total_cents),
    non_profit_discount: money(row.non_profit_discount_cents),
    discount: money(row.discount_cents),
    discount_code: row.discount_code,
    upgrade_credit: money(row.upgrade_credit_cents),
    processing_fee: money(row.processing_fee_cents),
    taken_fee: money(row.taken_fee_cents),
    tax: money(row.tax_cents),
    tax_label: taxLabel(taxName(tax), tax.rate),
    refunded: money(refunds.reduce((sum, one) => sum + (one.state === 'done' ? one.amount.unformatted : 0), 0)),
    lines,
    attempts,
    refunds,
    taken_back: money(notes.reduce((sum, note) => sum + (note.by_dispute ? note.total_cents : 0), 0)),
    dispute,
    cases: (await knownDisputes(db, id)).records.map(({ amount_cents, status, reason, ...one }) => ({
      ...one,
      status: inWords(status),
      reason: inWords(reason),
      is_open: isOpenRecord({ status }),
      amount: money(amount_cents),
      address: disputeAddress(config, one.id),
    })),
    credit_notes: notes.map(({ number, total_cents, by_dispute, made_at }) => ({
      number,
      total: money(total_cents),
      by_dispute,
      made_at: made_at.toISOString(),
    })),
    moves: await movesOf(db, id),
    mails: await mailsOf(db, id),
    documents: row.placed_at
      ? documentsOf({ payment_type: row.payment_type as 'card', paid_at: row.paid_at, state })
      : [],
    is_own: own !== undefined || row.user_id === staff_user_id,
    is_by_hand: row.total_cents > 0 && !attempts.some(attempt => attempt.state === 'succeeded'),
    can_refund:
      (state === 'paid' || state === 'partially_refunded') &&
      !isHeld &&
      lines.some(({ refunded, refund_waits }) => !refunded && !refund_waits),
    can_cancel: isOwed(state) && is_free,
    can_mark_paid: isOwed(state) && is_free,
    // Not what was last heard of its cases decides: whoever ends it has the gateway asked.
    can_end_dispute:
      state === 'disputed' && (dispute !== null || attempts.length === 0) && !(await untoldRefundOf(db, id)),
  }
}

/** "under_review" → "Under review" */
const inWords = (code: string) => `${code[0]?.toUpperCase() ?? ''}${code.slice(1).replaceAll('_', ' ')}`

const disputeOf = async (db: Db, order_id: number, state: OrderState): Promise<StaffOrder['dispute']> => {
  if (state !== 'disputed') return null
  const { pending } = await lossOf(db, order_id)
  if (pending.cents === 0) return null
  const { said } = await knownDisputes(db, order_id)
  return { pending: money(pending.cents), is_open: said === 'open' }
}

const linesOf = async (db: Db, order_id: number, waits: ReadonlySet<number>): Promise<StaffOrder['lines']> => {
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
    .select(['i.id', 'i.clip_id', 'i.sold_as', 'i.price_cents', 'i.discount_cents', 'i.tax_cents', 'i.refunded'])
    .select(['i.taken_cents', 'i.taken_tax_cents'])
    .select(['i.org_type', 'i.end_client_size', 'i.distribution_ids', 'i.rate', 'p.project_name', 'p.client_name'])
    .select(['u.order_id as upgrades_order_id', 'e.universal_invoice_number as upgrades_order'])
    .select(['i.upgrade_credit_cents', 'i.upgrade_ended_at', 'l.revoked_at as upgraded_revoked_at'])
    .select(['f.id as newer_order_id', 'f.universal_invoice_number as newer_order'])
    .$narrowType<LicenseColumns>()
    .orderBy('i.id')
    .execute()
  return items.map(item => {
    const { name, filmmaker, format } = item.sold_as as SoldAs
    return {
      id: item.id,
      clip_id: item.clip_id,
      name,
      filmmaker,
      format,
      license: licenseSentence(item),
      project: item.project_name === null ? null : `${item.project_name} for ${item.client_name}`,
      price: money(item.price_cents),
      discount: money(item.discount_cents),
      tax: money(item.tax_cents),
      taken: money(item.taken_cents),
      taken_tax: money(item.taken_tax_cents),
      refunded: item.refunded,
      refund_waits: waits.has(item.id),
      upgrades:
        item.upgrades_order_id === null
          ? null
          : {
              order_id: item.upgrades_order_id,
              order: item.upgrades_order,
              credit: money(item.upgrade_credit_cents),
              is_lost: item.upgraded_revoked_at !== null && item.upgrade_ended_at === null,
            },
      upgraded_in: item.newer_order_id === null ? null : { order_id: item.newer_order_id, order: item.newer_order },
    }
  })
}

const attemptsOf = async (db: Db, order_id: number): Promise<StaffOrder['attempts']> => {
  const rows = await db
    .selectFrom('payment_attempts')
    .where('order_id', '=', order_id)
    .select(['id', 'state', 'payment_type', 'amount_cents', 'gateway_transaction_id', 'message', 'started_at'])
    .orderBy('id')
    .execute()
  return rows.map(({ amount_cents, gateway_transaction_id, started_at, ...row }) => ({
    ...row,
    amount: money(amount_cents),
    transaction_id: gateway_transaction_id,
    started_at: started_at.toISOString(),
  }))
}

const shownEmail = (email: string | null) => (email === null || isStandIn(email) ? null : email)

const refundsOf = async (db: Db, order_id: number): Promise<StaffOrder['refunds']> => {
  const rows = await db
    .selectFrom('refunds as r')
    .leftJoin('users as u', 'u.id', 'r.staff_user_id')
    .leftJoin('credit_notes as n', 'n.refund_id', 'r.id')
    .where('r.order_id', '=', order_id)
    .select(['r.id', 'r.state', 'r.amount_cents', 'r.order_item_ids', 'r.reason', 'r.reference', 'r.message'])
    .select(['r.gateway_refund_id', 'r.started_at', 'u.email', 'n.id as credit_note_id'])
    .orderBy('r.id')
    .execute()
  return rows.map(
    ({ state, amount_cents, order_item_ids, gateway_refund_id, started_at, email, credit_note_id, ...row }) => ({
      ...row,
      state: state as StaffOrder['refunds'][number]['state'],
      amount: money(amount_cents),
      can_cancel: state === 'waiting' && credit_note_id === null,
      clips_count: order_item_ids.length,
      by: shownEmail(email),
      transaction_id: gateway_refund_id,
      started_at: started_at.toISOString(),
    }),
  )
}

const movesOf = async (db: Db, order_id: number): Promise<StaffOrder['moves']> => {
  const rows = await db
    .selectFrom('order_moves as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where('m.order_id', '=', order_id)
    .select(['m.from_state', 'm.to_state', 'm.reason', 'm.moved_at', 'u.email'])
    .orderBy('m.id')
    .execute()
  return rows.map(({ from_state, to_state, reason, moved_at, email }) => ({
    from_state: from_state as OrderState | null,
    to_state: to_state as OrderState,
    by: shownEmail(email),
    reason,
    moved_at: moved_at.toISOString(),
  }))
}

const mailsOf = async (db: Db, order_id: number): Promise<StaffOrder['mails']> => {
  const rows = await db
    .selectFrom('order_mails')
    .where('order_id', '=', order_id)
    .select(['kind', 'sent_at'])
    .orderBy('claimed_at')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, sent_at }) => ({ kind: mailLabel(kind), sent_at: sent_at?.toISOString() ?? null }))
}

const mailLabels: Record<string, string> = {
  placed: 'Order confirmation',
  failed: 'The money did not arrive',
  'reminder:before': 'Reminder, a week before its day',
  'reminder:on': 'Reminder, on its day',
  'reminder:after_7': 'Reminder, a week after its day',
  'reminder:after_14': 'Reminder, two weeks after its day',
  credited: 'Credit note',
  debit_returned: 'The bank sent the debit back',
  dispute_ended: 'The dispute has ended',
}

/** "reminder:after_7:12" → "Reminder, a week after its day". */
const mailLabel = (kind: string): string => {
  const [what = '', which = ''] = kind.split(':')
  return mailLabels[`${what}:${which}`] ?? mailLabels[what] ?? kind
}
