/** Parses durations and frame rates in plain language: "under 10 seconds", "10 to 20 seconds", "60 fps", "at least 48 fps". */
import type { FilterName } from '#catalog/filter-table.ts'

export type ParsedMeasure = { name: FilterName; value: string; length: number }

/** `below` and `above` leave the number itself out. */
const bounds: readonly (readonly [phrase: string, as: 'most' | 'least' | 'below' | 'above'])[] = [
  ...['under', 'below', 'less than', 'shorter than', 'slower than'].map(phrase => [phrase, 'below'] as const),
  ...['up to', 'at most', 'max', 'maximum', 'no longer than', 'no more than'].map(phrase => [phrase, 'most'] as const),
  ...['over', 'above', 'more than', 'longer than', 'faster than'].map(phrase => [phrase, 'above'] as const),
  ...['at least', 'min', 'minimum', 'no less than', 'no shorter than'].map(phrase => [phrase, 'least'] as const),
]

/** The smallest difference: lengths are whole seconds, rates have three digits. */
const steps = { duration: 1, fps: 0.001 } as const

const units: Readonly<Record<string, { name: 'duration' | 'fps'; factor: number }>> = {
  ...Object.fromEntries(['s', 'sec', 'secs', 'second', 'seconds'].map(unit => [unit, { name: 'duration', factor: 1 }])),
  ...Object.fromEntries(['min', 'mins', 'minute', 'minutes'].map(unit => [unit, { name: 'duration', factor: 60 }])),
  ...Object.fromEntries(
    ['fps', 'frames per second', 'frames a second'].map(unit => [unit, { name: 'fps', factor: 1 }]),
  ),
}

const numberPattern = String.raw`(\d{1,4}(?:\.\d{1,3})?)`
const boundPattern = `(?:(${bounds.map(([phrase]) => phrase).join('|')}) )?`
const spanPattern = `(?:${numberPattern} (?:(?:to|and) )?)?`
const MEASURE_PATTERN = new RegExp(
  `^${boundPattern}(?:between )?${spanPattern}${numberPattern} ?(${Object.keys(units).join('|')})(?: long)?(?= |$)`,
)
const DECADE_PATTERN = /^\d+0 ?s\b/

/**
 * Parses a measure at the start of normalized words and returns how many words it has. `name:value` is as in an address:
 * `duration:-10`.
 */
export const parseMeasure = (words: readonly string[]): ParsedMeasure | undefined => {
  const text = words.join(' ')
  const match = MEASURE_PATTERN.exec(text)
  if (!match) return undefined
  const [matched, comparison, low, high = '', unit = ''] = match
  // "80s" alone is a decade, but "under 80s" is a duration.
  if (!comparison && !low && DECADE_PATTERN.test(text)) return undefined
  const { name, factor } = units[unit] ?? { name: 'duration', factor: 1 }
  const boundKind = bounds.find(([phrase]) => phrase === comparison)?.[1]
  const offset = boundKind === 'below' ? -steps[name] : boundKind === 'above' ? steps[name] : 0
  const toUnit = (number: string) => Math.round(Number(number) * factor * 1_000) / 1_000
  const limit = String(Math.round((toUnit(high) + offset) * 1_000) / 1_000)
  const isUpper = boundKind === 'most' || boundKind === 'below'
  const isLower = boundKind === 'least' || boundKind === 'above'
  const value =
    low === undefined ? `${isUpper ? '-' : ''}${limit}${isLower ? '-' : ''}` : `${toUnit(low)}-${toUnit(high)}`
  return { name, value, length: matched.split(' ').length }
}
