/** The payload of a certificate, and its canonical JSON, which makes the signature verifiable anywhere. */
import type { CertificatePayload } from '#orders/documents/content.ts'

export type { CertificatePayload }

export type Certificate = { payload: CertificatePayload; signature: string; key_id: string; verify_url: string }

type AddedField = 'licensee_address' | 'production' | 'terms'
type StoredPayload = Omit<CertificatePayload, AddedField | 'clip'> &
  Partial<Pick<CertificatePayload, AddedField>> & {
    clip: Omit<CertificatePayload['clip'], 'sha256'> & { sha256?: string }
  }

/** Reads a stored payload. Those of earlier versions of the shop lack some fields. */
export const parsePayload = (text: string): CertificatePayload => {
  const { clip, ...payload } = JSON.parse(text) as StoredPayload
  return { licensee_address: '', production: null, terms: null, ...payload, clip: { sha256: '', ...clip } }
}

/** Returns JSON with sorted keys and no spaces: equal values give equal text. */
export const toCanonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${toCanonicalJson(field)}`).join(',')}}`
}

export const certificateStates = ['valid', 'ended', 'superseded', 'on_hold', 'revoked'] as const
export type CertificateState = (typeof certificateStates)[number]
