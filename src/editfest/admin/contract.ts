import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam } from '#platform/http/lists.ts'

const Day = (required: string) =>
  z
    .string(required)
    .check(
      z.refine(
        text => /^20\d{2}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true,
        required,
      ),
    )

const EditfestShape = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** yyyy-MM-dd in UTC. Both days are included. */
  first_day: z.string(),
  last_day: z.string(),
  clip_limit: z.int(),
  max_workspaces: z.nullable(z.int()),
  entries: z.int(),
  clips_downloaded: z.int(),
})
export type AdminEditfest = z.infer<typeof EditfestShape>

export const listAdminEditfests = endpoint('GET', '/admin/editfests', {
  summary: 'List Editfests with their usage, newest first',
  who: 'platform_admins',
  reply: z.array(EditfestShape),
})

const CLIPS_MESSAGE = 'Each workspace gets between 1 and 1,000 clips.'
const PLACES_MESSAGE = 'Places are a whole number above 0, or none.'
const editfestFields = {
  name: z
    .string('Name is required')
    .check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(80, 'Please use at most 80 characters.')),
  first_day: Day('Please give the first day.'),
  last_day: Day('Please give the last day.'),
  clip_limit: z.int(CLIPS_MESSAGE).check(z.minimum(1, CLIPS_MESSAGE), z.maximum(1_000, CLIPS_MESSAGE)),
  max_workspaces: z.nullable(
    z.int(PLACES_MESSAGE).check(z.minimum(1, PLACES_MESSAGE), z.maximum(100_000, PLACES_MESSAGE)),
  ),
}
const isInOrder = z.refine<{ first_day: string; last_day: string }>(
  ({ first_day, last_day }) => first_day <= last_day,
  { error: 'The last day comes before the first.', path: ['last_day'] },
)

export const createAdminEditfest = endpoint('POST', '/admin/editfests', {
  summary: 'Create an Editfest',
  who: 'platform_admins',
  body: z
    .object({
      ...editfestFields,
      code: z
        .string('Code is required')
        .check(
          z.trim(),
          z.toUpperCase(),
          z.regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, 'A code has 3 to 40 letters, digits and dashes.'),
        ),
    })
    .check(isInOrder),
  reply: z.array(EditfestShape),
})

export const changeAdminEditfest = endpoint('PUT', '/admin/editfests/:id', {
  summary: 'Change an Editfest, except its code',
  who: 'platform_admins',
  params: IdParam,
  body: z.object(editfestFields).check(isInOrder),
  reply: z.array(EditfestShape),
})
