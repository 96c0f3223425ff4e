/** The signed URL of a zip: it contains the files, the user and the expiry. */
import * as z from 'zod/mini'

import { DocumentNumber } from '#platform/document-numbers.ts'
import { refuse } from '#platform/http/refusal.ts'
import { isValidSignature, sign, type Secrets } from '#platform/security/secrets.server.ts'
import { DOWNLOAD_LINK_SECONDS } from '#platform/storage/files.server.ts'

import { MAX_FILES, ZIP_PATH, type ZipFile } from './contract.ts'

export type ZipLinkPayload = {
  user_id: number
  workspace_id: number
  files: readonly ZipFile[]
  /** The order's number, for the zip of an order. */
  order: string | null
}

/** The query parameters of a zip link. */
export const ZipLinkQuery = z.object({
  files: z.string().check(z.regex(/^\d{1,10}\.[1-4](?:-\d{1,10}\.[1-4])*$/), z.maxLength(MAX_FILES * 13)),
  for: z.string().check(z.regex(/^\d{1,10}\.\d{1,10}$/)),
  until: z.string().check(z.regex(/^\d{1,12}$/)),
  order: z.optional(DocumentNumber),
  signature: z.string().check(z.maxLength(100)),
})
export type ZipLinkQuery = z.infer<typeof ZipLinkQuery>

type UnsignedZipQuery = Omit<ZipLinkQuery, 'signature'>

const signedText = ({ files, for: owner, until, order = '' }: UnsignedZipQuery) =>
  ['zip', files, owner, until, order].join('\n')

export const createZipUrl = (
  secret: Secrets,
  { user_id, workspace_id, files, order }: ZipLinkPayload,
  now: Date,
): string => {
  const unsigned: UnsignedZipQuery = {
    files: files.map(({ clip_id, format_id }) => `${clip_id}.${format_id}`).join('-'),
    for: `${user_id}.${workspace_id}`,
    until: String(Math.floor(now.getTime() / 1_000) + DOWNLOAD_LINK_SECONDS),
    ...(order && { order }),
  }
  return `${ZIP_PATH}?${new URLSearchParams({ ...unsigned, signature: sign(secret, signedText(unsigned)) })}`
}

type ZipRequester = { user_id: number; workspace_id: number }

/** Throws 404 for an invalid link, 403 for another user's, 410 for an expired one. */
export const readZipLink = (
  secret: Secrets,
  query: ZipLinkQuery,
  requester: ZipRequester,
  now: Date,
): ZipLinkPayload => {
  const { signature, ...unsigned } = query
  if (!isValidSignature(secret, signedText(unsigned), signature)) throw refuse.missing('download')
  const [user_id = 0, workspace_id = 0] = unsigned.for.split('.').map(Number)
  if (requester.user_id !== user_id || requester.workspace_id !== workspace_id)
    throw refuse(
      403,
      'This download was prepared for somebody else, or for another workspace. Please start it from your own licenses.',
    )
  if (Number(unsigned.until) * 1_000 < now.getTime())
    throw refuse(410, 'This download link has expired. Please start the download again.')
  const files = unsigned.files.split('-').map(part => {
    const [clip_id = 0, format_id = 0] = part.split('.').map(Number)
    return { clip_id, format_id }
  })
  return { user_id, workspace_id, files, order: unsigned.order ?? null }
}
