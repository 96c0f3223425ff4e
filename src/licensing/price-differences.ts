/** What differs between two price tables, cell by cell, in words. */
import { tiers, type Prices } from './prices.ts'
import { distributions, endClientSizes, formats } from './terms.ts'

export type PriceDifference = {
  /** "distributions.3.1", as the fields of a table are called. */
  cell: string
  /** "Web & Social, 2–50 people" */
  label: string
  unit: 'cents' | 'percent'
  was: number
  is: number
}

/** In the order of the table; none where they say the same. */
export const priceDifferences = (before: Prices, after: Prices): PriceDifference[] =>
  priceCells.flatMap(({ cell, label, unit, read }) => {
    const [was, is] = [read(before), read(after)]
    return was === is ? [] : [{ cell, label, unit, was, is }]
  })

type Cell = Pick<PriceDifference, 'cell' | 'label' | 'unit'> & { read: (prices: Prices) => number }

const tierNames = { standard: 'Standard clip', premium: 'Premium clip', signature: 'Signature clip' }

/** Every number of a price table. */
const priceCells: readonly Cell[] = [
  ...distributions.flatMap(({ id, name }) =>
    endClientSizes.map(({ people }, size): Cell => ({
      cell: `distributions.${id}.${size}`,
      label: `${name}, ${people}`,
      unit: 'cents',
      read: prices => prices.distributions[id]?.[size] ?? 0,
    })),
  ),
  {
    cell: 'further_distribution_percent',
    label: 'Each further distribution',
    unit: 'percent',
    read: prices => prices.further_distribution_percent,
  },
  ...tiers.map((tier): Cell => ({
    cell: `tier_percent.${tier}`,
    label: tierNames[tier],
    unit: 'percent',
    read: prices => prices.tier_percent[tier],
  })),
  ...formats.map(({ id, name }): Cell => ({
    cell: `format_cents.${id}`,
    label: `${name} file`,
    unit: 'cents',
    read: prices => prices.format_cents[id] ?? 0,
  })),
  {
    cell: 'nonprofit_discount_percent',
    label: 'Non-profit discount',
    unit: 'percent',
    read: prices => prices.nonprofit_discount_percent,
  },
]
