/** What others look for, with a picture of what they find. */
import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { remember } from '#platform/remember.server.ts'
import { serve } from '#platform/serve.server.ts'

import type { ClipCard, Facets } from './contract.ts'
import { coverOfClip } from './covers.server.ts'
import { termSlug } from './paths.ts'
import { listPopularSearches, most_popular, type PopularSearch } from './popular-contract.ts'
import type { Ask, Search } from './search.server.ts'

const fresh_ms = 600_000
const default_limit = 24
/** What so large a share of all clips has is nothing that anybody looks for. */
const most_common = 1 / 8

/** Terms that were searched for, most wanted first. */
type Logged = (n: number) => Promise<{ term: string }[]>

export const popularApi = (app: FastifyInstance, { clock }: Pick<Deps, 'clock'>, search: Search, logged: Logged) => {
  const popular = remember(clock, fresh_ms, () => popularSearches(search, logged))

  serve(app, listPopularSearches, async ({ query: { limit = default_limit } }) => ({
    data: (await popular.get()).slice(0, limit),
  }))
}

/** Until enough has been searched for, the keywords and subjects of most clips fill the list. */
const popularSearches = async ({ search, whole }: Search, logged: Logged): Promise<PopularSearch[]> => {
  const [wanted, { facets, total }] = await Promise.all([logged(most_popular), whole.get()])
  const terms = new Map<string, string>()
  for (const term of [...wanted.map(one => one.term), ...frequentTerms(facets, total)]) {
    const slug = termSlug(term)
    if (terms.size < most_popular && !terms.has(slug)) terms.set(slug, term.toLowerCase())
  }
  const found: PopularSearch[] = []
  // One after another: nobody waits for this but the first visitor.
  for (const [slug, term] of terms) {
    const { cards, meta } = await search(asking(term))
    const { total, total_is_estimate = false } = meta.pagination
    const [best] = JSON.parse(cards) as ClipCard[]
    const [category] = meta.facets?.category ?? []
    if (best)
      found.push({
        term,
        slug,
        clip_count: total,
        total_is_estimate,
        category: category ? { slug: category.value, name: category.label } : null,
        cover: coverOfClip(best),
      })
  }
  return found
}

const asking = (q: string): Ask => ({ q, include: {}, exclude: {}, sort: 'relevance', page: 1, per_page: 1 })

const frequentTerms = ({ keyword, subcategory }: Facets, total: number): string[] =>
  [...keyword, ...subcategory]
    .filter(({ count }) => count <= total * most_common)
    .toSorted((a, b) => b.count - a.count)
    .map(({ label }) => label)
