/**
 * Broader searches for a search without results: one condition less, a wider range, one word less, or two of these. Pure
 * functions.
 */
import type { Facets } from '#catalog/contract.ts'
import {
  filterNames,
  filterTable,
  filterValueLabel,
  normalizeFilterValue,
  type FilterName,
} from '#catalog/filter-table.ts'
import { browsePath, setFilterState, type BrowseQuery, type Filters } from '#catalog/filters.ts'
import { parseSpan } from '#catalog/ranges.ts'

import { getValueLabel, clearFilters } from './parts/browse-query.ts'

/** `cost` is how much of the search is given up: 0.5 for a wider range, 1 for a condition. */
export type Relaxation = { label: string; browse: BrowseQuery; cost: number }

const MAX_WORDS = 6

/** Removes the included values of a filter; excluded values stay. */
const withoutIncluded = (browse: BrowseQuery, name: FilterName): BrowseQuery => {
  const { [name]: _, ...include } = browse.include
  return { ...browse, page: 1, include: include as Filters }
}

/** Returns a range from half the lower end to twice the upper end. */
const widenRange = (name: FilterName, value: string): string | undefined => {
  const { range } = filterTable[name]
  const span = range && parseSpan(value, range)
  if (!span) return undefined
  const high = span.to === range.max ? '' : String(span.to * 2)
  return normalizeFilterValue(name, `${(span.from / 2).toFixed(range.digits)}-${high}`)
}

const lowercaseFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const relaxIncluded = (browse: BrowseQuery, name: FilterName): Relaxation[] => {
  const values = browse.include[name] ?? []
  if (values.length === 0) return []
  const anyValue = {
    label: `Any ${lowercaseFirst(filterTable[name].label)}`,
    browse: withoutIncluded(browse, name),
    cost: 1,
  }
  const ranges = values.flatMap(value => widenRange(name, value) ?? [])
  const [first] = ranges
  return first === undefined
    ? [anyValue]
    : [
        {
          label: ranges.map(range => filterValueLabel(name, range)).join(' or '),
          browse: { ...anyValue.browse, include: { ...anyValue.browse.include, [name]: ranges } },
          cost: 0.5,
        },
        anyValue,
      ]
}

const relaxExcluded = (browse: BrowseQuery, facets: Facets): Relaxation[] =>
  filterNames.flatMap(name =>
    (browse.exclude[name] ?? []).map(value => ({
      label: `With “${getValueLabel(facets, name, value)}”`,
      browse: setFilterState(browse, name, value, undefined),
      cost: 1,
    })),
  )

/** Splits a search text into words and quoted phrases. */
const splitWords = (q: string) =>
  (q.match(/-?"[^"]*"?|[^\s()&|]+/g) ?? []).filter(word => !/^(?:AND|OR|NOT|or)$/.test(word))

const relaxText = (browse: BrowseQuery): Relaxation[] => {
  const words = splitWords(browse.q)
  const unquoted = browse.q.replaceAll('"', ' ').replaceAll(/\s+/g, ' ').trim()
  const withText = (q: string, cost: number): Relaxation => ({
    label: q === '' ? `Without “${browse.q}”` : `Just “${q}”`,
    browse: { ...browse, q, page: 1 },
    cost,
  })
  return [
    ...(unquoted !== browse.q && unquoted !== ''
      ? [{ ...withText(unquoted, 0.5), label: `“${unquoted}” in any order` }]
      : []),
    ...(words.length > 1 && words.length <= MAX_WORDS
      ? words.map((_, i) => withText(words.filter((__, index) => index !== i).join(' '), 1))
      : []),
    ...(words.length > 0 ? [withText('', words.length)] : []),
  ]
}

/** A search without any condition is not a search. */
const hasCondition = ({ q, include, exclude }: BrowseQuery) =>
  q !== '' || filterNames.some(name => include[name] ?? exclude[name])

const sortByCost = (candidates: Relaxation[]) =>
  candidates.filter(candidate => hasCondition(candidate.browse)).toSorted((a, b) => a.cost - b.cost)

const listSingleRelaxations = (browse: BrowseQuery, facets: Facets): Relaxation[] => [
  ...filterNames.flatMap(name => relaxIncluded(browse, name)),
  ...relaxExcluded(browse, facets),
  ...relaxText(browse),
]

/** Returns the searches that give up one thing, the closest first; empty when there is only one condition. */
export const listRelaxations = (browse: BrowseQuery, facets: Facets): Relaxation[] =>
  sortByCost(listSingleRelaxations(browse, facets))

/** Returns the searches that give up two things, and one without any filter, for when giving up one is not enough. */
export const listFurtherRelaxations = (browse: BrowseQuery, facets: Facets): Relaxation[] => {
  const byPath = new Map<string, Relaxation>()
  for (const first of listSingleRelaxations(browse, facets))
    for (const second of listSingleRelaxations(first.browse, facets)) {
      const path = browsePath(second.browse)
      const cost = first.cost + second.cost
      if (!byPath.has(path))
        byPath.set(path, { label: `${first.label}, ${lowercaseFirst(second.label)}`, browse: second.browse, cost })
    }
  const filters = filterNames.filter(name => browse.include[name] ?? browse.exclude[name])
  const unfiltered = { label: 'Without any filter', browse: clearFilters(browse), cost: filters.length }
  byPath.set(browsePath(unfiltered.browse), unfiltered)
  return sortByCost([...byPath.values()])
}
