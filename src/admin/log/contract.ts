/** What our people changed, who of them and why. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { PageNumber, Pagination } from '#platform/lists.ts'
import { staffSubjects } from '#platform/staff-subjects.ts'

export const LogRow = z.object({
  id: z.string(),
  at: z.string(),
  /** Who of us; null when the account is gone. */
  staff_email: z.nullable(z.string()),
  about: z.enum(staffSubjects),
  /** An id, or a quote's number. */
  about_key: z.string(),
  action: z.string(),
  reason: z.string(),
  /** What each field was and became. */
  changes: z.array(z.object({ field: z.string(), was: z.string(), is: z.string() })),
})
export type LogRow = z.infer<typeof LogRow>

export const listStaffLog = endpoint('GET', '/admin/log', {
  summary: 'What our people changed of workspaces, offers, prices and the catalog; newest first',
  who: 'staff',
  query: z.object({
    page: z.optional(PageNumber),
    about: z.optional(z.enum(staffSubjects)),
    key: z.optional(z.string().check(z.regex(/^[\w.:-]{1,80}$/, 'There is no such number.'))),
    search: z.optional(z.string().check(z.maxLength(200, 'Please search for fewer words.'))),
  }),
  reply: z.array(LogRow),
  meta: Pagination,
})
