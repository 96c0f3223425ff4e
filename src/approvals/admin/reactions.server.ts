/** Mails about approval requests, to those who can decide and to the requester. */

import { listActivePlatformAdmins } from '#accounts/admin/people.server.ts'
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs/jobs.server.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { expireApprovals } from './approvals.server.ts'
import { findRelatedAccounts } from './related-accounts.server.ts'

export const approvalsReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-approval-request', 'approval.requested', ({ approval_id }) =>
    sendRequestMails(deps, approval_id),
  ),
  reaction('admin.mail-approval', 'approval.decided', ({ approval_id }) => sendDecisionMail(deps, approval_id)),
  reaction('admin.mail-approval-expired', 'approval.expired', ({ approval_id }) => sendExpiryMail(deps, approval_id)),
  reaction('admin.mail-approved-refund', 'refund.answered', ({ refund_id, state }) =>
    sendRefundMail(deps, refund_id, state),
  ),
]

export const approvalsJobs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Job[] => [
  job('admin.expire-approvals', () => expireApprovals(db, clock.now()), '23 * * * *'),
]

const selectApprovals = (db: Db) =>
  db
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .leftJoin('refunds as f', 'f.id', 'a.refund_id')
    .select(['a.summary', 'a.state', 'a.path', 'a.reason', 'a.payload', 'a.requested_by', 'a.requested_at'])
    .select(['a.decision_reason', 'a.refund_id', 'r.email', 'd.email as decided_by', 'f.message'])

const approvalUrl = ({ config }: Deps, path: string | null): string =>
  `${config.public_url}${path ?? '/admin/approvals'}`

/** Mails everyone who can decide about the request. Does nothing when it is no longer pending. */
const sendRequestMails = async (deps: Deps, approval_id: number): Promise<void> => {
  const { db, mail } = deps
  const request = await selectApprovals(db)
    .where('a.id', '=', approval_id)
    .where('a.state', '=', 'pending')
    .executeTakeFirst()
  if (!request) return
  const { approvalRequestMail } = await import('./parts/approval-mail.tsx')
  const content = approvalRequestMail({ ...request, address: approvalUrl(deps, null) })
  for (const to of await listDeciderEmails(db, request)) await mail.send({ to, content })
}

type PendingApproval = { requested_by: number; requested_at: Date; payload: unknown }

/**
 * Those whom `decide` allows: platform admins who are not the requester, related to the requester or members of the
 * workspace in question.
 */
const listDeciderEmails = async (
  db: Db,
  { requested_by, requested_at, payload }: PendingApproval,
): Promise<string[]> => {
  const { order_id, workspace_id } = payload as { order_id?: number; workspace_id?: number }
  const order =
    order_id === undefined
      ? undefined
      : await db.selectFrom('orders').where('id', '=', order_id).select(['workspace_id', 'user_id']).executeTakeFirst()
  const members = await db
    .selectFrom('workspace_members')
    .where('workspace_id', '=', order?.workspace_id ?? workspace_id ?? null)
    .select('user_id')
    .execute()
  const relatedIds = await findRelatedAccounts(db, requested_by, requested_at)
  const excludedIds = new Set([requested_by, order?.user_id, ...relatedIds, ...members.map(({ user_id }) => user_id)])
  return (await listActivePlatformAdmins(db)).filter(({ id }) => !excludedIds.has(id)).map(({ email }) => email)
}

/** The mail about an approved refund is sent when the payment provider has responded. */
const sendDecisionMail = async (deps: Deps, approval_id: number): Promise<void> => {
  const approval = await selectApprovals(deps.db).where('a.id', '=', approval_id).executeTakeFirst()
  if (!approval || approval.refund_id !== null) return
  const { approvalMail } = await import('./parts/approval-mail.tsx')
  const address = approvalUrl(deps, approval.path)
  await deps.mail.send({ to: approval.email, content: approvalMail({ ...approval, address }) })
}

const sendExpiryMail = async (deps: Deps, approval_id: number): Promise<void> => {
  const approval = await selectApprovals(deps.db).where('a.id', '=', approval_id).executeTakeFirst()
  if (!approval) return
  const { approvalExpiredMail } = await import('./parts/approval-mail.tsx')
  const address = approvalUrl(deps, approval.path)
  await deps.mail.send({ to: approval.email, content: approvalExpiredMail({ ...approval, address }) })
}

type FinishedRefundState = 'done' | 'refused' | 'waiting'

/** Does nothing for a refund that needed no approval. */
const sendRefundMail = async (deps: Deps, refund_id: number, refund_state: FinishedRefundState): Promise<void> => {
  const approval = await selectApprovals(deps.db).where('a.refund_id', '=', refund_id).executeTakeFirst()
  if (!approval) return
  const { approvedRefundMail } = await import('./parts/approval-mail.tsx')
  const address = approvalUrl(deps, approval.path)
  const content = approvedRefundMail({ ...approval, refund_state, message: approval.message ?? '', address })
  await deps.mail.send({ to: approval.email, content })
}
