/** Reads a price table that was edited in a spreadsheet. On the server: the parser of CSV is no code for browsers. */
import { CsvMistake, readCsv } from '#platform/csv-reader.ts'

import type { Prices } from '../prices.ts'
import { endClientSizes } from '../terms.ts'
import { parsePricesDraft, parseWholeNumber, type PricesDraft } from './draft.ts'
import { tableRows } from './prices-csv.ts'

const lettersOf = (heading: string) => heading.replaceAll(/\W/g, '').toLowerCase()

const normalize = (label: string) => label.trim().toLowerCase()

/** Returns the table, or sentences that say what is wrong with it, by line. */
export const parsePricesCsv = (text: string): { prices: Prices } | { mistakes: string[] } => {
  try {
    return parseRecords(readCsv(text))
  } catch (error) {
    if (!(error instanceof CsvMistake)) throw error
    return { mistakes: [`Line ${error.line}: ${error.message}`] }
  }
}

const parseRecords = (records: ReturnType<typeof readCsv>): { prices: Prices } | { mistakes: string[] } => {
  const draft: PricesDraft = {}
  const mistakes: string[] = []
  const seen = new Set<string>()
  // The first record has the headings. A spreadsheet may have changed their dashes, but not their order.
  const headings = records[0]?.cells.slice(1).map(lettersOf) ?? []
  for (const [index, { people }] of endClientSizes.entries())
    if (headings.includes(lettersOf(people)) && headings[index] !== lettersOf(people))
      mistakes.push(`Line 1: the prices for ${people} belong in column ${index + 2}.`)
  for (const { line, cells: texts } of records.slice(1)) {
    const [label = '', ...amounts] = texts
    const row = tableRows.find(candidate => normalize(candidate.label) === normalize(label))
    if (!row) mistakes.push(`Line ${line}: “${label}” is not a row of the price table.`)
    else if (seen.has(row.label)) mistakes.push(`Line ${line}: “${row.label}” comes twice.`)
    else {
      seen.add(row.label)
      for (const [index, cell] of row.cells.entries()) {
        const amount = (amounts[index] ?? '').trim()
        if (parseWholeNumber(amount) === null)
          mistakes.push(`Line ${line}, column ${index + 2}: “${amount}” is not a whole number.`)
        else draft[cell] = amount
      }
    }
  }
  mistakes.push(
    ...tableRows.filter(({ label }) => !seen.has(label)).map(({ label }) => `The row “${label}” is missing.`),
  )
  const prices = mistakes.length === 0 ? parsePricesDraft(draft) : undefined
  return prices ? { prices } : { mistakes }
}
