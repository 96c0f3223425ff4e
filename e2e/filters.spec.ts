/** Search filters: including, excluding, ranges and lists, the filter sheet on phones, and empty results. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForHydration } from './shop.ts'

/** The number of results: "16 clips" → 16. */
const resultCount = async (page: Page) =>
  parseInt((await page.getByRole('heading', { level: 1 }).textContent()) ?? '', 10)
/** The number of results once it differs from `before`: the URL changes first. */
const changedResultCount = async (page: Page, before: number) => {
  await expect.poll(() => resultCount(page)).not.toBe(before)
  return resultCount(page)
}
const cards = (page: Page) => page.locator('article')
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('a filter can be included, excluded and removed', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have a filter sheet with its own test')
  await page.goto('/clips')
  const totalCount = await resultCount(page)
  const lookFilter = group(page, 'Camera look')

  await lookFilter.getByRole('checkbox', { name: /^Aerial/ }).check()
  await expect(page).toHaveURL(/\?look=aerial$/)
  await expect(chips(page).getByRole('link', { name: /^Aerial ?: remove this filter$/ })).toBeVisible()
  const aerial = await changedResultCount(page, totalCount)
  await expect(cards(page)).toHaveCount(aerial)
  // Other values of the filter stay available.
  await lookFilter.getByRole('checkbox', { name: /^Macro/ }).check()
  await expect(page).toHaveURL(/\?look=aerial,macro$/)
  await expect.poll(() => resultCount(page)).toBeGreaterThan(aerial)
  await page.goBack()
  await expect(page).toHaveURL(/\?look=aerial$/)

  await lookFilter.getByRole('checkbox', { name: 'Leave out Aerial' }).check()
  await expect(page).toHaveURL(/\?no-look=aerial$/)
  await expect(chips(page).getByRole('link', { name: /^Not Aerial ?: remove this filter$/ })).toBeVisible()
  await expect.poll(() => resultCount(page)).toBe(totalCount - aerial)
  await lookFilter.getByRole('checkbox', { name: 'Leave out Aerial' }).uncheck()
  await expect(page).toHaveURL(/\/clips$/)
  await expect(chips(page).getByRole('listitem')).toHaveCount(0)

  // The panel updates before the results, so a second choice combines with the pending one.
  await page.route('**/clips.data?*', async route => {
    await page.waitForFunction(() => document.querySelector('[data-choice="exclude"]'))
    await route.continue()
  })
  await lookFilter.getByRole('checkbox', { name: /^Aerial/ }).check()
  await expect(chips(page).getByRole('link', { name: /^Aerial ?: remove this filter$/ })).toBeVisible()
  await group(page, 'Time of day').getByRole('checkbox', { name: 'Leave out Night' }).check()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page).toHaveURL(/\?look=aerial&no-time=night$/)
  await chips(page)
    .getByRole('link', { name: /^Aerial ?: remove this filter$/ })
    .click()
  await expect(page).toHaveURL(/\?no-time=night$/)
  await page.goBack()
  await chips(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/clips$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${totalCount} clips`)
})

test('each group of filters is one tab stop, and arrow keys move inside it @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keyboard')
  await page.goto('/clips')
  await waitForHydration(page)
  const look = group(page, 'Camera look')
  const boxes = look.getByRole('checkbox')
  await expect(look.locator(':is(summary, input):not([tabindex="-1"])')).toHaveCount(1)
  await boxes.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(boxes.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(boxes.nth(3)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\?no-look=/)
  await expect(boxes.nth(3)).toBeChecked()
  await expect(boxes.nth(3)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(look.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(boxes.nth(3)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(look.locator('summary').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(boxes.first()).toBeChecked()
})

test('without JavaScript the filters are a form @full', async ({ browser, baseURL, isMobile }) => {
  test.skip(isMobile, 'the same at any width')
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/clips?q=ocean&sort=newest')
  await group(page, 'Camera look').getByRole('checkbox').first().check()
  await group(page, 'Time of day').getByRole('checkbox', { name: 'Leave out Night' }).check()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL(/\?look=[a-z-]+&no-time=night&q=ocean&sort=newest$/)
  await expect(chips(page).getByRole('link', { name: 'Not Night' })).toBeVisible()
  await context.close()
})

test('the size of the pictures, names and a closed panel are remembered @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has fewer of them')
  await page.goto('/clips')
  const height = async () => (await cards(page).first().boundingBox())?.height ?? 0
  const medium = await height()
  await page.getByRole('radio', { name: 'Small pictures' }).check()
  await expect.poll(height).toBeLessThan(medium)
  const name = cards(page).first().locator('[data-name]')
  await page.getByRole('checkbox', { name: 'Names below the pictures' }).check()
  await expect(name).toBeVisible()
  await page.getByRole('link', { name: 'Filters' }).click()
  await expect(group(page, 'Camera look')).toBeHidden()
  const small = await height()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Small pictures' })).toBeChecked()
  expect(await height()).toBe(small)
  await expect(group(page, 'Camera look')).toBeHidden()
  await page.getByRole('link', { name: 'Filters' }).click()
  await expect(group(page, 'Camera look')).toBeVisible()
})

test('a range is set by its bounds or by a preset, and a long list can be searched @full', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same at any width')
  await page.goto('/clips')
  const totalCount = await resultCount(page)
  const rate = group(page, 'Frame rate')
  await rate.getByText('Frame rate').click()
  await rate.getByRole('spinbutton', { name: 'From fps' }).fill('48')
  await rate.getByRole('spinbutton', { name: 'To fps' }).fill('60')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?fps=48-60$/)
  await expect(rate.getByRole('spinbutton', { name: 'To fps' })).toBeFocused()
  await expect(chips(page).getByRole('link', { name: /^48 to 60 fps/ })).toBeVisible()
  const faster = await changedResultCount(page, totalCount)
  await rate.getByRole('checkbox', { name: 'Leave out 48 to 60 fps' }).check()
  await expect(page).toHaveURL(/\?no-fps=48-60$/)
  await expect.poll(() => resultCount(page)).toBe(totalCount - faster)

  await page.goto('/clips?fps=48-')
  const fast = await resultCount(page)
  expect(fast).toBeGreaterThan(0)
  expect(fast).toBeLessThan(totalCount)

  await page.goto('/clips')
  const keyword = group(page, 'Keyword')
  await keyword.getByText('Keyword').click()
  await keyword.getByRole('searchbox', { name: 'Find a keyword' }).fill('oce')
  await expect(keyword.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'filters beside the results')
  await keyword.getByRole('checkbox', { name: /^Ocean/ }).check()
  await expect(page).toHaveURL(/\?keyword=ocean$/)
})

test('filters are restored from the URL, and invalid parameters are ignored @full', async ({ page, isMobile }) => {
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

test('on a phone filters apply only after “Show”, and Back closes the sheet @full @phone', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'beside the results on wide screens')
  await page.goto('/clips')
  const totalCount = await resultCount(page)
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const show = sheet.getByRole('button', { name: /^Show \d+ clips?$/ })

  await test.step('Back closes the sheet and discards the choices', async () => {
    await page.getByRole('link', { name: 'Filters' }).click()
    await sheet.getByRole('checkbox', { name: /^Aerial/ }).check()
    await expect(show).not.toHaveText(`Show ${totalCount} clips`)
    expect(await resultCount(page)).toBe(totalCount)
    await expectAccessible(page, 'filters on a phone')
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/clips$/)
    expect(await resultCount(page)).toBe(totalCount)
  })

  await test.step('Show applies the filters, and Back returns to the previous search', async () => {
    await page.getByRole('link', { name: 'Filters' }).click()
    await expect(show).toHaveText(`Show ${totalCount} clips`)
    await sheet.getByRole('checkbox', { name: /^Aerial/ }).check()
    await sheet.getByRole('checkbox', { name: 'Leave out Night' }).check()
    await expect(show).not.toHaveText(`Show ${totalCount} clips`)
    const showLabel = (await show.textContent()) ?? ''
    await show.click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\?look=aerial&no-time=night$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(showLabel.replace('Show ', ''))
    await expect(cards(page)).toHaveCount(await resultCount(page))
    await page.goBack()
    await expect(page).toHaveURL(/\/clips$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${totalCount} clips`)
    await expect(sheet).toBeHidden()
  })

  await test.step('Reset removes all filters', async () => {
    await page.goto('/clips?look=aerial#filters')
    await sheet.getByRole('button', { name: 'Reset' }).click()
    await expect(show).toHaveText(`Show ${totalCount} clips`)
    await show.click()
    await expect(page).toHaveURL(/\/clips$/)
  })
})

