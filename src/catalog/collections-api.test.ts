import { afterAll, beforeAll, expect, test } from 'vitest'

import { listPopularSearches } from '#search/popular-contract.ts'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
import { toSlug } from '../platform/slug.ts'
import { loadClipsForSale } from './clips.server.ts'
import { saveCollectionGroup } from './collection-groups.server.ts'
import * as collections from './collections-contract.ts'
import { listClips } from './contract.ts'
import { publishClip } from './save-catalog.server.ts'

let shop: TestApp
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  await seedCatalog(shop)
  visitor = shop.visitor()
})
afterAll(() => shop.close())

const notFound = { status: 404 }

const findClipBySlug = async (slug: string) => {
  const { data } = await visitor.call(listClips, { query: { per_page: '100' } })
  const match = data.find(clip => clip.slug === slug)
  if (!match) throw new Error(`No clip ${slug} in the demo`)
  return match
}

test('collections list curated ones in the editors’ order, then shoots, and the featured ones of each kind', async () => {
  const { data } = await visitor.call(collections.listCollections, { query: { per_page: '100' } })
  expect(data.slice(0, 3).map(collection => collection.slug)).toEqual(['salt-and-swell', 'slow-weather', 'after-dark'])
  expect(data.filter(collection => collection.kind === 'curated')).toHaveLength(11)
  expect(data[0]).toMatchObject({ clip_count: 7, filmmaker: null, cover: { width: 3840 } })
  expect(data[0]?.trailer_video_data?.preview.videos).toHaveLength(3)
  const shoots = await visitor.call(collections.listCollections, { query: { kind: 'shoot', page: '2', per_page: '7' } })
  expect(shoots.meta.pagination).toEqual({
    page: 2,
    per_page: 7,
    total: shoots.meta.pagination.total,
    total_pages: Math.ceil(shoots.meta.pagination.total / 7),
  })
  const beyond = await visitor.call(collections.listCollections, { query: { page: '99' } })
  expect(beyond).toMatchObject({ data: [], meta: { pagination: { total: 11 + shoots.meta.pagination.total } } })
  expect(shoots.data.every(shoot => shoot.kind === 'shoot' && shoot.filmmaker !== null)).toBe(true)
  const curated = await visitor.call(collections.listFeaturedCurated, {})
  const featured = await visitor.call(collections.listFeaturedCollections, {})
  expect(curated.data.map(collection => collection.slug)).toEqual([
    'salt-and-swell',
    'after-dark',
    'liquid',
    'far-above',
  ])
  expect(featured.data.every(collection => collection.featured && collection.kind === 'shoot')).toBe(true)
})

test('a curated collection returns its clips in the editors’ order', async () => {
  const { data } = await visitor.call(collections.listFeaturedCurated, {})
  const { data: collection } = await visitor.call(collections.getCollection, {
    params: { id: String(data[0]?.id) },
    query: {},
  })
  expect(collection.clips.map(clip => clip.slug).slice(0, 3)).toEqual([
    'open-ocean-dusk',
    'open-ocean-overcast',
    'ocean-drone-navy',
  ])
  expect(collection.clips).toHaveLength(collection.clip_count)
})

test('a shoot lists its scenes, and each scene has its own page', async () => {
  const clip = await findClipBySlug('open-ocean-dusk')
  const { data } = await visitor.call(collections.getShoot, {
    params: { id: String(clip.collection.data.id) },
    query: {},
  })
  expect(data.scenes.map(scene => [scene.name, scene.clips.length])).toEqual([
    ['Deck level', 2],
    ['Overhead', 2],
  ])
  const scene = await visitor.call(collections.getScene, { params: { id: String(data.scenes[1]?.id) }, query: {} })
  expect(scene.data).toMatchObject({ name: 'Overhead', shoot: { slug: 'southern-swell' } })
})

test('filmmakers are sorted by name, with their shoots', async () => {
  const { data, meta } = await visitor.call(collections.listFilmmakers, { query: { per_page: '5' } })
  expect(data.map(filmmaker => filmmaker.name)).toEqual(data.map(filmmaker => filmmaker.name).toSorted())
  expect(meta.pagination.total).toBeGreaterThanOrEqual(10)
  const { id } = (await findClipBySlug('open-ocean-dusk')).collection.data.filmmaker.data
  const brine = await visitor.call(collections.getFilmmaker, { params: { id: String(id) }, query: {} })
  expect(brine.data).toMatchObject({ name: 'Brine & Lens', clip_count: 10, location: 'Kalk Bay, South Africa' })
  expect(brine.data.shoots.reduce((sum, shoot) => sum + shoot.clip_count, 0)).toBe(10)
})

