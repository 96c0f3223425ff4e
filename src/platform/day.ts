/** Calendar days in UTC, written like 2026-03-02. */
import * as z from 'zod/mini'

import { DAY_MS } from './clock.ts'

/** Returns the day of a time. */
export const toDay = (time: Date | number | string): string => new Date(time).toISOString().slice(0, 10)

/** Returns the day that is so many days later; earlier for a negative number. */
export const addDays = (day: string, days: number): string => toDay(Date.parse(day) + days * DAY_MS)

const DAY_FORMAT_TEXT = 'A day is written like 2026-03-02.'
/** Whether the text is a valid date of this century. No log entry is older, and databases have no year 0. */
export const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Reads a day from a URL; undefined for no valid one. */
export const parseDay = (text: string | null): string | undefined => (text !== null && isDay(text) ? text : undefined)

export const Day = z.string(DAY_FORMAT_TEXT).check(z.refine(isDay, DAY_FORMAT_TEXT))
