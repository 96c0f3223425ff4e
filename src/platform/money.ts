import type { Money } from './money-shape.ts'

export type { Money }

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const money = (cents: number): Money => ({ formatted: dollars.format(cents / 100), unformatted: cents })

export const formatCents = (cents: number): string => dollars.format(cents / 100)

/**
 * Splits whole cents by weights, to the cent: the parts add up to `cents`, and while that is not more than the weights
 * together, no part is more than its weight. Nothing is split where all weights are nothing.
 */
export const splitCents = (cents: number, weights: readonly number[]): number[] => {
  const every = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (every === 0n) return weights.map(() => 0)
  let upto = 0n
  let given = 0n
  return weights.map(weight => {
    upto += BigInt(weight)
    const due = (BigInt(cents) * upto) / every
    const part = due - given
    given = due
    return Number(part)
  })
}
