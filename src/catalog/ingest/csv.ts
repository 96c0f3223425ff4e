/** Reads comma-separated values by csv-parse, and says in a filmmaker's words where a table is broken. */
import { CsvError, parse, type CsvErrorCode, type Info } from 'csv-parse/sync'

/** A record with the line (from 1) that it begins on. */
export type CsvRecord = { line: number; cells: string[] }

/** A file that is no CSV, with the line where that shows. */
export class CsvMistake extends Error {
  override name = 'CsvMistake'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const sentences: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and never closed.',
  INVALID_OPENING_QUOTE:
    'A quote stands in the middle of a cell: put the whole cell in quotes, and double the quotes in it.',
  CSV_INVALID_CLOSING_QUOTE: 'After a closing quote comes the next cell or the end of the line.',
}

const separators = [',', ';', '\t'] as const

/** Spreadsheets of some countries write semicolons: the first line says which of them it is. */
export const separatorOf = (text: string) => {
  const [head = ''] = text.split(/\r?\n/, 1)
  return separators.find(one => head.includes(one)) ?? ','
}

/** Records in order; empty lines are left out. Throws CsvMistake. A byte order mark is not part of the text. */
export function readCsv(text: string, separator: string = separatorOf(text)): CsvRecord[] {
  try {
    const found = parse(text, {
      bom: true,
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as { record: string[]; info: Info }[]
    return found.map(({ record, info }) => ({
      line: info.lines - record.join('').split('\n').length + 1,
      cells: record,
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    throw new CsvMistake(lines ?? 1, sentences[error.code] ?? 'This is no table that can be read.')
  }
}
