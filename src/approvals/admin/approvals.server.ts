/**
 * Requests beyond a staff member's limits. They wait for another platform admin's approval and are executed exactly
 * once.
 */

import { sql } from 'kysely'
import * as z from 'zod/mini'

import { normalizeCode } from '#coupons/coupon.ts'
import type { PaymentGateway } from '#payments/gateway.server.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { AuditSubject } from '#platform/audit/audit-subjects.ts'
import type { StaffAction } from '#platform/audit/staff-actions.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse, type Refusal } from '#platform/http/refusal.ts'
import { sha256 } from '#platform/ids.server.ts'
import { recordEvent } from '#platform/jobs/outbox.server.ts'
import { finishRefund, type RefundStart } from '#refunds/refunds.server.ts'

import { executeApproval, dryRunApproval, requireOutsider, ApprovalPayload } from './execute-approval.server.ts'
import { RELATED_REFUSAL, findRelatedAccounts } from './related-accounts.server.ts'

const EXPIRY_MS = 7 * DAY_MS

type ApprovalRequest = {
  payload: ApprovalPayload
  /** "Refund of $1,200.00 of order LT-2026-000001" */
  summary: string
  path: string | null
  requested_by: number
  reason: string
  /** True for a coupon with a generated code, since the same coupon requested again gets another code. */
  has_random_code?: boolean
  gateway?: PaymentGateway | undefined
  now: Date
}

/**
 * Stores a request and returns the refusal to throw, whose sentence begins with `beyond`. The same request is stored
 * only once, also when another person repeats it. Throws what its approval would throw, such as 403 where a colleague has to make the
 * request.
 */
export const requestApproval = async (db: Db, excess: string, request: ApprovalRequest): Promise<Refusal> => {
  const { payload, summary, path, requested_by, reason, gateway, now } = request
  const refundStart = await dryRunApproval(db, gateway, { payload, requested_by, reason, now })
  await expireApprovals(db, now)
  const request_hash = sha256(JSON.stringify(getRequestIdentity(request, refundStart)))
  const outcome = await db.transaction().execute(async trx => {
    const approval = await trx
      .insertInto('approvals')
      .values({
        kind: payload.kind,
        payload: JSON.stringify(payload),
        request_hash,
        summary,
        path,
        requested_by,
        reason,
        requested_at: now,
        expires_at: new Date(now.getTime() + EXPIRY_MS),
      })
      .onConflict(conflict =>
        conflict
          .column('request_hash')
          .where(sql<boolean>`state = 'pending'`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!approval) return describePendingRequest(trx, request_hash, requested_by)
    await logApproval(trx, payload, { staff_user_id: requested_by, action: 'approval_requested', reason, now })
    await recordEvent(trx, 'approval.requested', { approval_id: approval.id })
    return 'Your request is sent to the platform admins. You get a mail when they decide.'
  })
  return refuse(409, `${excess} need a second person. ${outcome}`, { needs_approval: true })
}

/** Returns what identifies a request: its effect, not its requester or the key of an attempt. */
const getRequestIdentity = (
  { payload, requested_by, reason, has_random_code }: ApprovalRequest,
  refundStart: RefundStart | undefined,
): unknown[] => {
  if (payload.kind === 'refund') {
    const lines = refundStart?.refund.order_item_ids ?? payload.order_item_ids ?? []
    return ['refund', payload.order_id, lines.toSorted((a, b) => a - b), payload.expected_cents]
  }
  if (payload.kind === 'paid') return ['paid', payload.order_id]
  if (payload.kind === 'terms') return ['terms', payload.workspace_id, payload.terms]
  const { code, ...coupon } = payload.coupon
  return has_random_code ? ['coupon', requested_by, reason, coupon] : ['coupon', normalizeCode(code)]
}

const describePendingRequest = async (trx: Trx, request_hash: string, requested_by: number): Promise<string> => {
  const pending = await trx
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .where('a.request_hash', '=', request_hash)
    .where('a.state', '=', 'pending')
    .select(['a.requested_by', 'a.summary', 'r.email'])
    .executeTakeFirst()
  if (!pending) return 'The same request was decided at this moment. Please check it and try again.'
  return pending.requested_by === requested_by
    ? `Your request is already pending: ${pending.summary}. You get a mail when the platform admins decide.`
    : `A request by ${pending.email} is already pending in Approvals: ${pending.summary}.`
}

/** Expires the requests that nobody decided within a week. Their requesters get a mail. */
export const expireApprovals = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    const expiredApprovals = await trx
      .updateTable('approvals')
      .set({ state: 'expired' })
      .where('state', '=', 'pending')
      .where('expires_at', '<=', now)
      .returning('id')
      .execute()
    for (const { id } of expiredApprovals) await recordEvent(trx, 'approval.expired', { approval_id: id })
  })

const getLogSubject = (payload: ApprovalPayload): { about: AuditSubject; about_key: number | string } =>
  payload.kind === 'terms'
    ? { about: 'workspace', about_key: payload.workspace_id }
    : payload.kind === 'coupon'
      ? { about: 'coupon', about_key: payload.coupon.code }
      : { about: 'order', about_key: payload.order_id }

type ApprovalLogEntry = { staff_user_id: number; action: StaffAction; reason: string; now: Date }

const logApproval = (trx: Trx, payload: ApprovalPayload, entry: ApprovalLogEntry) =>
  writeAuditEntry(trx, { ...getLogSubject(payload), ...entry })

type ApprovalDecision = { id: number; decided_by: number; isApproved: boolean; reason: string }

/**
 * Approves a request, which executes it in the requester's name, or rejects it. Throws 404 for an unknown request,
 * 403 for one's own, for one of one's own workspace or for an approval by a related account, 409 when it is no longer
 * pending. When the execution is refused, the request stays pending. A refund that the payment provider refuses later
 * is shown with the approval.
 */
export const decideApproval = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: PaymentGateway | undefined,
  { id, decided_by, isApproved, reason }: ApprovalDecision,
): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  await expireApprovals(db, now)
  const refundStart = await db.transaction().execute(async trx => {
    const request = await trx.selectFrom('approvals').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
    if (!request) throw refuse.missing('request')
    if (request.state !== 'pending') throw refuse(409, `This request is already ${request.state}.`)
    if (request.requested_by === decided_by) throw refuse(403, 'This is your own request. Please ask a colleague.')
    if (isApproved && (await findRelatedAccounts(trx, request.requested_by, now)).has(decided_by))
      throw refuse(403, RELATED_REFUSAL)
    const payload = z.parse(ApprovalPayload, request.payload)
    await requireOutsider(trx, payload, decided_by)
    const refundStart = isApproved ? await executeApproval(trx, gateway, { ...request, payload, now }) : undefined
    await trx
      .updateTable('approvals')
      .set({
        state: isApproved ? 'approved' : 'rejected',
        decided_by,
        decided_at: now,
        decision_reason: reason,
        refund_id: refundStart?.refund.id ?? null,
      })
      .where('id', '=', id)
      .execute()
    const action = isApproved ? 'approved' : 'rejected'
    await logApproval(trx, payload, { staff_user_id: decided_by, action, reason, now })
    await recordEvent(trx, 'approval.decided', { approval_id: id })
    return refundStart
  })
  if (refundStart) await finishRefund(deps, gateway, refundStart)
}
