/** The content of an order's PDFs: plain data that can be sent to the worker thread. */
import type { Seller } from './seller.server.ts'

export type DocumentContent = ForSeller<BillContent | AgreementContent | CertificateContent>

/** A document's own content, and who issues it. */
export type ForSeller<Content> = Content & { seller: Seller }

/** The signed facts of a license certificate. */
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
  /** Limits of the use that follow from the clip's releases, such as "Editorial use only". */
  limits: string[]
  /** ISO timestamps; `ends_at` is null for a perpetual license. */
  granted_at: string
  ends_at: string | null
  order: string
}

export type CertificateContent = CertificatePayload & { kind: 'certificate'; verify_url: string; key_id: string }

export type BillContent = {
  kind: 'receipt' | 'invoice' | 'credit-note'
  paper: 'A4' | 'LETTER'
  /** LT-2026-000042, or LC-2026-000042 for a credit note. */
  number: string
  /** ISO timestamps. For a credit note, `placed_at` is its own date. */
  placed_at: string
  due_at: string | null
  paid_at: string | null
  /** For example "Visa ending in 1111"; for a credit note, where the refund went. */
  payment_method: string
  bill_to: string[]
  references: { label: string; value: string }[]
  licenses: {
    sentence: string
    clips: { number: number; name: string; filmmaker: string; format: string; price_cents: number }[]
  }[]
  /** Whether a license has a limited term or territory. */
  has_limits: boolean
  sub_total_cents: number
  non_profit_discount_cents: number
  discount_label: string
  discount_cents: number
  /** For licenses that supersede earlier ones: "Upgrade credit, LT-2026-000001". */
  upgrade_label: string
  upgrade_credit_cents: number
  processing_fee_cents: number
  tax_cents: number
  tax_label: string
  /** A note that tax law requires; usually empty. */
  tax_note: string
  /** What an earlier credit note credited of these lines, with tax. */
  credited_before_cents: number
  total_cents: number
  /** The payment page of an invoice; empty for other documents. */
  pay_url: string
  /** The last line of a credit note. */
  closing: string
}

export type AgreementContent = {
  kind: 'license-agreement'
  paper: 'A4' | 'LETTER'
  number: string
  /** ISO timestamp. */
  placed_at: string
  licensee: string[]
  /** Whether a license has a limited term or territory. */
  has_limits: boolean
  /** The license terms that the order was made under: their summary, and the URL and hash of the full text. */
  terms: { summary: string[]; is_default: boolean; effective_from: string; url: string; sha256: string }
  licenses: {
    /** For example "Commercial · 2–50 people". */
    client: string
    grants: { distributions: string; territory: string; term: string }[]
    /** `project` is what the clip is licensed for, or that it is not assigned yet. */
    clips: { number: number; name: string; filmmaker: string; format: string; limits: string[]; project: string }[]
  }[]
}
