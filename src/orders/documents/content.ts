/** The content of an order's PDFs: plain data that can be sent to the worker thread. */
import type { PaymentType } from '../draft.server.ts'
import type { Seller } from './seller.server.ts'

export type DocumentContent = ForSeller<BillContent | AgreementContent | CertificateContent>

/** A version of a document. `replaced_at` is when the version before was issued; null for the first. */
export type DocumentIssue = { version: number; issued_at: string; replaced_at: string | null }

/** A document's own content, and who issues it. `e_invoice_xml`: what the PDF has inside as an electronic invoice. */
export type ForSeller<Content> = Content & { seller: Seller; issue?: DocumentIssue; e_invoice_xml?: string }

/** The signed facts of a license certificate. */
export type CertificatePayload = {
  issuer: string
  /** SHA-256, in hex, of the code in the certificate's link. It ties the document to the verification page. */
  code_sha256: string
  licensee: string
  /** '' when it is not known. */
  licensee_address: string
  /** `sha256` is of the master, in hex; '' on certificates from before it was recorded. */
  clip: { number: number; name: string; filmmaker: string; format: string; sha256: string }
  /** What the clip is licensed for; null until it is named. */
  production: { client: string; name: string } | null
  /** The version of the license terms that the order was made under; null for an imported license. */
  terms: { version: number; effective_from: string; sha256: string } | null
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

export type CertificateContent = CertificatePayload & {
  kind: 'certificate'
  paper: 'A4' | 'LETTER'
  verify_url: string
  key_id: string
}

export type BillContent = {
  kind: 'receipt' | 'invoice' | 'credit-note'
  paper: 'A4' | 'LETTER'
  /** Whether a receipt is the invoice, too: of a business that paid at once. */
  is_invoice: boolean
  /** LT-2026-000042, LT-2026-000042-C1 for a correction, or LC-2026-000042 for a credit note. */
  number: string
  /** What to give with a transfer; '' for a credit note. */
  payment_reference: string
  /** Whether it corrects the billing details of an earlier one. */
  is_corrected: boolean
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
  /** The reason that tax law requires where no tax is charged; else empty. */
  tax_note: string
  /** The seller's number that the tax was charged under; empty for the company's own list. */
  seller_tax_id: string
  /** What an earlier credit note credited of these lines, with tax. */
  credited_before_cents: number
  total_cents: number
  /** The payment page of an invoice; empty for other documents. */
  pay_url: string
  /** The last line of a credit note, or of a receipt that was credited; else empty. */
  closing: string
  /** null for documents that need no electronic invoice. */
  e_invoice: EInvoiceFacts | null
}

/** The taxable amount of all lines. */
export const getNetCents = (content: BillContent): number =>
  content.sub_total_cents -
  content.non_profit_discount_cents -
  content.discount_cents -
  content.upgrade_credit_cents +
  content.processing_fee_cents

/** What an electronic invoice says field by field, and the PDF in sentences or not at all. */
export type EInvoiceFacts = {
  /** UNTDID 1001: an invoice, a credit note or a corrected invoice. */
  type_code: '380' | '381' | '384'
  buyer: {
    name: string
    contact: string
    address: string
    address2: string
    postal_code: string
    city: string
    region: string
    /** A code such as DE. */
    country: string
    /** '' for none. */
    vat_number: string
  }
  purchase_order: string
  payment_type: PaymentType
  /** ISO timestamp. */
  supplied_at: string
  /** The document that it corrects or credits. */
  preceding: { number: string; placed_at: string } | null
  tax: {
    /** UNTDID 5305: standard rate, reverse charge, exempt, or outside of VAT. */
    category: 'S' | 'AE' | 'E' | 'O'
    /** 19 for 19%. */
    percent: number
    /** The reason for no tax, or the tax in the other currency; often empty. */
    note: string
    /** The number of the registration; '' for none. */
    seller_number: string
  }
  /** The tax in the currency that the country asks for. */
  tax_currency: { currency: string; tax_minor: number; decimals: number } | null
  /** The tax in `credited_before_cents`. */
  credited_before_tax_cents: number
}

export type AgreementContent = {
  kind: 'license-agreement'
  paper: 'A4' | 'LETTER'
  number: string
  /** ISO timestamp. */
  placed_at: string
  licensee: string[]
  /** Whether the payment is disputed. */
  is_on_hold: boolean
  /** Whether a license has a limited term or territory. */
  has_limits: boolean
  /** The license terms that the order was made under: their summary, and the version, URL and hash of the full text. */
  terms: {
    summary: string[]
    effective_from: string
    version: number
    url: string
    sha256: string
  }
  licenses: {
    /** For example "Commercial · 2–50 people". */
    client: string
    /** What was agreed in words: a rate's usage details, the note of a quote. */
    agreed: string[]
    grants: { distributions: string; territory: string; term: string }[]
    clips: {
      number: number
      name: string
      filmmaker: string
      format: string
      /** SHA-256 of the master, in hex. */
      sha256: string
      limits: string[]
      /** What the clip is licensed for, that it is not assigned yet, or how its license ended. */
      project: string
    }[]
  }[]
}
