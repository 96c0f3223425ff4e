/** Compares two price tables cell by cell. */
import type { Prices } from './prices.ts'
import { tiers, distributions, endClientSizes, formats } from './terms.ts'

export type PriceDifference = {
  /** "distributions.3.1", the field's name in the price form. */
  cell: string
  /** "Web & Social, 2–50 people" */
  label: string
  unit: 'cents' | 'percent'
  was: number
  is: number
}

/** Returns the differences in the order of the table. */
export const comparePrices = (oldPrices: Prices, newPrices: Prices): PriceDifference[] =>
  priceCells.flatMap(({ cell, label, unit, read }) => {
    const [oldValue, newValue] = [read(oldPrices), read(newPrices)]
    return oldValue === newValue ? [] : [{ cell, label, unit, was: oldValue, is: newValue }]
  })

type PriceCell = Pick<PriceDifference, 'cell' | 'label' | 'unit'> & { read: (prices: Prices) => number }

const tierNames = { standard: 'Standard clip', premium: 'Premium clip', signature: 'Signature clip' }

/** Every number of a price table. */
const priceCells: readonly PriceCell[] = [
  ...distributions.flatMap(({ id, name }) =>
    endClientSizes.map(({ people }, size): PriceCell => ({
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
  ...tiers.map((tier): PriceCell => ({
    cell: `tier_percent.${tier}`,
    label: tierNames[tier],
    unit: 'percent',
    read: prices => prices.tier_percent[tier],
  })),
  ...formats.map(({ id, name }): PriceCell => ({
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
