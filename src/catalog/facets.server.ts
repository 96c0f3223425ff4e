/** What the numbers of facets stand for, and result counts in the form the API gives. */
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { remember } from '#platform/remember.server.ts'

import type { Facets } from './contract.ts'
import type { Counts, FilterFacet } from './engine/engine.ts'
import { filterNames, filterTable, readable, type FilterName } from './filter-table.ts'
import type { Filters } from './filters.ts'

export type FacetValue = { filter: FilterName; value: string; label: string }
export type Vocabulary = ReadonlyMap<number, FacetValue>

const fresh_ms = 60_000
/** Lists that grow with the shop show their most frequent values only. */
const longest: Partial<Record<FilterName, number>> = {
  keyword: 40,
  location: 40,
  subcategory: 40,
  collection: 40,
  filmmaker: 40,
}

/** The vocabulary, kept in memory and read again when a result holds a number that is not in it. */
export const openVocabulary = (db: Db, clock: Clock) => {
  const kept = remember(clock, fresh_ms, async (): Promise<Vocabulary> => {
    const rows = await db.selectFrom('facets').select(['id', 'filter', 'value', 'label']).execute()
    return new Map(rows.map(({ id, filter, value, label }) => [id, { filter: filter as FilterName, value, label }]))
  })
  return {
    all: kept.get,
    knowing: async (numbers: Iterable<number>): Promise<Vocabulary> => {
      const vocabulary = await kept.get()
      return [...numbers].every(number => vocabulary.has(number)) ? vocabulary : kept.renew()
    },
  }
}

export type VocabularyKeeper = ReturnType<typeof openVocabulary>

const grouped = new WeakMap<Vocabulary, Map<string, FilterFacet[]>>()

/** Each filter's facets with their words, gathered once for each vocabulary. */
export const facetsByFilter = (vocabulary: Vocabulary): ((filter: string) => readonly FilterFacet[]) => {
  let facets = grouped.get(vocabulary)
  if (!facets) {
    facets = new Map(
      [...Map.groupBy(vocabulary, ([, one]) => one.filter)].map(([filter, all]) => [
        filter,
        all.map(([number, { value }]) => ({ number, lexeme: `~${filter}=${value}` })),
      ]),
    )
    grouped.set(vocabulary, facets)
  }
  return filter => facets.get(filter) ?? []
}

type Result = { facets: Counts; without: ReadonlyMap<string, Counts>; held: number }
type Choices = { include: Filters; exclude: Filters }

/**
 * The facets of a result as the API gives them. Of a filter with an inclusion, those of what would match without it: whoever
 * chose "aerial" sees how many handheld clips there would be. What is chosen is always among them.
 */
export const facetsOfResult = async (
  vocabulary: VocabularyKeeper,
  { facets, without, held }: Result,
  { include, exclude }: Choices,
): Promise<Facets> => {
  const known = await vocabulary.knowing([facets, ...without.values()].flatMap(counts => [...counts.keys()]))
  const lists = Object.fromEntries(filterNames.map(name => [name, [] as Counted[]])) as Facets
  const take = (counts: Counts, isWanted: (name: FilterName) => boolean) => {
    for (const [number, count] of counts) {
      const value = known.get(number)
      if (value && isWanted(value.filter)) lists[value.filter].push({ value: value.value, label: value.label, count })
    }
  }
  take(facets, name => !without.has(name))
  for (const [filter, counts] of without) take(counts, name => name === filter)
  if (held > 0) lists.license = [{ value: 'licensed', label: readable('license', 'licensed'), count: held }]
  for (const name of filterNames)
    lists[name] = arrange(name, lists[name], [...(include[name] ?? []), ...(exclude[name] ?? [])], known)
  return lists
}

type Counted = Facets[FilterName][number]

/** Numbers go up, traits stand as they are read, all else by frequency. */
const orderOf = (name: FilterName) => {
  const { traits, range } = filterTable[name]
  const place = ({ value }: Counted) => traits?.findIndex(trait => trait.value === value) ?? 0
  if (range) return (a: Counted, b: Counted) => Number(a.value) - Number(b.value)
  if (traits) return (a: Counted, b: Counted) => place(a) - place(b)
  return (a: Counted, b: Counted) => b.count - a.count || (a.label < b.label ? -1 : 1)
}

const arrange = (name: FilterName, values: Counted[], chosen: readonly string[], known: Vocabulary): Counted[] => {
  const missing = chosen.filter(value => !values.some(one => one.value === value))
  const all = [...values, ...uncounted(name, missing, known)].toSorted(orderOf(name))
  const most = longest[name] ?? all.length
  return [...all.slice(0, most), ...all.slice(most).filter(one => chosen.includes(one.value))]
}

/** Values of a filter that nothing in the result has. */
const uncounted = (name: FilterName, values: readonly string[], known: Vocabulary): Counted[] =>
  values.length === 0
    ? []
    : [...known.values()]
        .filter(one => one.filter === name && values.includes(one.value))
        .map(({ value, label }) => ({ value, label, count: 0 }))
