/** Names the numbers of facets, and builds the facet lists of the API. */

import type { Facets, FacetValue } from '#catalog/contract.ts'
import { filterNames, filterTable, filterValueLabel, type FilterName } from '#catalog/filter-table.ts'
import type { Filters } from '#catalog/filters.ts'
import { getCurrentPrices } from '#licensing/prices.server.ts'
import { parsePriceGroup, startingPriceOf, type StartingPrices } from '#licensing/starting-price.ts'
import { toStartingPrices } from '#licensing/starting-prices.server.ts'
import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/database.server.ts'
import { toSlug } from '#platform/slug.ts'

import type { FacetCountMap, FilterFacet } from './engine/engine.ts'
import { toFilterTerm, type FilterValue } from './filter-terms.ts'

export type VocabularyEntry = FilterValue & { label: string }
export type Vocabulary = ReadonlyMap<number, VocabularyEntry>

const CACHE_MS = 60_000
/** Lists that grow with the catalog show only their most frequent values. */
const maxValuesByFilter: Partial<Record<FilterName, number>> = {
  keyword: 40,
  location: 40,
  subcategory: 40,
  collection: 40,
  filmmaker: 40,
  camera: 40,
  lens: 40,
}

type FacetRow = { filter: string; value: string; label: string }

/** Clips of a price group are found by their price in dollars. */
const toEntry = ({ filter, value, label }: FacetRow, prices: StartingPrices): VocabularyEntry => {
  const name = filter as FilterName
  if (name !== 'price') return { filter: name, value, label }
  const group = parsePriceGroup(value)
  const dollars = String((group ? (startingPriceOf(group, prices) ?? 0) : 0) / 100)
  return { filter: name, value: dollars, label: dollars, key: value }
}

/** Opens a cached vocabulary, which reloads when a result has a number that is not in it, and with new prices. */
export const openVocabulary = (db: Db, clock: Clock) => {
  const cache = cacheWithRefresh(clock, CACHE_MS, async (): Promise<{ version_id: number; vocabulary: Vocabulary }> => {
    const { version_id, prices } = await getCurrentPrices(db, clock.now())
    const rows = await db.selectFrom('facets').select(['id', 'filter', 'value', 'label']).execute()
    const startingPrices = toStartingPrices(prices)
    return { version_id, vocabulary: new Map(rows.map(row => [row.id, toEntry(row, startingPrices)])) }
  })
  const all = async (): Promise<Vocabulary> => {
    const [cached, { version_id }] = await Promise.all([cache.get(), getCurrentPrices(db, clock.now())])
    return (cached.version_id === version_id ? cached : await cache.refresh()).vocabulary
  }
  return {
    all,
    containing: async (numbers: Iterable<number>): Promise<Vocabulary> => {
      const vocabulary = await all()
      return [...numbers].every(number => vocabulary.has(number)) ? vocabulary : (await cache.refresh()).vocabulary
    },
  }
}

export type VocabularyCache = ReturnType<typeof openVocabulary>

const groupedFacets = new WeakMap<Vocabulary, Map<string, FilterFacet[]>>()

/** Returns each filter’s facets with their index terms, grouped once per vocabulary. */
export const facetsByFilter = (vocabulary: Vocabulary): ((filter: string) => readonly FilterFacet[]) => {
  let facets = groupedFacets.get(vocabulary)
  if (!facets) {
    facets = new Map(
      [...Map.groupBy(vocabulary, ([, entry]) => entry.filter)].map(([filter, entries]) => [
        filter,
        entries.map(([number, entry]) => ({ number, lexeme: toFilterTerm(entry) })),
      ]),
    )
    groupedFacets.set(vocabulary, facets)
  }
  return filter => facets.get(filter) ?? []
}

type FacetedResult = { facets: FacetCountMap; without: ReadonlyMap<string, FacetCountMap>; held: number }
type FilterSelection = { include: Filters; exclude: Filters }

/**
 * Returns the facets of a result. For a filter with an inclusion, they count the results without that filter: a user who
 * chose "aerial" sees how many handheld clips there are. Selected values are always in the list.
 */
