import * as z from 'zod/mini'

import { OrderParam } from '#orders/contract.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { idField } from '#platform/http/lists.ts'

/** More would not fit into a URL. */
export const MAX_FILES = 500

export const INVALID_FORMAT_TEXT = 'Choose a format'
export const ZipFile = z.object({
  clip_id: idField('Choose a clip'),
  format_id: z.int(INVALID_FORMAT_TEXT).check(z.minimum(1, INVALID_FORMAT_TEXT), z.maximum(4, INVALID_FORMAT_TEXT)),
})
export type ZipFile = z.infer<typeof ZipFile>

const ZipLink = z.object({
  /** Valid for five minutes, for the user who requested it. */
  url: z.string(),
  /** The zip's file name. */
  name: z.string(),
  /** The total size of the files. */
  size_bytes: z.int(),
  files_count: z.int(),
  /** Files of an order that are left out, with the reasons. */
  skipped: z.array(z.object({ clip_id: z.int(), why: z.string() })),
})
export type ZipLink = z.infer<typeof ZipLink>

export const zipFiles = endpoint('POST', '/workspace/zip', {
  summary: 'Get a short-lived address of licensed files as one zip',
  who: 'signed_in',
  masquerade: 'allowed',
  body: z.object({
    files: z
      .array(ZipFile, 'Choose the files')
      .check(
        z.minLength(1, 'Choose at least one file'),
        z.maxLength(MAX_FILES, `A zip takes at most ${MAX_FILES} files: please take them in parts`),
      ),
  }),
  reply: ZipLink,
  refusals: [404],
})

export const zipOrder = endpoint('POST', '/workspace/orders/:id/zip', {
  summary: 'Get a short-lived address of all files of an order as one zip',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  reply: ZipLink,
})

/** The path of zip downloads. */
export const ZIP_PATH = '/api/workspace/zip'
