/** Filters as the words with tildes that the search looks for (decision 30). */
import { coveredBy, filterNames, filterTable, rangeNames, type FilterName } from './filter-table.ts'
import type { Filters } from './filters.ts'

/** One filter's words: any of the included must be there, none of the excluded may. */
export type FilterWords = { name: FilterName; include: string[]; exclude: string[] }

type Known = ReadonlyMap<number, { filter: FilterName; value: string }>

/** In no clip. */
const nowhere = '~none'

const gathered = new WeakMap<Known, ReadonlyMap<FilterName, string[]>>()

/** The numbers that clips have in filters of ranges, gathered once for each vocabulary. */
const numbersIn = (vocabulary: Known): ReadonlyMap<FilterName, string[]> => {
  const known = gathered.get(vocabulary)
  if (known) return known
  const values = [...vocabulary.values()]
  const numbers = new Map(
    rangeNames.map(name => [name, values.filter(one => one.filter === name).map(one => one.value)]),
  )
  gathered.set(vocabulary, numbers)
  return numbers
}

/** Whether the vocabulary is needed to know the words. */
export const hasRanges = (include: Filters, exclude: Filters): boolean =>
  rangeNames.some(name => include[name]?.length || exclude[name]?.length)

/**
 * The filters that have a choice. A range becomes the numbers within it that any clip has, so that it is looked up as every
 * other filter is (decision 90); one that nothing is in finds nothing, and leaves out nothing.
 */
export const filterWords = (include: Filters, exclude: Filters, vocabulary: Known = new Map()): FilterWords[] =>
  filterNames.flatMap(name => {
    const words = (values: readonly string[] = []) => {
      const numbers = filterTable[name].range && (numbersIn(vocabulary).get(name) ?? [])
      const exact = numbers ? values.flatMap(value => coveredBy(name, value, numbers)) : values
      return [...new Set(exact)].map(value => `~${name}=${value}`)
    }
    const wanted = words(include[name])
    const unwanted = words(exclude[name])
    const included = include[name]?.length && wanted.length === 0 ? [nowhere] : wanted
    return included.length + unwanted.length > 0 ? [{ name, include: included, exclude: unwanted }] : []
  })

/** The same as the text of a tsquery. */
export const filterQuery = (words: readonly FilterWords[]): string =>
  words
    .flatMap(({ include, exclude }) => [
      ...(include.length > 0 ? [`(${include.map(word => `'${word}'`).join(' | ')})`] : []),
      ...exclude.map(word => `!'${word}'`),
    ])
    .join(' & ')
