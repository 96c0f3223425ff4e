/** A price table as CSV, to edit in a spreadsheet: a row for each use, file and percentage. */
import { CsvMistake, readCsv } from '#platform/csv-reader.ts'
import { toCsv } from '#platform/csv.ts'

import type { Prices } from '../prices.ts'
import { distributions, endClientSizes, formats, tiers } from '../terms.ts'
import { parsePricesDraft, parseWholeNumber, toPricesDraft, type PricesDraft } from './draft.ts'

type TableRow = { label: string; cells: string[] }

/** The rows in order, with the cells of the draft that they hold. */
const tableRows: readonly TableRow[] = [
  ...distributions.map(({ id, name }) => ({
    label: name,
    cells: endClientSizes.map((_, size) => `distributions.${id}.${size}`),
  })),
  ...formats.map(({ id, name }) => ({ label: `${name} file`, cells: [`format_cents.${id}`] })),
  ...tiers.map(tier => ({
    label: `${tier[0]?.toUpperCase()}${tier.slice(1)} clip (percent)`,
    cells: [`tier_percent.${tier}`],
  })),
  { label: 'Each further distribution (percent)', cells: ['further_distribution_percent'] },
  { label: 'Non-profit discount (percent)', cells: ['nonprofit_discount_percent'] },
]

export const toPricesCsv = (prices: Prices): string => {
  const draft = toPricesDraft(prices)
  return toCsv([
    ['In dollars', ...endClientSizes.map(({ people }) => people)],
    ...tableRows.map(({ label, cells }) => [label, ...cells.map(cell => draft[cell] ?? '')]),
  ])
}

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
  // The first record has the headings.
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
