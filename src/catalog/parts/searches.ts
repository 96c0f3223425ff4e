/** What the browse page asks the API, and how it calls what it found. Pure. */
import type { Facets } from '../contract.ts'
import { filterTable, readable, type FilterName } from '../filter-table.ts'
import { printBrowse, type Browse } from '../filters.ts'
import { countOf } from './counts.ts'

export const per_page = 60
/** An address shows its pages 1 to N at once, up to here; further ones stand alone. */
export const most_pages = 10

/** The first of the pages that an address shows. */
export const firstPage = (page: number): number => (page <= most_pages ? 1 : page)

/** The query of `GET clips` for one page of a search. */
export const queryOf = (browse: Browse, page: number, size = per_page): Record<string, string> => ({
  ...Object.fromEntries(printBrowse({ ...browse, page: 1 })),
  page: String(page),
  per_page: String(size),
})

/** "ocean-waves" → "ocean waves". */
export const wordsIn = (term: string): string => term.replaceAll(/[-+_]+/g, ' ').trim()

/** What a chosen value is called. */
export const labelOf = (facets: Facets, name: FilterName, value: string): string =>
  facets[name].find(one => one.value === value && !filterTable[name].range)?.label ?? readable(name, value)

/** "128 clips of “ocean”". */
export const resultTitle = ({ q }: Browse, total: number, is_estimate: boolean): string =>
  `${countOf(total, 'clip', is_estimate)}${q === '' ? '' : ` of “${q}”`}`

/** No chosen filters, the words kept. */
export const unfiltered = (browse: Browse): Browse => ({ ...browse, page: 1, include: {}, exclude: {} })
