/** Endpoints for requests to filmmakers: what buyers look for and don't find. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { idField, IdParam } from '#platform/http/lists.ts'
import { optionalText, requiredText } from '#platform/text.ts'

/** A filmmaker gets at most this many requests in seven days. */
export const MAX_REQUESTS_PER_WEEK = 5
export const MAX_SUBJECT_LENGTH = 100
export const MAX_NOTE_LENGTH = 500

const FootageRequest = z.object({
  id: z.int(),
  /** What buyers look for. */
  subject: z.string(),
  /** What helps to shoot it; may be empty. */
  note: z.string(),
  requested_at: z.string(),
})
export type FootageRequest = z.infer<typeof FootageRequest>

export const listFilmmakerRequests = endpoint('GET', '/filmmaker/footage-requests', {
  summary: 'List what buyers look for, as far as the caller’s filmmaker was asked, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  reply: z.array(FootageRequest),
  refusals: [404],
})

export const StaffFootageRequest = z.extend(FootageRequest, {
  /** null after the account was deleted. */
  requested_by: z.nullable(z.string()),
  filmmakers: z.array(z.string()),
})
export type StaffFootageRequest = z.infer<typeof StaffFootageRequest>

/** `recent`: how many requests they got in the last seven days. */
const Recipient = z.object({ id: z.int(), name: z.string(), recent: z.int() })

export const listFootageRequests = endpoint('GET', '/admin/footage-requests', {
  summary: 'List the open requests to filmmakers, newest first, and the filmmakers who can get one',
  who: 'editors',
  reply: z.array(StaffFootageRequest),
  meta: z.object({ filmmakers: z.array(Recipient) }),
})

export const FootageRequestBody = z.object({
  subject: requiredText('What buyers look for', MAX_SUBJECT_LENGTH, `At most ${MAX_SUBJECT_LENGTH} characters.`),
  note: optionalText('The note', MAX_NOTE_LENGTH),
  /** All filmmakers with an account when left out. */
  filmmaker_ids: z.optional(
    z
      .array(idField('A filmmaker’s id is a whole number.'), 'Choose filmmakers.')
      .check(z.minLength(1, 'Choose at least one filmmaker.'), z.maxLength(500, 'Choose at most 500, or all.')),
  ),
})

export const requestFootage = endpoint('POST', '/admin/footage-requests', {
  summary: 'Ask filmmakers for footage that buyers look for; they are notified and see it beside their uploads',
  who: 'editors',
  body: FootageRequestBody,
  reply: StaffFootageRequest,
  per_minute: 20,
})

export const closeFootageRequest = endpoint('POST', '/admin/footage-requests/:id/close', {
  summary: 'Close a request to filmmakers: they no longer see it',
  who: 'editors',
  params: IdParam,
  reply: z.null(),
})
