/** Mails about requests for approval: to those who can decide, and to the staff member who requested it. */
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { job, type Job } from '#platform/jobs.server.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

import { activePlatformAdmins } from '../people.server.ts'
import { relatedAccounts } from '../related-accounts.server.ts'
import { expireOld } from './approvals.server.ts'

export const approvalsReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-approval-request', 'approval.requested', ({ approval_id }) => mailRequest(deps, approval_id)),
  reaction('admin.mail-approval', 'approval.decided', ({ approval_id }) => mailDecision(deps, approval_id)),
  reaction('admin.mail-approval-expired', 'approval.expired', ({ approval_id }) => mailExpiry(deps, approval_id)),
  reaction('admin.mail-approved-refund', 'refund.answered', ({ refund_id, state }) =>
    mailRefund(deps, refund_id, state),
  ),
]

export const approvalsJobs = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Job[] => [
  job('admin.expire-approvals', () => expireOld(db, clock.now()), '23 * * * *'),
]

const approvals = (db: Db) =>
  db
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .leftJoin('users as d', 'd.id', 'a.decided_by')
    .leftJoin('refunds as f', 'f.id', 'a.refund_id')
    .select(['a.summary', 'a.state', 'a.path', 'a.reason', 'a.payload', 'a.requested_by', 'a.requested_at'])
    .select(['a.decision_reason', 'a.refund_id', 'r.email', 'd.email as decided_by', 'f.message'])

const addressOf = ({ config }: Deps, path: string | null): string => `${config.public_url}${path ?? '/admin/approvals'}`

/** To everybody who can decide about it; nothing when it does not wait anymore. */
const mailRequest = async (deps: Deps, approval_id: number): Promise<void> => {
  const { db, mail } = deps
  const request = await approvals(db)
    .where('a.id', '=', approval_id)
    .where('a.state', '=', 'pending')
    .executeTakeFirst()
  if (!request) return
  const { approvalRequestMail } = await import('./parts/approval-mail.tsx')
  const drawn = await approvalRequestMail({ ...request, address: addressOf(deps, null) })
  for (const to of await emailsOfDeciders(db, request)) await mail.send({ to, ...drawn })
}

type Request = { requested_by: number; requested_at: Date; payload: unknown }

/** As `decide` allows: platform admins who aren't the requester, related to them or members of the workspace that it is for. */
const emailsOfDeciders = async (db: Db, { requested_by, requested_at, payload }: Request): Promise<string[]> => {
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
  const related = await relatedAccounts(db, requested_by, requested_at)
  const excluded = new Set([requested_by, order?.user_id, ...related, ...members.map(({ user_id }) => user_id)])
  return (await activePlatformAdmins(db)).filter(({ id }) => !excluded.has(id)).map(({ email }) => email)
}

/** Of an approved refund the mail comes when the payment provider has answered. */
const mailDecision = async (deps: Deps, approval_id: number): Promise<void> => {
  const decided = await approvals(deps.db).where('a.id', '=', approval_id).executeTakeFirst()
  if (!decided || decided.refund_id !== null) return
  const { approvalMail } = await import('./parts/approval-mail.tsx')
  const address = addressOf(deps, decided.path)
  await deps.mail.send({ to: decided.email, ...(await approvalMail({ ...decided, address })) })
}

const mailExpiry = async (deps: Deps, approval_id: number): Promise<void> => {
  const expired = await approvals(deps.db).where('a.id', '=', approval_id).executeTakeFirst()
  if (!expired) return
  const { approvalExpiredMail } = await import('./parts/approval-mail.tsx')
  const address = addressOf(deps, expired.path)
  await deps.mail.send({ to: expired.email, ...(await approvalExpiredMail({ ...expired, address })) })
}

type RefundState = 'done' | 'refused' | 'waiting'

/** Nothing for a refund that needed no approval. */
const mailRefund = async (deps: Deps, refund_id: number, refund_state: RefundState): Promise<void> => {
  const approved = await approvals(deps.db).where('a.refund_id', '=', refund_id).executeTakeFirst()
  if (!approved) return
  const { approvedRefundMail } = await import('./parts/approval-mail.tsx')
  const address = addressOf(deps, approved.path)
  const drawn = await approvedRefundMail({ ...approved, refund_state, message: approved.message ?? '', address })
  await deps.mail.send({ to: approved.email, ...drawn })
}
