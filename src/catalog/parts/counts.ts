/** Numbers of things, as they are read. */
const numbers = new Intl.NumberFormat('en-US')

/** "1 clip", "1,204 clips"; "10,000+ clips" where counting stopped. */
export const clipCount = (count: number, is_estimate = false): string => countOf(count, 'clip', is_estimate)

export const countOf = (count: number, noun: string, is_estimate = false): string =>
  `${numbers.format(count)}${is_estimate ? '+' : ''} ${noun}${count === 1 && !is_estimate ? '' : 's'}`

export const numberOf = (count: number): string => numbers.format(count)
