/** What pages say about themselves to search engines and in shared links. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { clipPath, collectionPath, shootPath } from '#catalog/paths.ts'
import { setCollectionClips, saveCollection } from '#catalog/save-catalog.server.ts'
import { getStartingPrices } from '#licensing/contract.ts'
import { startingPriceOf } from '#licensing/starting-price.ts'
import { defaultSettings } from '#platform/settings/groups.ts'
import { saveSettings } from '#platform/settings/settings.server.ts'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { saveTestClips } from '../../testing/builders/catalog.ts'
// Loads the pages before the app opens, which may not take long.
import '../../testing/server-build.ts'
import type { ApiFeature } from './api.ts'
import { pages } from './pages.ts'

const ORIGIN = 'https://shop.example'

let shop: TestApp
let clip: { id: number; slug: string }
let shoot: { id: number; slug: string }
beforeAll(async () => {
  const servePages: ApiFeature = (app, deps) => void app.register(pages, deps)
  shop = await openTestApp({ PUBLIC_URL: ORIGIN }, { probes: [servePages] })
  const value = { ...defaultSettings.company, name: 'Northlight' }
  const change = { group: 'company', value, version: 0, actor_user_id: null, now: shop.clock.now() } as const
  await shop.db.transaction().execute(trx => saveSettings(trx, change))
  await shop.settings.refresh()
  const [id = 0, other = 0] = await saveTestClips(shop, [
    {
      name: 'Quiet harbor',
      keywords: ['golden hour', 'harbor'],
      camera_look: 'aerial',
      tier: 'premium',
      width: 3840,
      height: 2160,
      duration_ms: 6_500,
    },
    { name: 'Windy harbor', keywords: ['harbor'], camera_look: 'aerial' },
  ])
  clip = { id, slug: 'quiet-harbor' }
  await shop.db.transaction().execute(async trx => {
    const collection_id = await saveCollection(trx, { kind: 'curated', slug: 'by-the-sea', name: 'By the sea' })
    await setCollectionClips(trx, { collection_id, clip_ids: [other, id], trailer_clip_id: id })
  })
  shoot = await shop.db
    .selectFrom('collections')
    .where('kind', '=', 'shoot')
    .select(['id', 'slug'])
    .executeTakeFirstOrThrow()
})
afterAll(() => shop.close())

type JsonLd = { '@type': string } & Record<string, unknown>

const readHead = async (path: string) => {
  const html = await (await shop.visitor().send(path, { method: 'GET' })).text()
  const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const contentOf = (name: string) =>
    [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].flatMap(([, key, content = '']) =>
      key === name ? [decode(content)] : [],
    )
  const jsonLd = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text) as JsonLd,
  )
  return {
    contentOf,
    canonical: decode(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '').replace(ORIGIN, ''),
    robots: contentOf('robots')[0],
    find: (type: string) => jsonLd.find(item => item['@type'] === type),
  }
}

test.each([
  ['/clips', '/clips', undefined],
  ['/clips?q=harbor', '/stock-footage/harbor', undefined],
  ['/clips?q=Golden+Hour&sort=newest', '/stock-footage/golden-hour', undefined],
  ['/clips?q=harbor+-windy', '/clips?q=harbor+-windy', 'noindex'],
  ['/clips?q=%22golden+hour%22', '/clips?q=%22golden+hour%22', 'noindex'],
  ['/clips?q=harbor&look=aerial', '/clips?q=harbor&look=aerial', 'noindex'],
  ['/clips?look=aerial', '/clips?look=aerial', undefined],
  ['/clips?look=aerial&category=oceans', '/clips?category=oceans&look=aerial', 'noindex'],
  ['/clips?no-look=macro', '/clips?no-look=macro', 'noindex'],
  ['/clips?duration=5-9', '/clips?duration=5-9', 'noindex'],
  ['/clips?filmmaker=ada-reyes', '/clips?filmmaker=ada-reyes', 'noindex'],
  ['/stock-footage/harbor', '/stock-footage/harbor', undefined],
  ['/stock-footage/harbor?look=aerial', '/stock-footage/harbor', undefined],
  ['/stock-footage/submarines', '/stock-footage/submarines', 'noindex'],
])('%s is indexed as %s (%s)', async (path, canonical, robots) => {
  const head = await readHead(path)
  expect([head.canonical, head.robots]).toEqual([canonical, robots])
})

test('a shoot has one canonical page, and the sitemap lists only that one', async () => {
  expect((await readHead(shootPath(shoot))).canonical).toBe(shootPath(shoot))
  expect((await readHead(collectionPath(shoot))).canonical).toBe(shootPath(shoot))
  expect((await readHead(`${collectionPath(shoot)}?page=1`)).canonical).toBe(shootPath(shoot))
  const readSitemap = async (name: string) =>
    (await shop.visitor().send(`/sitemaps/${name}.xml`, { method: 'GET' })).text()
  expect(await readSitemap('shoots-1')).toContain(`${ORIGIN}${shootPath(shoot)}<`)
  const collections = await readSitemap('collections-1')
  expect(collections).toContain('/collections/by-the-sea/')
  expect(collections).not.toContain(collectionPath(shoot))
})

test('a shared link to a clip shows its poster and plays its preview', async () => {
  const { contentOf } = await readHead(clipPath(clip))
  const path = `${ORIGIN}/media/northern-shore-quiet-harbor`
  expect(contentOf('og:type')).toEqual(['video.other'])
  expect(contentOf('og:site_name')).toEqual(['Northlight'])
  expect(contentOf('og:video')).toEqual([`${path}/preview.00000000.mp4`])
  const video = ['type', 'width', 'height'].map(name => contentOf(`og:video:${name}`))
  expect(video).toEqual([['video/mp4'], ['960'], ['540']])
  expect(contentOf('video:duration')).toEqual(['7'])
  expect(contentOf('og:image')).toEqual([`${path}/poster.00000000.jpg`])
  const image = ['width', 'height', 'alt'].map(name => contentOf(`og:image:${name}`))
  expect(image).toEqual([['854'], ['480'], ['Quiet harbor: stock footage by Ada Reyes']])
  // No page is a bare player.
  expect(contentOf('twitter:card')).toEqual(['summary_large_image'])
  expect(contentOf('twitter:player')).toEqual([])
})

test('search engines get the license, the price and the maker of a clip', async () => {
  const { data: starting_prices } = await shop.visitor().call(getStartingPrices, {})
  const price_cents = startingPriceOf({ tier: 'premium', formats: [{ id: 3 }] }, starting_prices) ?? 0
  expect(price_cents).toBeGreaterThan(0)
  expect((await readHead(clipPath(clip))).find('VideoObject')).toMatchObject({
    name: 'Quiet harbor',
    duration: 'PT6.5S',
    contentUrl: `${ORIGIN}/media/northern-shore-quiet-harbor/preview.00000000.mp4`,
    license: `${ORIGIN}/license-terms`,
    acquireLicensePage: `${ORIGIN}${clipPath(clip)}`,
    creator: { name: 'Ada Reyes' },
    creditText: 'Ada Reyes',
    offers: {
      '@type': 'Offer',
      price: (price_cents / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: `${ORIGIN}${clipPath(clip)}`,
    },
  })
})

test('pages of several clips list them', async () => {
  const paths = ['/clips', '/stock-footage/harbor', '/category/oceans', shootPath(shoot), collectionPath(shoot)]
  for (const path of paths) {
    const list = (await readHead(path)).find('ItemList')
    expect(list, path).toMatchObject({ itemListElement: [{ position: 1 }, { position: 2 }] })
    expect(JSON.stringify(list), path).toContain(`"${ORIGIN}${clipPath(clip)}"`)
  }
  expect((await readHead('/stock-footage/submarines')).find('ItemList')).toBeUndefined()
})
