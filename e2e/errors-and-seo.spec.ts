/** Not-found pages, missing code chunks, and metadata for search engines. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'

const NOT_FOUND_HEADING = 'The page you are looking for can’t be found...'
const ERROR_HEADING = 'There was an issue, please try refreshing the page.'
const video = (page: Page) => page.locator('main video')

test('an unknown URL plays a credited clip and links back to the shop', async ({ page }) => {
  const response = await page.goto('/nowhere/at/all')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle(/^Page not found/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND_HEADING })).toBeVisible()
  await expect(page.getByText('error 404', { exact: true })).toBeVisible()
  await expect(page.getByText('Media offline')).toBeVisible()
  await expect(video(page)).toHaveJSProperty('paused', false)
  await expectAccessible(page, 'not found')
  await page.getByRole('button', { name: 'Pause the reel' }).click()
  await expect(video(page)).toHaveCount(0)

  const credit = page.getByRole('link', { name: 'Fog among the Spruces' })
  await expect(credit.locator('xpath=..')).toContainText('Fallow Field Pictures')
  await expect(credit).toHaveAttribute('href', /^\/clips\/[a-z-]+\/\d+$/)
  await page.getByRole('link', { name: 'Back to Browse' }).click()
  await expect(page).toHaveURL('/clips')
  await expect(page.locator('article').first()).toBeVisible()
})

test('an unknown clip is not found, and with reduced motion the page shows a still @full', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const response = await page.goto('/clips/gone/99999999')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND_HEADING })).toBeVisible()
  await expect(page.locator('main picture img').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play the reel' })).toBeVisible()
  await expect(video(page)).toHaveCount(0)
})

/** The URL pattern of the search page's code chunk, once the route manifest contains it. */
const browseChunkPattern = async (page: Page) => {
  const module = await page.waitForFunction(
    () =>
      (window as unknown as { __reactRouterManifest?: { routes: Record<string, { module: string }> } })
        .__reactRouterManifest?.routes['search/pages/browse']?.module,
  )
  return `**${await module.jsonValue()}`
}

/** Records the documents that a page requests from now on. */
const recordDocuments = (page: Page) => {
  const documents: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url())
  })
  return documents
}

test('a missing code chunk reloads the page once, at the URL the visitor wanted', async ({ page }) => {
  await page.goto('/nowhere')
  await page.route(await browseChunkPattern(page), route => route.abort(), { times: 1 })
  const documents = recordDocuments(page)
  await page.getByRole('link', { name: 'Back to Browse' }).click()
  await expect(page.locator('article').first()).toBeVisible()
  await expect(page).toHaveURL('/clips')
  expect(documents).toHaveLength(1)
  await expect(page.getByText(ERROR_HEADING)).toBeHidden()
})

test('a missing code chunk causes one reload per ten seconds, then an error page @full', async ({ page }) => {
  const now = Date.UTC(2026, 3, 1)
  await page.clock.setFixedTime(now)
  await page.goto('/nowhere')
  await page.route(await browseChunkPattern(page), route => route.abort())
  const back = page.getByRole('link', { name: 'Back to Browse' })
  await back.click()
  // The new document shows the server-rendered clips, but its buttons would not work.
  await expect(page.getByText(ERROR_HEADING)).toBeVisible()
  await expect(page).toHaveURL('/clips')
  await expect(page.locator('article').first()).toBeVisible()

  await page.goto('/nowhere')
  await page.clock.setFixedTime(now + 10_000)
  const documents = recordDocuments(page)
  await browseChunkPattern(page)
  // Until React has hydrated the link, a press loads a whole document, which doesn't break.
  await expect
    .poll(() => back.evaluate(link => Object.keys(link).some(key => key.startsWith('__reactProps'))))
    .toBe(true)
  await back.click()
  await expect(page.getByRole('heading', { level: 1, name: ERROR_HEADING })).toBeVisible()
  expect(documents).toEqual([])
  await expectAccessible(page, 'a broken page')

  await page.clock.setFixedTime(now + 10_001)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh the page' }).click()
  await expect(page.locator('article').first()).toBeVisible()
  await expect(page.getByText(ERROR_HEADING)).toBeHidden()
})

