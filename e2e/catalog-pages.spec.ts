/** Every page of the catalog: what it is for, where it leads, and that everyone can use it. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { askShop, clipsOf } from './shop.ts'

type Named = { id: number; slug: string; name: string }
type Collection = Named & { kind: 'shoot' | 'curated'; filmmaker: { data: Named } | null }
type Shoot = Named & { scenes: (Named & { clips: Named[] })[] }

const list = <T = Named>(page: Page, path: string) => askShop<T[]>(page, 'GET', path)
const shootOf = async (page: Page) => {
  const [first] = await list<Collection>(page, '/collections?kind=shoot&per_page=1')
  return askShop<Shoot>(page, 'GET', `/shoots/${first?.id}`)
}

/** Nothing is wider than the screen. */
const expectFits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

test('every page opens at this width, with its one heading, and everyone can use it', async ({ page }) => {
  const [curated] = await list(page, '/collections/curated/featured')
  const [filmmaker] = await list(page, '/filmmakers')
  const [category] = await list<Named & { subcategories: Named[] }>(page, '/categories')
  const [popular] = await list<{ term: string; slug: string }>(page, '/searches/popular')
  const shoot = await shootOf(page)
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
  for (const [address, name] of pages)
    await test.step(address, async () => {
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(200)
      await expect(page).toHaveURL(new RegExp(`${address}$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? 'missing')
      await expectFits(page)
      await expectAccessible(page, address)
    })
})

test('an id decides: another slug leads to the right address for good, anything else than a number to nothing', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same at any width')
  const [curated] = await list(page, '/collections/curated/featured')
  const [filmmaker] = await list(page, '/filmmakers')
  const [clip] = await clipsOf(page, 'per_page=1')
  const shoot = await shootOf(page)
  const [scene] = shoot.scenes
  const right: Record<string, string> = {
    [`/clips/old/${clip?.id}`]: `/clips/${clip?.slug}/${clip?.id}`,
    [`/collections/Old/${curated?.id}`]: `/collections/${curated?.slug}/${curated?.id}`,
    [`/filmmakers/old/${filmmaker?.id}`]: `/filmmakers/${filmmaker?.slug}/${filmmaker?.id}`,
    [`/shoots/old/${shoot.id}?page=1`]: `/shoots/${shoot.slug}/${shoot.id}?page=1`,
    [`/shoots/old/1/scenes/old/${scene?.id}`]: `/shoots/${shoot.slug}/${shoot.id}/scenes/${scene?.slug}/${scene?.id}`,
    '/stock-footage/Golden_hour': '/stock-footage/golden-hour',
  }
  for (const [wrong, address] of Object.entries(right)) {
    const answer = await page.request.get(wrong, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']], wrong).toEqual([301, address])
  }
  const beyond = await page.request.get('/filmmakers?page=99', { maxRedirects: 0 })
  expect([beyond.status(), beyond.headers()['location']]).toEqual([302, '/filmmakers'])
  for (const address of [
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
    expect((await page.request.get(address)).status(), address).toBe(404)
})

test('a collection’s trailer plays while it is touched, silently, and is gone when the pointer leaves', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'fingers do not hover')
  const fetched: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'media') fetched.push(request.url())
  })
  await page.goto('/collections')
  const card = page.getByRole('article').filter({ hasText: 'Ink Studies' }).first()
  await card.scrollIntoViewIfNeeded()
  expect(fetched).toEqual([])
  await card.hover()
  const trailer = card.locator('video')
  await expect(trailer).toHaveCount(1)
  await expect(trailer).toHaveJSProperty('muted', true)
  await expect(trailer).toHaveJSProperty('loop', true)
  await expect.poll(() => trailer.evaluate((film: HTMLVideoElement) => film.currentTime)).toBeGreaterThan(0)
  expect(fetched.length).toBeGreaterThan(0)
  await page.mouse.move(0, 0)
  await expect(trailer).toHaveCount(0)
  await expect(card.locator('img')).toBeVisible()
})

test('the reel plays shot after shot and can be stopped; who prefers stillness starts it themselves', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same at any width')
  const [filmmaker] = await list(page, '/filmmakers?per_page=2')
  const address = `/filmmakers/${filmmaker?.slug}/${filmmaker?.id}`
  await page.goto(address)
  const film = page.locator('video').first()
  const isPlaying = () => film.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0)
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

test('rows of the front page are full at any width', async ({ page, isMobile }) => {
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

test('from a popular search to a related one, to a clip, to its shoot, its next scene and its filmmaker', async ({
  page,
}) => {
  await page.goto('/stock-footage')
  await page.getByRole('link', { name: 'Night sky' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Night sky stock footage' })).toBeVisible()
  const related = page.getByRole('navigation', { name: 'Related searches' }).getByRole('link').first()
  const word = await related.textContent()
  await related.click()
  await expect(page.getByRole('heading', { level: 1, name: `${word} stock footage` })).toBeVisible()
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
