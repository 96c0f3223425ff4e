import type { FastifyInstance } from 'fastify'

import { heldClips } from '#licensing/held.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { shared } from '#platform/remember.server.ts'
import { ReadyAnswer, serve } from '#platform/serve.server.ts'
import { maySeeUnreleased } from '#workspaces/policy.ts'

import { detailJson } from './clip-pages.server.ts'
import { collectionsApi } from './collections-api.server.ts'
import { compsApi } from './comps-api.server.ts'
import * as contract from './contract.ts'
import { filterNames } from './filter-table.ts'
import type { Filters } from './filters.ts'
import { looksApi } from './looks/api.server.ts'
import { popularApi } from './popular.server.ts'
import { searchLogApi } from './search-log-api.server.ts'
import { popularSearches } from './search-log.server.ts'
import { openSearch } from './search.server.ts'
import { sightingsApi } from './sightings/api.server.ts'
import { listUnreleased } from './unreleased-contract.ts'
import { unreleasedShoots } from './unreleased.server.ts'
import { wordsApi } from './words-api.server.ts'

const default_per_page = 24
/** A search shows a new clip this much later at most. */
const results_fresh_ms = 2_000
/** Up to 110 kB each. */
const most_results = 200

export const catalogApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const engine = openSearch({ db, clock })
  const { search } = engine

  const share = shared<ReadyAnswer>(clock, results_fresh_ms, most_results)

  serve(app, contract.listClips, async ({ actor, query }) => {
    const { q = '', page = 1, per_page = default_per_page, sort = 'relevance' } = query
    // Guests and who holds nothing share their answers: without a license the list is the same for all.
    const ask = { q, page, per_page, sort, ...filtersIn(query), licensed: await heldClips(db, actor, clock.now()) }
    return share(JSON.stringify(ask), async () => {
      const { cards, meta } = await search(ask)
      return new ReadyAnswer(`{"data":${cards},"meta":${JSON.stringify(meta)}}`)
    })
  })

  serve(app, contract.listFacetValues, async ({ actor, params, query }) => {
    const { q = '', find = '' } = query
    const licensed = await heldClips(db, actor, clock.now())
    const { values, estimated } = await engine.valuesOf({ q, ...filtersIn(query), licensed }, params.name, find)
    return { data: values, meta: estimated ? { facets_are_estimates: true } : {} }
  })

  wordsApi(app, deps, engine)

  serve(app, contract.getClip, async ({ params }) => ready(await detailJson(db, params.id), 'clip'))

  serve(app, listUnreleased, async ({ actor }) => {
    if (!maySeeUnreleased(actor.platform_roles)) throw refuse.missing()
    return { data: await unreleasedShoots(db) }
  })

  looksApi(app, deps)

  collectionsApi(app, deps)

  popularApi(app, deps, engine, n => popularSearches(db, n, clock.now()))

  searchLogApi(app, deps, engine)
  sightingsApi(app, deps)

  compsApi(app, deps)
}

const ready = (json: string | undefined, what: string) => {
  if (json === undefined) throw refuse.missing(what)
  return new ReadyAnswer(`{"data":${json},"meta":{}}`)
}

const filtersIn = (query: contract.ClipQuery): { include: Filters; exclude: Filters } => {
  const include: Filters = {}
  const exclude: Filters = {}
  for (const name of filterNames) {
    const wanted = query[name]
    const unwanted = query[`no-${name}`]
    if (wanted?.length) include[name] = wanted
    if (unwanted?.length) exclude[name] = unwanted
  }
  return { include, exclude }
}