test('categories have clip counts, and a subcategory names its parent', async () => {
  const { data } = await visitor.call(collections.listCategories, {})
  expect(data[0]).toMatchObject({ slug: 'oceans', clip_count: 10, parent: null })
  expect(data[0]?.subcategories.map(sub => sub.slug)).toEqual(['open-water', 'coast', 'underwater'])
  const coast = await visitor.call(collections.getCategory, { params: { slug: 'coast' } })
  expect(coast.data).toMatchObject({ name: 'Coast', parent: { slug: 'oceans' }, clip_count: 3 })
})

test('long collections, scenes, shoots and filmographies are paginated', async () => {
  const page = { page: '2', per_page: '3' }
  const { data: curated } = await visitor.call(collections.listFeaturedCurated, {})
  const id = String(curated[0]?.id)
  const all = await visitor.call(collections.getCollection, { params: { id }, query: {} })
  const second = await visitor.call(collections.getCollection, { params: { id }, query: page })
  expect(second.data.clips.map(clip => clip.id)).toEqual(all.data.clips.slice(3, 6).map(clip => clip.id))
  expect(second.meta.pagination).toEqual({ page: 2, per_page: 3, total: 7, total_pages: 3 })

  const { filmmaker, ...shoot } = (await findClipBySlug('open-ocean-dusk')).collection.data
  const shootRequest = { params: { id: String(shoot.id) } }
  const lastPage = await visitor.call(collections.getShoot, { ...shootRequest, query: { page: '2', per_page: '1' } })
  expect(lastPage.data.scenes.map(scene => [scene.number, scene.name])).toEqual([[2, 'Overhead']])
  expect(lastPage.meta.pagination.total_pages).toBe(2)
  const sceneRequest = { params: { id: String(lastPage.data.scenes[0]?.id) } }
  const scene = await visitor.call(collections.getScene, { ...sceneRequest, query: { page: '2', per_page: '1' } })
  expect(scene.data.clips.map(clip => clip.id)).toEqual([lastPage.data.scenes[0]?.clips[1]?.id])
  expect(scene.data).toMatchObject({ number: 2, scene_count: 2, before: { name: 'Deck level' }, after: null })
  const works = await visitor.call(collections.getFilmmaker, {
    params: { id: String(filmmaker.data.id) },
    query: { page: '2', per_page: '3' },
  })
  expect(works.data.shoots).toHaveLength(1)
  expect(works.meta.pagination.total).toBe(4)
})

test('clips outside of scenes are on the shoot’s page', async () => {
  const [id = 0] = await saveTestClips(shop, [{ name: 'In a scene', shoot: 'Half sorted', scene: 'Dawn' }])
  await saveTestClips(shop, [{ name: 'In no scene', shoot: 'Half sorted' }])
  const clip = (await loadClipsForSale(shop.db, [id])).get(id)
  const params = { id: String(clip?.collection.id) }
  const { data } = await visitor.call(collections.getShoot, { params, query: {} })
  expect(data.scenes.map(scene => scene.clip_count)).toEqual([1])
  expect(data.unsorted).toMatchObject({ clip_count: 1, clips: [{ slug: 'in-no-scene', sheet: { columns: 6 } }] })
})

test('groups list their collections in the editors’ order, without hidden ones', async () => {
  const { data } = await visitor.call(collections.listCollectionGroups, {})
  expect(data.map(group => group.name)).toEqual(['Sea and sky', 'Land and fire', 'Cities and nights', 'For the edit'])
  expect(data[0]?.collections.data.slice(0, 2)).toMatchObject([
    { slug: 'salt-and-swell', name: 'Salt & Swell' },
    { slug: 'slow-weather' },
  ])
  const [id = 0] = await saveTestClips(shop, [{ name: 'Hidden', shoot: 'Not out yet', filmmaker: 'Late', draft: true }])
  const hidden = (await loadClipsForSale(shop.db, [id])).get(id)?.collection.id ?? 0
  const visible = data[0]?.collections.data[0]?.id ?? 0
  await shop.db.transaction().execute(async trx => {
    await saveCollectionGroup(trx, { slug: 'nothing', name: 'Nothing yet', collection_ids: [hidden] })
    await saveCollectionGroup(trx, { slug: 'sea-and-sky', name: 'Sea', collection_ids: [hidden, visible] })
  })
  const after = (await visitor.call(collections.listCollectionGroups, {})).data
  expect(after.map(group => group.name)).not.toContain('Nothing yet')
  expect(after.find(group => group.name === 'Sea')?.collections.data.map(collection => collection.id)).toEqual([
    visible,
  ])
})

