/** Searches that are looser than one that found nothing: a condition less, a wider range, a word less, or two of these. Pure. */
import type { Facets } from '../contract.ts'
import { filterNames, filterTable, readable, valueIn, type FilterName } from '../filter-table.ts'
import { browsePath, choose, type Browse, type Filters } from '../filters.ts'
import { readSpan } from '../ranges.ts'
import { labelOf, unfiltered } from './searches.ts'

/** `given_up` says how much of what was asked for is lost: 0.5 for a range made wider, 1 for a condition. */
export type Relaxation = { label: string; browse: Browse; given_up: number }

const most_words = 6

/** No value of a filter included; those excluded stay. */
const without = (browse: Browse, name: FilterName): Browse => {
  const { [name]: _, ...include } = browse.include
  return { ...browse, page: 1, include: include as Filters }
}

/** Half as low, twice as high. */
const wider = (name: FilterName, value: string): string | undefined => {
  const { range } = filterTable[name]
  const span = range && readSpan(value, range)
  if (!span) return undefined
  const high = span.to === range.most ? '' : String(span.to * 2)
  return valueIn(name, `${(span.from / 2).toFixed(range.digits)}-${high}`)
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const ofIncluded = (browse: Browse, name: FilterName): Relaxation[] => {
  const values = browse.include[name] ?? []
  if (values.length === 0) return []
  const any = { label: `Any ${lower(filterTable[name].label)}`, browse: without(browse, name), given_up: 1 }
  const ranges = values.flatMap(value => wider(name, value) ?? [])
  const [first] = ranges
  return first === undefined
    ? [any]
    : [
        {
          label: ranges.map(range => readable(name, range)).join(' or '),
          browse: { ...any.browse, include: { ...any.browse.include, [name]: ranges } },
          given_up: 0.5,
        },
        any,
      ]
}

const ofExcluded = (browse: Browse, facets: Facets): Relaxation[] =>
  filterNames.flatMap(name =>
    (browse.exclude[name] ?? []).map(value => ({
      label: `With “${labelOf(facets, name, value)}”`,
      browse: choose(browse, name, value, undefined),
      given_up: 1,
    })),
  )

/** Words, and phrases in quotes as one. */
const wordsOf = (q: string) => q.match(/-?"[^"]*"?|\S+/g) ?? []

const ofWords = (browse: Browse): Relaxation[] => {
  const words = wordsOf(browse.q)
  const loose = browse.q.replaceAll('"', ' ').replaceAll(/\s+/g, ' ').trim()
  const search = (q: string, given_up: number): Relaxation => ({
    label: q === '' ? `Without “${browse.q}”` : `Just “${q}”`,
    browse: { ...browse, q, page: 1 },
    given_up,
  })
  return [
    ...(loose !== browse.q && loose !== '' ? [{ ...search(loose, 0.5), label: `“${loose}” in any order` }] : []),
    ...(words.length > 1 && words.length <= most_words
      ? words.map((_, i) => search(words.filter((__, nth) => nth !== i).join(' '), 1))
      : []),
    ...(words.length > 0 ? [search('', words.length)] : []),
  ]
}

/** What is left after giving up everything is no search any more. */
const isSearch = ({ q, include, exclude }: Browse) =>
  q !== '' || filterNames.some(name => include[name] ?? exclude[name])

const nearestFirst = (all: Relaxation[]) =>
  all.filter(one => isSearch(one.browse)).toSorted((a, b) => a.given_up - b.given_up)

const everyOne = (browse: Browse, facets: Facets): Relaxation[] => [
  ...filterNames.flatMap(name => ofIncluded(browse, name)),
  ...ofExcluded(browse, facets),
  ...ofWords(browse),
]

/** The searches that give up one thing, those nearest to it first. Without any condition there is nothing to give up. */
export const relaxations = (browse: Browse, facets: Facets): Relaxation[] => nearestFirst(everyOne(browse, facets))

/** Those that give up two things, and at last every filter: for when giving up one is not enough. */
export const furtherRelaxations = (browse: Browse, facets: Facets): Relaxation[] => {
  const seen = new Map<string, Relaxation>()
  for (const first of everyOne(browse, facets))
    for (const second of everyOne(first.browse, facets)) {
      const path = browsePath(second.browse)
      const given_up = first.given_up + second.given_up
      if (!seen.has(path))
        seen.set(path, { label: `${first.label}, ${lower(second.label)}`, browse: second.browse, given_up })
    }
  const filters = filterNames.filter(name => browse.include[name] ?? browse.exclude[name])
  const bare = { label: 'Without any filter', browse: unfiltered(browse), given_up: filters.length }
  seen.set(browsePath(bare.browse), bare)
  return nearestFirst([...seen.values()])
}
