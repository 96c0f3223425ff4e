import * as z from 'zod/mini'

import { endpoint } from '#platform/endpoint.ts'

import { certificateStates } from './certificate.ts'

const Moment = z.iso.datetime()

export const Verified = z.object({
  /** Of one that was upgraded: `superseded` while the newest license holds, or else how that one stands. */
  state: z.enum(certificateStates),
  was_upgraded: z.boolean(),
  /** The code of the license that took its place, where that one's certificate may be shown. */
  newer_code: z.nullable(z.string()),
  /** null: a person who has deleted their account. */
  licensee: z.nullable(z.string()),
  clip: z.object({ number: z.int(), name: z.string(), format: z.string() }),
  client: z.string(),
  grants: z.array(z.object({ distributions: z.string(), territory: z.string(), term: z.string() })),
  granted_at: Moment,
  /** null: never. */
  ends_at: z.nullable(Moment),
})
export type Verified = z.infer<typeof Verified>

export const verifyCertificate = endpoint('GET', '/certificates/:code', {
  summary: 'What a license certificate says, and whether it still holds',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ code: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not the code of a certificate.')) }),
  reply: Verified,
  per_minute: 60,
})

/** Where a license's certificate is, on paper and as a signed file. */
export const certificatePath = (license_id: number | ':id', kind: 'pdf' | 'json'): string =>
  `/api/workspace/licenses/${license_id}/certificate.${kind}`

/** What certificates are checked with, and the program that does. */
export const key_path = '/api/certificates/key'
export const script_path = '/verify-certificate.mjs'