test('a filmmaker’s frames have one clip of each shoot before a second of any', async () => {
  const { data } = await visitor.call(collections.listFilmmakers, { query: { per_page: '100' } })
  const brine = data.find(filmmaker => filmmaker.slug === 'brine-and-lens')
  expect(brine?.frames).toHaveLength(6)
  expect(brine?.frames[0]).toEqual(brine?.cover)
  const { data: clips } = await visitor.call(listClips, { query: { filmmaker: 'brine-and-lens', per_page: '100' } })
  const shoots = brine?.frames.map(
    ({ poster }) => clips.find(clip => clip.movie.public_paths.poster === poster)?.collection.data.slug,
  )
  expect(new Set(shoots?.slice(0, 4))).toEqual(new Set(clips.map(clip => clip.collection.data.slug)))
  expect(new Set(brine?.frames.map(frame => frame.poster)).size).toBe(6)
})

test('each popular search finds clips and has its count', async () => {
  const { data } = await visitor.call(listPopularSearches, { query: { limit: '60' } })
  expect(data.length).toBeGreaterThan(12)
  expect(new Set(data.map(search => search.slug)).size).toBe(data.length)
  for (const { slug, term, clip_count, cover } of data.slice(0, 5)) {
    expect(toSlug(term)).toBe(slug)
    const result = await visitor.call(listClips, { query: { q: slug.replaceAll('-', ' '), per_page: '1' } })
    expect(result.meta.pagination.total).toBe(clip_count)
    expect(cover).not.toBeNull()
  }
  expect((await visitor.call(listPopularSearches, { query: { limit: '3' } })).data).toEqual(data.slice(0, 3))
})

test('unknown collections, shoots, scenes, filmmakers and categories return 404; a curated collection is not a shoot', async () => {
  const unknown = { params: { id: '999999' }, query: {} }
  const { data } = await visitor.call(collections.listFeaturedCurated, {})
  for (const request of [
    () => visitor.call(collections.getCollection, unknown),
    () => visitor.call(collections.getShoot, unknown),
    () => visitor.call(collections.getScene, unknown),
    () => visitor.call(collections.getFilmmaker, unknown),
    () => visitor.call(collections.getCategory, { params: { slug: 'nowhere' } }),
    () => visitor.call(collections.getShoot, { params: { id: String(data[0]?.id) }, query: {} }),
  ])
    await expect(request()).rejects.toMatchObject(notFound)
})

test('a shoot without a published clip returns 404', async () => {
  const [id = 0] = await saveTestClips(shop, [
    { name: 'Alone', shoot: 'Secret shoot', filmmaker: 'Nobody Yet', draft: true },
  ])
  const clip = (await loadClipsForSale(shop.db, [id])).get(id)
  await expect(
    visitor.call(collections.getCollection, { params: { id: String(clip?.collection.id) }, query: {} }),
  ).rejects.toMatchObject(notFound)
  await expect(
    visitor.call(collections.getFilmmaker, { params: { id: String(clip?.filmmaker.id) }, query: {} }),
  ).rejects.toMatchObject(notFound)
})

test('a flashing clip is never a trailer', async () => {
  await saveTestClips(shop, [{ name: 'Strobe', shoot: 'Strobes', flashing: true }])
  const { data } = await visitor.call(collections.listCollections, { query: { per_page: '100' } })
  expect(data.find(collection => collection.slug === 'strobes')).toMatchObject({
    trailer_video_data: null,
    cover: { width: 854 },
  })
})

test('clips of one shoot that are published concurrently are all counted', async () => {
  const ids = await saveTestClips(
    shop,
    Array.from({ length: 21 }, (_, i) => ({ name: `Tide ${i}`, shoot: 'Crowded', filmmaker: 'Crowd', draft: true })),
  )
  const publish = (id: number) => shop.db.transaction().execute(trx => publishClip(trx, id, shop.clock.now()))
  // The first one creates the shared facet values, which would block the others.
  await Promise.all(ids.slice(0, 1).map(publish))
  await Promise.all(ids.slice(1).map(publish))
  const { data } = await visitor.call(collections.listCollections, { query: { per_page: '100' } })
  expect(data.find(collection => collection.slug === 'crowded')?.clip_count).toBe(21)
})
