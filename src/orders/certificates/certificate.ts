/** What a certificate says, and the one way to write it down so that its signature can be checked anywhere. */

export type CertificateFacts = {
  issuer: string
  /** Of the code in its link, in hex: it ties the paper to the page. */
  code_sha256: string
  licensee: string
  clip: { number: number; name: string; filmmaker: string; format: string }
  /** "Commercial, 2–50 people" */
  client: string
  /** Each with where and how long. */
  grants: { distributions: string; territory: string; term: string }[]
  /** ISO moments; null: for good. */
  granted_at: string
  ends_at: string | null
  order: string
}

export type Certificate = { payload: CertificateFacts; signature: string; key_id: string; verify_url: string }

/** JSON with sorted keys and no space: the same value always gives the same text. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

export const certificateStates = ['valid', 'ended', 'superseded', 'on_hold', 'revoked'] as const
export type CertificateState = (typeof certificateStates)[number]
