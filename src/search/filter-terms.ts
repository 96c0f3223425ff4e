/** Converts filters to the index terms that the search matches; these begin with a tilde (decision 20). */
import type { ClipQuery } from '#catalog/contract.ts'
import { numbersInRange, filterNames, filterTable, rangeNames, type FilterName } from '#catalog/filter-table.ts'
import type { Filters } from '#catalog/filters.ts'

/**
 * The terms of one filter: any included term must match, no excluded term may. Clips with a `near` term instead of an included
 * one are close matches.
 */
export type FilterTerms = { name: FilterName; include: string[]; exclude: string[]; near?: string[] }

/** `key`: what the index has where it isn't the value: a clip's price changes without the clip. */
export type FilterValue = { filter: FilterName; value: string; key?: string }
type FilterVocabulary = ReadonlyMap<number, FilterValue>

/** A term that no clip has. */
export const NO_MATCH_TERM = '~none'

/** Returns what the index has for a value. */
export const toFilterTerm = ({ filter, value, key = value }: FilterValue): string => `~${filter}=${key}`

const rangeValues = new WeakMap<FilterVocabulary, ReadonlyMap<FilterName, readonly FilterValue[]>>()

/** Returns the numbers that clips have in range filters, computed once per vocabulary. */
const rangeValuesOf = (vocabulary: FilterVocabulary): ReadonlyMap<FilterName, readonly FilterValue[]> => {
  const cached = rangeValues.get(vocabulary)
  if (cached) return cached
  const values = [...vocabulary.values()]
  const valuesByName = new Map(rangeNames.map(name => [name, values.filter(entry => entry.filter === name)]))
  rangeValues.set(vocabulary, valuesByName)
  return valuesByName
}

const findRangeTerms = (name: FilterName, spans: readonly string[], vocabulary: FilterVocabulary): string[] => {
  const candidates = rangeValuesOf(vocabulary).get(name) ?? []
  const numbers = candidates.map(({ value }) => value)
  const covered = new Set(spans.flatMap(span => numbersInRange(name, span, numbers)))
  return candidates.filter(({ value }) => covered.has(value)).map(toFilterTerm)
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
  near: Filters = {},
): FilterTerms[] =>
  filterNames.flatMap(name => {
    const termsOf = (values: readonly string[] = []) =>
      filterTable[name].range
        ? findRangeTerms(name, values, vocabulary)
        : [...new Set(values)].map(value => toFilterTerm({ filter: name, value }))
    const includedTerms = termsOf(include[name])
    const excludedTerms = termsOf(exclude[name])
    const requiredTerms = include[name]?.length && includedTerms.length === 0 ? [NO_MATCH_TERM] : includedTerms
    const nearTerms = requiredTerms.length > 0 ? termsOf(near[name]) : []
    return requiredTerms.length + excludedTerms.length > 0
      ? [
          {
            name,
            include: requiredTerms,
            exclude: excludedTerms,
            ...(nearTerms.length > 0 && { near: nearTerms }),
          },
        ]
      : []
  })

export const hasNearTerms = (filters: readonly FilterTerms[]): boolean => filters.some(({ near }) => near !== undefined)

/** Returns the filters as those that close matches have. */
export const widenFilters = (filters: readonly FilterTerms[]): FilterTerms[] =>
  filters.map(({ near = [], ...filter }) => ({ ...filter, include: [...filter.include, ...near] }))

/** Returns the terms as the text of a tsquery. */
export const toFilterTsquery = (terms: readonly FilterTerms[]): string =>
  terms
    .flatMap(({ include, exclude }) => [
      ...(include.length > 0 ? [`(${include.map(term => `'${term}'`).join(' | ')})`] : []),
      ...exclude.map(term => `!'${term}'`),
    ])
    .join(' & ')

/** Returns the filters of a parsed request. */
export const readFilters = (query: Partial<ClipQuery>): { include: Filters; exclude: Filters } => {
  const include: Filters = {}
  const exclude: Filters = {}
  for (const name of filterNames) {
    const included = query[name]
    const excluded = query[`no-${name}`]
    if (included?.length) include[name] = included
    if (excluded?.length) exclude[name] = excluded
  }
  return { include, exclude }
}
