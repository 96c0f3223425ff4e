/** Every page of the catalog: its content, its links and its accessibility. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { callApi, listClips } from './shop.ts'
import { expectTouchTargets } from './touch-targets.ts'

type CatalogEntry = { id: number; slug: string; name: string }
type Collection = CatalogEntry & { kind: 'shoot' | 'curated'; filmmaker: { data: CatalogEntry } | null }
type Shoot = CatalogEntry & { scenes: (CatalogEntry & { clips: CatalogEntry[] })[] }

const fetchList = <T = CatalogEntry>(page: Page, path: string) => callApi<T[]>(page, 'GET', path)
const fetchShoot = async (page: Page) => {
  const [first] = await fetchList<Collection>(page, '/collections?kind=shoot&per_page=1')
  return callApi<Shoot>(page, 'GET', `/shoots/${first?.id}`)
}

/** Expects no horizontal overflow. */
const expectFits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test('every page fits the viewport, has one heading, is accessible and has targets for fingers @phone', async ({
  page,
  isMobile,
}) => {
  const [curated] = await fetchList(page, '/collections/curated/featured')
  const [filmmaker] = await fetchList(page, '/filmmakers')
  const [category] = await fetchList<CatalogEntry & { subcategories: CatalogEntry[] }>(page, '/categories')
  const [popular] = await fetchList<{ term: string; slug: string }>(page, '/searches/popular')
  const shoot = await fetchShoot(page)
  const [scene] = shoot.scenes
  const pages: [string, string | RegExp | undefined][] = [
    ['/', /.+/],
    ['/stock-footage', 'Popular searches'],
    [`/stock-footage/${popular?.slug}`, new RegExp(`^${popular?.term} stock footage$`, 'i')],
    ['/category', 'All categories'],
    [`/category/${category?.slug}`, category?.name],
    [`/category/${category?.subcategories[0]?.slug}`, category?.subcategories[0]?.name],
    ['/filmmakers', 'Our filmmakers'],
    [`/filmmakers/${filmmaker?.slug}/${filmmaker?.id}`, filmmaker?.name],
    ['/collections', 'Collections'],
    [`/collections/${curated?.slug}/${curated?.id}`, curated?.name],
    [`/shoots/${shoot.slug}/${shoot.id}`, shoot.name],
    [`/shoots/${shoot.slug}/${shoot.id}/scenes/${scene?.slug}/${scene?.id}`, scene?.name],
  ]
  for (const [path, name] of pages)
    await test.step(path, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(200)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? 'missing')
      await expectFits(page)
      await expectAccessible(page, path)
      if (isMobile) await expectTouchTargets(page, path)
    })
})

test('the id decides: a wrong slug redirects permanently, and an invalid id is not found @full', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same at any width')
  const [curated] = await fetchList(page, '/collections/curated/featured')
  const [filmmaker] = await fetchList(page, '/filmmakers')
  const [clip] = await listClips(page, 'per_page=1')
  const shoot = await fetchShoot(page)
  const [scene] = shoot.scenes
  const redirects: Record<string, string> = {
    [`/clips/old/${clip?.id}`]: `/clips/${clip?.slug}/${clip?.id}`,
    [`/collections/Old/${curated?.id}`]: `/collections/${curated?.slug}/${curated?.id}`,
    [`/filmmakers/old/${filmmaker?.id}`]: `/filmmakers/${filmmaker?.slug}/${filmmaker?.id}`,
    [`/shoots/old/${shoot.id}?page=1`]: `/shoots/${shoot.slug}/${shoot.id}?page=1`,
    [`/shoots/old/1/scenes/old/${scene?.id}`]: `/shoots/${shoot.slug}/${shoot.id}/scenes/${scene?.slug}/${scene?.id}`,
    '/stock-footage/Golden_hour': '/stock-footage/golden-hour',
  }
  for (const [path, target] of Object.entries(redirects)) {
    const response = await page.request.get(path, { maxRedirects: 0 })
    expect([response.status(), response.headers()['location']], path).toEqual([301, target])
  }
  const beyondLastPage = await page.request.get('/filmmakers?page=99', { maxRedirects: 0 })
  expect([beyondLastPage.status(), beyondLastPage.headers()['location']]).toEqual([302, '/filmmakers'])
  for (const path of [
    `/filmmakers/${filmmaker?.slug}/${filmmaker?.slug}`,
    `/filmmakers/${filmmaker?.slug}/0x1`,
    `/filmmakers/${filmmaker?.slug}/999999`,
    `/collections/${curated?.slug}/-1`,
    `/collections/${curated?.slug}/99999999999`,
    `/shoots/${curated?.slug}/${curated?.id}`,
    `/shoots/${shoot.slug}/${shoot.id}/scenes/x/none`,
    '/clips/x/1.5',
    '/category/nowhere',
    '/stock-footage/---',
  ])
    expect((await page.request.get(path)).status(), path).toBe(404)
})

