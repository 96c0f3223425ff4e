/** Purchase requests: members who may not buy send their cart to those who may. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { Money } from '#platform/money-schema.ts'
import { multilineText } from '#tickets/contract.ts'

import { Cart } from '../contract.ts'

/** `approved`: the clips are in the approver's cart. `ordered`: they were bought from there. */
export const requestStates = ['open', 'approved', 'declined', 'withdrawn', 'ordered'] as const
export type RequestState = (typeof requestStates)[number]

const PersonName = z.object({ id: z.int(), name: z.string() })

const summaryFields = {
  id: z.int(),
  state: z.enum(requestStates),
  note: z.string(),
  requested_by: PersonName,
  /** True for the caller's own request. */
  is_own: z.boolean(),
  /** ISO timestamp. */
  requested_at: z.string(),
  decided_by: z.nullable(PersonName),
  decided_at: z.nullable(z.string()),
}

export const RequestSummary = z.object({ ...summaryFields, clips_count: z.int() })
export type RequestSummary = z.infer<typeof RequestSummary>

export const PurchaseRequest = z.object({
  ...summaryFields,
  /** The reason for declining. */
  decline_reason: z.string(),
  /** The total at the time of the request, before tax. */
  requested_total: Money,
  /** The clips and licenses at current prices. */
  cart: Cart,
  /** True if the caller may approve and decline open requests of this workspace. */
  can_decide: z.boolean(),
  /** The order number, such as LT-2026-000001, once it is ordered. */
  order_number: z.nullable(z.string()),
  /** True if the caller may view that order. */
  can_see_order: z.boolean(),
})
export type PurchaseRequest = z.infer<typeof PurchaseRequest>

export const RequestBody = z.object({ note: multilineText('A note', 1_000) })
export const ApproveBody = z.object({
  /** The fingerprint of the cart that the approver saw. Approval fails if it has changed. */
  seen: z.string('Please view the request first.').check(z.maxLength(64)),
})
export const DeclineBody = z.object({ decline_reason: multilineText('A reason', 1_000) })

export const listRequests = endpoint('GET', '/workspace/purchase-requests', {
  summary: 'List purchase requests, newest first: the workspace’s for members who may buy, otherwise the caller’s own',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ page: z.optional(PageNumber) }),
  reply: z.array(RequestSummary),
  meta: z.extend(Pagination, {
    /** The members who may buy and are notified of new requests. */
    buyers: z.array(PersonName),
  }),
})

export const requestPurchase = endpoint('POST', '/workspace/purchase-requests', {
  summary: 'Send the caller’s cart to the members who may buy',
  who: 'signed_in',
  per_minute: 10,
  body: RequestBody,
  reply: PurchaseRequest,
})

export const getRequest = endpoint('GET', '/workspace/purchase-requests/:id', {
  summary: 'Get a purchase request at current prices, for the requester and members who may buy',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: PurchaseRequest,
})

export const approveRequest = endpoint('POST', '/workspace/purchase-requests/:id/approve', {
  summary: 'Approve a request: its clips are added to the caller’s cart at current prices',
  who: 'signed_in',
  params: IdParam,
  body: ApproveBody,
  reply: Cart,
})

export const declineRequest = endpoint('POST', '/workspace/purchase-requests/:id/decline', {
  summary: 'Decline a request with a reason for the requester',
  who: 'signed_in',
  params: IdParam,
  body: DeclineBody,
  reply: PurchaseRequest,
})

export const withdrawRequest = endpoint('POST', '/workspace/purchase-requests/:id/withdraw', {
  summary: 'Withdraw the caller’s request and return its clips to their cart',
  who: 'signed_in',
  params: IdParam,
  reply: Cart,
})
