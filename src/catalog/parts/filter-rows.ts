/** The rows of a filter: what can be chosen in it, with counts and addresses. Pure. */
import type { Facets, FacetValue } from '../contract.ts'
import { coveredBy, filterTable, readable, type FilterName } from '../filter-table.ts'
import { browsePath, choiceOf, choose, type Browse, type Choice } from '../filters.ts'

export type FilterRow = { value: string; label: string; count: number; choice: Choice }

const chosenIn = ({ include, exclude }: Browse, name: FilterName) => [
  ...(include[name] ?? []),
  ...(exclude[name] ?? []),
]

/** Clips whose own number is in a span. */
const countWithin = (name: FilterName, span: string, facet: readonly FacetValue[]): number => {
  const numbers = new Set(
    coveredBy(
      name,
      span,
      facet.map(one => one.value),
    ),
  )
  return facet.reduce((sum, { value, count }) => sum + (numbers.has(value) ? count : 0), 0)
}

/** Every value of a fixed list, the presets of a range, or what the result has; always those chosen. */
export const rowsOf = (name: FilterName, facet: readonly FacetValue[], browse: Browse): FilterRow[] => {
  const { traits, range, personal } = filterTable[name]
  if (personal && facet.length === 0 && chosenCount(browse, name) === 0) return []
  const counts = new Map(facet.map(one => [one.value, one.count]))
  const offered = traits ?? range?.presets ?? facet
  const others = chosenIn(browse, name).filter(value => !offered.some(one => one.value === value))
  return [...others.map(value => ({ value, label: readable(name, value) })), ...offered].map(({ value, label }) => ({
    value,
    label,
    count: range ? countWithin(name, value, facet) : (counts.get(value) ?? 0),
    choice: choiceOf(browse, name, value),
  }))
}

/** Filters with few values, all of which are worth seeing. */
const steady: readonly FilterName[] = ['category', 'look', 'motion', 'time']

/**
 * The facets of a narrower result in the order and with all the values of the one before, so that no row moves away from under
 * a pointer; what nothing has any more counts 0.
 */
export const keptInPlace = (before: Facets, now: Facets): Facets => ({
  ...now,
  ...Object.fromEntries(
    steady.map(name => {
      const fresh = now[name].filter(({ value }) => !before[name].some(one => one.value === value))
      const kept = before[name].map(one => now[name].find(({ value }) => value === one.value) ?? { ...one, count: 0 })
      return [name, [...kept, ...fresh]]
    }),
  ),
})

/** How many values of a filter are chosen. */
export const chosenCount = (browse: Browse, name: FilterName): number => chosenIn(browse, name).length

/**
 * Where choosing a value of one filter leads. Hundreds of addresses differ in one word alone, so each is made from one that
 * holds a place for it.
 */
export const addressesIn = (browse: Browse, name: FilterName) => {
  let place = 'VALUE'
  while (browse.q.includes(place)) place += 'S'
  const addresses = {
    include: browsePath(choose(browse, name, place, 'include')),
    exclude: browsePath(choose(browse, name, place, 'exclude')),
  }
  return ({ value, choice }: FilterRow, wish: 'include' | 'exclude'): string =>
    choice === undefined
      ? addresses[wish].replace(place, value)
      : browsePath(choose(browse, name, value, choice === wish ? undefined : wish))
}

/** The search with one span asked for in a filter, instead of any other; undefined lets it go. */
export const withSpan = (browse: Browse, name: FilterName, span: string | undefined): Browse => {
  const { [name]: _, ...include } = browse.include
  return { ...browse, page: 1, include: span === undefined ? include : { ...include, [name]: [span] } }
}
