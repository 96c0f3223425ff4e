/** Lengths and frame rates as people say them: "under 10 seconds", "10 to 20 seconds", "60 fps", "at least 48 fps". */
import type { FilterName } from '../filter-table.ts'

export type Measure = { name: FilterName; value: string; length: number }

const bounds: readonly (readonly [phrase: string, as: 'most' | 'least'])[] = [
  ...['under', 'below', 'less than', 'shorter than', 'up to', 'at most', 'max', 'maximum', 'no longer than'].map(
    phrase => [phrase, 'most'] as const,
  ),
  ...['over', 'above', 'more than', 'longer than', 'at least', 'min', 'minimum', 'faster than'].map(
    phrase => [phrase, 'least'] as const,
  ),
]

const units: Readonly<Record<string, { name: 'duration' | 'fps'; times: number }>> = {
  ...Object.fromEntries(['s', 'sec', 'secs', 'second', 'seconds'].map(unit => [unit, { name: 'duration', times: 1 }])),
  ...Object.fromEntries(['min', 'mins', 'minute', 'minutes'].map(unit => [unit, { name: 'duration', times: 60 }])),
  ...Object.fromEntries(['fps', 'frames per second', 'frames a second'].map(unit => [unit, { name: 'fps', times: 1 }])),
}

const number = String.raw`(\d{1,4}(?:\.\d{1,3})?)`
const bound = `(?:(${bounds.map(([phrase]) => phrase).join('|')}) )?`
const span = `(?:${number} (?:(?:to|and) )?)?`
const shape = new RegExp(`^${bound}(?:between )?${span}${number} ?(${Object.keys(units).join('|')})(?: long)?(?= |$)`)
const decade = /^\d+0 ?s\b/

/** A measure at the beginning of some pieces, and of how many it is made. `name:value` as in an address: `duration:-10`. */
export const measureAt = (pieces: readonly string[]): Measure | undefined => {
  const text = pieces.join(' ')
  const found = shape.exec(text)
  if (!found) return undefined
  const [whole, comparison, low, high = '', unit = ''] = found
  // The 80s are no length; "under 80s" is.
  if (!comparison && !low && decade.test(text)) return undefined
  const { name, times } = units[unit] ?? { name: 'duration', times: 1 }
  const scaled = (text: string) => String(Math.round(Number(text) * times * 1_000) / 1_000)
  const as = bounds.find(([phrase]) => phrase === comparison)?.[1]
  const value =
    low === undefined
      ? `${as === 'most' ? '-' : ''}${scaled(high)}${as === 'least' ? '-' : ''}`
      : `${scaled(low)}-${scaled(high)}`
  return { name, value, length: whole.split(' ').length }
}
