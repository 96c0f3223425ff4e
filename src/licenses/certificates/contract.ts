import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'

import { certificateStates } from './certificate.ts'

const Timestamp = z.iso.datetime()

export const CertificateVerification = z.object({
  /** For an upgraded license: `superseded` while the newest license is in force, else the state of the newest one. */
  state: z.enum(certificateStates),
  was_upgraded: z.boolean(),
  /** The code of the license that superseded it, if that one's certificate can be shown. */
  newer_code: z.nullable(z.string()),
  /** null when the licensee was a person who has deleted their account. */
  licensee: z.nullable(z.string()),
  /** `sha256` is of the master. */
  clip: z.object({ number: z.int(), name: z.string(), format: z.string(), sha256: z.nullable(z.string()) }),
  client: z.string(),
  /** null until the buyer names it. */
  production: z.nullable(z.object({ client: z.string(), name: z.string() })),
  /** The license terms that the order was made under. */
  terms: z.nullable(z.object({ version: z.int(), effective_from: Timestamp })),
  grants: z.array(z.object({ distributions: z.string(), territory: z.string(), term: z.string() })),
  /** Limits of the use that follow from the clip's releases, such as "Editorial use only". */
  limits: z.array(z.string()),
  granted_at: Timestamp,
  /** null: perpetual. */
  ends_at: z.nullable(Timestamp),
  revoked_at: z.nullable(Timestamp),
})
export type CertificateVerification = z.infer<typeof CertificateVerification>

export const verifyCertificate = endpoint('GET', '/certificates/:code', {
  summary: 'Get the content of a license certificate, and whether it is still valid',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ code: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not the code of a certificate.')) }),
  reply: CertificateVerification,
  per_minute: 60,
})

/** Returns the path of a license's certificate, as a PDF or as a signed file. */
export const certificatePath = (license_id: number | ':id', kind: 'pdf' | 'json'): string =>
  `/api/workspace/licenses/${license_id}/certificate.${kind}`

/** The public key for certificates, and the script that verifies them. */
export const KEY_PATH = '/api/certificates/key'
export const SCRIPT_PATH = '/verify-certificate.mjs'
