/** Numbers of documents, such as "LT-2026-000042": a prefix that the owner sets for each kind, the year, and a counter. */
import * as z from 'zod/mini'

export const documentKinds = ['invoice', 'credit_note', 'quote', 'custom_cart', 'statement'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The prefixes of a new shop. */
export const DEFAULT_PREFIXES = {
  invoice: 'LT',
  credit_note: 'LC',
  quote: 'Q',
  custom_cart: 'C',
  statement: 'LS',
} as const satisfies Record<DocumentKind, string>

export const documentPrefix = (label: string) =>
  z.string(`${label} is required`).check(
    z.trim(),
    z.overwrite(text => text.toUpperCase()),
    z.regex(/^[A-Z0-9]{1,6}$/, `${label} has 1 to 6 letters and digits, such as ${DEFAULT_PREFIXES.invoice}.`),
  )

/** A number of any kind but a statement. Old numbers keep the prefix that they were given. */
export const DOCUMENT_NUMBER = /^[A-Z0-9]{1,6}-\d{4}-\d{6,9}$/
export const DocumentNumber = z.string().check(z.regex(DOCUMENT_NUMBER))

/** Returns "LT-2026-000042". */
export const formatDocumentNumber = (prefix: string, year: number, counter: number): string =>
  `${prefix}-${year}-${String(counter).padStart(6, '0')}`
