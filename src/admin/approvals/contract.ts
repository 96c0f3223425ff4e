/** What goes beyond the limits of the staff member who wants it, and who decides about it. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { IdParam } from '#platform/lists.ts'

import { ReasonBody } from '../contract.ts'
import { REFUND_STATES } from '../orders/contract.ts'

export const approvalStates = ['pending', 'approved', 'rejected', 'expired'] as const

const Approval = z.object({
  id: z.int(),
  kind: z.enum(['refund', 'paid', 'terms', 'coupon']),
  /** "Refund of $1,200.00 of order LT-2026-000001" */
  summary: z.string(),
  /** Where it is looked at; null for what does not exist yet. */
  path: z.nullable(z.string()),
  requested_by: z.string(),
  reason: z.string(),
  /** ISO moments. */
  requested_at: z.string(),
  expires_at: z.string(),
  state: z.enum(approvalStates),
  decided_by: z.nullable(z.string()),
  decision_reason: z.nullable(z.string()),
  /** What became of an approved refund, and the payment provider's words for it; null for what is no refund. */
  refund: z.nullable(z.object({ state: z.enum(REFUND_STATES), message: z.string() })),
  /** Whether the caller may decide. */
  can_decide: z.boolean(),
  /** Why the caller may reject it, but not approve it; null where they may do both, or neither. */
  approval_refusal: z.nullable(z.string()),
})
export type Approval = z.infer<typeof Approval>

const who = 'platform_admins'

export const listApprovals = endpoint('GET', '/admin/approvals', {
  summary: 'Requests for approval: those that wait, and the last that were decided; for support, its own',
  who: 'staff',
  reply: z.array(Approval),
})

const decision = { who, params: IdParam, body: ReasonBody, reply: z.array(Approval) } as const

export const approve = endpoint('POST', '/admin/approvals/:id/approve', {
  summary: 'Carry out what a colleague requested; of several who approve at once, one does',
  ...decision,
})

export const reject = endpoint('POST', '/admin/approvals/:id/reject', {
  summary: 'Refuse what a colleague requested',
  ...decision,
})
