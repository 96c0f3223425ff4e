/** Purchase requests: whoever may not buy hands their cart to those who may. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { IdParam, PageNumber, Pagination } from '#platform/lists.ts'
import { Money } from '#platform/money-shape.ts'
import { lines } from '#tickets/contract.ts'

import { Cart } from '../contract.ts'

/** `approved`: its clips are in the cart of whoever approved. `ordered`: and were bought from there. */
export const requestStates = ['open', 'approved', 'declined', 'withdrawn', 'ordered'] as const
export type RequestState = (typeof requestStates)[number]

const Person = z.object({ id: z.int(), name: z.string() })

const summary = {
  id: z.int(),
  state: z.enum(requestStates),
  note: z.string(),
  requested_by: Person,
  /** Whether it is the request of whoever asks. */
  is_mine: z.boolean(),
  /** ISO moment. */
  requested_at: z.string(),
  decided_by: z.nullable(Person),
  decided_at: z.nullable(z.string()),
}

export const RequestSummary = z.object({ ...summary, clips_count: z.int() })
export type RequestSummary = z.infer<typeof RequestSummary>

export const PurchaseRequest = z.object({
  ...summary,
  /** Why not, in the words of whoever declined. */
  answer: z.string(),
  /** What it came to when it was asked for, before tax. */
  asked: Money,
  /** The clips and licenses at the prices of now. */
  cart: Cart,
  /** Whether whoever asks may approve and decline it, were it open. */
  can_decide: z.boolean(),
  /** LT-2026-000001, once it was bought. */
  order_number: z.nullable(z.string()),
  /** Whether that order opens for whoever asks. */
  can_see_order: z.boolean(),
})
export type PurchaseRequest = z.infer<typeof PurchaseRequest>

export const RequestBody = z.object({ note: lines('A note', 1_000) })
export const ApproveBody = z.object({
  /** The fingerprint of the cart that was looked at: what changed since then is looked at first. */
  seen: z.string('Please look at the request first.').check(z.maxLength(64)),
})
export const DeclineBody = z.object({ answer: lines('A reason', 1_000) })

export const listRequests = endpoint('GET', '/workspace/purchase-requests', {
  summary: 'Purchase requests, newest first: those of the workspace for whoever may buy, else one’s own',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ page: z.optional(PageNumber) }),
  reply: z.array(RequestSummary),
  meta: z.extend(Pagination, {
    /** Who may buy, and hears of a new request. */
    buyers: z.array(Person),
  }),
})

export const requestPurchase = endpoint('POST', '/workspace/purchase-requests', {
  summary: 'Hands one’s cart to those who may buy',
  who: 'signed_in',
  per_minute: 10,
  body: RequestBody,
  reply: PurchaseRequest,
})

export const getRequest = endpoint('GET', '/workspace/purchase-requests/:id', {
  summary: 'One purchase request at the prices of now; for whoever asked, and whoever may buy',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: PurchaseRequest,
})

export const approveRequest = endpoint('POST', '/workspace/purchase-requests/:id/approve', {
  summary: 'Approves: its clips go into one’s own cart, at the prices of now',
  who: 'signed_in',
  params: IdParam,
  body: ApproveBody,
  reply: Cart,
})

export const declineRequest = endpoint('POST', '/workspace/purchase-requests/:id/decline', {
  summary: 'Declines, with a reason that whoever asked reads',
  who: 'signed_in',
  params: IdParam,
  body: DeclineBody,
  reply: PurchaseRequest,
})

export const withdrawRequest = endpoint('POST', '/workspace/purchase-requests/:id/withdraw', {
  summary: 'Takes one’s own request back: its clips are in one’s cart again',
  who: 'signed_in',
  params: IdParam,
  reply: Cart,
})
