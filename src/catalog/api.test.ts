import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveWishes } from '../../testing/builders/catalog.ts'
import { clipsForSale } from './clips.server.ts'
import { listCollections } from './collections-contract.ts'
import * as contract from './contract.ts'
import { LikeClip, listSimilarClips } from './looks/contract.ts'
import { withdrawClip } from './save.server.ts'

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
  const { data } = await visitor.call(contract.listClips, { query: { per_page: '100' } })
  const found = data.find(clip => clip.slug === slug)
  if (!found) throw new Error(`No clip ${slug} in the demo`)
  return found
}

test('the demo is whole: every clip is published, a second seeding changes nothing', async () => {
  const all = async () => (await visitor.call(contract.listClips, { query: { per_page: '100' } })).data
  const before = await all()
  expect(before).toHaveLength(64)
  await seedCatalog(shop)
  expect(await all()).toEqual(before)
  const { total } = (await visitor.call(listCollections, { query: {} })).meta.pagination
  expect(total).toBe(41)
})

test('a clip tells what its master is, in the shape that is promised', async () => {
  const { id } = await clipNamed('open-ocean-dusk')
  const { data } = await visitor.call(contract.getClip, { params: { id: String(id) } })
  expect(contract.ClipDetail.parse(data)).toEqual(data)
  expect(data).toMatchObject({
    name: 'Low Sun over Open Ocean',
    production: 'computer-generated',
    width: 854,
    height: 480,
    tech: { codec: 'h264', frames: 144, has_audio: false },
    formats: [{ id: 3, format: 'HD', codec: 'h264', width: 854, height: 480 }],
    category: { slug: 'oceans' },
    subcategory: { slug: 'open-water' },
    scene: { name: 'Deck level' },
    collection: { data: { slug: 'southern-swell', filmmaker: { data: { slug: 'brine-and-lens' } } } },
  })
  expect(data.formats[0]?.size_bytes).toBe(data.tech.size_bytes)
})

test('the files that a card names are served', async () => {
  const { movie } = await clipNamed('open-ocean-dusk')
  const { preview, hover, poster, sprite, sprite_vtt, thumbs } = movie.public_paths
  expect(thumbs.map(thumb => thumb.type)).toEqual(
    [...Array(2)].flatMap(() => ['image/avif', 'image/webp', 'image/jpeg']),
  )
  for (const url of [preview, hover, poster, sprite, sprite_vtt, ...thumbs.map(thumb => thumb.url)])
    expect((await visitor.send(url, { method: 'HEAD' })).status).toBe(200)
})

test('similar clips begin with the same shoot and never hold the clip itself', async () => {
  const clip = await clipNamed('open-ocean-dusk')
  const { data } = await visitor.call(listSimilarClips, { params: { id: String(clip.id) } })
  const shoots = data.map(one => one.collection.data.slug)
  const same = shoots.filter(slug => slug === 'southern-swell')
  expect(same).toHaveLength(3)
  expect(shoots.slice(0, 3)).toEqual(same)
  expect(shoots.length).toBeGreaterThan(3)
  expect(data.map(one => one.id)).not.toContain(clip.id)
  expect(new Set(data.map(one => one.id)).size).toBe(data.length)
  expect(data).toEqual(data.map(card => LikeClip.parse(card)))
})

test('drafts, withdrawn and unknown clips are not there', async () => {
  const [draft = 0, gone = 0] = await saveWishes(shop, [{ name: 'Unfinished', draft: true }, { name: 'Taken back' }])
  await shop.db.transaction().execute(trx => withdrawClip(trx, gone))
  for (const id of [draft, gone, 999_999, 'harbor', -1]) {
    const params = { id: String(id) }
    await expect(visitor.call(contract.getClip, { params })).rejects.toMatchObject(missing)
    await expect(visitor.call(listSimilarClips, { params })).rejects.toMatchObject(missing)
  }
})

test('what was withdrawn can still be shown to who has it, but says that it is no longer sold', async () => {
  const [id = 0] = await saveWishes(shop, [{ name: 'Old favorite' }])
  await shop.db.transaction().execute(trx => withdrawClip(trx, id))
  const clips = await clipsForSale(shop.db, [id, id, 999_999])
  expect([...clips.keys()]).toEqual([id])
  expect(clips.get(id)).toMatchObject({
    name: 'Old favorite',
    status: 'withdrawn',
    thumb_480: expect.stringMatching(/\.jpg$/),
  })
})
