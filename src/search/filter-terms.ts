/** Converts filters to the index terms that the search matches; these begin with a tilde (decision 20). */
import { numbersInRange, filterNames, filterTable, rangeNames, type FilterName } from '#catalog/filter-table.ts'
import type { Filters } from '#catalog/filters.ts'

/** The terms of one filter: any included term must match, no excluded term may. */
export type FilterTerms = { name: FilterName; include: string[]; exclude: string[] }

type FilterVocabulary = ReadonlyMap<number, { filter: FilterName; value: string }>

/** A term that no clip has. */
export const NO_MATCH_TERM = '~none'

const numbersByVocabulary = new WeakMap<FilterVocabulary, ReadonlyMap<FilterName, string[]>>()

/** Returns the numbers that clips have in range filters, computed once per vocabulary. */
const rangeNumbersOf = (vocabulary: FilterVocabulary): ReadonlyMap<FilterName, string[]> => {
  const cached = numbersByVocabulary.get(vocabulary)
  if (cached) return cached
  const values = [...vocabulary.values()]
  const numbers = new Map(
    rangeNames.map(name => [name, values.filter(entry => entry.filter === name).map(entry => entry.value)]),
  )
  numbersByVocabulary.set(vocabulary, numbers)
  return numbers
}

/** Returns whether the vocabulary is needed to find the terms. */
export const hasRanges = (include: Filters, exclude: Filters): boolean =>
  rangeNames.some(name => include[name]?.length || exclude[name]?.length)

/**
 * Returns the terms of all selected filters. A range becomes the numbers within it that clips have, so it is looked up like any
 * other filter (decision 20). A range without any clip matches nothing when included and removes nothing when excluded.
 */
export const toFilterTerms = (
  include: Filters,
  exclude: Filters,
  vocabulary: FilterVocabulary = new Map(),
): FilterTerms[] =>
  filterNames.flatMap(name => {
    const termsOf = (values: readonly string[] = []) => {
      const numbers = filterTable[name].range && (rangeNumbersOf(vocabulary).get(name) ?? [])
      const exactValues = numbers ? values.flatMap(value => numbersInRange(name, value, numbers)) : values
      return [...new Set(exactValues)].map(value => `~${name}=${value}`)
    }
    const includedTerms = termsOf(include[name])
    const excludedTerms = termsOf(exclude[name])
    const requiredTerms = include[name]?.length && includedTerms.length === 0 ? [NO_MATCH_TERM] : includedTerms
    return requiredTerms.length + excludedTerms.length > 0
      ? [{ name, include: requiredTerms, exclude: excludedTerms }]
      : []
  })

/** Returns the terms as the text of a tsquery. */
export const toFilterTsquery = (terms: readonly FilterTerms[]): string =>
  terms
    .flatMap(({ include, exclude }) => [
      ...(include.length > 0 ? [`(${include.map(term => `'${term}'`).join(' | ')})`] : []),
      ...exclude.map(term => `!'${term}'`),
    ])
    .join(' & ')