const readMetadata = (html: string) => {
  const matchAll = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, match = '']) => match.replaceAll('&amp;', '&'))
  return {
    title: matchAll(/<title>([^<]*)<\/title>/g),
    canonical: matchAll(/<link rel="canonical" href="([^"]*)"/g),
    description: matchAll(/<meta name="description" content="([^"]*)"/g),
    image: matchAll(/<meta property="og:image" content="([^"]*)"/g),
    robots: matchAll(/<meta name="robots" content="([^"]*)"/g),
    jsonLd: matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g).map(
      text => JSON.parse(text) as { '@type': string } & Record<string, unknown>,
    ),
  }
}

test('every public page has metadata for search engines, regardless of the Host header @full', async ({
  request,
  baseURL,
}) => {
  const sitemapIndex = await (await request.get('/sitemap.xml')).text()
  const files = [...sitemapIndex.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) {
    const entries = await (await request.get(file)).text()
    // The first and the last URL of each kind.
    const urls = [...entries.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
    for (const url of new Set([urls[0] ?? '', urls.at(-1) ?? ''])) {
      expect(url.startsWith(`${baseURL}/`), url).toBe(true)
      const response = await request.get(`${url}?utm_source=mail`, { headers: { host: 'elsewhere.example' } })
      expect(response.status(), url).toBe(200)
      const metadata = readMetadata(await response.text())
      expect(metadata.canonical, url).toEqual([url])
      expect(metadata.title, url).toHaveLength(1)
      expect(metadata.description[0]?.length, url).toBeGreaterThan(10)
      expect(metadata.robots, url).toEqual([])
      const [image = ''] = metadata.image
      expect(image.startsWith(`${baseURL}/`), url).toBe(true)
      expect((await request.get(image)).ok(), image).toBe(true)
    }
  }
})

test('clips have video structured data, and the front page declares the site search @full', async ({
  request,
  baseURL,
}) => {
  const readJsonLd = async (path: string) => readMetadata(await (await request.get(path)).text()).jsonLd
  const clip = (await (await request.get('/api/clips/21')).json()) as { data: { slug: string; name: string } }
  const jsonLd = await readJsonLd(`/clips/${clip.data.slug}/21`)
  const video = jsonLd.find(item => item['@type'] === 'VideoObject')
  expect(video).toMatchObject({
    name: clip.data.name,
    duration: expect.stringMatching(/^PT\d+(\.\d+)?S$/),
    uploadDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  })
  expect((await request.get(String(video?.['contentUrl']))).ok()).toBe(true)
  expect(jsonLd.find(item => item['@type'] === 'BreadcrumbList')).toMatchObject({
    itemListElement: [{ position: 1 }, { position: 2 }, { position: 3, name: clip.data.name }],
  })
  expect(await readJsonLd('/')).toMatchObject([
    { '@type': 'Organization', url: `${baseURL}/` },
    { '@type': 'WebSite', potentialAction: { target: { urlTemplate: `${baseURL}/clips?q={search_term_string}` } } },
  ])
})

test('private pages and search results are not indexed', async ({ request }) => {
  for (const path of [
    '/cart',
    '/clips?q=xyzzyx',
    '/clips?category=oceans&look=aerial&time=dusk',
    '/clips/gone/99999999',
  ])
    expect(readMetadata(await (await request.get(path)).text()).robots, path).toEqual(['noindex'])
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml')
})

test('a HEAD request gets the status and headers of the page', async ({ page }) => {
  for (const [path, status] of [
    ['/about', 200],
    ['/nothing-of-ours', 404],
  ] as const) {
    const response = await page.request.head(path)
    expect([response.status(), response.headers()['content-type']], path).toEqual([status, 'text/html; charset=utf-8'])
  }
})
