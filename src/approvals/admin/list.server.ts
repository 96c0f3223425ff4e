import type { Db } from '#platform/db/database.server.ts'
import { isPlatformAdmin } from '#workspaces/policy.ts'

import { expireApprovals } from './approvals.server.ts'
import type { Approval } from './contract.ts'
import { RELATED_REFUSAL, findRelatedAccounts } from './related-accounts.server.ts'

/** The number of decided requests that are listed after the pending ones. */
const MAX_DECIDED = 50

type ApprovalViewer = { user_id: number; platform_roles: readonly number[] }

/** Returns the pending requests, oldest first, then the last decided ones. */
export const listApprovals = async (
  db: Db,
  { user_id, platform_roles }: ApprovalViewer,
  now: Date,
): Promise<Approval[]> => {
  await expireApprovals(db, now)
  const isAdmin = isPlatformAdmin(platform_roles)
  const relatedIds = await findRelatedAccounts(db, user_id, now)
  const rows = db
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .leftJoin('refunds as f', 'f.id', 'a.refund_id')
    .$if(!isAdmin, query => query.where('a.requested_by', '=', user_id))
    .select(['a.id', 'a.kind', 'a.summary', 'a.path', 'a.reason', 'a.requested_at', 'a.expires_at', 'a.state'])
    .select(['a.decision_reason', 'a.requested_by as requester_id', 'r.email as requested_by', 'd.email as decided_by'])
    .select(['f.state as refund_state', 'f.message as refund_message'])
  const pending = await rows.where('a.state', '=', 'pending').orderBy('a.id').execute()
  const decided = await rows.where('a.state', '<>', 'pending').orderBy('a.id', 'desc').limit(MAX_DECIDED).execute()
  return [...pending, ...decided].map(
    ({ requester_id, requested_at, expires_at, kind, state, refund_state, refund_message, ...row }) => ({
      ...row,
      kind: kind as Approval['kind'],
      state: state as Approval['state'],
      requested_at: requested_at.toISOString(),
      expires_at: expires_at.toISOString(),
      can_decide: isAdmin && state === 'pending' && requester_id !== user_id,
      approval_refusal: isAdmin && state === 'pending' && relatedIds.has(requester_id) ? RELATED_REFUSAL : null,
      refund:
        refund_state === null ? null : { state: refund_state as RefundOutcome['state'], message: refund_message ?? '' },
    }),
  )
}

/** Counts the pending requests that `listApprovals` returns. */
export const countPendingApprovals = async (
  db: Db,
  { user_id, platform_roles }: ApprovalViewer,
  now: Date,
): Promise<number> => {
  const { count } = await db
    .selectFrom('approvals')
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .$if(!isPlatformAdmin(platform_roles), query => query.where('requested_by', '=', user_id))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type RefundOutcome = NonNullable<Approval['refund']>
