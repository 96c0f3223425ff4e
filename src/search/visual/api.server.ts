import type { FastifyInstance, FastifyRequest } from 'fastify'

import { cleanQueryText, emptyBrowseQuery, listSelectedFilters } from '#catalog/filters.ts'
import { listSimilarClips } from '#catalog/similar-contract.ts'
import { describePicture } from '#catalog/visual/describe-picture.server.ts'
import { encodeDescriptor, decodeDescriptor } from '#catalog/visual/descriptor.ts'
import { loadCentroidMap } from '#catalog/visual/index-descriptors.server.ts'
import { cacheWithRefresh, cacheByKey } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { RawJsonResponse, serve } from '#platform/http/serve.server.ts'

import { readFilters } from '../filter-terms.ts'
import { preferredLanguage } from '../preferred-language.ts'
import { openRenamedValues } from '../renamed-values.server.ts'
import type { NarrowingRequest, Search } from '../search.server.ts'
import { renderMatchCards, type VisualMatch } from './cards.server.ts'
import * as contract from './contract.ts'
import type { VisualNarrowing } from './narrowing.ts'
import { acceptPictures, readPicture } from './picture-body.server.ts'
import { findSimilarClips } from './similar-clips.server.ts'
import { MAX_RESULTS, searchByFrame, searchByColor, type NarrowClips } from './visual-search.server.ts'

const DEFAULT_PER_PAGE = 24
/** There are few centroids, and adding one moves nothing. */
const CENTROID_CACHE_MS = 30_000
/** Result lists are cached so that all pages of one search come from the same list. */
const LIST_CACHE_MS = 30_000
const MAX_CACHED_LISTS = 300

export const visualSearchApi = (
  app: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { findByKeywords, meaning, narrow, countFacetsAmong }: Search,
) => {
  const replaceRenamed = openRenamedValues({ db, clock })
  const centroidMap = cacheWithRefresh(clock, CENTROID_CACHE_MS, () => loadCentroidMap(db))
  const loadMatches = cacheByKey<VisualMatch[]>(clock, LIST_CACHE_MS, MAX_CACHED_LISTS)

  /** Renders one page of what `find` returns, `key` identifies, and the words and filters of the query leave. */
  const renderPage = async (
    key: string,
    find: (narrowTo?: NarrowClips) => Promise<VisualMatch[]>,
    { page = 1, per_page = DEFAULT_PER_PAGE, q = '', ...query }: contract.NarrowingQuery,
    { headers }: FastifyRequest,
  ) => {
    const language = preferredLanguage(headers['accept-language'])
    const narrowing = { q: cleanQueryText(q), language, ...(await replaceRenamed(readFilters(query))) }
    const loadNarrowed = (by: NarrowingRequest) => {
      const isNarrowed = by.q !== '' || hasFilters(by)
      const narrowTo = isNarrowed ? (clip_ids: readonly number[]) => narrow(clip_ids, by) : undefined
      return loadMatches(`${key} ${JSON.stringify(by)}`, () => find(narrowTo))
    }
    const matches = await loadNarrowed(narrowing)
    const rows = matches.slice(0, MAX_RESULTS)
    const unfiltered = hasFilters(narrowing) ? await loadNarrowed({ ...narrowing, include: {}, exclude: {} }) : []
    const [cards, facets] = await Promise.all([
      renderMatchCards(db, rows.slice((page - 1) * per_page, page * per_page)),
      countFacetsAmong([...new Set([...rows, ...unfiltered].map(({ clip_id }) => clip_id))], narrowing),
    ])
    const meta = { ...toPagination(page, per_page, rows.length, matches.length > rows.length), facets }
    return new RawJsonResponse(`{"data":${cards},"meta":${JSON.stringify(meta)}}`)
  }

  serve(app, listSimilarClips, async ({ params: { id } }) => {
    const rows = await loadMatches(`similar ${id}`, () => findSimilarClips(db, centroidMap.get, findByKeywords, id))
    return new RawJsonResponse(`{"data":${await renderMatchCards(db, rows)},"meta":{}}`)
  })

  serve(app, contract.listClipsByColor, ({ query: { hex, ...query }, request }) =>
    renderPage(
      `color ${hex.toLowerCase()}`,
      narrowTo => searchByColor(db, hex.toLowerCase(), narrowTo),
      query,
      request,
    ),
  )

  serve(app, contract.listClipsByLook, ({ query: { like, subject, ...query }, request }) => {
    const descriptor = decodeDescriptor(like)
    if (!descriptor) throw refuse.fields({ like: ['That is not a valid frame code.'] })
    const find = async (narrowTo?: NarrowClips) => {
      const sameSubject = subject ? await meaning.findSameSubject(decodeSubject(subject)) : []
      return searchByFrame(db, await centroidMap.get(), descriptor, sameSubject, narrowTo)
    }
    return renderPage(`look ${like} ${subject ?? ''}`, find, query, request)
  })

  void app.register(async scope => {
    acceptPictures(scope)
    serve(scope, contract.readFrame, async ({ request }) => {
      const declaredType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
      const { descriptor, renderStill } = await describePicture(readPicture(request.body), declaredType)
      const vector = await meaning.embedPicture(renderStill)
      const code = encodeDescriptor(descriptor)
      return { data: { code, subject: vector && vector.length <= MAX_DIMENSIONS ? encodeSubject(vector) : null } }
    })
  })
}

/** Longer vectors don't fit in an address. */
const MAX_DIMENSIONS = 2_048
const encodeSubject = (vector: Int8Array): string => Buffer.from(vector).toString('base64url')
const decodeSubject = (code: string): Int8Array => new Int8Array(Buffer.from(code, 'base64url'))

const hasFilters = ({ include, exclude }: VisualNarrowing): boolean =>
  listSelectedFilters({ ...emptyBrowseQuery, include, exclude }).length > 0
