/** The security log: sign-ins, failures, refusals and changes of accounts. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { securityEventTypes } from '#platform/security-events.ts'
import { Day } from '#workspaces/audit-contract.ts'

export const SecurityRow = z.object({
  id: z.int(),
  at: z.string(),
  type: z.enum(securityEventTypes),
  user_id: z.nullable(z.int()),
  /** null when nobody is known, or the account is gone. */
  email: z.nullable(z.string()),
  address: z.string(),
  user_agent: z.string(),
  country: z.nullable(z.string()),
  route: z.string(),
  request_id: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type SecurityRow = z.infer<typeof SecurityRow>

export const SecurityFilters = {
  type: z.optional(z.enum(securityEventTypes, 'Choose from the list.')),
  /** An email, also one without an account, or an account's id. */
  person: z.optional(z.string().check(z.trim(), z.regex(/^\P{Cc}{0,254}$/u, 'Please enter an email or an id.'))),
  address: z.optional(z.string().check(z.trim(), z.regex(/^\P{Cc}{0,60}$/u, 'Please enter an IP address.'))),
  from: z.optional(Day),
  to: z.optional(Day),
}

export const listSecurityEvents = endpoint('GET', '/admin/security-events', {
  summary: 'The security log, newest first; 50 at a time, before an id',
  who: 'platform_admins',
  query: z.object({
    ...SecurityFilters,
    before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'There is no such page.'))),
  }),
  reply: z.array(SecurityRow),
  meta: z.object({
    /** For `before`; null at the end. */
    next: z.nullable(z.string()),
  }),
})

/** The same entries, a line of JSON each, with the filters in the query. */
export const securityExportPath = '/api/admin/security-events.jsonl'