test('a collection’s trailer plays muted on hover and stops when the pointer leaves', async ({ page, isMobile }) => {
  test.skip(isMobile, 'touch has no hover')
  const mediaRequests: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'media') mediaRequests.push(request.url())
  })
  await page.goto('/collections')
  const card = page.getByRole('article').filter({ hasText: 'Ink Studies' }).first()
  await card.scrollIntoViewIfNeeded()
  expect(mediaRequests).toEqual([])
  await card.hover()
  const trailer = card.locator('video')
  await expect(trailer).toHaveCount(1)
  await expect(trailer).toHaveJSProperty('muted', true)
  await expect(trailer).toHaveJSProperty('loop', true)
  await expect.poll(() => trailer.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  expect(mediaRequests.length).toBeGreaterThan(0)
  await page.mouse.move(0, 0)
  await expect(trailer).toHaveCount(0)
  await expect(card.locator('img')).toBeVisible()
})

test('the reel plays automatically and can be paused, and with reduced motion it waits for the user', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same at any width')
  const [filmmaker] = await fetchList(page, '/filmmakers?per_page=2')
  const address = `/filmmakers/${filmmaker?.slug}/${filmmaker?.id}`
  await page.goto(address)
  const video = page.locator('video').first()
  const isPlaying = () => video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0)
  await expect.poll(isPlaying).toBe(true)
  await page.getByRole('button', { name: 'Pause the reel' }).click()
  await expect(page.locator('video')).toHaveCount(0)
  await page.getByRole('button', { name: 'Play the reel' }).click()
  await expect.poll(isPlaying).toBe(true)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Play the reel' })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
})

test('the rows of the front page are full at any width @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'sets its own widths')
  for (const width of [390, 834, 1440, 2000]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const ends = await page.getByRole('list', { name: 'New footage' }).evaluate(grid => {
      const rows = new Map<number, number>()
      for (const item of grid.querySelectorAll<HTMLElement>(':scope > li:not([aria-hidden])'))
        rows.set(item.offsetTop, item.getBoundingClientRect().right)
      return [...rows.values()].map(right => Math.round(grid.getBoundingClientRect().right - right))
    })
    expect(ends.length, `${width} px`).toBeGreaterThan(1)
    expect(Math.max(...ends), `${width} px`).toBeLessThanOrEqual(1)
  }
})

test('a popular search leads to a related one, a clip, its shoot, a scene and its filmmaker @full', async ({
  page,
}) => {
  await page.goto('/stock-footage')
  await page.getByRole('link', { name: 'Night sky' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Night sky stock footage' })).toBeVisible()
  const related = page.getByRole('navigation', { name: 'Related searches' }).getByRole('link').first()
  const relatedTerm = await related.textContent()
  await related.click()
  await expect(page.getByRole('heading', { level: 1, name: `${relatedTerm} stock footage` })).toBeVisible()
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: /^Player/ })).toBeVisible()
  await page.getByRole('link', { name: /, scene by scene$/ }).click()
  await expect(page).toHaveURL(/\/shoots\//)
  await page.getByRole('heading', { level: 2 }).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/scenes\//)
  await page.getByRole('navigation', { name: 'Scenes of this shoot' }).getByRole('link').last().click()
  await page.getByRole('term').filter({ hasText: 'Filmmaker' }).locator('..').getByRole('link').click()
  await expect(page).toHaveURL(/\/filmmakers\//)
  await expect(page.getByRole('heading', { name: 'Filmography' })).toBeVisible()
})
