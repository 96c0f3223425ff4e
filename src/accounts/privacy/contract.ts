/** The doors of privacy: what we hold about somebody, and how they leave. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

export const Privacy = z.object({
  /** The last file that was asked for; null when there is none, or not anymore. */
  export: z.nullable(
    z.object({
      asked_at: z.string(),
      /** Not ready while this is null. */
      size_bytes: z.nullable(z.int()),
      expires_at: z.nullable(z.string()),
    }),
  ),
  /** When the account is to be deleted. */
  deletion: z.nullable(
    z.object({
      due_at: z.string(),
      /** It was due, and something stood in the way. */
      is_held: z.boolean(),
    }),
  ),
  /** What must be done before the account can be deleted. */
  obstacles: z.array(z.string()),
  has_password: z.boolean(),
  has_app: z.boolean(),
})
export type Privacy = z.infer<typeof Privacy>

export const getPrivacy = endpoint('GET', '/user/privacy', {
  summary: 'The last export of one’s data, and whether the account is to be deleted',
  who: 'signed_in',
  reply: Privacy,
})

const Proof = z.string('Please confirm that it is you.').check(z.trim(), z.maxLength(256, 'This is too long.'))

/** The password or a code of the app; neither only for an account without both, right after its sign-in. */
const ExportBody = z.object({ password: z._default(Proof, ''), code: z._default(Proof, '') })

/** One of the two proves that it is the owner. */
export const ProofBody = ExportBody.check(
  z.refine(({ password, code }) => password !== '' || code !== '', {
    path: ['password'],
    error: 'Please confirm that it is you.',
  }),
)

export const askForExport = endpoint('POST', '/user/privacy/export', {
  summary: 'Have everything that we hold about oneself put into a file; a mail tells when it is ready',
  who: 'signed_in',
  logs_success: 'data_exported',
  per_minute: 10,
  body: ExportBody,
  reply: Privacy,
})

export const downloadExport = endpoint('POST', '/user/privacy/export/download', {
  summary: 'A short-lived address of the file, for this session alone; 404 when there is none',
  who: 'signed_in',
  logs_success: 'data_exported',
  per_minute: 20,
  body: ExportBody,
  reply: z.object({ url: z.string() }),
})

export const EXPORT_FILE_PATH = '/api/user/privacy/export/file'

/** What a link to the file says, as it is in the address. */
export const ExportLinkQuery = z.object({
  until: z.string().check(z.regex(/^\d{1,12}$/)),
  signature: z.string().check(z.maxLength(100)),
})

export const askForDeletion = endpoint('POST', '/user/privacy/deletion', {
  summary: 'Delete the account in 14 days, unless it is taken back; 409 tells what must be done first',
  who: 'signed_in',
  per_minute: 20,
  body: ProofBody,
  reply: Privacy,
})

export const keepAccount = endpoint('DELETE', '/user/privacy/deletion', {
  summary: 'Keep the account after all',
  who: 'signed_in',
  reply: Privacy,
})

const TokenParam = z.object({ token: z.string().check(z.maxLength(200)) })

export const getDeletionByLink = endpoint('GET', '/auth/account-deletion/:token', {
  summary: 'When the account is to be deleted, by the link of the mail: 404 unknown, 410 not anymore',
  who: 'anyone',
  per_minute: 60,
  params: TokenParam,
  reply: z.object({ due_at: z.string() }),
})

export const keepAccountByLink = endpoint('DELETE', '/auth/account-deletion/:token', {
  summary: 'Keep the account after all, by the link of the mail',
  who: 'anyone',
  per_minute: 20,
  params: TokenParam,
  reply: z.null(),
})
