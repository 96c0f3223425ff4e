/** The catalog data that parsing a search needs, rebuilt when names or filter values change. */

import { filterTable } from '#catalog/filter-table.ts'
import { toSlug } from '#platform/slug.ts'

import type { Vocabulary } from '../facets.server.ts'
import { normalizeName, type NamedEntity, type NameIndex } from './names.server.ts'
import type { QueryCatalog } from './read-query.ts'

type CachedValue<T> = { get: () => Promise<T> }

const createQueryCatalog = (vocabulary: Vocabulary, { all }: NameIndex): QueryCatalog => {
  const values = new Set([...vocabulary.values()].map(({ filter, value }) => `${filter}=${value}`))
  const toEntries = (name: 'collection' | 'filmmaker', names: readonly NamedEntity[]) =>
    names.map(entity => [normalizeName(entity.name), { name, value: entity.slug }] as const)
  return {
    has: (name, value) => filterTable[name].range !== undefined || values.has(`${name}=${value}`),
    named: new Map([...toEntries('collection', all.collections), ...toEntries('filmmaker', all.filmmakers)]),
    isKeyword: phrase => values.has(`keyword=${toSlug(phrase)}`),
  }
}

export const createCatalogLoader = (vocabulary: { all: () => Promise<Vocabulary> }, names: CachedValue<NameIndex>) => {
  let cached: { vocabulary: Vocabulary; names: NameIndex; catalog: QueryCatalog } | undefined
  return async (): Promise<QueryCatalog> => {
    const [values, currentNames] = await Promise.all([vocabulary.all(), names.get()])
    if (cached?.vocabulary !== values || cached.names !== currentNames)
      cached = { vocabulary: values, names: currentNames, catalog: createQueryCatalog(values, currentNames) }
    return cached.catalog
  }
}
