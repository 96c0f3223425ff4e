/** What reading a search needs to know of the catalog, made anew when its names or values changed. */
import { slugOf } from '#platform/slug.ts'

import type { Vocabulary } from '../facets.server.ts'
import { filterTable } from '../filter-table.ts'
import { sayName, type Name, type Names } from './names.server.ts'
import type { Catalog } from './read-query.ts'

type Kept<T> = { get: () => Promise<T> }

const catalogOf = (vocabulary: Vocabulary, { all }: Names): Catalog => {
  const values = new Set([...vocabulary.values()].map(({ filter, value }) => `${filter}=${value}`))
  const named = (name: 'collection' | 'filmmaker', list: readonly Name[]) =>
    list.map(one => [sayName(one.name), { name, value: one.slug }] as const)
  return {
    has: (name, value) => filterTable[name].range !== undefined || values.has(`${name}=${value}`),
    named: new Map([...named('collection', all.collections), ...named('filmmaker', all.filmmakers)]),
    isKeyword: phrase => values.has(`keyword=${slugOf(phrase)}`),
  }
}

export const openCatalog = (vocabulary: { all: () => Promise<Vocabulary> }, names: Kept<Names>) => {
  let made: { vocabulary: Vocabulary; names: Names; catalog: Catalog } | undefined
  return async (): Promise<Catalog> => {
    const [values, people] = await Promise.all([vocabulary.all(), names.get()])
    if (made?.vocabulary !== values || made.names !== people)
      made = { vocabulary: values, names: people, catalog: catalogOf(values, people) }
    return made.catalog
  }
}
