/** The payment terms of a workspace. Only staff can change them, with a reason. */

import { diffFields, writeAuditEntry } from '#platform/audit/audit-log.server.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { refuse } from '#platform/http/refusal.ts'

import { writeWorkspaceAudit } from './audit.server.ts'
import { lockWorkspaceRow } from './team.server.ts'

export type WorkspaceTerms = {
  has_self_invoicing: boolean
  /** The highest amount that the workspace may owe. */
  credit_limit_cents: number
  net_payment_term_days: number
  /** Whether it can download before a bank payment settles. */
  is_trusted: boolean
}

export const OWN_WORKSPACE_REFUSAL =
  'You are a member of this workspace. A colleague who is not a member has to do this.'

/** Staff cannot change workspaces that they are members of. Throws 403. */
export const requireNonMember = async (db: Db | Trx, staff_user_id: number, workspace_id: number): Promise<void> => {
  const member = await db
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', staff_user_id)
    .select('user_id')
    .executeTakeFirst()
  if (member) throw refuse(403, OWN_WORKSPACE_REFUSAL)
}

type ChangeTermsInput = {
  terms: { [Term in keyof WorkspaceTerms]?: WorkspaceTerms[Term] | undefined }
  reason: string
  now: Date
}

/**
 * Changes these terms, with entries in the staff audit log and the workspace's log. Throws 404, 403 for a workspace of the
 * caller's own, 409 when nothing would change.
 */
export const changeTerms = async (
  trx: Trx,
  staff_user_id: number,
  workspace_id: number,
  { terms: input, reason, now }: ChangeTermsInput,
): Promise<void> => {
  await lockWorkspaceRow(trx, workspace_id)
  const before = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['has_self_invoicing', 'credit_limit_cents', 'net_payment_term_days', 'is_trusted'])
    .executeTakeFirst()
  if (!before) throw refuse.missing('workspace')
  await requireNonMember(trx, staff_user_id, workspace_id)
  const terms: WorkspaceTerms = {
    has_self_invoicing: input.has_self_invoicing ?? before.has_self_invoicing,
    credit_limit_cents: input.credit_limit_cents ?? before.credit_limit_cents,
    net_payment_term_days: input.net_payment_term_days ?? before.net_payment_term_days,
    is_trusted: input.is_trusted ?? before.is_trusted,
  }
  const changes = diffFields<WorkspaceTerms>(before, terms)
  if (Object.keys(changes).length === 0) throw refuse(409, 'The workspace already has these terms.')
  await trx.updateTable('workspaces').set(terms).where('id', '=', workspace_id).execute()
  await writeAuditEntry(trx, {
    staff_user_id,
    about: 'workspace',
    about_key: workspace_id,
    action: 'terms_changed',
    reason,
    changes,
    now,
  })
  await writeWorkspaceAudit(trx, { workspace_id, actor: { user_id: staff_user_id }, action: 'terms.changed', at: now })
}
