import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveWishes } from '../../testing/builders/catalog.ts'
import { slugOf } from '../platform/slug.ts'
import { clipsForSale } from './clips.server.ts'
import { saveCollectionGroup } from './collection-groups.server.ts'
import * as collections from './collections-contract.ts'
import { listClips } from './contract.ts'
import { listPopularSearches } from './popular-contract.ts'
import { publishClip } from './save.server.ts'

let shop: TestApp
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestApp()
  await seedCatalog(shop)
  visitor = shop.visitor()
})
afterAll(() => shop.close())

const missing = { status: 404 }

const clipNamed = async (slug: string) => {
  const { data } = await visitor.call(listClips, { query: { per_page: '100' } })
  const found = data.find(clip => clip.slug === slug)
  if (!found) throw new Error(`No clip ${slug} in the demo`)
  return found
}

test('collections: curated ones in the editors’ order, then shoots; the featured of each', async () => {
  const { data } = await visitor.call(collections.listCollections, { query: { per_page: '100' } })
  expect(data.slice(0, 3).map(one => one.slug)).toEqual(['salt-and-swell', 'slow-weather', 'after-dark'])
  expect(data.filter(one => one.kind === 'curated')).toHaveLength(11)
  expect(data[0]).toMatchObject({ clip_count: 7, filmmaker: null, cover: { width: 854 } })
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
  expect(shoots.data.every(one => one.kind === 'shoot' && one.filmmaker !== null)).toBe(true)
  const curated = await visitor.call(collections.listFeaturedCurated, {})
  const featured = await visitor.call(collections.listFeaturedCollections, {})
  expect(curated.data.map(one => one.slug)).toEqual(['salt-and-swell', 'after-dark', 'liquid', 'far-above'])
  expect(featured.data.every(one => one.featured && one.kind === 'shoot')).toBe(true)
})

test('a curated collection keeps the editors’ order of clips', async () => {
  const { data } = await visitor.call(collections.listFeaturedCurated, {})
  const { data: found } = await visitor.call(collections.getCollection, {
    params: { id: String(data[0]?.id) },
    query: {},
  })
  expect(found.clips.map(clip => clip.slug).slice(0, 3)).toEqual([
    'open-ocean-dusk',
    'open-ocean-overcast',
    'ocean-drone-navy',
  ])
  expect(found.clips).toHaveLength(found.clip_count)
})