export const toFacets = async (
  vocabulary: VocabularyCache,
  { facets, without, held }: FacetedResult,
  { include, exclude }: FilterSelection,
): Promise<Facets> => {
  const entries = await vocabulary.containing([facets, ...without.values()].flatMap(counts => [...counts.keys()]))
  const lists = Object.fromEntries(filterNames.map(name => [name, [] as FacetCount[]])) as Facets
  const collect = (counts: FacetCountMap, accepts: (name: FilterName) => boolean) => {
    for (const [number, count] of counts) {
      const value = entries.get(number)
      if (value && accepts(value.filter)) lists[value.filter].push({ value: value.value, label: value.label, count })
    }
  }
  collect(facets, name => !without.has(name))
  for (const [filter, counts] of without) collect(counts, name => name === filter)
  if (held > 0) lists.license = [{ value: 'licensed', label: filterValueLabel('license', 'licensed'), count: held }]
  for (const name of filterNames)
    lists[name] = arrangeValues(name, lists[name], [...(include[name] ?? []), ...(exclude[name] ?? [])], entries)
  return lists
}

type FacetCount = Facets[FilterName][number]

/** Adds the counts of values that are the same number: several price groups may have one price. */
export const mergeEqual = (values: readonly FacetCount[]): FacetCount[] =>
  [...Map.groupBy(values, ({ value }) => value)].flatMap(([, [first, ...others]]) =>
    first ? { ...first, count: others.reduce((sum, { count }) => sum + count, first.count) } : [],
  )

/** Sorts numbers in ascending order, traits in table order, and all other values by frequency. */
const comparatorFor = (name: FilterName) => {
  const { traits, range } = filterTable[name]
  const traitIndex = ({ value }: FacetCount) => traits?.findIndex(trait => trait.value === value) ?? 0
  if (range) return (a: FacetCount, b: FacetCount) => Number(a.value) - Number(b.value)
  if (traits) return (a: FacetCount, b: FacetCount) => traitIndex(a) - traitIndex(b)
  return (a: FacetCount, b: FacetCount) => b.count - a.count || (a.label < b.label ? -1 : 1)
}

const arrangeValues = (
  name: FilterName,
  values: FacetCount[],
  selected: readonly string[],
  vocabulary: Vocabulary,
): FacetCount[] => {
  const missing = selected.filter(value => !values.some(counted => counted.value === value))
  const sortedCounts = [...mergeEqual(values), ...zeroCounts(name, missing, vocabulary)].toSorted(comparatorFor(name))
  const maxValues = maxValuesByFilter[name] ?? sortedCounts.length
  return [
    ...sortedCounts.slice(0, maxValues),
    ...sortedCounts.slice(maxValues).filter(counted => selected.includes(counted.value)),
  ]
}

/** Returns values of a filter that no clip of the result has. */
const zeroCounts = (name: FilterName, values: readonly string[], vocabulary: Vocabulary): FacetCount[] =>
  values.length === 0
    ? []
    : [...vocabulary.values()]
        .filter(entry => entry.filter === name && values.includes(entry.value))
        .map(({ value, label }) => ({ value, label, count: 0 }))

const MAX_VALUES = 30

type FacetCounts = { facets: FacetCountMap; without: ReadonlyMap<string, FacetCountMap> }

/**
 * Returns the most frequent values of the results with a word that begins like `find`, for lists that are too long to send.
 * For a filter with an inclusion, counts the results without that filter.
 */
export const findFacetValues = async (
  vocabulary: VocabularyCache,
  { facets, without }: FacetCounts,
  name: FilterName,
  find: string,
): Promise<FacetValue[]> => {
  const counts = without.get(name) ?? facets
  const entries = await vocabulary.containing(counts.keys())
  const prefix = find.trim() === '' ? '' : `-${toSlug(find)}`
  const values: FacetValue[] = []
  for (const [number, count] of counts) {
    const entry = entries.get(number)
    if (entry?.filter === name && count > 0 && `-${toSlug(entry.label)}`.includes(prefix))
      values.push({ value: entry.value, label: entry.label, count })
  }
  return mergeEqual(values)
    .toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1))
    .slice(0, MAX_VALUES)
}
