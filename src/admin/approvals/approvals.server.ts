/** Requests beyond somebody's limits: kept until another platform admin approves them, then carried out exactly once. */
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { beginRefund, finishRefund } from '#checkout/refunds.server.ts'
import { lockForStaff, markPaid } from '#checkout/staff-moves.server.ts'
import { coupon_kinds } from '#coupons/coupon.ts'
import { makeStaffCoupon } from '#coupons/coupons.server.ts'
import type { Gateway } from '#payments/gateway.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { sha256 } from '#platform/ids.server.ts'
import { record } from '#platform/outbox.server.ts'
import { refuse, type Refusal } from '#platform/refusal.ts'
import { logStaff } from '#platform/staff-log.server.ts'
import type { StaffSubject } from '#platform/staff-subjects.ts'
import { isPlatformAdmin, isStaff } from '#workspaces/policy.ts'
import { changeTerms, needDistance } from '#workspaces/terms.server.ts'

import type { Approval } from './contract.ts'

const WAIT_MS = 7 * 86_400_000
/** Decided ones that are shown beside those that wait. */
const MAX_DECIDED = 50

const Payload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('refund'),
    order_id: z.int(),
    order_item_ids: z.nullable(z.array(z.int())),
    seen_cents: z.int(),
    reference: z.string(),
    operation_key: z.string(),
  }),
  z.object({ kind: z.literal('paid'), order_id: z.int(), reference: z.string() }),
  z.object({
    kind: z.literal('terms'),
    workspace_id: z.int(),
    /** What the request changes; the rest is as it is when the request is approved. */
    terms: z.partial(
      z.object({
        has_self_invoicing: z.boolean(),
        credit_limit_cents: z.int(),
        net_payment_term_days: z.int(),
        is_trusted: z.boolean(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('coupon'),
    coupon: z.object({
      code: z.string(),
      kind: z.enum(coupon_kinds),
      value: z.int(),
      starts_at: z.string(),
      ends_at: z.nullable(z.string()),
      minimum_cents: z.int(),
      total_limit: z.nullable(z.int()),
      workspace_limit: z.nullable(z.int()),
      clip_ids: z.nullable(z.array(z.int())),
      format_ids: z.nullable(z.array(z.int())),
    }),
  }),
])
type Payload = z.infer<typeof Payload>

type ApprovalRequest = {
  payload: Payload
  /** "Refund of $1,200.00 of order LT-2026-000001" */
  summary: string
  path: string | null
  requested_by: number
  reason: string
  now: Date
}

/**
 * Writes a request down and answers the refusal to throw: `beyond` begins its sentence. The same request again waits once.
 * Throws 403 where the requester has to leave it to a colleague anyhow.
 */
export const requestApproval = async (
  db: Db,
  beyond: string,
  { payload, summary, path, requested_by, reason, now }: ApprovalRequest,
): Promise<Refusal> => {
  const id = await db.transaction().execute(async trx => {
    await needDistanceFrom(trx, payload, requested_by)
    await expireOld(trx, now)
    const request_hash = sha256(JSON.stringify([requested_by, payload]))
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
    if (!made) return undefined
    await log(trx, payload, { staff_user_id: requested_by, action: 'Requested approval', reason, now })
    return made.id
  })
  const text = `${beyond} need a second person. ${id === undefined ? 'Your request waits already' : 'Your request is sent to the platform admins'}; you hear by mail what they decide.`
  return refuse(409, text, { needs_approval: true })
}

/** Requests that nobody decided in a week. */
const expireOld = (db: Db | Trx, now: Date) =>
  db
    .updateTable('approvals')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()

/** Nobody requests or approves anything for a workspace that they are in. Throws 403. */
const needDistanceFrom = async (trx: Trx, payload: Payload, staff_user_id: number): Promise<void> => {
  if (payload.kind === 'terms') await needDistance(trx, staff_user_id, payload.workspace_id)
  if (payload.kind === 'refund' || payload.kind === 'paid') await lockForStaff(trx, payload.order_id, staff_user_id)
}

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
 * own or one of a workspace of one's own, 409 for one that does not wait anymore. What is refused while it is carried out
 * leaves the request waiting.
 */
export const decide = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway | undefined,
  { id, decided_by, isApproved, reason }: Decision,
): Promise<void> => {
  const { db, clock } = deps
  const now = clock.now()
  await expireOld(db, now)
  const finish = await db.transaction().execute(async trx => {
    const request = await trx.selectFrom('approvals').where('id', '=', id).selectAll().forUpdate().executeTakeFirst()
    if (!request) throw refuse.missing('request')
    if (request.state !== 'pending') throw refuse(409, `This request is ${request.state} already.`)
    if (request.requested_by === decided_by) throw refuse(403, 'This is your own request. Please ask a colleague.')
    const payload = z.parse(Payload, request.payload)
    await needDistanceFrom(trx, payload, decided_by)
    const finish = isApproved ? await carryOut(trx, deps, gateway, { ...request, payload, now }) : undefined
    await trx
      .updateTable('approvals')
      .set({ state: isApproved ? 'approved' : 'rejected', decided_by, decided_at: now, decision_reason: reason })
      .where('id', '=', id)
      .execute()
    const action = isApproved ? 'Approved' : 'Rejected'
    await log(trx, payload, { staff_user_id: decided_by, action, reason, now })
    await record(trx, 'approval.decided', { approval_id: id })
    return finish
  })
  await finish?.()
}

type Approved = { payload: Payload; requested_by: number; reason: string; now: Date }

/** In the requester's name, and with what they may still do. Answers what follows after the transaction. */
const carryOut = async (
  trx: Trx,
  deps: Pick<Deps, 'db' | 'clock'>,
  gateway: Gateway | undefined,
  { payload, requested_by: staff_user_id, reason, now }: Approved,
): Promise<(() => Promise<void>) | undefined> => {
  const requester = await trx
    .selectFrom('users')
    .where('id', '=', staff_user_id)
    .select('platform_roles')
    .executeTakeFirst()
  if (!isStaff(requester?.platform_roles ?? [])) throw refuse(409, 'The requester is not one of the staff anymore.')
  if (payload.kind === 'refund') {
    const { kind: _, ...wish } = payload
    const begun = await beginRefund(trx, gateway, { ...wish, staff_user_id, reason }, now)
    return () => finishRefund(deps, gateway, begun)
  }
  if (payload.kind === 'paid') {
    const { order_id, reference } = payload
    await markPaid(trx, { order_id, reference, staff_user_id, reason, now })
  }
  if (payload.kind === 'terms')
    await changeTerms(trx, staff_user_id, payload.workspace_id, { terms: payload.terms, reason, now })
  if (payload.kind === 'coupon') {
    const { starts_at, ends_at, ...coupon } = payload.coupon
    const days = { starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) }
    if (days.ends_at && days.ends_at <= now) throw refuse(409, 'The last day of this coupon is over.')
    await makeStaffCoupon(trx, { ...coupon, ...days }, { staff_user_id, reason, now })
  }
  return undefined
}

