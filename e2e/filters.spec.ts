/** Narrowing a search: asking for and leaving out, ranges and lists, the sheet on a phone, ways out of nothing. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'

/** "16 clips" → 16 */
const found = async (page: Page) => parseInt((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', 10)
/** The same once it is another than before: the address changes first. */
const foundNow = async (page: Page, before: number) => {
  await expect.poll(() => found(page)).not.toBe(before)
  return found(page)
}
const cards = (page: Page) => page.locator('article')
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' })
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a filter is asked for, left out, or let go', async ({ page, isMobile }) => {
  test.skip(isMobile, 'there it is a sheet, with a story of its own')
  await page.goto('/clips')
  const all = await found(page)
  const looks = group(page, 'Camera look')

  await looks.getByRole('link', { name: /^Aerial/ }).click()
  await expect(page).toHaveURL(/\?look=aerial$/)
  await expect(chips(page).getByRole('link', { name: /^Aerial ?: remove this filter$/ })).toBeVisible()
  const aerial = await foundNow(page, all)
  await expect(cards(page)).toHaveCount(aerial)
  // What else there would be is still said: a second look may join the first.
  await looks.getByRole('link', { name: /^Macro/ }).click()
  await expect(page).toHaveURL(/\?look=aerial,macro$/)
  await expect.poll(() => found(page)).toBeGreaterThan(aerial)
  await page.goBack()
  await expect(page).toHaveURL(/\?look=aerial$/)

  await looks.getByRole('link', { name: 'Leave out Aerial' }).click()
  await expect(page).toHaveURL(/\?no-look=aerial$/)
  await expect(chips(page).getByRole('link', { name: /^Not Aerial ?: remove this filter$/ })).toBeVisible()
  await expect.poll(() => found(page)).toBe(all - aerial)
  await looks.getByRole('link', { name: 'Do not leave out Aerial' }).click()
  await expect(page).toHaveURL(/\/clips$/)
  await expect(chips(page).getByRole('listitem')).toHaveCount(0)

  // The panel is ahead of the results: the next choice joins one that is still on its way.
  await page.route('**/clips.data?*', async route => {
    await page.waitForFunction(() => document.querySelector('[data-choice="exclude"]'))
    await route.continue()
  })
  await looks.getByRole('link', { name: /^Aerial/ }).click()
  await expect(chips(page).getByRole('link', { name: /^Aerial ?: remove this filter$/ })).toBeVisible()
  await group(page, 'Time of day').getByRole('link', { name: 'Leave out Night' }).click()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page).toHaveURL(/\?look=aerial&no-time=night$/)
  await chips(page)
    .getByRole('link', { name: /^Aerial ?: remove this filter$/ })
    .click()
  await expect(page).toHaveURL(/\?no-time=night$/)
  await page.goBack()
  await chips(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/clips$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${all} clips`)
})

test('a range is set by its ends or by a press, a long list is searched', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same at any width')
  await page.goto('/clips')
  const all = await found(page)
  const duration = group(page, 'Duration')
  await duration.getByText('Duration').click()
  await duration.getByRole('spinbutton', { name: 'From seconds' }).fill('6')
  await duration.getByRole('spinbutton', { name: 'To seconds' }).fill('10')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?duration=6-10$/)
  await expect(duration.getByRole('spinbutton', { name: 'To seconds' })).toBeFocused()
  await expect(chips(page).getByRole('link', { name: /^6 to 10 seconds/ })).toBeVisible()
  const longer = await foundNow(page, all)
  await duration.getByRole('link', { name: 'Leave out 6 to 10 seconds' }).click()
  await expect(page).toHaveURL(/\?no-duration=6-10$/)
  await expect.poll(() => found(page)).toBe(all - longer)

  await page.goto('/clips?fps=48-')
  const fast = await found(page)
  expect(fast).toBeGreaterThan(0)
  expect(fast).toBeLessThan(all)

  await page.goto('/clips')
  const keyword = group(page, 'Keyword')
  await keyword.getByText('Keyword').click()
  await keyword.getByRole('searchbox', { name: 'Find a keyword' }).fill('oce')
  await expect(keyword.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'filters beside the results')
  await keyword.getByRole('link', { name: /^Ocean/ }).click()
  await expect(page).toHaveURL(/\?keyword=ocean$/)
})

test('a search is restored from its address, and what makes no sense in it is left out', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same at any width')
  await page.goto('/clips?color=blue&no-people=one&people=many&duration=9-1&nonsense=1&page=0&look=aerial&look=wide')
  await expect(chips(page).getByRole('listitem')).toContainText([
    'Aerial',
    'Wide',
    'Blue',
    'Not One person',
    '1 to 9 seconds',
    'Clear all',
  ])
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveText(/Featured/)
  await page.getByRole('main').getByLabel('Search footage').fill('sky')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]q=sky&look=aerial(,|%2C)wide/)
})

test('on a phone choices wait in a sheet until they are shown, and Back closes it', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'beside the results on wide screens')
  await page.goto('/clips')
  const all = await found(page)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const show = sheet.getByRole('button', { name: /^Show \d+ clips?$/ })

  await test.step('Back closes it, and what was chosen is forgotten', async () => {
    await page.getByRole('link', { name: 'Filters' }).click()
    await sheet.getByRole('link', { name: /^Aerial/ }).click()
    await expect(show).not.toHaveText(`Show ${all} clips`)
    expect(await found(page)).toBe(all)
    await expectAccessible(page, 'filters on a phone')
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/clips$/)
    expect(await found(page)).toBe(all)
  })

  await test.step('shown, they are the search; Back leads to the one before', async () => {
    await page.getByRole('link', { name: 'Filters' }).click()
    await expect(show).toHaveText(`Show ${all} clips`)
    await sheet.getByRole('link', { name: /^Aerial/ }).click()
    await sheet.getByRole('link', { name: 'Leave out Night' }).click()
    await expect(show).not.toHaveText(`Show ${all} clips`)
    const counted = (await show.textContent()) ?? ''
    await show.click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\?look=aerial&no-time=night$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(counted.replace('Show ', ''))
    await expect(cards(page)).toHaveCount(await found(page))
    await page.goBack()
    await expect(page).toHaveURL(/\/clips$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${all} clips`)
    await expect(sheet).toBeHidden()
  })

  await test.step('reset lets all of it go', async () => {
    await page.goto('/clips?look=aerial#filters')
    await sheet.getByRole('button', { name: 'Reset' }).click()
    await expect(show).toHaveText(`Show ${all} clips`)
    await show.click()
    await expect(page).toHaveURL(/\/clips$/)
  })
})

