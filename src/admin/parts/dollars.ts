/** Amounts as our people type them: "1,250", "$89.50"; whole cents, never through a float. */

/** In cents; null for what is not an amount. Nothing above $99,999,999.99. */
export const centsOf = (text: string): number | null => {
  const match = /^\$?(\d{1,8})(?:\.(\d{1,2}))?$/.exec(
    text
      .trim()
      .replace(/^\$\s*/, '$')
      .replaceAll(',', ''),
  )
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** "1250", "89.50": what stands in a field. */
export const dollarsIn = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
