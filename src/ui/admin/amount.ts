/** Dollar amounts typed by staff: "1,250", "$89.50", "89,50". Whole cents, never through a float. */
import { formatCents } from '#platform/money.ts'

/**
 * A comma before exactly three digits separates thousands; before one or two digits at the end it is a decimal comma.
 * Text with two readings has none: "1.200" could be 1200 or 1.20.
 */
const PLAIN = /^(\d{1,8})(?:[.,](\d{1,2}))?$/
const GROUPED = /^([1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/
const AMBIGUOUS = /^(\d{1,5})[.,]\d{3}$/

const amountText = (text: string) => text.trim().replace(/^\$\s*/, '')

/** Returns cents, at most 9,999,999,999; null for text that is not an amount or has two readings. */
export const parseCents = (text: string): number | null => {
  const match = PLAIN.exec(amountText(text)) ?? GROUPED.exec(amountText(text))
  if (!match) return null
  return Number(match[1]?.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Why `parseCents` returns null, and what to type instead. */
export const amountError = (text: string): string =>
  AMBIGUOUS.test(amountText(text))
    ? `“${amountText(text)}” can be read in two ways. Type thousands as 1200 or 1,200, and cents as 1.20.`
    : 'Type an amount in dollars, such as 1,250 or 89.50.'

/** How the field's text was understood, such as "$4,950.00"; undefined when it is not an amount. */
export const amountHint = (text: string): string | undefined => {
  const cents = parseCents(text)
  return cents === null ? undefined : formatCents(cents)
}

/** The text of an amount field, such as "1250" or "89.50". */
export const toDollarsText = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
