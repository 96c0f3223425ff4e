/** API of search: clips and facets, suggestions, visual search, popular searches and the search log. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

import * as contract from '#catalog/contract.ts'
import { browsePath, cleanQueryText } from '#catalog/filters.ts'
import { listLicensedClipIds } from '#licenses/licensed-clip-ids.server.ts'
import type { Actor } from '#platform/actor.ts'
import { cacheByKey } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'
import { RawJsonResponse, serve } from '#platform/http/serve.server.ts'
import { canViewBilling } from '#workspaces/policy.ts'

import { readFilters } from './filter-terms.ts'
import { popularApi } from './popular.server.ts'
import { preferredLanguage } from './preferred-language.ts'
import { openRenamedValues } from './renamed-values.server.ts'
import { recordClick, recordSearch } from './search-log-contract.ts'
import { loadPopularTerms, openSearchLog } from './search-log.server.ts'
import { getSearchPage } from './search-page-contract.ts'
import { openSearchPage } from './search-page.server.ts'
import { searchTextApi } from './search-text-api.server.ts'
import { openSearch, type SearchRequest, type Search } from './search.server.ts'
import { readNumber } from './text/read-number.ts'
import { visualSearchApi } from './visual/api.server.ts'

const DEFAULT_PER_PAGE = 24
/** A search shows a new clip after this time at most. */
const RESULTS_CACHE_MS = 2_000
/** Each cached result takes up to 110 kB. */
const MAX_CACHED_RESULTS = 200

const searchLogApi = (app: FastifyInstance, deps: Deps, { search, hasAnyWord }: Search) => {
  const log = openSearchLog(deps)
  app.addHook('onClose', log.flush)

  serve(app, recordSearch, async ({ body: { q }, request }) => {
    if (!isbot(request.headers['user-agent'])) {
      const { meta } = await search({
        q,
        language: preferredLanguage(request.headers['accept-language']),
        include: {},
        exclude: {},
        sort: 'relevance',
        page: 1,
        per_page: 1,
        counted: false,
      })
      const { total } = meta.pagination
      log.recordSearch(q, total, request.ip, total - (meta.reading?.close_total ?? 0))
    }
    return { data: null }
  })

  serve(app, recordClick, async ({ body: { q, clip_id, place }, request }) => {
    if (!isbot(request.headers['user-agent'])) {
      const by_meaning =
        deps.config.embeddings !== undefined &&
        !(await hasAnyWord({ q, language: preferredLanguage(request.headers['accept-language']) }, clip_id))
      log.recordClick(q, clip_id, request.ip, { place, by_meaning })
    }
    return { data: null }
  })
}

export const searchApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, config } = deps
  const searchService = openSearch({ db, clock, config })
  const { search } = searchService
  const replaceRenamed = openRenamedValues(deps)

  const shareResult = cacheByKey<RawJsonResponse>(clock, RESULTS_CACHE_MS, MAX_CACHED_RESULTS)

  serve(app, contract.listClips, async ({ actor, query, request: http }) => {
    const { page = 1, per_page = DEFAULT_PER_PAGE, sort = 'relevance' } = query
    // Visitors without licenses share one cached result: the list is the same for all of them.
    const request = {
      ...readText(query),
      page,
      per_page,
      sort,
      ...(await replaceRenamed(readFilters(query))),
      ...readVisitor(actor, http, query.q),
      licensed: await listLicensedClipIds(db, actor, clock.now()),
    }
    return shareResult(JSON.stringify(request), async () => {
      const { cards, meta } = await search(request)
      return new RawJsonResponse(`{"data":${cards},"meta":${JSON.stringify(meta)}}`)
    })
  })

  serve(app, contract.listFacetValues, async ({ actor, params, query }) => {
    const { find = '' } = query
    const licensedIds = await listLicensedClipIds(db, actor, clock.now())
    const { values, estimated } = await searchService.searchFacetValues(
      { ...readText(query), ...(await replaceRenamed(readFilters(query))), licensed: licensedIds },
      params.name,
      find,
    )
    return { data: values, meta: estimated ? { facets_are_estimates: true } : {} }
  })

  const buildSearchPage = openSearchPage(deps, searchService)

  serve(app, getSearchPage, async ({ actor, query, request: http }) => {
    const { page = 1, sort = 'relevance' } = query
    const filters = readFilters(query)
    const currentFilters = await replaceRenamed(filters)
    const browse = { ...readText(query), page, sort, ...currentFilters }
    if (currentFilters !== filters)
      return new RawJsonResponse(JSON.stringify({ data: { kind: 'redirect', path: browsePath(browse) }, meta: {} }))
    const viewer = {
      ...readVisitor(actor, http, query.q),
      licensed: await listLicensedClipIds(db, actor, clock.now()),
    }
    return shareResult(JSON.stringify({ browse, viewer }), async () => {
      const result = await buildSearchPage(browse, viewer)
      if (result.kind === 'redirect') return new RawJsonResponse(JSON.stringify({ data: result, meta: {} }))
      const { clips, page: rest } = result
      return new RawJsonResponse(
        `{"data":{"kind":"results","clips":${clips},${JSON.stringify(rest).slice(1)},"meta":{}}`,
      )
    })
  })

  searchTextApi(app, deps, searchService)
  visualSearchApi(app, deps, searchService)
  popularApi(app, deps, searchService, n => loadPopularTerms(db, n, clock.now()))
  searchLogApi(app, deps, searchService)
}

/** What a search depends on besides its query. Visitors with the same share a cached result. */
const readVisitor = (
  { workspace_id, workspace_role }: Actor,
  { headers }: FastifyRequest,
  q = '',
): Pick<SearchRequest, 'language' | 'orders_of'> => {
  return {
    language: preferredLanguage(headers['accept-language']),
    orders_of:
      workspace_id !== null && canViewBilling(workspace_role) && readNumber(q)?.kind === 'order'
        ? workspace_id
        : undefined,
  }
}

const readText = ({ q = '', exact }: contract.ClipQuery) => ({ q: cleanQueryText(q), exact: exact === '1' })
