/** Searching by eye through the real door, over the demo's own footage. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedCatalog } from '../../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { saveWishes } from '../../../testing/builders/catalog.ts'
import { listClips } from '../contract.ts'
import { withdrawClip } from '../save.server.ts'
import { LikeClip, listClipsByColor, listClipsByLook, listSimilarClips } from './contract.ts'

const renditions = 'demo/renditions'
const clipFolders = readdirSync(renditions, { withFileTypes: true }).filter(one => one.isDirectory())

let shop: TestApp
let visitor: Visitor
let ids: Map<string, number>
beforeAll(async () => {
  shop = await openTestApp()
  await seedCatalog(shop)
  visitor = shop.visitor()
  const { data } = await visitor.call(listClips, { query: { per_page: '100' } })
  ids = new Map(data.map(clip => [clip.slug, clip.id]))
})
afterAll(() => shop.close())

const idOf = (slug: string) => {
  const id = ids.get(slug)
  if (id === undefined) throw new Error(`No clip ${slug} in the demo`)
  return String(id)
}

const posterOf = (clip: string) => {
  const folder = path.join(renditions, clip)
  const file = readdirSync(folder).find(name => /^poster\..*\.jpg$/.test(name))
  return readFileSync(path.join(folder, file ?? ''))
}

const codeOf = async (picture: Buffer, type = 'image/jpeg') => {
  const answer = await shop.app.inject({
    url: '/api/clips/by-frame',
    method: 'POST',
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    payload: picture,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ data: { code: string } }>().data.code
}
const byLook = async (like: string, query: Record<string, string> = {}) =>
  visitor.call(listClipsByLook, { query: { like, ...query } })
const byColor = async (hex: string, query: Record<string, string> = {}) =>
  visitor.call(listClipsByColor, { query: { hex, ...query } })

test('a frame of a clip finds that clip', async () => {
  const found = await Promise.all(
    clipFolders.map(async ({ name }) => {
      const { data } = await byLook(await codeOf(posterOf(name)), { per_page: '3' })
      return data.map(clip => clip.slug).indexOf(name)
    }),
  )
  expect(found.filter(place => place === 0).length).toBeGreaterThanOrEqual(58)
  expect(found.filter(place => place >= 0).length).toBeGreaterThanOrEqual(62)
})

test('the same frame in another size, format and orientation tag has nearly the same result', async () => {
  const poster = sharp(posterOf('underwater-god-rays'))
  const firsts = await Promise.all(
    [
      codeOf(await poster.clone().resize(320).png().toBuffer(), 'image/png'),
      codeOf(await poster.clone().webp({ quality: 40 }).toBuffer(), 'image/webp'),
      codeOf(await poster.clone().avif({ effort: 0 }).toBuffer(), 'image/avif'),
      // Lying on its side, with the word that it has to be turned.
      codeOf(await poster.clone().rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    ].map(async code => (await byLook(await code)).data[0]?.slug),
  )
  expect(firsts).toEqual(Array(4).fill('underwater-god-rays'))
})

test('results have reasons, the shape that is promised, and pages that hold each clip once', async () => {
  const code = await codeOf(posterOf('milky-way-ridge'))
  const whole = await byLook(code, { per_page: '100' })
  expect(whole.data).toEqual(whole.data.map(clip => LikeClip.parse(clip)))
  expect(whole.data[0]).toMatchObject({ slug: 'milky-way-ridge', reasons: expect.arrayContaining(['Similar colors']) })
  const paged = await Promise.all([1, 2, 3].map(page => byLook(code, { per_page: '5', page: String(page) })))
  expect(paged.flatMap(page => page.data)).toEqual(whole.data.slice(0, 15))
  expect(whole.meta.pagination.total).toBe(whole.data.length)
})

test('similar clips: some of the shoot first, then what looks alike, each with its reasons', async () => {
  const { data } = await visitor.call(listSimilarClips, { params: { id: idOf('underwater-god-rays') } })
  const others = data.findIndex(clip => !clip.reasons.includes('Same shoot'))
  expect(others).toBeGreaterThan(0)
  expect(data.slice(others).some(clip => clip.reasons.includes('Same shoot'))).toBe(false)
  for (const clip of data) expect(clip.reasons.length).toBeGreaterThan(0)
  expect(data.slice(others).map(clip => clip.slug)).toContain('ocean-drone-tropical')
})

test('clips of a color: the most of it first, and none without it', async () => {
  const teal = await byColor('1f8a8c')
  expect(teal.data.slice(0, 4).map(clip => clip.slug)).toEqual(
    expect.arrayContaining(['ocean-drone-tropical', 'underwater-caustic-sand', 'underwater-god-rays']),
  )
  expect(teal.data[0]?.reasons).toEqual(['Mostly this color'])
  expect(teal.data.map(clip => clip.slug)).not.toContain('silk-crimson')
  expect((await byColor('791F1C')).data[0]?.slug).toBe('silk-crimson')
})

test('a color that no lens sees leads to its duller shade', async () => {
  const { data } = await byColor('00ff00')
  expect(data[0]).toMatchObject({ slug: 'hills-spring-green', reasons: ['A duller shade of it'] })
})

test('a withdrawn clip is found no more, and its look is gone', async () => {
  const code = await codeOf(posterOf('silk-champagne'))
  expect((await byLook(code)).data[0]?.slug).toBe('silk-champagne')
  await shop.db.transaction().execute(trx => withdrawClip(trx, Number(idOf('silk-champagne'))))
  // Also of a list that is still remembered.
  expect((await byLook(code)).data.map(clip => clip.slug)).not.toContain('silk-champagne')
  const look = await shop.db
    .selectFrom('clip_looks')
    .select('clip_id')
    .where('clip_id', '=', Number(idOf('silk-champagne')))
    .executeTakeFirst()
  expect(look).toBeUndefined()
})

test('a clip that looks like nothing else is among its subject', async () => {
  const green = Array.from({ length: 16 }, () => [60, -100, 100]).flat()
  const [alone = 0, kin = 0] = await saveWishes(shop, [
    { name: 'Only green', shoot: 'Alone', category: 'Signals', descriptors: { color_layout: green, palette: [] } },
    { name: 'Gray', shoot: 'Elsewhere', category: 'Signals' },
  ])
  const { data } = await visitor.call(listSimilarClips, { params: { id: String(alone) } })
  expect(data.map(({ id, reasons }) => ({ id, reasons }))).toEqual([{ id: kin, reasons: ['Same subject'] }])
})
