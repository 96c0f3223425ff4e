/** Spans of numbers as they stand in addresses: `5-10`, `48-`, `-3`, `24`. Both ends are within. */

export type Span = { from: number; to: number }

/** What a range may hold: its largest number and how many digits stand behind the point. */
export type Scale = { most: number; digits: number }

const shape = /^(\d{0,6}(?:\.\d{1,6})?)(-?)(\d{0,6}(?:\.\d{1,6})?)$/

/** Ends the wrong way round are turned; undefined for what is no span, and for one that leaves nothing out. */
export const readSpan = (text: string, { most, digits }: Scale): Span | undefined => {
  const parts = shape.exec(text)
  if (!parts) return undefined
  const [, low = '', dash = '', high = ''] = parts
  const end = (part: string, otherwise: number) =>
    part === '' ? otherwise : Math.min(Number(Number(part).toFixed(digits)), most)
  const span =
    dash === '' ? { from: end(low, Number.NaN), to: end(low, Number.NaN) } : { from: end(low, 0), to: end(high, most) }
  const { from, to } = span.from > span.to ? { from: span.to, to: span.from } : span
  return Number.isNaN(from) || (from === 0 && to === most) ? undefined : { from, to }
}

export const printSpan = ({ from, to }: Span, { most }: Scale): string =>
  from === to ? String(from) : `${from === 0 ? '' : from}-${to === most ? '' : to}`

/** Rates of the 1000/1001 family go by the round number that people call them: 23.976 is 24, 59.94 is 60. */
export const nominalRate = (rate: number): number => {
  const round = Math.round(rate * 1.001)
  return Math.abs(rate * 1.001 - round) < 0.005 ? round : rate
}

/** A rate is within by its own number or by the one it is called: `24` finds 23.976, `23.976` finds no 24. */
export const rateWithin = (rate: number, { from, to }: Span): boolean => nominalRate(rate) >= from && rate <= to

export const within = (number: number, { from, to }: Span): boolean => number >= from && number <= to
