/** The API contract of picture uploads: signed by the shop, sent to the image host. */
import * as z from 'zod/mini'

import { endpoint } from '../http/endpoint.ts'

/** The fields of the upload form besides `file` and `type` (authenticated), and the URL to send it to. */
export const UploadParameters = z.object({
  cloud_name: z.string(),
  api_key: z.string(),
  /** Unix time in seconds. */
  timestamp: z.int(),
  signature: z.string(),
  folder: z.string(),
  upload_url: z.string(),
})
export type UploadParameters = z.infer<typeof UploadParameters>

/** The image host's id of an uploaded picture, or null for none. */
export const AvatarBody = z.object({
  avatar_public_id: z.nullable(
    z
      .string('Please choose an image first.')
      .check(
        z.minLength(1, 'Please choose an image first.'),
        z.maxLength(200),
        z.regex(/^[\w/-]*$/, 'We do not have this image anymore. Please choose it again.'),
      ),
  ),
})

/** Accepts a multipart form and responds as image hosts do: `{ public_id }`, or `{ error: { message } }`. */
export const uploadImage = endpoint('POST', '/images/upload', {
  summary: 'Upload a picture with a signed form',
  who: 'signed_in',
  per_minute: 30,
  binary_body: ['multipart/form-data'],
  // Pictures are not stored with an Idempotency-Key.
  idempotency_key: 'ignored',
  reply: z.object({ public_id: z.string() }),
})
