/** Endpoints for uploading masters in pieces and listing the results. */
import * as z from 'zod/mini'

import { Picture } from '#catalog/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, numberParam, PageNumber, Pagination } from '#platform/http/lists.ts'
import { requiredText } from '#platform/text.ts'

import { MAX_UPLOAD_BYTES, TOO_LARGE_TEXT } from './limits.ts'
import { checkSteps } from './progress.ts'
import { uploadStateNames } from './states.ts'

export const UploadRow = z.object({
  id: z.int(),
  file_name: z.string(),
  size_bytes: z.number(),
  /** Identifies a file that is chosen again, together with its name and size. */
  modified_ms: z.number(),
  received_bytes: z.number(),
  state: z.enum(uploadStateNames),
  /** Why it was refused or failed, or the editors' reason for declining it; empty otherwise. */
  reason: z.string(),
  /** Remarks about an accepted file. */
  notes: z.array(z.string()),
  shoot: z.string(),
  filmmaker: z.string(),
  /** null after the sender deleted their account. */
  sent_by: z.nullable(z.string()),
  /** Whether the caller began it; only they can continue it. */
  is_own: z.boolean(),
  /** Number of files ahead of it in the check queue. */
  before: z.int(),
  /** The current step of the check and its percentage; null while it is queued or cannot be measured. */
  check: z.nullable(z.object({ step: z.enum(checkSteps), percent: z.nullable(z.int()) })),
  started_at: z.string(),
  clip: z.nullable(z.object({ id: z.int(), slug: z.string(), name: z.string(), thumbs: z.array(Picture) })),
})
export type UploadRow = z.infer<typeof UploadRow>

/** The state of an upload for its sender. */
const UploadProgress = z.object({ id: z.int(), received_bytes: z.number(), state: z.enum(uploadStateNames) })
export type UploadProgress = z.infer<typeof UploadProgress>

const SIZE_TEXT = 'This file is empty. Choose another one.'
const shoot = requiredText('Shoot', 120)
const fileFields = {
  file_name: requiredText('The name of the file', 255, 'The name of the file is too long.'),
  size_bytes: z.int(SIZE_TEXT).check(z.minimum(1, SIZE_TEXT), z.maximum(MAX_UPLOAD_BYTES, TOO_LARGE_TEXT)),
  modified_ms: z._default(z.int('Say when the file was changed.').check(z.minimum(0), z.maximum(8.64e15)), 0),
}

export const UploadBody = z.object({ shoot, ...fileFields })

export const beginUpload = endpoint('POST', '/filmmaker/uploads', {
  summary: 'Begin an upload for the caller’s filmmaker, or resume the one that was begun with the same file',
  who: 'signed_in',
  body: UploadBody,
  reply: UploadProgress,
  per_minute: 120,
  refusals: [404],
})

const listSchemas = {
  query: z.object({ page: z.optional(PageNumber) }),
  reply: z.array(UploadRow),
  meta: z.extend(Pagination, {
    /** Why uploads are closed, or null when they are open. */
    closed: z.nullable(z.string()),
    /** The filmmaker's shoots, as suggestions. */
    shoots: z.array(z.string()),
  }),
}

export const listUploads = endpoint('GET', '/filmmaker/uploads', {
  summary: 'List the uploads of the caller’s filmmaker with their states, newest first',
  who: 'signed_in',
  masquerade: 'allowed',
  ...listSchemas,
  refusals: [404],
})

export const getUpload = endpoint('GET', '/uploads/:id', {
  summary: 'Get the progress of an upload that the caller began',
  who: 'signed_in',
  masquerade: 'allowed',
  params: IdParam,
  reply: UploadProgress,
})

/** The body is the bytes of the piece. */
export const sendPiece = endpoint('PUT', '/uploads/:id/pieces/:offset', {
  summary:
    'Send a piece of the file, starting at this byte; ignored if already received, refused (409) if it leaves a gap',
  who: 'signed_in',
  params: z.object({ id: numberParam(), offset: z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)) }),
  reply: UploadProgress,
  per_minute: 1_200,
  binary_body: ['application/octet-stream'],
  // The offset already identifies a piece.
  idempotency_key: 'ignored',
})

export const finishUpload = endpoint('POST', '/uploads/:id/finish', {
  summary: 'Finish an upload: its SHA-256 is verified and the file is ingested',
  who: 'signed_in',
  params: IdParam,
  body: z.object({
    sha256: z.string('The SHA-256 of the file is required').check(z.regex(/^[0-9a-f]{64}$/, 'This is no SHA-256.')),
  }),
  reply: UploadProgress,
})

export const checkAgain = endpoint('POST', '/uploads/:id/check', {
  summary: 'Retry the check of an upload that failed because of an error on our side',
  who: 'signed_in',
  params: IdParam,
  reply: UploadProgress,
  per_minute: 20,
})

export const removeUpload = endpoint('DELETE', '/uploads/:id', {
  summary: 'Cancel an upload, or remove one that was refused or failed',
  who: 'signed_in',
  params: IdParam,
  reply: z.null(),
})

export const StaffUploadBody = z.object({
  filmmaker_id: z.int32('Choose a filmmaker.').check(z.positive('Choose a filmmaker.')),
  shoot,
  ...fileFields,
})

export const beginStaffUpload = endpoint('POST', '/admin/uploads', {
  summary: 'Begin an upload for any filmmaker',
  who: 'editors',
  body: StaffUploadBody,
  reply: UploadProgress,
  per_minute: 120,
})

export const listStaffUploads = endpoint('GET', '/admin/uploads', {
  summary: 'List all uploads with their states, newest first',
  who: 'editors',
  ...listSchemas,
})
