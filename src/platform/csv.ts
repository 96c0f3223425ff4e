/** Rows as text that opens in any spreadsheet. */

/** What begins like this would be carried out by a spreadsheet: somebody's name is no formula. */
const formula = /^[=+\-@\t\r]/

const cell = (text: string | number | null): string => {
  const said = String(text ?? '')
  const safe = formula.test(said) ? `'${said}` : said
  return `"${safe.replaceAll('"', '""')}"`
}

/** Each row a line, heads first; every cell in quotes. */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
