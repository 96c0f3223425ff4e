/** API of the staff audit log. */
import * as z from 'zod/mini'

import { Day, isDay } from '../day.ts'
import { endpoint } from '../http/endpoint.ts'
import { idField, numberParam } from '../http/lists.ts'
import { AUDIT_SUBJECTS } from './audit-subjects.ts'
import { staffActionNames } from './staff-actions.ts'

export const StaffAuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** The staff member's email; null when the account was deleted. */
  staff_email: z.nullable(z.string()),
  about: z.enum(AUDIT_SUBJECTS),
  /** An id, the number of a quote, or the name of a flag or a job. */
  about_key: z.string(),
  /** The subject's name; null when it has none or was deleted. */
  about_name: z.nullable(z.string()),
  action: z.enum(staffActionNames),
  reason: z.string(),
  /** The old and the new value of each field. */
  changes: z.array(
    z.object({
      field: z.string(),
      was: z.string(),
      is: z.string(),
      /** For a field that holds an id: the kind of its subject, and the ids. */
      refers: z.optional(
        z.object({ about: z.enum(AUDIT_SUBJECTS), was: z.nullable(z.string()), is: z.nullable(z.string()) }),
      ),
    }),
  ),
})
export type StaffAuditEntry = z.infer<typeof StaffAuditEntry>

/** Whether a text is a page cursor: the position of the last entry of a page. */
const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~\d{1,15}$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text.slice(0, 24)))

export const StaffAuditFilters = {
  about: z.optional(z.enum(AUDIT_SUBJECTS, 'Choose from the list.')),
  key: z.optional(z.string().check(z.regex(/^[\p{L}\p{M}\p{N}_.:' &-]{1,80}$/u, 'There is no such number.'))),
  staff: z.optional(z.pipe(numberParam(), idField())),
  action: z.optional(z.enum(staffActionNames, 'Choose from the list.')),
  from: z.optional(Day),
  to: z.optional(Day),
  search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
}

export const listStaffAuditLog = endpoint('GET', '/admin/log', {
  summary: 'Get the staff audit log, newest first; 50 entries per page, from a cursor',
  who: 'staff',
  query: z.object({
    ...StaffAuditFilters,
    before: z.optional(z.string().check(z.refine(isCursor, 'This page of the log does not exist.'))),
  }),
  reply: z.array(StaffAuditEntry),
  meta: z.object({
    /** The `before` of the next page; null on the last page. */
    next: z.nullable(z.string()),
  }),
})

export const listStaffAuditChoices = endpoint('GET', '/admin/log-choices', {
  summary: 'Get the staff members and actions in the audit log',
  who: 'staff',
  reply: z.object({
    staff: z.array(z.object({ id: z.int(), email: z.nullable(z.string()) })),
    actions: z.array(z.enum(staffActionNames)),
  }),
})

/** The same entries as CSV, with the same filters in the query. */
export const STAFF_AUDIT_CSV_PATH = '/api/admin/log.csv'
