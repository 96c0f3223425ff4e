/** API endpoints of collections, shoots, scenes, filmmakers and categories. */
import type { FastifyInstance } from 'fastify'

import { cacheWithRefresh } from '#platform/cache.server.ts'
import type { Deps } from '#platform/deps.ts'
import { toPagination } from '#platform/http/lists.ts'
import { serve } from '#platform/http/serve.server.ts'

import { getCategoryBySlug, loadCategories } from './categories.server.ts'
import { loadCollectionGroups } from './collection-groups.server.ts'
import * as contract from './collections-contract.ts'
import { loadCollectionDetail, loadCollections, loadFeaturedCollections, type PageRange } from './collections.server.ts'
import { UNSORTED_SLUG } from './edit-categories.server.ts'
import { loadFilmmakerDetail, loadFilmmakers } from './filmmakers.server.ts'
import { loadSceneDetail, loadShootDetail } from './shoots.server.ts'

const DEFAULT_PER_PAGE = 24
/** Counting reads every clip. */
const CATEGORIES_CACHE_MS = 60_000

export const collectionsApi = (app: FastifyInstance, { db, clock }: Deps) => {
  const categories = cacheWithRefresh(clock, CATEGORIES_CACHE_MS, () => loadCategories(db))

  serve(app, contract.listCollections, async ({ query }) => {
    const page = toPageRange(query)
    const { collections, total } = await loadCollections(db, query.kind, page)
    return { data: collections, meta: metaOf(query, total) }
  })

  serve(app, contract.listFeaturedCurated, async () => ({ data: await loadFeaturedCollections(db, 'curated') }))

  serve(app, contract.listFeaturedCollections, async () => ({ data: await loadFeaturedCollections(db, 'shoot') }))

  serve(app, contract.listCollectionGroups, async () => ({ data: await loadCollectionGroups(db) }))

  serve(app, contract.getCollection, async ({ params, query }) => {
    const collection = await loadCollectionDetail(db, params.id, toPageRange(query))
    return { data: collection, meta: metaOf(query, collection.clip_count) }
  })

  serve(app, contract.getShoot, async ({ params, query }) => {
    const { shoot, total } = await loadShootDetail(db, params.id, toPageRange(query))
    return { data: shoot, meta: metaOf(query, total) }
  })

  serve(app, contract.getScene, async ({ params, query }) => {
    const { scene, total } = await loadSceneDetail(db, params.id, toPageRange(query))
    return { data: scene, meta: metaOf(query, total) }
  })

  serve(app, contract.listFilmmakers, async ({ query }) => {
    const { filmmakers, total } = await loadFilmmakers(db, toPageRange(query))
    return { data: filmmakers, meta: metaOf(query, total) }
  })

  serve(app, contract.getFilmmaker, async ({ params, query }) => {
    const { filmmaker, total } = await loadFilmmakerDetail(db, params.id, toPageRange(query))
    return { data: filmmaker, meta: metaOf(query, total) }
  })

  serve(app, contract.listCategories, async () => ({
    // “Unsorted” is where new footage waits for a category: it's nothing to browse by.
    data: (await categories.get()).filter(({ parent, slug }) => parent === null && slug !== UNSORTED_SLUG),
  }))

  serve(app, contract.getCategory, async ({ params }) => ({
    data: await getCategoryBySlug(db, categories, params.slug),
  }))
}

type CollectionPageQuery = { page?: number | undefined; per_page?: number | undefined }

const toPageRange = ({ page = 1, per_page = DEFAULT_PER_PAGE }: CollectionPageQuery): PageRange => ({
  skip: (page - 1) * per_page,
  size: per_page,
})

const metaOf = ({ page = 1, per_page = DEFAULT_PER_PAGE }: CollectionPageQuery, total: number) =>
  toPagination(page, per_page, total)
