import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/outbox.server.ts'

export const approvalsReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-approval', 'approval.decided', ({ approval_id }) => mailDecision(deps, approval_id)),
]

/** To the person who requested it; nothing once they have left. */
const mailDecision = async ({ db, config, mail }: Deps, approval_id: number): Promise<void> => {
  const decided = await db
    .selectFrom('approvals as a')
    .innerJoin('users as r', 'r.id', 'a.requested_by')
    .innerJoin('users as d', 'd.id', 'a.decided_by')
    .where('a.id', '=', approval_id)
    .select(['a.summary', 'a.state', 'a.path', 'a.decision_reason', 'r.email', 'd.email as decided_by'])
    .executeTakeFirst()
  if (!decided) return
  const { email, ...facts } = decided
  const { approvalMail } = await import('./parts/approval-mail.tsx')
  const address = `${config.public_url}${facts.path ?? '/admin/approvals'}`
  await mail.send({ to: email, ...(await approvalMail({ ...facts, address })) })
}
