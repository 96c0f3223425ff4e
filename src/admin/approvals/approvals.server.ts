/** Requests beyond somebody's limits: kept until another platform admin approves them, then carried out exactly once. */
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { finishRefund, type Begun } from '#checkout/refunds.server.ts'
import { tidyCode } from '#coupons/coupon.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { sha256 } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse, type Refusal } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'
import type { StaffSubject } from '#platform/staff-subjects.ts'

import { RELATED_REFUSAL, relatedAccounts } from '../related-accounts.server.ts'
import { carryOut, dryRun, needDistanceFrom, Payload } from './carry-out.server.ts'

const WAIT_MS = 7 * 86_400_000

type ApprovalRequest = {
  payload: Payload
  /** "Refund of $1,200.00 of order LT-2026-000001" */
  summary: string
  path: string | null
  requested_by: number
  reason: string
  /** Of a coupon whose code nobody chose: the same coupon again has another one. */
  has_random_code?: boolean
  gateway?: Gateway | undefined
  now: Date
}

/**
 * Writes a request down and answers the refusal to throw: `beyond` begins its sentence. The same request again waits once, by
 * anybody. Throws what would be refused at its approval, such as 403 where the requester has to leave it to a colleague.
 */
export const requestApproval = async (db: Db, beyond: string, request: ApprovalRequest): Promise<Refusal> => {
  const { payload, summary, path, requested_by, reason, gateway, now } = request
  const begun = await dryRun(db, gateway, { payload, requested_by, reason, now })
  await expireOld(db, now)
  const request_hash = sha256(JSON.stringify(identityOf(request, begun)))
  const outcome = await db.transaction().execute(async trx => {
    const made = await trx
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
        expires_at: new Date(now.getTime() + WAIT_MS),
      })
      .onConflict(conflict =>
        conflict
          .column('request_hash')
          .where(sql<boolean>`state = 'pending'`)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!made) return waitingText(trx, request_hash, requested_by)
    await log(trx, payload, { staff_user_id: requested_by, action: 'Requested approval', reason, now })
    await record(trx, 'approval.requested', { approval_id: made.id })
    return 'Your request is sent to the platform admins; you hear by mail what they decide.'
  })
  return refuse(409, `${beyond} need a second person. ${outcome}`, { needs_approval: true })
}

/** What makes two requests the same: what they do, not who asks, nor a key that only tells one attempt from another. */
const identityOf = (
  { payload, requested_by, reason, has_random_code }: ApprovalRequest,
  begun: Begun | undefined,
): unknown[] => {
  if (payload.kind === 'refund') {
    const lines = begun?.refund.order_item_ids ?? payload.order_item_ids ?? []
    return ['refund', payload.order_id, lines.toSorted((a, b) => a - b), payload.seen_cents]
  }
  if (payload.kind === 'paid') return ['paid', payload.order_id]
  if (payload.kind === 'terms') return ['terms', payload.workspace_id, payload.terms]
  const { code, ...coupon } = payload.coupon
  return has_random_code ? ['coupon', requested_by, reason, coupon] : ['coupon', tidyCode(code)]
}

const waitingText = async (trx: Trx, request_hash: string, requested_by: number): Promise<string> => {
  const waiting = await trx
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .where('a.request_hash', '=', request_hash)
    .where('a.state', '=', 'pending')
    .select(['a.requested_by', 'a.summary', 'r.email'])
    .executeTakeFirst()
  if (!waiting) return 'The same request was decided at this moment. Please look again.'
  return waiting.requested_by === requested_by
    ? `Your request waits already: ${waiting.summary}. You hear by mail what the platform admins decide.`
    : `A request by ${waiting.email} waits already at Approvals: ${waiting.summary}.`
}

/** Ends the requests that nobody decided in a week; their requesters get a mail. */
export const expireOld = (db: Db, now: Date): Promise<void> =>
  db.transaction().execute(async trx => {
    const expired = await trx
      .updateTable('approvals')
      .set({ state: 'expired' })
      .where('state', '=', 'pending')
      .where('expires_at', '<=', now)
      .returning('id')
      .execute()
    for (const { id } of expired) await record(trx, 'approval.expired', { approval_id: id })
  })

const subjectOf = (payload: Payload): { about: StaffSubject; about_key: number | string } =>
  payload.kind === 'terms'
    ? { about: 'workspace', about_key: payload.workspace_id }
    : payload.kind === 'coupon'
      ? { about: 'coupon', about_key: payload.coupon.code }
      : { about: 'order', about_key: payload.order_id }

type LoggedAct = { staff_user_id: number; action: string; reason: string; now: Date }

const log = (trx: Trx, payload: Payload, act: LoggedAct) => logStaff(trx, { ...subjectOf(payload), ...act })

type Decision = { id: number; decided_by: number; isApproved: boolean; reason: string }

/**
 * Approves a request, which carries it out in the requester's name, or rejects it. Throws 404 for no request, 403 for one's
 * own, one of a workspace of one's own, or the approval of one by a related account, 409 for one that does not wait anymore. What is refused while it is carried out
 * leaves the request waiting; a refund that the payment provider refuses afterwards shows that beside the approval.
 */
export const decide = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway | undefined,
  { id, decided_by, isApproved, reason }: Decision,
): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  await expireOld(db, now)
  const begun = await db.transaction().execute(async trx => {
    const request = await trx.selectFrom('approvals').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
    if (!request) throw refuse.missing('request')
    if (request.state !== 'pending') throw refuse(409, `This request is ${request.state} already.`)
    if (request.requested_by === decided_by) throw refuse(403, 'This is your own request. Please ask a colleague.')
    if (isApproved && (await relatedAccounts(trx, request.requested_by, now)).has(decided_by))
      throw refuse(403, RELATED_REFUSAL)
    const payload = z.parse(Payload, request.payload)
    await needDistanceFrom(trx, payload, decided_by)
    const begun = isApproved ? await carryOut(trx, gateway, { ...request, payload, now }) : undefined
    await trx
      .updateTable('approvals')
      .set({
        state: isApproved ? 'approved' : 'rejected',
        decided_by,
        decided_at: now,
        decision_reason: reason,
        refund_id: begun?.refund.id ?? null,
      })
      .where('id', '=', id)
      .execute()
    const action = isApproved ? 'Approved' : 'Rejected'
    await log(trx, payload, { staff_user_id: decided_by, action, reason, now })
    await record(trx, 'approval.decided', { approval_id: id })
    return begun
  })
  if (begun) await finishRefund(deps, gateway, begun)
}
