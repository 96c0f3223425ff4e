/** What PDFs of an order say: plain data, so that it can travel to the thread that draws it. */
import type { CertificateFacts } from '../certificates/certificate.ts'

export type DocumentFacts = BillFacts | AgreementFacts | CertificatePaper

export type CertificatePaper = CertificateFacts & { kind: 'certificate'; verify_url: string; key_id: string }

export type BillFacts = {
  kind: 'receipt' | 'invoice' | 'credit-note'
  paper: 'A4' | 'LETTER'
  /** LT-2026-000042, or LC-2026-000042 of a credit note. */
  number: string
  /** ISO moments. A credit note has its own day as `placed_at`. */
  placed_at: string
  due_at: string | null
  paid_at: string | null
  /** "Visa ending in 1111"; where a credit note's money went. */
  payment_method: string
  bill_to: string[]
  references: { label: string; value: string }[]
  licenses: {
    sentence: string
    clips: { number: number; name: string; filmmaker: string; format: string; price_cents: number }[]
  }[]
  /** Whether a license holds only for a while, or not everywhere. */
  has_limits: boolean
  sub_total_cents: number
  non_profit_discount_cents: number
  discount_label: string
  discount_cents: number
  /** Of licenses that took the place of earlier ones: "Upgrade credit, LT-2026-000001". */
  upgrade_label: string
  upgrade_credit_cents: number
  processing_fee_cents: number
  tax_cents: number
  tax_label: string
  /** What the law wants said of it; empty for most. */
  tax_note: string
  /** Of a credit note's lines, with its tax. */
  credited_before_cents: number
  total_cents: number
  /** Of an invoice: the page that it is paid on. Empty otherwise. */
  pay_url: string
  /** What stands below a credit note. */
  closing: string
}

export type AgreementFacts = {
  kind: 'license-agreement'
  paper: 'A4' | 'LETTER'
  number: string
  /** ISO moment. */
  placed_at: string
  licensee: string[]
  /** Whether a license holds only for a while, or not everywhere. */
  has_limits: boolean
  /** Where the whole terms stand. */
  terms_url: string
  licenses: {
    /** "Commercial · 2–50 people" */
    client: string
    grants: { distributions: string; territory: string; term: string }[]
    /** `project`: what each is for, or that nobody has said so yet. */
    clips: { number: number; name: string; filmmaker: string; format: string; project: string }[]
  }[]
}