test('results add up page by page, and Back returns to the same place', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same at any width')
  await page.goto('/clips')
  const all = await found(page)
  expect(await cards(page).count()).toBeLessThan(all)
  // Before any script it is a link; later more come by themselves near the end.
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveAttribute('href', '/clips?page=2')
  await page.getByRole('status').scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(all)
  await expect(page.getByRole('status')).toHaveText(`All ${all} clips`)
  await expect(page).toHaveURL(/\?page=2$/)

  const last = cards(page).last()
  await last.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(1_000)
  await last.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: /^Player/ })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(all)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test('nothing found leads on: the closest searches with what they find, or another subject', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same at any width')
  await page.goto('/clips?q=ocean&category=city')
  const closest = page.getByRole('region', { name: 'No clip matches “ocean” and these filters' })
  await expect(closest.getByRole('link', { name: /^Without “ocean”/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Popular categories' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(page, 'nothing found')
  const way = closest.getByRole('link', { name: /^Any category/ })
  const promised = parseInt(/(\d+) clips/.exec((await way.textContent()) ?? '')?.[1] ?? '', 10)
  await way.click()
  await expect(page).toHaveURL(/\?q=ocean$/)
  await expect.poll(() => found(page)).toBe(promised)

  await page.goto('/clips?duration=11-14&look=aerial')
  await page.getByRole('link', { name: /^6 to 28 seconds/ }).click()
  await expect(page).toHaveURL(/\?look=aerial&duration=6-28$/)
  await expect(cards(page).first()).toBeVisible()
})
