/** The payload of a certificate, and its canonical JSON, which makes the signature verifiable anywhere. */

export type CertificatePayload = {
  issuer: string
  /** SHA-256, in hex, of the code in the certificate's link. It ties the document to the verification page. */
  code_sha256: string
  licensee: string
  clip: { number: number; name: string; filmmaker: string; format: string }
  /** For example "Commercial, 2–50 people". */
  client: string
  /** The licensed uses, each with its territory and term. */
  grants: { distributions: string; territory: string; term: string }[]
  /** ISO timestamps; `ends_at` is null for a perpetual license. */
  granted_at: string
  ends_at: string | null
  order: string
}

export type Certificate = { payload: CertificatePayload; signature: string; key_id: string; verify_url: string }

/** Returns JSON with sorted keys and no spaces: equal values give equal text. */
export const toCanonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toCanonicalJson(field)}`).join(',')}}`
}

export const certificateStates = ['valid', 'ended', 'superseded', 'on_hold', 'revoked'] as const
export type CertificateState = (typeof certificateStates)[number]
