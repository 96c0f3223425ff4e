import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { multilineText, TicketReceipt } from '#tickets/contract.ts'

import { billingTopics, enterpriseTopics, supportTopics, type RequestTopics } from './requests.ts'

const REQUIRED_TEXT = 'This field is required'

const createRequestBody = (topics: RequestTopics) =>
  z.object({
    topic: z.string(REQUIRED_TEXT).check(z.refine(topic => Object.hasOwn(topics, topic), REQUIRED_TEXT)),
    message: multilineText('Message', 5_000),
  })

export const SupportRequestBody = createRequestBody(supportTopics)
export const EnterpriseRequestBody = createRequestBody(enterpriseTopics)
export const BillingRequestBody = createRequestBody(billingTopics)
export type RequestBody = z.infer<typeof SupportRequestBody>

const options = { who: 'signed_in', per_minute: 6, reply: TicketReceipt } as const

export const requestSupport = endpoint('POST', '/forms/workspace-support-request', {
  summary: 'Send a support request about the current workspace',
  ...options,
  masquerade: 'allowed',
  body: SupportRequestBody,
})

export const requestEnterprise = endpoint('POST', '/forms/unlock-enterprise-features', {
  summary: 'Send a request for enterprise features; owners and admins only',
  ...options,
  body: EnterpriseRequestBody,
})

export const requestBillingChange = endpoint('POST', '/forms/workspace-billing-change-request', {
  summary: 'Send a request for other billing terms; owners and admins only',
  ...options,
  body: BillingRequestBody,
})
