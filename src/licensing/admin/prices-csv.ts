/** A price table as CSV, to edit in a spreadsheet: a row for each use, file and percentage. */
import { toCsv } from '#platform/csv.ts'

import type { Prices } from '../prices.ts'
import { distributions, endClientSizes, formats, tiers } from '../terms.ts'
import { toPricesDraft } from './draft.ts'

type TableRow = { label: string; cells: string[] }

/** The rows in order, with the cells of the draft that they hold. */
export const tableRows: readonly TableRow[] = [
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
