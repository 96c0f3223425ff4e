/** Requests for actions beyond a staff member's limits, and the decisions about them. */
import * as z from 'zod/mini'

import { REFUND_STATES } from '#orders/admin/order-contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'
import { ReasonBody } from '#platform/text.ts'

export const approvalStates = ['pending', 'approved', 'rejected', 'expired'] as const

const Approval = z.object({
  id: z.int(),
  kind: z.enum(['refund', 'paid', 'terms', 'coupon']),
  /** "Refund of $1,200.00 of order LT-2026-000001" */
  summary: z.string(),
  /** The page of its subject; null when the subject does not exist yet. */
  path: z.nullable(z.string()),
  requested_by: z.string(),
  reason: z.string(),
  /** ISO timestamps. */
  requested_at: z.string(),
  expires_at: z.string(),
  state: z.enum(approvalStates),
  decided_by: z.nullable(z.string()),
  decision_reason: z.nullable(z.string()),
  /** The state of an approved refund and the payment provider's message; null for other requests. */
  refund: z.nullable(z.object({ state: z.enum(REFUND_STATES), message: z.string() })),
  /** Whether the caller may decide. */
  can_decide: z.boolean(),
  /** Why the caller may reject but not approve it; null where they may do both or neither. */
  approval_refusal: z.nullable(z.string()),
})
export type Approval = z.infer<typeof Approval>

const ACCESS = 'platform_admins'

export const listApprovals = endpoint('GET', '/admin/approvals', {
  summary: 'List approval requests: all pending and the last decided ones; support sees only its own',
  who: 'staff',
  reply: z.array(Approval),
})

const decisionOptions = { who: ACCESS, params: IdParam, body: ReasonBody, reply: z.array(Approval) } as const

export const approve = endpoint('POST', '/admin/approvals/:id/approve', {
  summary: 'Approve and execute a colleague’s request, exactly once',
  ...decisionOptions,
})

export const reject = endpoint('POST', '/admin/approvals/:id/reject', {
  summary: 'Reject a colleague’s request',
  ...decisionOptions,
})
