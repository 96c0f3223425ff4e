import type { Money } from './money-schema.ts'

export type { Money }

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export const toMoney = (cents: number): Money => ({ formatted: dollars.format(cents / 100), unformatted: cents })

export const formatCents = (cents: number): string => dollars.format(cents / 100)

/**
 * Splits whole cents by weights. The parts add up to `cents`, and no part exceeds its weight while `cents` is not more
 * than all weights together. Returns zeros when all weights are zero.
 */
export const splitCents = (cents: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => 0)
  let cumulative = 0n
  let assigned = 0n
  return weights.map(weight => {
    cumulative += BigInt(weight)
    const target = (BigInt(cents) * cumulative) / total
    const part = target - assigned
    assigned = target
    return Number(part)
  })
}
