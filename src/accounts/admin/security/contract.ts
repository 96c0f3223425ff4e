/** API of the security log. */
import * as z from 'zod/mini'

import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { securityEventTypes } from '#platform/security/security-events.ts'

export const SecurityLogEntry = z.object({
  id: z.int(),
  at: z.string(),
  type: z.enum(securityEventTypes),
  user_id: z.nullable(z.int()),
  /** null when the account is unknown or was deleted. */
  email: z.nullable(z.string()),
  address: z.string(),
  user_agent: z.string(),
  country: z.nullable(z.string()),
  route: z.string(),
  request_id: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type SecurityLogEntry = z.infer<typeof SecurityLogEntry>

export const SecurityFilters = {
  type: z.optional(z.enum(securityEventTypes, 'Choose from the list.')),
  /** An email address, with or without an account, or an account id. */
  person: z.optional(z.string().check(z.trim(), z.regex(/^\P{Cc}{0,254}$/u, 'Please enter an email or an id.'))),
  address: z.optional(z.string().check(z.trim(), z.regex(/^\P{Cc}{0,60}$/u, 'Please enter an IP address.'))),
  from: z.optional(Day),
  to: z.optional(Day),
}

export const listSecurityEvents = endpoint('GET', '/admin/security-events', {
  summary: 'Get the security log, newest first; 50 at a time, before an id',
  who: 'platform_admins',
  query: z.object({
    ...SecurityFilters,
    before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'There is no such page.'))),
  }),
  reply: z.array(SecurityLogEntry),
  meta: z.object({
    /** The `before` of the next page; null on the last page. */
    next: z.nullable(z.string()),
  }),
})

/** The same entries as JSON lines, with the same filters in the query. */
export const SECURITY_EXPORT_PATH = '/api/admin/security-events.jsonl'
