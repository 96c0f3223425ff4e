/** What a search is made of, and how it stands in an address: `?q=&sort=&category=a,b&no-look=c&duration=5-10&page=2`. */
import { filterNames, valueIn, type FilterName } from './filter-table.ts'

export const sorts = ['relevance', 'newest', 'popular', 'duration'] as const
export type Sort = (typeof sorts)[number]

export const sortNames: Record<Sort, string> = {
  relevance: 'Best match',
  newest: 'Newest',
  popular: 'Popular',
  duration: 'Longest',
}

export type Filters = Partial<Record<FilterName, readonly string[]>>

/** Within a filter any included value will do; all filters must hold; no excluded value may. */
export type Browse = { q: string; sort: Sort; page: number; include: Filters; exclude: Filters }

export const emptyBrowse: Browse = { q: '', sort: 'relevance', page: 1, include: {}, exclude: {} }

export const most_values = 30
const longest_search = 200
const longest_list = 4_000
const last_page = 100_000

/** As it can be sent: without control characters, and never cut through the middle of a letter. */
const wordsIn = (text: string | null) =>
  (text ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longest_search)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** A filter that stands there twice has the values of both. */
const valuesIn = (params: URLSearchParams, name: FilterName, prefix = '') => {
  const text = params.getAll(prefix + name).join(',')
  const values = text.slice(0, longest_list).split(',')
  return [...new Set(values.flatMap(value => valueIn(name, value) ?? []))].slice(0, most_values)
}

/** Reads an address; what makes no sense in it is left out, so that no link ever leads to an error. */
export const readBrowse = (params: URLSearchParams): Browse => {
  const include: Filters = {}
  const exclude: Filters = {}
  for (const name of filterNames) {
    const without = valuesIn(params, name, 'no-')
    const wanted = valuesIn(params, name).filter(value => !without.includes(value))
    if (wanted.length > 0) include[name] = wanted
    if (without.length > 0) exclude[name] = without
  }
  const page = Number(params.get('page') ?? 1)
  return {
    q: wordsIn(params.get('q')),
    sort: sorts.find(sort => sort === params.get('sort')) ?? 'relevance',
    page: Number.isInteger(page) && page >= 1 && page <= last_page ? page : 1,
    include,
    exclude,
  }
}

/** The one address of a search: fixed order, defaults left out. */
export const printBrowse = ({ q, sort, page, include, exclude }: Browse): URLSearchParams => {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  for (const name of filterNames) {
    if (include[name]?.length) params.set(name, include[name].join(','))
    if (exclude[name]?.length) params.set(`no-${name}`, exclude[name].join(','))
  }
  if (sort !== 'relevance') params.set('sort', sort)
  if (page > 1) params.set('page', String(page))
  return params
}

/** `/clips?…`, with commas left readable. */
export const browsePath = (browse: Browse): string => {
  const search = printBrowse(browse).toString().replaceAll('%2C', ',')
  return search === '' ? '/clips' : `/clips?${search}`
}

export type Choice = 'include' | 'exclude' | undefined

export const choiceOf = ({ include, exclude }: Browse, name: FilterName, value: string): Choice =>
  include[name]?.includes(value) ? 'include' : exclude[name]?.includes(value) ? 'exclude' : undefined

const without = (filters: Filters, name: FilterName, value: string): Filters => {
  const { [name]: values = [], ...others } = filters
  const left = values.filter(one => one !== value)
  return left.length > 0 ? { ...others, [name]: left } : others
}

/** The search with one value included, excluded or let go; its pages begin anew. */
export const choose = (browse: Browse, name: FilterName, value: string, choice: Choice): Browse => {
  const include = without(browse.include, name, value)
  const exclude = without(browse.exclude, name, value)
  return {
    ...browse,
    page: 1,
    include: choice === 'include' ? { ...include, [name]: [...(include[name] ?? []), value] } : include,
    exclude: choice === 'exclude' ? { ...exclude, [name]: [...(exclude[name] ?? []), value] } : exclude,
  }
}

const next: Record<string, Choice> = { undefined: 'include', include: 'exclude', exclude: undefined }

/** Three states, a click apart: in, out, either. */
export const turn = (browse: Browse, name: FilterName, value: string): Browse =>
  choose(browse, name, value, next[String(choiceOf(browse, name, value))])

export type Chosen = { name: FilterName; value: string; exclude: boolean }

/** Every chosen value, in the order of the filters. */
export const chosen = ({ include, exclude }: Browse): Chosen[] =>
  filterNames.flatMap(name => [
    ...(include[name] ?? []).map(value => ({ name, value, exclude: false })),
    ...(exclude[name] ?? []).map(value => ({ name, value, exclude: true })),
  ])
