/** Formats counts for people. */
const numbers = new Intl.NumberFormat('en-US')

/** "1 clip", "1,204 clips"; "10,000+ clips" for an estimate. */
export const formatClipCount = (count: number, is_estimate = false): string => formatCount(count, 'clip', is_estimate)

export const formatCount = (count: number, noun: string, is_estimate = false): string =>
  `${numbers.format(count)}${is_estimate ? '+' : ''} ${noun}${count === 1 && !is_estimate ? '' : 's'}`

export const formatNumber = (count: number): string => numbers.format(count)
