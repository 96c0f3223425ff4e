import type { FastifyInstance } from 'fastify'

import { requestApproval } from '#approvals/admin/approvals.server.ts'
import { limitsOf, describeTermsOverLimit } from '#approvals/admin/limits.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'
import { formatCents } from '#platform/money.ts'

import { changeTerms, type WorkspaceTerms } from '../terms.server.ts'
import * as contract from './contract.ts'
import { loadWorkspace, listWorkspaces } from './list.server.ts'

/** Only the changed terms need an approval, so that a colleague's changes in the meantime are kept. */
const pickChangedTerms = (before: WorkspaceTerms, after: WorkspaceTerms): Partial<WorkspaceTerms> => ({
  ...(after.has_self_invoicing !== before.has_self_invoicing && { has_self_invoicing: after.has_self_invoicing }),
  ...(after.credit_limit_cents !== before.credit_limit_cents && { credit_limit_cents: after.credit_limit_cents }),
  ...(after.net_payment_term_days !== before.net_payment_term_days && {
    net_payment_term_days: after.net_payment_term_days,
  }),
  ...(after.is_trusted !== before.is_trusted && { is_trusted: after.is_trusted }),
})

export const adminWorkspacesApi = (app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const respondWithWorkspace = async (id: number, { user_id }: { user_id: number }) => ({
    data: await loadWorkspace(db, id, { user_id, now: clock.now() }),
  })

  /** Throws 409 when the change now waits for an approval. */
  const requireApprovalBeyond = async (
    { user_id, platform_roles }: Member,
    id: number,
    terms: WorkspaceTerms,
    reason: string,
  ) => {
    const before = await db
      .selectFrom('workspaces')
      .where('id', '=', id)
      .select(['name', 'has_self_invoicing', 'credit_limit_cents', 'net_payment_term_days', 'is_trusted'])
      .executeTakeFirst()
    const limitMessage = before && describeTermsOverLimit(limitsOf(platform_roles), before, terms)
    if (!limitMessage) return
    const { credit_limit_cents, net_payment_term_days } = terms
    const summary = `Credit limit of ${formatCents(credit_limit_cents)}, ${net_payment_term_days} days, for ${before.name}`
    const path = `/admin/workspaces/${id}`
    const payload = { kind: 'terms', workspace_id: id, terms: pickChangedTerms(before, terms) } as const
    throw await requestApproval(db, limitMessage, {
      payload,
      summary,
      path,
      requested_by: user_id,
      reason,
      now: clock.now(),
    })
  }

  serve(app, contract.listStaffWorkspaces, ({ query }) => listWorkspaces(db, query))

  serve(app, contract.getStaffWorkspace, ({ actor, params: { id } }) => respondWithWorkspace(id, actor))

  serve(app, contract.changeStaffWorkspace, async ({ actor, params: { id }, body: { reason, ...terms } }) => {
    await requireApprovalBeyond(actor, id, terms, reason)
    await db.transaction().execute(trx => changeTerms(trx, actor.user_id, id, { terms, reason, now: clock.now() }))
    return respondWithWorkspace(id, actor)
  })
}
