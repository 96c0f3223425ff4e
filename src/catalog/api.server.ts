import type { FastifyInstance } from 'fastify'

import { listLicensedClipIds } from '#licensing/licensed-clips.server.ts'
import { cacheByKey } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { RawJsonResponse, serve } from '#platform/serve.server.ts'
import { canSeeUnreleased } from '#workspaces/policy.ts'

import { loadClipDetailJson } from './clip-detail.server.ts'
import { collectionsApi } from './collections-api.server.ts'
import { compsApi } from './comps-api.server.ts'
import * as contract from './contract.ts'
import { filterNames } from './filter-table.ts'
import type { Filters } from './filters.ts'
import { visualSearchApi } from './looks/api.server.ts'
import { popularApi } from './popular.server.ts'
import { searchLogApi } from './search-log-api.server.ts'
import { loadPopularTerms } from './search-log.server.ts'
import { searchTextApi } from './search-text-api.server.ts'
import { openSearch } from './search.server.ts'
import { impressionsApi } from './sightings/api.server.ts'
import { listUnreleased } from './unreleased-contract.ts'
import { loadUnreleasedShoots } from './unreleased.server.ts'

const DEFAULT_PER_PAGE = 24
/** A search shows a new clip after this time at most. */
const RESULTS_CACHE_MS = 2_000
/** Each cached result takes up to 110 kB. */
const MAX_CACHED_RESULTS = 200

export const catalogApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const searchService = openSearch({ db, clock })
  const { search } = searchService

  const shareResult = cacheByKey<RawJsonResponse>(clock, RESULTS_CACHE_MS, MAX_CACHED_RESULTS)

  serve(app, contract.listClips, async ({ actor, query }) => {
    const { q = '', page = 1, per_page = DEFAULT_PER_PAGE, sort = 'relevance' } = query
    // Visitors without licenses share one cached result: the list is the same for all of them.
    const request = {
      q,
      page,
      per_page,
      sort,
      ...readFilters(query),
      licensed: await listLicensedClipIds(db, actor, clock.now()),
    }
    return shareResult(JSON.stringify(request), async () => {
      const { cards, meta } = await search(request)
      return new RawJsonResponse(`{"data":${cards},"meta":${JSON.stringify(meta)}}`)
    })
  })

  serve(app, contract.listFacetValues, async ({ actor, params, query }) => {
    const { q = '', find = '' } = query
    const licensed = await listLicensedClipIds(db, actor, clock.now())
    const { values, estimated } = await searchService.searchFacetValues(
      { q, ...readFilters(query), licensed },
      params.name,
      find,
    )
    return { data: values, meta: estimated ? { facets_are_estimates: true } : {} }
  })

  searchTextApi(app, deps, searchService)

  serve(app, contract.getClip, async ({ params }) => toReadyResponse(await loadClipDetailJson(db, params.id), 'clip'))

  serve(app, listUnreleased, async ({ actor }) => {
    if (!canSeeUnreleased(actor.platform_roles)) throw refuse.missing()
    return { data: await loadUnreleasedShoots(db) }
  })

  visualSearchApi(app, deps)

  collectionsApi(app, deps)

  popularApi(app, deps, searchService, n => loadPopularTerms(db, n, clock.now()))

  searchLogApi(app, deps, searchService)
  impressionsApi(app, deps)

  compsApi(app, deps)
}

const toReadyResponse = (json: string | undefined, resource: string) => {
  if (json === undefined) throw refuse.missing(resource)
  return new RawJsonResponse(`{"data":${json},"meta":{}}`)
}

const readFilters = (query: contract.ClipQuery): { include: Filters; exclude: Filters } => {
  const include: Filters = {}
  const exclude: Filters = {}
  for (const name of filterNames) {
    const included = query[name]
    const excluded = query[`no-${name}`]
    if (included?.length) include[name] = included
    if (excluded?.length) exclude[name] = excluded
  }
  return { include, exclude }
}
