/** The address of a zip: it carries what is in it, for whom and until when, signed. */
import * as z from 'zod/mini'

import { refuse } from '#platform/refusal.ts'
import { isSigned, sign, type Secrets } from '#platform/secrets.server.ts'

import { most_files, zip_path, type ZipFile } from './contract.ts'

export type ZipWish = {
  user_id: number
  workspace_id: number
  files: readonly ZipFile[]
  /** The order that it holds, if it is one. */
  order: string | null
}

const seconds = 300

/** What a link says, as it stands in the address. */
export const ZipLinkQuery = z.object({
  files: z.string().check(z.regex(/^\d{1,10}\.[1-4](?:-\d{1,10}\.[1-4])*$/), z.maxLength(most_files * 13)),
  for: z.string().check(z.regex(/^\d{1,10}\.\d{1,10}$/)),
  until: z.string().check(z.regex(/^\d{1,12}$/)),
  order: z.optional(z.string().check(z.regex(/^LT-\d{4}-\d{6,9}$/))),
  signature: z.string().check(z.maxLength(100)),
})
export type ZipLinkQuery = z.infer<typeof ZipLinkQuery>

type Said = Omit<ZipLinkQuery, 'signature'>

const signedText = ({ files, for: whom, until, order = '' }: Said) => ['zip', files, whom, until, order].join('\n')

export const zipUrl = (secret: Secrets, { user_id, workspace_id, files, order }: ZipWish, now: Date): string => {
  const said: Said = {
    files: files.map(({ clip_id, format_id }) => `${clip_id}.${format_id}`).join('-'),
    for: `${user_id}.${workspace_id}`,
    until: String(Math.floor(now.getTime() / 1_000) + seconds),
    ...(order && { order }),
  }
  return `${zip_path}?${new URLSearchParams({ ...said, signature: sign(secret, signedText(said)) })}`
}

type Asking = { user_id: number; workspace_id: number }

/** Throws 404 for a link that we never made, 403 for somebody else's, 410 for an old one. */
export const readZipLink = (secret: Secrets, query: ZipLinkQuery, asking: Asking, now: Date): ZipWish => {
  const { signature, ...said } = query
  if (!isSigned(secret, signedText(said), signature)) throw refuse.missing('download')
  const [user_id = 0, workspace_id = 0] = said.for.split('.').map(Number)
  if (asking.user_id !== user_id || asking.workspace_id !== workspace_id)
    throw refuse(
      403,
      'This download was prepared for somebody else, or for another workspace. Please start it from your own licenses.',
    )
  if (Number(said.until) * 1_000 < now.getTime())
    throw refuse(410, 'This download link has expired. Please start the download again.')
  const files = said.files.split('-').map(one => {
    const [clip_id = 0, format_id = 0] = one.split('.').map(Number)
    return { clip_id, format_id }
  })
  return { user_id, workspace_id, files, order: said.order ?? null }
}
