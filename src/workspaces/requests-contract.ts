import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { lines, TicketReceipt } from '#tickets/contract.ts'

import { billingTopics, enterpriseTopics, supportTopics, type RequestTopics } from './requests.ts'

const topic_text = 'This field is required'

const bodyWith = (topics: RequestTopics) =>
  z.object({
    topic: z.string(topic_text).check(z.refine(topic => Object.hasOwn(topics, topic), topic_text)),
    message: lines('Message', 5_000),
  })

export const SupportRequestBody = bodyWith(supportTopics)
export const EnterpriseRequestBody = bodyWith(enterpriseTopics)
export const BillingRequestBody = bodyWith(billingTopics)
export type RequestBody = z.infer<typeof SupportRequestBody>

const request = { who: 'signed_in', per_minute: 6, reply: TicketReceipt } as const

export const requestSupport = endpoint('POST', '/forms/workspace-support-request', {
  summary: 'Ask our people about the current workspace',
  ...request,
  masquerade: 'allowed',
  body: SupportRequestBody,
})

export const requestEnterprise = endpoint('POST', '/forms/unlock-enterprise-features', {
  summary: 'Ask for what larger companies need; by whoever runs the workspace',
  ...request,
  body: EnterpriseRequestBody,
})

export const requestBillingChange = endpoint('POST', '/forms/workspace-billing-change-request', {
  summary: 'Ask for other terms of buying; by whoever runs the workspace',
  ...request,
  body: BillingRequestBody,
})
