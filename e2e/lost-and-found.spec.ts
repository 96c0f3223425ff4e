/** Addresses that lead nowhere, pages whose parts are gone, and what search engines find of all others. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'

const lost = 'The page you are looking for can’t be found...'
const broken = 'There was an issue, please try refreshing the page.'
const film = (page: Page) => page.locator('main video')

test('an address that leads nowhere plays a clip, says whose it is, and leads back', async ({ page }) => {
  const answer = await page.goto('/nowhere/at/all')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle(/^Page not found/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('heading', { level: 1, name: lost })).toBeVisible()
  await expect(page.getByText('error 404', { exact: true })).toBeVisible()
  await expect(film(page)).toHaveJSProperty('paused', false)
  await expectAccessible(page, 'not found')
  await page.getByRole('button', { name: 'Pause the reel' }).click()
  await expect(film(page)).toHaveCount(0)

  const credit = page.getByRole('link', { name: 'Fog among the Spruces' })
  await expect(credit.locator('xpath=..')).toContainText('Fallow Field Pictures')
  await expect(credit).toHaveAttribute('href', /^\/clips\/[a-z-]+\/\d+$/)
  await page.getByRole('link', { name: 'Back to Browse' }).click()
  await expect(page).toHaveURL('/clips')
  await expect(page.locator('article').first()).toBeVisible()
})

test('a clip that is not there is not found, and a visitor who wants calm sees a still', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const answer = await page.goto('/clips/gone/99999999')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: lost })).toBeVisible()
  await expect(page.locator('main picture img').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play the reel' })).toBeVisible()
  await expect(film(page)).toHaveCount(0)
})

/** The file with the code of the search page, once the browser has heard of it. */
const codeOfBrowse = async (page: Page) => {
  const module = await page.waitForFunction(
    () =>
      (window as unknown as { __reactRouterManifest?: { routes: Record<string, { module: string }> } })
        .__reactRouterManifest?.routes['catalog/pages/browse']?.module,
  )
  return `**${await module.jsonValue()}`
}

/** Counts the documents that a page asks for from now on. */
const countDocuments = (page: Page) => {
  const asked: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked.push(request.url())
  })
  return asked
}

test('a part of the shop that was replaced meanwhile: the page is loaded once more, where the visitor wanted to go', async ({
  page,
}) => {
  await page.goto('/nowhere')
  await page.route(await codeOfBrowse(page), route => route.abort(), { times: 1 })
  const documents = countDocuments(page)
  await page.getByRole('link', { name: 'Back to Browse' }).click()
  await expect(page.locator('article').first()).toBeVisible()
  await expect(page).toHaveURL('/clips')
  expect(documents).toHaveLength(1)
  await expect(page.getByText(broken)).toBeHidden()
})

test('a part that stays away is asked for once in ten seconds; then the page says that it is broken', async ({
  page,
}) => {
  const now = Date.UTC(2026, 3, 1)
  await page.clock.setFixedTime(now)
  await page.goto('/nowhere')
  await page.route(await codeOfBrowse(page), route => route.abort())
  const back = page.getByRole('link', { name: 'Back to Browse' })
  await back.click()
  // The new document shows the clips as the server drew them, but its buttons would do nothing.
  await expect(page.getByText(broken)).toBeVisible()
  await expect(page).toHaveURL('/clips')
  await expect(page.locator('article').first()).toBeVisible()

  await page.goto('/nowhere')
  await page.clock.setFixedTime(now + 10_000)
  const documents = countDocuments(page)
  await codeOfBrowse(page)
  // Until React has hydrated the link, a press loads a whole document, which doesn't break.
  await expect
    .poll(() => back.evaluate(link => Object.keys(link).some(key => key.startsWith('__reactProps'))))
    .toBe(true)
  await back.click()
  await expect(page.getByRole('heading', { level: 1, name: broken })).toBeVisible()
  expect(documents).toEqual([])
  await expectAccessible(page, 'a broken page')

  await page.clock.setFixedTime(now + 10_001)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh the page' }).click()
  await expect(page.locator('article').first()).toBeVisible()
  await expect(page.getByText(broken)).toBeHidden()
})

const headOf = (html: string) => {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'))
  return {
    title: all(/<title>([^<]*)<\/title>/g),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    description: all(/<meta name="description" content="([^"]*)"/g),
    image: all(/<meta property="og:image" content="([^"]*)"/g),
    robots: all(/<meta name="robots" content="([^"]*)"/g),
    things: all(/<script type="application\/ld\+json">([^<]*)<\/script>/g).map(
      text => JSON.parse(text) as { '@type': string } & Record<string, unknown>,
    ),
  }
}

test('every public page has a head that search engines can use, whatever host it was asked for', async ({
  request,
  baseURL,
}) => {
  const list = await (await request.get('/sitemap.xml')).text()
  const files = [...list.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) {
    const entries = await (await request.get(file)).text()
    // The first, and the last, of each kind.
    const addresses = [...entries.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
    for (const address of new Set([addresses[0] ?? '', addresses.at(-1) ?? ''])) {
      expect(address.startsWith(`${baseURL}/`), address).toBe(true)
      const answer = await request.get(`${address}?utm_source=mail`, { headers: { host: 'elsewhere.example' } })
      expect(answer.status(), address).toBe(200)
      const head = headOf(await answer.text())
      expect(head.canonical, address).toEqual([address])
      expect(head.title, address).toHaveLength(1)
      expect(head.description[0]?.length, address).toBeGreaterThan(10)
      expect(head.robots, address).toEqual([])
      const [image = ''] = head.image
      expect(image.startsWith(`${baseURL}/`), address).toBe(true)
      expect((await request.get(image)).ok(), image).toBe(true)
    }
  }
})

test('clips are told as videos with the way to them, the front page as a shop that can be searched', async ({
  request,
  baseURL,
}) => {
  const typesAt = async (address: string) => headOf(await (await request.get(address)).text()).things
  const clip = (await (await request.get('/api/clips/21')).json()) as { data: { slug: string; name: string } }
  const things = await typesAt(`/clips/${clip.data.slug}/21`)
  const video = things.find(thing => thing['@type'] === 'VideoObject')
  expect(video).toMatchObject({
    name: clip.data.name,
    duration: expect.stringMatching(/^PT\d+(\.\d+)?S$/),
    uploadDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
  })
  expect((await request.get(String(video?.['contentUrl']))).ok()).toBe(true)
  expect(things.find(thing => thing['@type'] === 'BreadcrumbList')).toMatchObject({
    itemListElement: [{ position: 1 }, { position: 2 }, { position: 3, name: clip.data.name }],
  })
  expect(await typesAt('/')).toMatchObject([
    { '@type': 'Organization', url: `${baseURL}/` },
    { '@type': 'WebSite', potentialAction: { target: { urlTemplate: `${baseURL}/clips?q={search_term_string}` } } },
  ])
})

test('what is nobody’s business or nobody’s search is left out of search engines', async ({ request }) => {
  for (const address of [
    '/cart',
    '/clips?q=xyzzyx',
    '/clips?category=oceans&look=aerial&time=dusk',
    '/clips/gone/99999999',
  ])
    expect(headOf(await (await request.get(address)).text()).robots, address).toEqual(['noindex'])
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml')
})

test('whoever asks only for the head of an address hears what the page would say', async ({ page }) => {
  for (const [address, status] of [
    ['/about', 200],
    ['/nothing-of-ours', 404],
  ] as const) {
    const head = await page.request.head(address)
    expect([head.status(), head.headers()['content-type']], address).toEqual([status, 'text/html; charset=utf-8'])
  }
})
