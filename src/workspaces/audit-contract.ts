import * as z from 'zod/mini'

import { Day } from '#platform/day.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'

import { auditActionNames } from './audit-actions.ts'

const AuditUser = z.object({ id: z.int(), name: z.string(), email: z.string() })

const AuditRow = z.object({
  /** Counts from 1 within the workspace, without gaps. */
  number: z.int(),
  at: z.string(),
  /** null when the account was deleted. */
  actor: z.nullable(AuditUser),
  /** The client, when the actor is a staff member in a masquerade. */
  acted_as: z.nullable(AuditUser),
  is_support: z.boolean(),
  action: z.enum(auditActionNames),
  /** The user's name or the invite's email that the entry is about. */
  about: z.nullable(z.string()),
  /** Roles, or workspace names. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditFilters = {
  actor: z.optional(numberParam()),
  action: z.optional(z.enum(auditActionNames, 'Please choose from the list.')),
  from: z.optional(Day),
  to: z.optional(Day),
}

export const listAudit = endpoint('GET', '/workspace/audit', {
  summary: 'List the changes of the current workspace, newest first, and verify their hash chain',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ ...AuditFilters, page: z.optional(PageNumber) }),
  reply: z.array(AuditRow),
  meta: z.extend(Pagination, {
    /** null when the hash chain is valid, else the number of the first broken entry. */
    broken_at: z.nullable(z.int()),
    rows: z.int(),
    /** All users who have entries in the log. */
    actors: z.array(AuditUser),
  }),
})

/** The path of the CSV export of the same rows. It takes the filters as its query. */
export const AUDIT_CSV_PATH = '/api/workspace/audit.csv'
