/** On which terms a workspace buys: set by our own people alone, with a reason. */
import type { Db, Trx } from '#platform/database.server.ts'
import { refuse } from '#platform/refusal.ts'
import { changesOf, logStaff } from '#platform/staff-log.server.ts'

import { audit } from './audit.server.ts'
import { lockRow } from './team.server.ts'

export type WorkspaceTerms = {
  has_self_invoicing: boolean
  /** What may be owed at once. */
  credit_limit_cents: number
  net_payment_term_days: number
  /** Downloads before a bank payment has settled. */
  is_trusted: boolean
}

export const own_workspace_refusal =
  'You are a member of this workspace. Somebody of us who is not has to do this for you.'

/** Nobody of us acts on a workspace that they are in. Throws 403. */
export const needDistance = async (db: Db | Trx, staff_user_id: number, workspace_id: number): Promise<void> => {
  const member = await db
    .selectFrom('workspace_members')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', staff_user_id)
    .select('user_id')
    .executeTakeFirst()
  if (member) throw refuse(403, own_workspace_refusal)
}

type Wish = { terms: { [Term in keyof WorkspaceTerms]?: WorkspaceTerms[Term] | undefined }; reason: string; now: Date }

/** Changes the given terms and leaves the others. Its team finds it in the workspace's log. Throws 404, 403 for one's own, 409 where nothing would change. */
export const changeTerms = async (
  trx: Trx,
  staff_user_id: number,
  workspace_id: number,
  { terms: given, reason, now }: Wish,
): Promise<void> => {
  await lockRow(trx, workspace_id)
  const before = await trx
    .selectFrom('workspaces')
    .where('id', '=', workspace_id)
    .select(['has_self_invoicing', 'credit_limit_cents', 'net_payment_term_days', 'is_trusted'])
    .executeTakeFirst()
  if (!before) throw refuse.missing('workspace')
  await needDistance(trx, staff_user_id, workspace_id)
  const terms: WorkspaceTerms = {
    has_self_invoicing: given.has_self_invoicing ?? before.has_self_invoicing,
    credit_limit_cents: given.credit_limit_cents ?? before.credit_limit_cents,
    net_payment_term_days: given.net_payment_term_days ?? before.net_payment_term_days,
    is_trusted: given.is_trusted ?? before.is_trusted,
  }
  const changes = changesOf<WorkspaceTerms>(before, terms)
  if (Object.keys(changes).length === 0) throw refuse(409, 'These are the workspace’s terms already.')
  await trx.updateTable('workspaces').set(terms).where('id', '=', workspace_id).execute()
  await logStaff(trx, {
    staff_user_id,
    about: 'workspace',
    about_key: workspace_id,
    action: 'Changed the terms',
    reason,
    changes,
    now,
  })
  await audit(trx, { workspace_id, by: { user_id: staff_user_id }, action: 'terms.changed', at: now })
}
