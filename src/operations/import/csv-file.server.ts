/** Reads a CSV file with a heading line. Every mistake has the line it is in. */
import { CsvMistake, readCsv } from '#platform/csv-reader.ts'
import { sha256 } from '#platform/ids.server.ts'

export type RowMistake = { line: number; message: string }
export type ImportRow = { line: number; cells: Record<string, string>; row_sha256: string }

export const encodings = ['utf-8', 'latin1'] as const
export type Encoding = (typeof encodings)[number]

/** Windows' superset of Latin-1, which is what files called Latin-1 are. */
const DECODERS: Record<Encoding, string> = { 'utf-8': 'utf-8', latin1: 'windows-1252' }

/** Returns the line of the first byte sequence that is no UTF-8. */
const lineOfInvalid = (bytes: Uint8Array) => {
  const decoder = new TextDecoder()
  const replacement = decoder.decode(bytes).indexOf('\uFFFD')
  return decoder.decode(bytes).slice(0, replacement).split('\n').length
}

/** Decodes a file. Throws CsvMistake when it has another encoding: a guess would spoil names. */
export const decodeCsv = (bytes: Uint8Array, encoding: Encoding): string => {
  try {
    return new TextDecoder(DECODERS[encoding], { fatal: true }).decode(bytes)
  } catch {
    throw new CsvMistake(
      lineOfInvalid(bytes),
      'The file is not UTF-8. If it comes from an old spreadsheet, it is probably Latin-1: pass --encoding latin1, or save it as UTF-8.',
    )
  }
}

/** A spreadsheet marks text that looks like a formula with an apostrophe. The shop's own CSV files do the same. */
const unmark = (cell: string) => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell).trim()

/**
 * Returns the rows with the heading's names. `columns` tells which are required. Throws CsvMistake for a file that is no
 * table with these columns.
 */
export const readImportRows = (
  text: string,
  columns: Record<string, 'required' | 'optional'>,
): { rows: ImportRow[]; mistakes: RowMistake[] } => {
  const [heading, ...records] = readCsv(text)
  if (!heading) throw new CsvMistake(1, 'The file is empty: the first line names the columns.')
  const names = heading.cells.map(name => name.trim().toLowerCase())
  const unknown = names.filter(name => columns[name] === undefined)
  const missing = Object.keys(columns).filter(name => columns[name] === 'required' && !names.includes(name))
  const repeated = names.filter((name, index) => names.indexOf(name) !== index)
  for (const [list, what] of [
    [unknown, 'unknown'],
    [missing, 'missing'],
    [repeated, 'there twice'],
  ] as const)
    if (list.length > 0)
      throw new CsvMistake(
        heading.line,
        `${list.length === 1 ? 'The column' : 'The columns'} ${list.join(', ')} ${list.length === 1 ? 'is' : 'are'} ${what}. The columns are ${Object.keys(columns).join(', ')}.`,
      )
  const mistakes: RowMistake[] = []
  const rows: ImportRow[] = []
  for (const { line, cells } of records) {
    if (cells.length !== names.length) {
      mistakes.push({ line, message: `The line has ${cells.length} cells, and the heading ${names.length}.` })
      continue
    }
    const entries = names.map((name, index) => [name, unmark(cells[index] ?? '')] as const)
    // The order of the columns makes no other row.
    const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
    rows.push({ line, cells: Object.fromEntries(entries), row_sha256: sha256(JSON.stringify(sorted)) })
  }
  return { rows, mistakes }
}
