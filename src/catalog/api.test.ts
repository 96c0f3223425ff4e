import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { formatOf } from '#licensing/terms.ts'
import { findPrograms } from '#media/ffmpeg.server.ts'

import { seedCatalog } from '../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../testing/app.ts'
import { saveTestClips, withdrawClip } from '../../testing/builders/catalog.ts'
import { loadClipsForSale } from './clips.server.ts'
import { listCollections } from './collections-contract.ts'
import * as contract from './contract.ts'
import { VisualMatchClip, listSimilarClips } from './similar-contract.ts'

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
  const { data } = await visitor.call(contract.listClips, { query: { per_page: '100' } })
  const match = data.find(clip => clip.slug === slug)
  if (!match) throw new Error(`No clip ${slug} in the demo`)
  return match
}

test('the demo catalog publishes every clip, and seeding it twice changes nothing', async () => {
  const listAll = async () => (await visitor.call(contract.listClips, { query: { per_page: '100' } })).data
  const before = await listAll()
  expect(before).toHaveLength(64)
  await seedCatalog(shop)
  expect(await listAll()).toEqual(before)
  const { total } = (await visitor.call(listCollections, { query: {} })).meta.pagination
  expect(total).toBe(41)
})

test('the watermark of each demo preview has the number of its clip', async () => {
  const rows = await shop.db
    .selectFrom('clips as c')
    .innerJoin('masters as m', 'm.id', 'c.master_id')
    .select(['c.id', sql<number>`(m.renditions->'watermark'->>'clip_number')::int`.as('marked')])
    .execute()
  expect(rows.map(({ marked }) => marked)).toEqual(rows.map(({ id }) => id))
})

test('a clip’s detail has the facts of its master and matches the contract', async () => {
  const { id } = await findClipBySlug('open-ocean-dusk')
  const { data } = await visitor.call(contract.getClip, { params: { id: String(id) } })
  expect(contract.ClipDetail.parse(data)).toEqual(data)
  expect(data).toMatchObject({
    name: 'Low Sun over Open Ocean',
    production: 'computer-generated',
    width: 3840,
    height: 2160,
    tech: { codec: 'hevc', bit_depth: 10, frames: 240, has_audio: false },
    category: { slug: 'oceans' },
    subcategory: { slug: 'open-water' },
    scene: { name: 'Deck level' },
    collection: { data: { slug: 'southern-swell', filmmaker: { data: { slug: 'brine-and-lens' } } } },
  })
  expect(data.formats[0]?.size_bytes).toBe(data.tech.size_bytes)
})

test('a demo clip is sold as its master; above HD that is Highest Res, and HD is made of it where ffmpeg is', async () => {
  const formatsOf = async (slug: string) => {
    const rows = await shop.db
      .selectFrom('clip_formats as f')
      .innerJoin('clips as c', 'c.id', 'f.clip_id')
      .where('c.slug', '=', slug)
      .orderBy('f.priority')
      .select(['f.format_id', 'f.codec', 'f.width', 'f.height'])
      .execute()
    return rows.map(({ format_id, codec, width, height }) => [formatOf(format_id).name, codec, width, height])
  }
  const highestRes = ['Highest Res', 'hevc', 3840, 2160]
  expect(await formatsOf('open-ocean-dusk')).toEqual(
    findPrograms() ? [highestRes, ['HD', 'prores', 1920, 1080]] : [highestRes],
  )
  for (const [slug, ...size] of [
    ['open-ocean-overcast', 1920, 1080],
    ['storm-lapse-gray', 1920, 804],
    ['jellyfish-amber-vertical', 1080, 1920],
  ] as const)
    expect(await formatsOf(slug)).toEqual([['HD', 'hevc', ...size]])
  vi.stubEnv('PATH', '')
  vi.stubEnv('FFMPEG_PATH', '')
  await seedCatalog(shop)
  expect(await formatsOf('open-ocean-dusk')).toEqual([highestRes])
  vi.unstubAllEnvs()
})

test('the files in a clip card are served', async () => {
  const { movie } = await findClipBySlug('open-ocean-dusk')
  const { preview, hover, poster, sprite, sprite_vtt, thumbs } = movie.public_paths
  expect(thumbs.map(thumb => thumb.type)).toEqual(
    [...Array(2)].flatMap(() => ['image/avif', 'image/webp', 'image/jpeg']),
  )
  for (const url of [preview, hover, poster, sprite, sprite_vtt, ...thumbs.map(thumb => thumb.url)])
    expect((await visitor.send(url, { method: 'HEAD' })).status).toBe(200)
})

test('similar clips begin with the same shoot and never include the clip itself', async () => {
  const clip = await findClipBySlug('open-ocean-dusk')
  const { data } = await visitor.call(listSimilarClips, { params: { id: String(clip.id) } })
  const shoots = data.map(card => card.collection.data.slug)
  const sameShoot = shoots.filter(slug => slug === 'southern-swell')
  expect(sameShoot).toHaveLength(3)
  expect(shoots.slice(0, 3)).toEqual(sameShoot)
  expect(shoots.length).toBeGreaterThan(3)
  expect(data.map(card => card.id)).not.toContain(clip.id)
  expect(new Set(data.map(card => card.id)).size).toBe(data.length)
  expect(data).toEqual(data.map(card => VisualMatchClip.parse(card)))
})

test('draft, withdrawn and unknown clips return 404', async () => {
  const [draft = 0, withdrawn = 0] = await saveTestClips(shop, [
    { name: 'Unfinished', draft: true },
    { name: 'Taken back' },
  ])
  await withdrawClip(shop, withdrawn)
  for (const id of [draft, withdrawn, 999_999, 'harbor', -1]) {
    const params = { id: String(id) }
    await expect(visitor.call(contract.getClip, { params })).rejects.toMatchObject(notFound)
    await expect(visitor.call(listSimilarClips, { params })).rejects.toMatchObject(notFound)
  }
})

test('a withdrawn clip still loads for people who have it, with its status', async () => {
  const [id = 0] = await saveTestClips(shop, [{ name: 'Old favorite' }])
  await withdrawClip(shop, id)
  const clips = await loadClipsForSale(shop.db, [id, id, 999_999])
  expect([...clips.keys()]).toEqual([id])
  expect(clips.get(id)).toMatchObject({
    name: 'Old favorite',
    status: 'withdrawn',
    thumb_480: expect.stringMatching(/\.jpg$/),
  })
})
