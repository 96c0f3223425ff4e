/** Spans of numbers as URLs have them: `5-10`, `48-`, `-3`, `24`. Both ends are included. */

export type Span = { from: number; to: number }

/** The limits of a range: its largest number and its decimal digits. */
export type RangeScale = { max: number; digits: number }

const SPAN_PATTERN = /^(\d{0,6}(?:\.\d{1,6})?)(-?)(\d{0,6}(?:\.\d{1,6})?)$/

/** Parses a span and swaps reversed ends. Returns undefined for invalid text and for a span without limits. */
export const parseSpan = (text: string, { max, digits }: RangeScale): Span | undefined => {
  const parts = SPAN_PATTERN.exec(text)
  if (!parts) return undefined
  const [, low = '', dash = '', high = ''] = parts
  const parseEnd = (part: string, fallback: number) =>
    part === '' ? fallback : Math.min(Number(Number(part).toFixed(digits)), max)
  const span =
    dash === ''
      ? { from: parseEnd(low, Number.NaN), to: parseEnd(low, Number.NaN) }
      : { from: parseEnd(low, 0), to: parseEnd(high, max) }
  const { from, to } = span.from > span.to ? { from: span.to, to: span.from } : span
  return Number.isNaN(from) || (from === 0 && to === max) ? undefined : { from, to }
}

export const formatSpan = ({ from, to }: Span, { max }: RangeScale): string =>
  from === to ? String(from) : `${from === 0 ? '' : from}-${to === max ? '' : to}`

/** Returns the round number of 1000/1001 frame rates: 23.976 → 24, 59.94 → 60. */
export const nominalRate = (rate: number): number => {
  const rounded = Math.round(rate * 1.001)
  return Math.abs(rate * 1.001 - rounded) < 0.005 ? rounded : rate
}

/** A rate matches by its exact or its nominal number: `24` matches 23.976, but `23.976` does not match 24. */
export const isRateInSpan = (rate: number, { from, to }: Span): boolean => nominalRate(rate) >= from && rate <= to

export const isInSpan = (number: number, { from, to }: Span): boolean => number >= from && number <= to
