import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'
import { idIn } from '#platform/lists.ts'

import { OrderParam } from '../contract.ts'

/** More would not fit into an address. */
export const most_files = 500

export const format_text = 'Choose a format'
export const ZipFile = z.object({
  clip_id: idIn('Choose a clip'),
  format_id: z.int(format_text).check(z.minimum(1, format_text), z.maximum(4, format_text)),
})
export type ZipFile = z.infer<typeof ZipFile>

const ZipLink = z.object({
  /** For five minutes, for whoever asked. */
  url: z.string(),
  /** As it is saved. */
  name: z.string(),
  /** Of its files together. */
  size_bytes: z.int(),
  files_count: z.int(),
  /** What stays behind, and why: only of a whole order. */
  left_out: z.array(z.object({ clip_id: z.int(), why: z.string() })),
})
export type ZipLink = z.infer<typeof ZipLink>

export const zipFiles = endpoint('POST', '/workspace/zip', {
  summary: 'A short-lived address of licensed files as one zip',
  who: 'signed_in',
  masquerade: 'allowed',
  body: z.object({
    files: z
      .array(ZipFile, 'Choose the files')
      .check(
        z.minLength(1, 'Choose at least one file'),
        z.maxLength(most_files, `A zip takes at most ${most_files} files: please take them in parts`),
      ),
  }),
  reply: ZipLink,
})

export const zipOrder = endpoint('POST', '/workspace/orders/:id/zip', {
  summary: 'A short-lived address of all files of an order as one zip',
  who: 'signed_in',
  masquerade: 'allowed',
  params: OrderParam,
  reply: ZipLink,
})

/** Where zips are: the browser is simply sent there. */
export const zip_path = '/api/workspace/zip'
