/** Quarters of tax returns, such as "2026-Q1". */
import * as z from 'zod/mini'

import { toDay } from '#platform/day.ts'

const QUARTER_PATTERN = /^(20\d{2})-Q([1-4])$/

export const Quarter = z.string().check(z.regex(QUARTER_PATTERN, 'A quarter is written like 2026-Q1.'))

export const getQuarter = (date: Date): string => `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`

/** Returns the first day, the day after the last, and the last day. Throws an Error for another text. */
export const getQuarterDays = (quarter: string): { from: string; end: string; last: string } => {
  const match = QUARTER_PATTERN.exec(quarter)
  if (!match) throw new Error(`${quarter} is no quarter.`)
  const [year, first] = [Number(match[1]), (Number(match[2]) - 1) * 3]
  const dayOf = (month: number, day: number) => toDay(Date.UTC(year, month, day))
  return { from: dayOf(first, 1), end: dayOf(first + 3, 1), last: dayOf(first + 3, 0) }
}

/** Returns the quarters from the first to the last, newest first. */
export const listQuarters = (first: Date, last: Date): string[] => {
  const quarters: string[] = []
  for (let month = Date.UTC(last.getUTCFullYear(), Math.floor(last.getUTCMonth() / 3) * 3, 1); ;) {
    quarters.push(getQuarter(new Date(month)))
    const date = new Date(month)
    if (getQuarter(date) === getQuarter(first) || date < first) return quarters
    month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 3, 1)
  }
}