test('more results load on scroll, and Back restores the scroll position', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same at any width')
  await page.goto('/clips')
  const totalCount = await resultCount(page)
  expect(await cards(page).count()).toBeLessThan(totalCount)
  // Without scripts it is a link. With them, more results load near the end of the list.
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveAttribute('href', '/clips?page=2')
  await page.getByRole('status').scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(totalCount)
  await expect(page.getByRole('status')).toHaveText(`All ${totalCount} clips`)
  await expect(page).toHaveURL(/\?page=2$/)

  const last = cards(page).last()
  await last.scrollIntoViewIfNeeded()
  const scrollPosition = await page.evaluate(() => scrollY)
  expect(scrollPosition).toBeGreaterThan(1_000)
  await last.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: /^Player/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(cards(page)).toHaveCount(totalCount)
  await expect(last.getByRole('link').first()).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrollPosition)
})

test('an empty result suggests similar searches with their counts, or other categories @full', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same at any width')
  await page.goto('/clips?q=ocean&category=city')
  const closest = page.getByRole('region', { name: 'No clip matches “ocean” and these filters' })
  await expect(closest.getByRole('link', { name: /^Without “ocean”/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Popular categories' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(page, 'nothing found')
  const suggestion = closest.getByRole('link', { name: /^Any category/ })
  const suggestedCount = parseInt(/(\d+) clips/.exec((await suggestion.textContent()) ?? '')?.[1] ?? '', 10)
  await suggestion.click()
  await expect(page).toHaveURL(/\?q=ocean$/)
  await expect.poll(() => resultCount(page)).toBe(suggestedCount)

  await page.goto('/clips?duration=11-14&look=aerial')
  await page.getByRole('link', { name: /^6 to 28 seconds/ }).click()
  await expect(page).toHaveURL(/\?look=aerial&duration=6-28$/)
  await expect(cards(page).first()).toBeVisible()
})
