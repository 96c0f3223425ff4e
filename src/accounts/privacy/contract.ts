/** Endpoints of privacy: data export and account deletion. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

export const Privacy = z.object({
  /** The latest export; null when none was requested or it has expired. */
  export: z.nullable(
    z.object({
      requested_at: z.string(),
      /** null until the file is ready. */
      size_bytes: z.nullable(z.int()),
      expires_at: z.nullable(z.string()),
    }),
  ),
  /** The scheduled deletion of the account. */
  deletion: z.nullable(
    z.object({
      due_at: z.string(),
      /** The deletion was due, but an obstacle blocked it. */
      is_blocked: z.boolean(),
    }),
  ),
  /** What the user must do before the account can be deleted. */
  obstacles: z.array(z.string()),
  has_password: z.boolean(),
  has_app: z.boolean(),
})
export type Privacy = z.infer<typeof Privacy>

export const getPrivacy = endpoint('GET', '/user/privacy', {
  summary: 'Get the latest data export and the scheduled deletion',
  who: 'signed_in',
  reply: Privacy,
})

const ProofText = z.string('Please confirm that it is you.').check(z.trim(), z.maxLength(256, 'This is too long.'))

/** The password or an app code. Both are empty only for an account without either, right after its sign-in. */
const ExportBody = z.object({ password: z._default(ProofText, ''), code: z._default(ProofText, '') })

/** Requires the password or a code. */
export const ProofBody = ExportBody.check(
  z.refine(({ password, code }) => password !== '' || code !== '', {
    path: ['password'],
    error: 'Please confirm that it is you.',
  }),
)

export const requestExport = endpoint('POST', '/user/privacy/export', {
  summary: 'Request a data export; a mail is sent when it is ready',
  who: 'signed_in',
  logs_success: 'data_exported',
  per_minute: 10,
  body: ExportBody,
  reply: Privacy,
})

export const downloadExport = endpoint('POST', '/user/privacy/export/download', {
  summary: 'Get a short-lived URL of the file, valid only for this session; 404 when there is none',
  who: 'signed_in',
  logs_success: 'data_exported',
  per_minute: 20,
  body: ExportBody,
  reply: z.object({ url: z.string() }),
  refusals: [404],
})

export const EXPORT_FILE_PATH = '/api/user/privacy/export/file'

/** The query of a link to the file. */
export const ExportLinkQuery = z.object({
  until: z.string().check(z.regex(/^\d{1,12}$/)),
  signature: z.string().check(z.maxLength(100)),
})

export const requestDeletion = endpoint('POST', '/user/privacy/deletion', {
  summary: 'Schedule the deletion of the account in 14 days; a 409 lists what must be done first',
  who: 'signed_in',
  per_minute: 20,
  body: ProofBody,
  reply: Privacy,
})

export const keepAccount = endpoint('DELETE', '/user/privacy/deletion', {
  summary: 'Cancel the scheduled deletion',
  who: 'signed_in',
  reply: Privacy,
})

const TokenParam = z.object({ token: z.string().check(z.maxLength(200)) })

export const getDeletionByLink = endpoint('GET', '/auth/account-deletion/:token', {
  summary: 'Get the date of the scheduled deletion, by the mailed link: 404 unknown, 410 deleted already',
  who: 'anyone',
  per_minute: 60,
  params: TokenParam,
  reply: z.object({ due_at: z.string() }),
  refusals: [410],
})

export const keepAccountByLink = endpoint('DELETE', '/auth/account-deletion/:token', {
  summary: 'Cancel the scheduled deletion by the mailed link',
  who: 'anyone',
  per_minute: 20,
  params: TokenParam,
  reply: z.null(),
  refusals: [410],
})
