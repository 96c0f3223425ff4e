/** Masters from somebody's browser: begun, sent in pieces, finished; and what became of them. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/endpoint.ts'
import { IdParam, numberIn, PageNumber, Pagination } from '#platform/lists.ts'
import { requiredText } from '#platform/text.ts'

import { most_bytes, too_large_text } from './limits.ts'
import { checkSteps } from './progress.ts'
import { uploadStateNames } from './states.ts'

export const UploadRow = z.object({
  id: z.int(),
  file_name: z.string(),
  size_bytes: z.number(),
  /** With name and size what its file is known by when it is chosen again. */
  modified_ms: z.number(),
  received_bytes: z.number(),
  state: z.enum(uploadStateNames),
  /** Why it was refused or failed, or what the editors said when they sent it back; empty otherwise. */
  reason: z.string(),
  /** What is good to know of a file that was taken. */
  notes: z.array(z.string()),
  shoot: z.string(),
  filmmaker: z.string(),
  /** null once they left. */
  sent_by: z.nullable(z.string()),
  /** Only whoever began it goes on with it. */
  is_own: z.boolean(),
  /** While it is checked: how many are before it. */
  before: z.int(),
  /** While it is checked: what is done now, and how many hundredths of that are; null where it waits, or cannot be counted. */
  check: z.nullable(z.object({ step: z.enum(checkSteps), percent: z.nullable(z.int()) })),
  began_at: z.string(),
  clip: z.nullable(z.object({ id: z.int(), slug: z.string(), name: z.string(), thumbs: z.array(Picture) })),
})
export type UploadRow = z.infer<typeof UploadRow>

/** One that is on its way, as its sender goes on with it. */
const Progress = z.object({ id: z.int(), received_bytes: z.number(), state: z.enum(uploadStateNames) })
export type Progress = z.infer<typeof Progress>

const size_text = 'This file is empty. Choose another one.'
const shoot = requiredText('Shoot', 120)
const file = {
  file_name: requiredText('The name of the file', 255, 'The name of the file is too long.'),
  size_bytes: z.int(size_text).check(z.minimum(1, size_text), z.maximum(most_bytes, too_large_text)),
  modified_ms: z._default(z.int('Say when the file was changed.').check(z.minimum(0), z.maximum(8.64e15)), 0),
}

export const UploadBody = z.object({ shoot, ...file })

export const beginUpload = endpoint('POST', '/filmmaker/uploads', {
  summary: 'Begin to send a master of the caller’s filmmaker; one that was begun with the same file is gone on with',
  who: 'signed_in',
  body: UploadBody,
  reply: Progress,
  per_minute: 120,
})

const listed = {
  query: z.object({ page: z.optional(PageNumber) }),
  reply: z.array(UploadRow),
  meta: z.extend(Pagination, {
    /** null, or why nothing can be sent here now. */
    closed: z.nullable(z.string()),
    /** Of its filmmaker, to choose among. */
    shoots: z.array(z.string()),
  }),
}

export const listUploads = endpoint('GET', '/filmmaker/uploads', {
  summary: 'What was sent for the caller’s filmmaker and what became of it, the newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  ...listed,
})

export const getUpload = endpoint('GET', '/uploads/:id', {
  summary: 'How much has come of an upload that the caller began',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: Progress,
})

/** Its body is the bytes themselves. */
export const sendPiece = endpoint('PUT', '/uploads/:id/pieces/:offset', {
  summary: 'A piece of the file from this byte on; what has come already is left alone, a gap is refused (409)',
  who: 'signed_in',
  params: z.object({ id: numberIn(), offset: z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)) }),
  reply: Progress,
  per_minute: 1_200,
  // A piece is known by where it begins.
  keeps_own_keys: true,
})

export const finishUpload = endpoint('POST', '/uploads/:id/finish', {
  summary: 'All has come: it is checked against its SHA-256 and taken in',
  who: 'signed_in',
  params: IdParam,
  body: z.object({
    sha256: z.string('The SHA-256 of the file is required').check(z.regex(/^[0-9a-f]{64}$/, 'This is no SHA-256.')),
  }),
  reply: Progress,
})

export const checkAgain = endpoint('POST', '/uploads/:id/check', {
  summary: 'Have an upload checked again whose check failed by our fault',
  who: 'signed_in',
  params: IdParam,
  reply: Progress,
  per_minute: 20,
})

export const removeUpload = endpoint('DELETE', '/uploads/:id', {
  summary: 'Break an upload off, or put away one that was refused or failed',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})

export const StaffUploadBody = z.object({
  filmmaker_id: z.int32('Choose a filmmaker.').check(z.positive('Choose a filmmaker.')),
  shoot,
  ...file,
})

export const beginStaffUpload = endpoint('POST', '/admin/uploads', {
  summary: 'Begin to send a master for any filmmaker',
  who: 'editors',
  body: StaffUploadBody,
  reply: Progress,
  per_minute: 120,
})

export const listStaffUploads = endpoint('GET', '/admin/uploads', {
  summary: 'What anybody sent and what became of it, the newest first',
  who: 'editors',
  ...listed,
})