type Caller = { user_id: number; platform_roles: readonly number[] }

/** Those that wait, the oldest first, then the last that were decided. */
export const approvalsFor = async (db: Db, { user_id, platform_roles }: Caller, now: Date): Promise<Approval[]> => {
  await expireOld(db, now)
  const isAdmin = isPlatformAdmin(platform_roles)
  const rows = db
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .$if(!isAdmin, query => query.where('a.requested_by', '=', user_id))
    .select(['a.id', 'a.kind', 'a.summary', 'a.path', 'a.reason', 'a.requested_at', 'a.expires_at', 'a.state'])
    .select(['a.decision_reason', 'a.requested_by as requester_id', 'r.email as requested_by', 'd.email as decided_by'])
  const pending = await rows.where('a.state', '=', 'pending').orderBy('a.id').execute()
  const decided = await rows.where('a.state', '<>', 'pending').orderBy('a.id', 'desc').limit(MAX_DECIDED).execute()
  return [...pending, ...decided].map(({ requester_id, requested_at, expires_at, kind, state, ...row }) => ({
    ...row,
    kind: kind as Approval['kind'],
    state: state as Approval['state'],
    requested_at: requested_at.toISOString(),
    expires_at: expires_at.toISOString(),
    can_decide: isAdmin && state === 'pending' && requester_id !== user_id,
  }))
}
