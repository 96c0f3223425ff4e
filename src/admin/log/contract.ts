/** What our people did, who of them and why. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { idIn, numberIn } from '#platform/lists.ts'
import { staffSubjects } from '#platform/staff-subjects.ts'
import { Day, isDay } from '#workspaces/audit-contract.ts'

export const LogRow = z.object({
  id: z.string(),
  at: z.string(),
  /** Who of us; null when the account is gone. */
  staff_email: z.nullable(z.string()),
  about: z.enum(staffSubjects),
  /** An id, a quote's number, the name of a flag or a job. */
  about_key: z.string(),
  /** The name of what is kept by an id; null for the rest, and for what is deleted. */
  about_name: z.nullable(z.string()),
  action: z.string(),
  reason: z.string(),
  /** What each field was and became. */
  changes: z.array(
    z.object({
      field: z.string(),
      was: z.string(),
      is: z.string(),
      /** Of a field that holds an id: what it names, and the ids. */
      refers: z.optional(
        z.object({ about: z.enum(staffSubjects), was: z.nullable(z.string()), is: z.nullable(z.string()) }),
      ),
    }),
  ),
})
export type LogRow = z.infer<typeof LogRow>

/** Where a page ends: the last entry of it. */
const isCursor = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[a-z]\d{1,15}$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text.slice(0, 24)))

export const LogFilters = {
  about: z.optional(z.enum(staffSubjects, 'Choose from the list.')),
  key: z.optional(z.string().check(z.regex(/^[\w.:-]{1,80}$/, 'There is no such number.'))),
  staff: z.optional(z.pipe(numberIn(), idIn())),
  action: z.optional(z.string().check(z.regex(/^\P{Cc}{1,60}$/u, 'Choose from the list.'))),
  from: z.optional(Day),
  to: z.optional(Day),
  search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
}

export const listStaffLog = endpoint('GET', '/admin/log', {
  summary: 'What our people did, newest first; 50 at a time, from a cursor on',
  who: 'staff',
  query: z.object({
    ...LogFilters,
    before: z.optional(z.string().check(z.refine(isCursor, 'This page of the log is not there.'))),
  }),
  reply: z.array(LogRow),
  meta: z.object({
    /** For `before`; null at the end. */
    next: z.nullable(z.string()),
  }),
})

export const listLogChoices = endpoint('GET', '/admin/log-choices', {
  summary: 'Who stands in the log, and what was done at all',
  who: 'staff',
  reply: z.object({
    staff: z.array(z.object({ id: z.int(), email: z.nullable(z.string()) })),
    actions: z.array(z.string()),
  }),
})

/** The same entries as a table: with the filters in the query. */
export const logCsvPath = '/api/admin/log.csv'
