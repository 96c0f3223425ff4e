/** Conversion of rows to CSV text. */

/** A spreadsheet would run a cell that begins like this as a formula. */
const FORMULA_PREFIX = /^[=+\-@\t\r]/
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** Returns a quoted cell that no spreadsheet runs. */
export const formatCell = (value: string | number | null): string => {
  const text = String(value ?? '')
  const safe = FORMULA_PREFIX.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Returns CSV text with one line per row, headers first. Every cell is quoted. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map(row => `${row.map(formatCell).join(',')}\r\n`).join('')

/** Such as "1234.50", which spreadsheets read as a number. */
export const formatAmount = (cents: number): string => (cents / 100).toFixed(2)
