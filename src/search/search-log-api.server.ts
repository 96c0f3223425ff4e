import type { FastifyInstance } from 'fastify'
import { isbot } from 'isbot'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import * as contract from './search-log-contract.ts'
import { openSearchLog } from './search-log.server.ts'
import type { Search } from './search.server.ts'

export const searchLogApi = (app: FastifyInstance, deps: Deps, { search, hasAnyWord }: Search) => {
  const log = openSearchLog(deps)
  app.addHook('onClose', log.flush)

  serve(app, contract.recordSearch, async ({ body: { q }, request }) => {
    if (!isbot(request.headers['user-agent'])) {
      const { meta } = await search({
        q,
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

  serve(app, contract.recordClick, async ({ body: { q, clip_id, place }, request }) => {
    if (!isbot(request.headers['user-agent'])) {
      const by_meaning = deps.config.embeddings !== undefined && !(await hasAnyWord(q, clip_id))
      log.recordClick(q, clip_id, request.ip, { place, by_meaning })
    }
    return { data: null }
  })
}
