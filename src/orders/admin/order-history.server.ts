/** What happened to an order, for staff: payment attempts, refunds, changes of status and project, and mails. */
import { isPlaceholderEmail } from '#accounts/placeholder-email.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toMoney } from '#platform/money.ts'

import type { OrderState } from '../states.ts'
import type { StaffOrder } from './order-contract.ts'

export const loadProjectChanges = async (db: Db, order_id: number): Promise<StaffOrder['project_changes']> => {
  const rows = await db
    .selectFrom('project_changes as c')
    .innerJoin('order_items as i', 'i.id', 'c.order_item_id')
    .innerJoin('project_details as p', 'p.id', 'c.project_id')
    .leftJoin('project_details as q', 'q.id', 'c.previous_project_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .where('i.order_id', '=', order_id)
    .select(['c.kind', 'c.amendment', 'c.reason', 'c.changed_at', 'i.clip_id', 'u.first_name', 'u.last_name'])
    .select(['c.project_id', 'c.previous_project_id', 'p.project_name', 'p.client_name'])
    .select(['q.project_name as previous_name', 'q.client_name as previous_client'])
    .orderBy('c.id')
    .execute()
  const changes = Map.groupBy(rows, row =>
    [row.changed_at.getTime(), row.amendment, row.project_id, row.previous_project_id].join(),
  )
  return [...changes.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const { kind, amendment, reason, changed_at, project_name, client_name, previous_name, previous_client } = first
    return [
      {
        kind: kind as 'named' | 'corrected' | 'amended',
        amendment,
        clip_ids: [...new Set(group.map(({ clip_id }) => clip_id))],
        project: `${project_name} for ${client_name}`,
        previous: previous_name === null ? null : `${previous_name} for ${previous_client}`,
        by: `${first.first_name} ${first.last_name}`.trim(),
        reason,
        changed_at: changed_at.toISOString(),
      },
    ]
  })
}

export const loadAttempts = async (db: Db, order_id: number): Promise<StaffOrder['attempts']> => {
  const rows = await db
    .selectFrom('payment_attempts')
    .where('order_id', '=', order_id)
    .select(['id', 'state', 'payment_type', 'amount_cents', 'gateway_transaction_id', 'message', 'started_at'])
    .orderBy('id')
    .execute()
  return rows.map(({ amount_cents, gateway_transaction_id, started_at, ...row }) => ({
    ...row,
    amount: toMoney(amount_cents),
    transaction_id: gateway_transaction_id,
    started_at: started_at.toISOString(),
  }))
}

/** Returns null for the placeholder of an erased account. */
export const visibleEmail = (email: string | null): string | null =>
  email === null || isPlaceholderEmail(email) ? null : email

export const loadRefunds = async (db: Db, order_id: number): Promise<StaffOrder['refunds']> => {
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
      amount: toMoney(amount_cents),
      can_cancel: state === 'waiting' && credit_note_id === null,
      clips_count: order_item_ids.length,
      by: visibleEmail(email),
      transaction_id: gateway_refund_id,
      started_at: started_at.toISOString(),
    }),
  )
}

export const loadStatusChanges = async (db: Db, order_id: number): Promise<StaffOrder['transitions']> => {
  const rows = await db
    .selectFrom('order_transitions as m')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where('m.order_id', '=', order_id)
    .select(['m.from_state', 'm.to_state', 'm.reason', 'm.transitioned_at', 'u.email'])
    .orderBy('m.id')
    .execute()
  return rows.map(({ from_state, to_state, reason, transitioned_at, email }) => ({
    from_state: from_state as OrderState | null,
    to_state: to_state as OrderState,
    by: visibleEmail(email),
    reason,
    transitioned_at: transitioned_at.toISOString(),
  }))
}

export const loadMails = async (db: Db, order_id: number): Promise<StaffOrder['mails']> => {
  const rows = await db
    .selectFrom('order_mails')
    .where('order_id', '=', order_id)
    .select(['kind', 'sent_at'])
    .orderBy('claimed_at')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, sent_at }) => ({ kind: formatMailKind(kind), sent_at: sent_at?.toISOString() ?? null }))
}

const mailLabels: Record<string, string> = {
  placed: 'Order confirmation',
  failed: 'Payment failed',
  'reminder:before': 'Reminder, a week before the due date',
  'reminder:on': 'Reminder, on the due date',
  'reminder:after_7': 'Reminder, a week after the due date',
  'reminder:after_14': 'Reminder, two weeks after the due date',
  credited: 'Credit note',
  billing_corrected: 'Corrected billing details',
  delivery_consented: 'Consent to delivery',
  withdrawn: 'Withdrawal confirmed',
  debit_returned: 'Debit returned by the bank',
  dispute_ended: 'Dispute ended',
}

/** Turns "reminder:after_7:12" into "Reminder, a week after the due date". */
const formatMailKind = (kind: string): string => {
  const [name = '', variant = ''] = kind.split(':')
  return mailLabels[`${name}:${variant}`] ?? mailLabels[name] ?? kind
}
