/** Tests the visual search through the API with the demo footage. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { listClips } from '#catalog/contract.ts'
import { VisualMatchClip, listSimilarClips } from '#catalog/similar-contract.ts'

import { seedCatalog } from '../../../demo/seed-catalog.ts'
import { openTestApp, type TestApp, type Visitor } from '../../../testing/app.ts'
import { saveTestClips, withdrawClip } from '../../../testing/builders/catalog.ts'
import { listClipsByColor, listClipsByLook } from './contract.ts'

const renditions = 'demo/renditions'
const clipFolders = readdirSync(renditions, { withFileTypes: true }).filter(entry => entry.isDirectory())

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

const findId = (slug: string) => {
  const id = ids.get(slug)
  if (id === undefined) throw new Error(`No clip ${slug} in the demo`)
  return String(id)
}

const readPoster = (clip: string) => {
  const folder = path.join(renditions, clip)
  const file = readdirSync(folder).find(name => /^poster\..*\.jpg$/.test(name))
  return readFileSync(path.join(folder, file ?? ''))
}

const uploadFrame = async (picture: Buffer, type = 'image/jpeg') => {
  const response = await shop.app.inject({
    url: '/api/clips/by-frame',
    method: 'POST',
    headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    payload: picture,
  })
  expect(response.statusCode).toBe(200)
  return response.json<{ data: { code: string } }>().data.code
}
const searchByCode = async (like: string, query: Record<string, string> = {}) =>
  visitor.call(listClipsByLook, { query: { like, ...query } })
const searchByColor = async (hex: string, query: Record<string, string> = {}) =>
  visitor.call(listClipsByColor, { query: { hex, ...query } })

test('a frame of a clip finds that clip', async () => {
  const ranks = await Promise.all(
    clipFolders.map(async ({ name }) => {
      const { data } = await searchByCode(await uploadFrame(readPoster(name)), { per_page: '3' })
      return data.map(clip => clip.slug).indexOf(name)
    }),
  )
  expect(ranks.filter(rank => rank === 0).length).toBeGreaterThanOrEqual(58)
  expect(ranks.filter(rank => rank >= 0).length).toBeGreaterThanOrEqual(62)
})

test('a frame finds the same first result in other sizes, formats and orientations', async () => {
  const poster = sharp(readPoster('underwater-god-rays'))
  const firstResults = await Promise.all(
    [
      uploadFrame(await poster.clone().resize(320).png().toBuffer(), 'image/png'),
      uploadFrame(await poster.clone().webp({ quality: 40 }).toBuffer(), 'image/webp'),
      uploadFrame(await poster.clone().avif({ effort: 0 }).toBuffer(), 'image/avif'),
      // Rotated, with an orientation tag that corrects it.
      uploadFrame(await poster.clone().rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
    ].map(async code => (await searchByCode(await code)).data[0]?.slug),
  )
  expect(firstResults).toEqual(Array(4).fill('underwater-god-rays'))
})

test('results have reasons and the contract’s shape, and pages list each clip once', async () => {
  const code = await uploadFrame(readPoster('milky-way-ridge'))
  const full = await searchByCode(code, { per_page: '100' })
  expect(full.data).toEqual(full.data.map(clip => VisualMatchClip.parse(clip)))
  expect(full.data[0]).toMatchObject({ slug: 'milky-way-ridge', reasons: expect.arrayContaining(['Similar colors']) })
  const paged = await Promise.all([1, 2, 3].map(page => searchByCode(code, { per_page: '5', page: String(page) })))
  expect(paged.flatMap(page => page.data)).toEqual(full.data.slice(0, 15))
  expect(full.meta.pagination.total).toBe(full.data.length)
})

test('similar clips start with clips from the same shoot, followed by clips that look similar, each with reasons', async () => {
  const { data } = await visitor.call(listSimilarClips, { params: { id: findId('underwater-god-rays') } })
  const firstOther = data.findIndex(clip => !clip.reasons.includes('Same shoot'))
  expect(firstOther).toBeGreaterThan(0)
  expect(data.slice(firstOther).some(clip => clip.reasons.includes('Same shoot'))).toBe(false)
  for (const clip of data) expect(clip.reasons.length).toBeGreaterThan(0)
  expect(data.slice(firstOther).map(clip => clip.slug)).toContain('ocean-drone-tropical')
})

test('clips for a color are sorted by its share, and clips without it are left out', async () => {
  const teal = await searchByColor('1f8a8c')
  expect(teal.data.slice(0, 4).map(clip => clip.slug)).toEqual(
    expect.arrayContaining(['ocean-drone-tropical', 'underwater-caustic-sand', 'underwater-god-rays']),
  )
  expect(teal.data[0]?.reasons).toEqual(['Mostly this color'])
  expect(teal.data.map(clip => clip.slug)).not.toContain('silk-crimson')
  expect((await searchByColor('791F1C')).data[0]?.slug).toBe('silk-crimson')
})

test('a color that is too vivid for footage finds its muted shade', async () => {
  const { data } = await searchByColor('00ff00')
  expect(data[0]).toMatchObject({ slug: 'hills-spring-green', reasons: ['A duller shade of it'] })
})

test('a withdrawn clip is no longer found, and its descriptor is deleted', async () => {
  const code = await uploadFrame(readPoster('silk-champagne'))
  expect((await searchByCode(code)).data[0]?.slug).toBe('silk-champagne')
  await withdrawClip(shop, Number(findId('silk-champagne')))
  // Cached result lists omit it as well.
  expect((await searchByCode(code)).data.map(clip => clip.slug)).not.toContain('silk-champagne')
  const row = await shop.db
    .selectFrom('clip_descriptors')
    .select('clip_id')
    .where('clip_id', '=', Number(findId('silk-champagne')))
    .executeTakeFirst()
  expect(row).toBeUndefined()
})

test('a clip that looks like no other lists clips that share its keywords, and then others of its category', async () => {
  const green = Array.from({ length: 16 }, () => [60, -100, 100]).flat()
  const [clipId = 0, sameCategoryId = 0, sameSubjectId = 0] = await saveTestClips(shop, [
    {
      name: 'Only green',
      shoot: 'Alone',
      category: 'Signals',
      keywords: ['heliograph', 'mirror', 'morse', 'telegraphy'],
      descriptors: { color_layout: green, palette: [] },
    },
    { name: 'Gray', shoot: 'Elsewhere', category: 'Signals', keywords: ['semaphore', 'mirror'] },
    { name: 'Telegraph', shoot: 'Far away', category: 'Machines', keywords: ['morse', 'telegraphy'] },
  ])
  const { data } = await visitor.call(listSimilarClips, { params: { id: String(clipId) } })
  expect(data.map(({ id, reasons }) => ({ id, reasons }))).toEqual([
    { id: sameSubjectId, reasons: ['Same subject'] },
    { id: sameCategoryId, reasons: ['Same category'] },
  ])
})

test('each result of a picture says why it matches, also when nothing is near', async () => {
  const noise = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00ff40' } })
    .png()
    .toBuffer()
  const { data } = await searchByCode(await uploadFrame(noise, 'image/png'))
  expect(data).toHaveLength(12)
  for (const { reasons } of data) expect(reasons).toEqual([expect.stringMatching(/^(Roughly s|S)imilar /)])
})

test('words narrow the clips of a color or picture, and filters are read from them', async () => {
  const teal = await searchByColor('1f8a8c', { q: 'aerial ocean' })
  expect(teal.data.map(({ slug }) => slug)).toContain('ocean-drone-tropical')
  expect(teal.data.length).toBeLessThan((await searchByColor('1f8a8c')).data.length)
  const aerial = await visitor.call(listClips, { query: { q: 'aerial', per_page: '100' } })
  const aerialIds = new Set(aerial.data.map(({ id }) => id))
  expect(teal.data.every(({ id }) => aerialIds.has(id))).toBe(true)
  const like = await uploadFrame(readPoster('underwater-god-rays'))
  const withWords = await searchByCode(like, { q: 'jellyfish' })
  expect(withWords.data.length).toBeGreaterThan(0)
  for (const { slug, reasons } of withWords.data) {
    expect(slug).toContain('jellyfish')
    expect(reasons.length).toBeGreaterThan(0)
  }
  expect((await searchByCode(like, { q: 'narwhal' })).data).toEqual([])
})

test('words that narrow them are read in the language of the browser', async () => {
  const search = async (language: string) => {
    const url = '/api/clips/by-color?hex=1f8a8c&q=playa'
    const response = await visitor.send(url, { method: 'GET', headers: { 'accept-language': language } })
    return ((await response.json()) as { data: unknown[] }).data.length
  }
  expect([await search('en-US'), (await search('es')) > 0]).toEqual([0, true])
})

test('filters narrow the clips of a color or picture, before the list is cut, and are counted', async () => {
  const like = await uploadFrame(readPoster('underwater-god-rays'))
  const searches = [
    (query: Record<string, string>) => searchByColor('1f8a8c', { per_page: '100', ...query }),
    (query: Record<string, string>) => searchByCode(like, { per_page: '100', ...query }),
  ]
  for (const searchBy of searches) {
    const [all, aerial, others] = await Promise.all([
      searchBy({}),
      searchBy({ look: 'aerial' }),
      searchBy({ 'no-look': 'aerial' }),
    ])
    const clipsOf = async (query: Record<string, string>) =>
      new Set((await visitor.call(listClips, { query: { ...query, per_page: '100' } })).data.map(({ id }) => id))
    const aerialIds = await clipsOf({ look: 'aerial' })
    expect(aerial.data.length).toBeGreaterThan(0)
    expect(aerial.data.every(({ id }) => aerialIds.has(id))).toBe(true)
    expect(others.data.some(({ id }) => aerialIds.has(id))).toBe(false)
    const countOf = ({ meta }: typeof all, value: string) =>
      meta.facets?.look.find(option => option.value === value)?.count
    expect(countOf(all, 'aerial')).toBe(all.data.filter(({ id }) => aerialIds.has(id)).length)
    expect(countOf(aerial, 'aerial')).toBe(aerial.data.length)
    // The other values of a chosen filter count what they would add.
    expect(countOf(aerial, 'macro')).toBe(countOf(all, 'macro'))
    const withWords = await searchBy({ look: 'aerial', q: 'ocean' })
    expect(withWords.data.every(({ id }) => aerialIds.has(id))).toBe(true)
    expect(withWords.meta.pagination.total).toBe(withWords.data.length)
  }
  await expect(searchByColor('1f8a8c', { look: 'Not a value!' })).rejects.toMatchObject({ status: 422 })
})
