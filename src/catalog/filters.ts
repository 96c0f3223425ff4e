/** A search as URL parameters: `?q=&exact=1&sort=&category=a,b&no-look=c&duration=5-10&page=2`. */
import { filterNames, normalizeFilterValue, type FilterName } from './filter-table.ts'

export const sorts = ['relevance', 'newest', 'popular', 'duration'] as const
export type Sort = (typeof sorts)[number]

export const sortLabels: Record<Sort, string> = {
  relevance: 'Best match',
  newest: 'Newest',
  popular: 'Popular',
  duration: 'Longest',
}

export type Filters = Partial<Record<FilterName, readonly string[]>>

/** A clip matches when it has any included value of each filter, and no excluded value. */
export type BrowseQuery = {
  q: string
  /** Whether the words are searched as typed: no filter is read from them, and no spelling is corrected. */
  exact: boolean
  sort: Sort
  page: number
  include: Filters
  exclude: Filters
}

export const emptyBrowseQuery: BrowseQuery = {
  q: '',
  exact: false,
  sort: 'relevance',
  page: 1,
  include: {},
  exclude: {},
}

export const MAX_VALUES = 30
export const MAX_QUERY_LENGTH = 500
const MAX_LIST_LENGTH = 4_000
const MAX_PAGE = 100_000

/** Cleans query text: removes control characters, and cuts long text, never a character in half. */
export const cleanQueryText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_QUERY_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** A repeated filter has the values of all its parameters. */
const readFilterValues = (params: URLSearchParams, name: FilterName, prefix = '') => {
  const text = params.getAll(prefix + name).join(',')
  const values = text.slice(0, MAX_LIST_LENGTH).split(',')
  return [...new Set(values.flatMap(value => normalizeFilterValue(name, value) ?? []))].slice(0, MAX_VALUES)
}

/** Parses URL parameters; invalid ones are dropped, so that no link leads to an error. */
export const parseBrowseQuery = (params: URLSearchParams): BrowseQuery => {
  const include: Filters = {}
  const exclude: Filters = {}
  for (const name of filterNames) {
    const excluded = readFilterValues(params, name, 'no-')
    const included = readFilterValues(params, name).filter(value => !excluded.includes(value))
    if (included.length > 0) include[name] = included
    if (excluded.length > 0) exclude[name] = excluded
  }
  const page = Number(params.get('page') ?? 1)
  const q = cleanQueryText(params.get('q') ?? '')
  return {
    q,
    exact: q !== '' && params.get('exact') === '1',
    sort: sorts.find(sort => sort === params.get('sort')) ?? 'relevance',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    include,
    exclude,
  }
}

/** Formats a search as canonical URL parameters: fixed order, without defaults. */
export const formatBrowseQuery = ({ q, exact, sort, page, include, exclude }: BrowseQuery): URLSearchParams => {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (q !== '' && exact) params.set('exact', '1')
  for (const name of filterNames) {
    if (include[name]?.length) params.set(name, include[name].join(','))
    if (exclude[name]?.length) params.set(`no-${name}`, exclude[name].join(','))
  }
  if (sort !== 'relevance') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params
}

/** Returns `/clips?…`, with readable commas. */
export const browsePath = (browse: BrowseQuery): string => {
  const search = formatBrowseQuery(browse).toString().replaceAll('%2C', ',')
  return search === '' ? '/clips' : `/clips?${search}`
}

export type FilterState = 'include' | 'exclude' | undefined

export const filterStateOf = ({ include, exclude }: BrowseQuery, name: FilterName, value: string): FilterState =>
  include[name]?.includes(value) ? 'include' : exclude[name]?.includes(value) ? 'exclude' : undefined

const removeFilterValue = (filters: Filters, name: FilterName, value: string): Filters => {
  const { [name]: values = [], ...others } = filters
  const remaining = values.filter(other => other !== value)
  return remaining.length > 0 ? { ...others, [name]: remaining } : others
}

/** Returns the search with one value included, excluded or removed, back on the first page. */
export const setFilterState = (
  browse: BrowseQuery,
  name: FilterName,
  value: string,
  state: FilterState,
): BrowseQuery => {
  const include = removeFilterValue(browse.include, name, value)
  const exclude = removeFilterValue(browse.exclude, name, value)
  return {
    ...browse,
    page: 1,
    include: state === 'include' ? { ...include, [name]: [...(include[name] ?? []), value] } : include,
    exclude: state === 'exclude' ? { ...exclude, [name]: [...(exclude[name] ?? []), value] } : exclude,
  }
}

export type SelectedFilter = { name: FilterName; value: string; exclude: boolean }

/** Lists all selected values, in the order of the filters. */
export const listSelectedFilters = ({ include, exclude }: BrowseQuery): SelectedFilter[] =>
  filterNames.flatMap(name => [
    ...(include[name] ?? []).map(value => ({ name, value, exclude: false })),
    ...(exclude[name] ?? []).map(value => ({ name, value, exclude: true })),
  ])
