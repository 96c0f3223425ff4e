import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { numberIn, PageNumber, Pagination } from '#platform/lists.ts'

import { auditActionNames } from './audit-actions.ts'

const day_text = 'A day is written like 2026-03-02.'
/** A day that there is, in this century: no log is older, and databases know no year 0. */
export const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export const Day = z.string(day_text).check(z.refine(isDay, day_text))

const Who = z.object({ id: z.int(), name: z.string(), email: z.string() })

const AuditRow = z.object({
  /** Counts from 1 within the workspace, without a gap. */
  number: z.int(),
  at: z.string(),
  /** null when the account is gone. */
  actor: z.nullable(Who),
  /** One of our people, on whose behalf: set while they acted as somebody of the workspace. */
  acted_as: z.nullable(Who),
  is_support: z.boolean(),
  action: z.enum(auditActionNames),
  /** Whom it was about: somebody, or an invite's email. */
  about: z.nullable(z.string()),
  /** Roles, or names of the workspace. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditFilters = {
  actor: z.optional(numberIn()),
  action: z.optional(z.enum(auditActionNames, 'Please choose from the list.')),
  from: z.optional(Day),
  to: z.optional(Day),
}

export const listAudit = endpoint('GET', '/workspace/audit', {
  summary: 'What was changed about the current workspace, newest first, and whether its chain holds',
  who: 'signed_in',
  masquerade: 'allowed',
  query: z.object({ ...AuditFilters, page: z.optional(PageNumber) }),
  reply: z.array(AuditRow),
  meta: z.extend(Pagination, {
    /** null: every row of the log follows from the one before it. Else the number of the first that does not. */
    broken_at: z.nullable(z.int()),
    rows: z.int(),
    /** Everybody who stands in the log. */
    actors: z.array(Who),
  }),
})

/** Of the same rows as a table: with its filters in the query. */
export const auditCsvPath = '/api/workspace/audit.csv'