test('a shoot is shown by its scenes, and each scene by itself', async () => {
  const clip = await clipNamed('open-ocean-dusk')
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

test('filmmakers by name, with their shoots, newest first', async () => {
  const { data, meta } = await visitor.call(collections.listFilmmakers, { query: { per_page: '5' } })
  expect(data.map(one => one.name)).toEqual(data.map(one => one.name).toSorted())
  expect(meta.pagination.total).toBeGreaterThanOrEqual(10)
  const { id } = (await clipNamed('open-ocean-dusk')).collection.data.filmmaker.data
  const brine = await visitor.call(collections.getFilmmaker, { params: { id: String(id) }, query: {} })
  expect(brine.data).toMatchObject({ name: 'Brine & Lens', clip_count: 10, location: 'Kalk Bay, South Africa' })
  expect(brine.data.shoots.reduce((sum, shoot) => sum + shoot.clip_count, 0)).toBe(10)
})

test('categories with counts; a subcategory knows its parent', async () => {
  const { data } = await visitor.call(collections.listCategories, {})
  expect(data[0]).toMatchObject({ slug: 'oceans', clip_count: 10, parent: null })
  expect(data[0]?.subcategories.map(sub => sub.slug)).toEqual(['open-water', 'coast', 'underwater'])
  const coast = await visitor.call(collections.getCategory, { params: { slug: 'coast' } })
  expect(coast.data).toMatchObject({ name: 'Coast', parent: { slug: 'oceans' }, clip_count: 3 })
})

test('long collections, scenes, shoots and filmographies come in pages', async () => {
  const page = { page: '2', per_page: '3' }
  const { data: curated } = await visitor.call(collections.listFeaturedCurated, {})
  const id = String(curated[0]?.id)
  const whole = await visitor.call(collections.getCollection, { params: { id }, query: {} })
  const second = await visitor.call(collections.getCollection, { params: { id }, query: page })
  expect(second.data.clips.map(clip => clip.id)).toEqual(whole.data.clips.slice(3, 6).map(clip => clip.id))
  expect(second.meta.pagination).toEqual({ page: 2, per_page: 3, total: 7, total_pages: 3 })

  const { filmmaker, ...shoot } = (await clipNamed('open-ocean-dusk')).collection.data
  const ofShoot = { params: { id: String(shoot.id) } }
  const last = await visitor.call(collections.getShoot, { ...ofShoot, query: { page: '2', per_page: '1' } })
  expect(last.data.scenes.map(scene => [scene.number, scene.name])).toEqual([[2, 'Overhead']])
  expect(last.meta.pagination.total_pages).toBe(2)
  const ofScene = { params: { id: String(last.data.scenes[0]?.id) } }
  const scene = await visitor.call(collections.getScene, { ...ofScene, query: { page: '2', per_page: '1' } })
  expect(scene.data.clips.map(clip => clip.id)).toEqual([last.data.scenes[0]?.clips[1]?.id])
  expect(scene.data).toMatchObject({ number: 2, scene_count: 2, before: { name: 'Deck level' }, after: null })
  const works = await visitor.call(collections.getFilmmaker, {
    params: { id: String(filmmaker.data.id) },
    query: { page: '2', per_page: '3' },
  })
  expect(works.data.shoots).toHaveLength(1)
  expect(works.meta.pagination.total).toBe(4)
})

test('what was filmed outside of scenes is on the shoot’s page, too', async () => {
  const [id = 0] = await saveWishes(shop, [{ name: 'In a scene', shoot: 'Half sorted', scene: 'Dawn' }])
  await saveWishes(shop, [{ name: 'In no scene', shoot: 'Half sorted' }])
  const clip = (await clipsForSale(shop.db, [id])).get(id)
  const params = { id: String(clip?.collection.id) }
  const { data } = await visitor.call(collections.getShoot, { params, query: {} })
  expect(data.scenes.map(scene => scene.clip_count)).toEqual([1])
  expect(data.unsorted).toMatchObject({ clip_count: 1, clips: [{ slug: 'in-no-scene', sheet: { columns: 6 } }] })
})

test('groups name their collections in the editors’ order, without those that nobody can see', async () => {
  const { data } = await visitor.call(collections.listCollectionGroups, {})
  expect(data.map(group => group.name)).toEqual(['Sea and sky', 'Land and fire', 'Cities and nights', 'For the edit'])
  expect(data[0]?.collections.data.slice(0, 2)).toMatchObject([
    { slug: 'salt-and-swell', name: 'Salt & Swell' },
    { slug: 'slow-weather' },
  ])
  const [id = 0] = await saveWishes(shop, [{ name: 'Hidden', shoot: 'Not out yet', filmmaker: 'Late', draft: true }])
  const hidden = (await clipsForSale(shop.db, [id])).get(id)?.collection.id ?? 0
  const shown = data[0]?.collections.data[0]?.id ?? 0
  await shop.db.transaction().execute(async trx => {
    await saveCollectionGroup(trx, { slug: 'nothing', name: 'Nothing yet', collection_ids: [hidden] })
    await saveCollectionGroup(trx, { slug: 'sea-and-sky', name: 'Sea', collection_ids: [hidden, shown] })
  })
  const after = (await visitor.call(collections.listCollectionGroups, {})).data
  expect(after.map(group => group.name)).not.toContain('Nothing yet')
  expect(after.find(group => group.name === 'Sea')?.collections.data.map(one => one.id)).toEqual([shown])
})

test('a filmmaker is shown by one clip of each shoot before a second of any', async () => {
  const { data } = await visitor.call(collections.listFilmmakers, { query: { per_page: '100' } })
  const brine = data.find(one => one.slug === 'brine-and-lens')
  expect(brine?.frames).toHaveLength(6)
  expect(brine?.frames[0]).toEqual(brine?.cover)
  const { data: clips } = await visitor.call(listClips, { query: { filmmaker: 'brine-and-lens', per_page: '100' } })
  const shoots = brine?.frames.map(
    ({ poster }) => clips.find(clip => clip.movie.public_paths.poster === poster)?.collection.data.slug,
  )
  expect(new Set(shoots?.slice(0, 4))).toEqual(new Set(clips.map(clip => clip.collection.data.slug)))
  expect(new Set(brine?.frames.map(frame => frame.poster)).size).toBe(6)
})

test('popular searches each find something, and say how much', async () => {
  const { data } = await visitor.call(listPopularSearches, { query: { limit: '60' } })
  expect(data.length).toBeGreaterThan(12)
  expect(new Set(data.map(one => one.slug)).size).toBe(data.length)
  for (const { slug, term, clip_count, cover } of data.slice(0, 5)) {
    expect(slugOf(term)).toBe(slug)
    const found = await visitor.call(listClips, { query: { q: slug.replaceAll('-', ' '), per_page: '1' } })
    expect(found.meta.pagination.total).toBe(clip_count)
    expect(cover).not.toBeNull()
  }
  expect((await visitor.call(listPopularSearches, { query: { limit: '3' } })).data).toEqual(data.slice(0, 3))
})

test('unknown collections, shoots, scenes, filmmakers and categories are not there; a curated set is no shoot', async () => {
  const nobody = { params: { id: '999999' }, query: {} }
  const { data } = await visitor.call(collections.listFeaturedCurated, {})
  for (const ask of [
    () => visitor.call(collections.getCollection, nobody),
    () => visitor.call(collections.getShoot, nobody),
    () => visitor.call(collections.getScene, nobody),
    () => visitor.call(collections.getFilmmaker, nobody),
    () => visitor.call(collections.getCategory, { params: { slug: 'nowhere' } }),
    () => visitor.call(collections.getShoot, { params: { id: String(data[0]?.id) }, query: {} }),
  ])
    await expect(ask()).rejects.toMatchObject(missing)
})

test('a shoot without a published clip is shown to nobody', async () => {
  const [id = 0] = await saveWishes(shop, [
    { name: 'Alone', shoot: 'Secret shoot', filmmaker: 'Nobody Yet', draft: true },
  ])
  const clip = (await clipsForSale(shop.db, [id])).get(id)
  await expect(
    visitor.call(collections.getCollection, { params: { id: String(clip?.collection.id) }, query: {} }),
  ).rejects.toMatchObject(missing)
  await expect(
    visitor.call(collections.getFilmmaker, { params: { id: String(clip?.filmmaker.id) }, query: {} }),
  ).rejects.toMatchObject(missing)
})

test('a trailer never flashes', async () => {
  await saveWishes(shop, [{ name: 'Strobe', shoot: 'Strobes', flashing: true }])
  const { data } = await visitor.call(collections.listCollections, { query: { per_page: '100' } })
  expect(data.find(one => one.slug === 'strobes')).toMatchObject({ trailer_video_data: null, cover: { width: 854 } })
})

test('clips of one shoot that are published at once are all counted', async () => {
  const ids = await saveWishes(
    shop,
    Array.from({ length: 21 }, (_, i) => ({ name: `Tide ${i}`, shoot: 'Crowded', filmmaker: 'Crowd', draft: true })),
  )
  const publish = (id: number) => shop.db.transaction().execute(trx => publishClip(trx, id, shop.clock.now()))
  // The first makes the values that all have: whoever makes them holds the others up.
  await Promise.all(ids.slice(0, 1).map(publish))
  await Promise.all(ids.slice(1).map(publish))
  const { data } = await visitor.call(collections.listCollections, { query: { per_page: '100' } })
  expect(data.find(one => one.slug === 'crowded')?.clip_count).toBe(21)
})
