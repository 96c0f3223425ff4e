/** Endpoints for the secret link to a calendar of a workspace's license ends. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

export const CalendarLink = z.object({
  /** Whether the workspace has a license that ends. */
  has_ends: z.boolean(),
  /** null when there is no link. */
  created_at: z.nullable(z.iso.datetime()),
})
export type CalendarLink = z.infer<typeof CalendarLink>

export const getCalendarLink = endpoint('GET', '/workspace/licenses/calendar', {
  summary: 'Get whether the user’s licenses end, and whether there is a link to their calendar',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: CalendarLink,
})

export const createCalendarLink = endpoint('POST', '/workspace/licenses/calendar', {
  summary: 'Create a new link to the calendar of license expiry dates; earlier links stop working',
  who: 'signed_in',
  reply: z.object({ url: z.string(), created_at: z.iso.datetime() }),
  per_minute: 20,
})

export const deleteCalendarLink = endpoint('DELETE', '/workspace/licenses/calendar', {
  summary: 'End the link to the calendar of license expiry dates',
  who: 'signed_in',
  reply: z.object({ created_at: z.null() }),
})

/** Returns the path of the calendar feed. */
export const calendarPath = (token: string): string => `/api/licenses/calendar/${token}.ics`
