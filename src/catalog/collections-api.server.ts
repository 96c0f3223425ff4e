/** Answers for what holds clips: collections, shoots and their scenes, filmmakers, categories. */
import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { pagination } from '#platform/lists.ts'
import { remember } from '#platform/remember.server.ts'
import { serve } from '#platform/serve.server.ts'

import { categoryIn, categoryList } from './categories.server.ts'
import { collectionGroups } from './collection-groups.server.ts'
import * as contract from './collections-contract.ts'
import { collectionDetail, collectionList, featuredCollections, type Page } from './collections.server.ts'
import { filmmakerDetail, filmmakerList } from './filmmakers.server.ts'
import { sceneDetail, shootDetail } from './shoots.server.ts'

const default_per_page = 24
/** Counting reads every clip. */
const categories_fresh_ms = 60_000

export const collectionsApi = (app: FastifyInstance, { db, clock }: Deps) => {
  const categories = remember(clock, categories_fresh_ms, () => categoryList(db))

  serve(app, contract.listCollections, async ({ query }) => {
    const page = pageIn(query)
    const { collections, total } = await collectionList(db, query.kind, page)
    return { data: collections, meta: metaOf(query, total) }
  })

  serve(app, contract.listFeaturedCurated, async () => ({ data: await featuredCollections(db, 'curated') }))

  serve(app, contract.listFeaturedCollections, async () => ({ data: await featuredCollections(db, 'shoot') }))

  serve(app, contract.listCollectionGroups, async () => ({ data: await collectionGroups(db) }))

  serve(app, contract.getCollection, async ({ params, query }) => {
    const collection = await collectionDetail(db, params.id, pageIn(query))
    return { data: collection, meta: metaOf(query, collection.clip_count) }
  })

  serve(app, contract.getShoot, async ({ params, query }) => {
    const { shoot, total } = await shootDetail(db, params.id, pageIn(query))
    return { data: shoot, meta: metaOf(query, total) }
  })

  serve(app, contract.getScene, async ({ params, query }) => {
    const { scene, total } = await sceneDetail(db, params.id, pageIn(query))
    return { data: scene, meta: metaOf(query, total) }
  })

  serve(app, contract.listFilmmakers, async ({ query }) => {
    const { filmmakers, total } = await filmmakerList(db, pageIn(query))
    return { data: filmmakers, meta: metaOf(query, total) }
  })

  serve(app, contract.getFilmmaker, async ({ params, query }) => {
    const { filmmaker, total } = await filmmakerDetail(db, params.id, pageIn(query))
    return { data: filmmaker, meta: metaOf(query, total) }
  })

  serve(app, contract.listCategories, async () => ({
    data: (await categories.get()).filter(one => one.parent === null),
  }))

  serve(app, contract.getCategory, async ({ params }) => ({ data: categoryIn(await categories.get(), params.slug) }))
}

type PageQuery = { page?: number | undefined; per_page?: number | undefined }

const pageIn = ({ page = 1, per_page = default_per_page }: PageQuery): Page => ({
  skip: (page - 1) * per_page,
  size: per_page,
})

const metaOf = ({ page = 1, per_page = default_per_page }: PageQuery, total: number) =>
  pagination(page, per_page, total)
