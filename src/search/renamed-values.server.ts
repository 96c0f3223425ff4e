/** Filters with earlier addresses of categories and filmmakers: old links still find their clips. */
import type { FilterName } from '#catalog/filter-table.ts'
import type { Filters } from '#catalog/filters.ts'
import { cacheByKey } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'

const CACHE_MS = 10_000
const RENAMED_FILTERS = ['category', 'subcategory', 'filmmaker'] as const

type FilterPair = { include: Filters; exclude: Filters }
/** By filter and earlier slug, such as `filmmaker ines-holm`: the filter and slug of today. */
type RenamedValues = ReadonlyMap<string, readonly [name: FilterName, slug: string]>

const loadRenamedValues = async (db: Deps['db']): Promise<RenamedValues> => {
  const [categories, filmmakers] = await Promise.all([
    db
      .selectFrom('category_redirects as r')
      .innerJoin('categories as ca', 'ca.id', 'r.category_id')
      .select(['r.slug as old_slug', 'ca.slug', 'ca.parent_id'])
      .execute(),
    db
      .selectFrom('filmmaker_redirects as r')
      .innerJoin('filmmakers as f', 'f.id', 'r.filmmaker_id')
      .select(['r.slug as old_slug', 'f.slug'])
      .execute(),
  ])
  return new Map<string, readonly [FilterName, string]>([
    ...categories.flatMap(({ old_slug, slug, parent_id }) => [
      [`category ${old_slug}`, ['category', slug]] as const,
      // A subcategory can be merged into a category.
      [`subcategory ${old_slug}`, [parent_id === null ? 'category' : 'subcategory', slug]] as const,
    ]),
    ...filmmakers.map(({ old_slug, slug }) => [`filmmaker ${old_slug}`, ['filmmaker', slug]] as const),
  ])
}

const replaceValues = (filters: Filters, renamed: RenamedValues): Filters => {
  const replaced: Partial<Record<FilterName, readonly string[]>> = { ...filters }
  for (const filter of RENAMED_FILTERS)
    for (const value of filters[filter] ?? []) {
      const [name, slug] = renamed.get(`${filter} ${value}`) ?? []
      if (!name || slug === undefined) continue
      replaced[filter] = replaced[filter]?.filter(other => other !== value)
      replaced[name] = [...new Set([...(replaced[name] ?? []), slug])]
    }
  return replaced
}

/** Returns a function that replaces earlier slugs by those of today. It returns its argument where there are none. */
export const openRenamedValues = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => {
  const values = cacheByKey<RenamedValues>(clock, CACHE_MS, 1)
  return async (filters: FilterPair): Promise<FilterPair> => {
    const selected = RENAMED_FILTERS.flatMap(name =>
      [...(filters.include[name] ?? []), ...(filters.exclude[name] ?? [])].map(value => `${name} ${value}`),
    )
    if (selected.length === 0) return filters
    const renamed = await values('all', () => loadRenamedValues(db))
    if (!selected.some(key => renamed.has(key))) return filters
    return { include: replaceValues(filters.include, renamed), exclude: replaceValues(filters.exclude, renamed) }
  }
}
