/** Parses durations and frame rates in plain language: "under 10 seconds", "10 to 20 seconds", "60 fps", "at least 48 fps". */
import type { FilterName } from '#catalog/filter-table.ts'

export type ParsedMeasure = { name: FilterName; value: string; length: number }

const bounds: readonly (readonly [phrase: string, as: 'most' | 'least'])[] = [
  ...['under', 'below', 'less than', 'shorter than', 'up to', 'at most', 'max', 'maximum', 'no longer than'].map(
    phrase => [phrase, 'most'] as const,
  ),
  ...['over', 'above', 'more than', 'longer than', 'at least', 'min', 'minimum', 'faster than'].map(
    phrase => [phrase, 'least'] as const,
  ),
]

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
  const toUnit = (text: string) => String(Math.round(Number(text) * factor * 1_000) / 1_000)
  const boundKind = bounds.find(([phrase]) => phrase === comparison)?.[1]
  const value =
    low === undefined
      ? `${boundKind === 'most' ? '-' : ''}${toUnit(high)}${boundKind === 'least' ? '-' : ''}`
      : `${toUnit(low)}-${toUnit(high)}`
  return { name, value, length: matched.split(' ').length }
}
