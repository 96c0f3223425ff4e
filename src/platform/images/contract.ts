/** How a picture of a person or a workspace gets to the image host: signed here, sent there. */
import * as z from 'zod/mini'

import { endpoint } from '../endpoint.ts'

/** What stands in the upload's form beside `file` and `type` (authenticated), and where it is sent. */
export const UploadParameters = z.object({
  cloud_name: z.string(),
  api_key: z.string(),
  /** Seconds since 1970. */
  timestamp: z.int(),
  signature: z.string(),
  folder: z.string(),
  upload_url: z.string(),
})
export type UploadParameters = z.infer<typeof UploadParameters>

/** What the host calls a picture that was sent; null for none. */
export const AvatarBody = z.object({
  avatar_public_id: z.nullable(
    z
      .string('Please choose an image first.')
      .check(
        z.minLength(1, 'Please choose an image first.'),
        z.maxLength(200),
        z.regex(/^[\w/-]*$/, 'We do not have this image any more. Please choose it again.'),
      ),
  ),
})

/** Takes a multipart form and answers as image hosts do: `{ public_id }`, or `{ error: { message } }`. */
export const uploadImage = endpoint('POST', '/images/upload', {
  summary: 'Send a picture that was signed for',
  who: 'signed_in',
  per_minute: 30,
  // A picture is not remembered for its key.
  keeps_own_keys: true,
  reply: z.object({ public_id: z.string() }),
})
