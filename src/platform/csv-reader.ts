/** Parses CSV with csv-parse, and reports mistakes with a line and a readable message. */
import { CsvError, parse, type CsvErrorCode, type Info } from 'csv-parse/sync'

/** A record with the line, from 1, where it begins. */
export type CsvRecord = { line: number; cells: string[] }

/** Invalid CSV, with the line of the mistake. */
export class CsvMistake extends Error {
  override name = 'CsvMistake'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const messages: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and never closed.',
  INVALID_OPENING_QUOTE:
    'A quote is in the middle of a cell: put the whole cell in quotes, and double the quotes in it.',
  CSV_INVALID_CLOSING_QUOTE: 'After a closing quote comes the next cell or the end of the line.',
}

const separators = [',', ';', '\t'] as const

/** Returns the separator of the first line: some countries’ spreadsheets use semicolons. */
export const separatorOf = (text: string) => {
  const [heading = ''] = text.split(/\r?\n/, 1)
  return separators.find(separator => heading.includes(separator)) ?? ','
}

/** Returns records in order, without empty lines and without a byte order mark. Throws CsvMistake. */
export function readCsv(text: string, separator: string = separatorOf(text)): CsvRecord[] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as { record: string[]; info: Info }[]
    return records.map(({ record, info }) => ({
      line: info.lines - record.join('').split('\n').length + 1,
      cells: record,
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    throw new CsvMistake(lines ?? 1, messages[error.code] ?? 'This is not a valid CSV table.')
  }
}
