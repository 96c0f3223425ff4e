/** Text search: suggestions, natural language, spelling corrections and keyboard use. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForHydration } from './shop.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search footage' }).last()
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' })

/** Opens a page and waits for hydration: before it, typed text is only submitted. */
const openPage = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
  await field(page).press('ArrowDown')
  await expect(page.getByText('Describe it in your own words')).toBeVisible()
}

test('a search, a suggestion and a clip can be reached by keyboard alone', async ({ page }) => {
  await page.goto('/clips')
  for (let presses = 0; presses < 40; presses++) {
    if (await field(page).evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('oce')
  await expect(option(page, 'Low Sun over Open Ocean')).toBeVisible()
  await expectAccessible(page, 'suggestions')

  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(field(page)).toHaveValue('oce')

  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Low Sun over Open Ocean')).toBeVisible()
  const chosen = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { selected: true })
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(chosen).toContainText('Low Sun over Open Ocean', { timeout: 500 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clips\/open-ocean-dusk\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Low Sun over Open Ocean')
})

test('a natural language query becomes filter chips, each of which can be taken back to a word', async ({ page }) => {
  await openPage(page, '/')
  await field(page).fill('aerial ocean no people')
  await field(page).press('Enter')
  await expect(page).toHaveURL('/clips?q=aerial+ocean+no+people')
  await expect(chips(page).getByRole('link', { name: /^Aerial/ })).toBeVisible()
  await expect(chips(page).getByRole('link', { name: /^No people/ })).toBeVisible()
  await expect(field(page)).toHaveValue('aerial ocean no people')
  await expect(page.locator('main u')).toHaveText(['aerial', 'no people'])
  await expect(field(page)).toHaveAccessibleDescription('Read as filters or left out: “aerial”, “no people”.')
  await field(page).pressSequentially('s')
  await expect(page.locator('main u')).toHaveCount(0)
  await field(page).press('Escape')
  await chips(page)
    .getByRole('link', { name: /^No people/ })
    .click()
  await expect(page).toHaveURL('/clips?q=aerial+ocean')
  await chips(page)
    .getByRole('link', { name: /^Aerial/ })
    .click()
  await expect(page).toHaveURL('/clips?q=%22aerial%22+ocean')
  await expect(chips(page).getByRole('link', { name: /^Aerial/ })).toBeHidden()
  await page.goBack()
  await expect(chips(page).getByRole('link', { name: /^Aerial/ })).toBeVisible()

  // A chosen filter stays for the next sentence, which replaces the read ones.
  await page.goto('/clips?q=aerial+ocean&no-time=night')
  await waitForHydration(page)
  await field(page).fill('macro coffee')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/\?q=macro\+coffee&no-time=night$/)
  await page.getByRole('link', { name: 'Search for exactly these words' }).click()
  await expect(page).toHaveURL('/clips?q=macro+coffee&exact=1&no-time=night')
  await expect(chips(page).getByRole('link', { name: /^Macro/ })).toBeHidden()
})

test('a misspelled query is corrected, the correction can be declined, and recent searches are suggested @full', async ({
  page,
}) => {
  await openPage(page, '/')
  await field(page).fill('ocaen')
  await expect(page.getByText('Did you mean ocean?')).toBeVisible()
  await field(page).press('Enter')
  await expect(page.getByText('Showing results for ocean.')).toBeVisible()
  await expect(page.locator('article').first()).toBeVisible()
  await expectAccessible(page, 'a corrected search')
  await page.getByRole('link', { name: 'Search instead for ocaen' }).click()
  await expect(page).toHaveURL(/q=ocaen&exact=1/)
  await expect(page.locator('article')).toHaveCount(0)

  await field(page).fill('')
  await expect(option(page, 'ocaen')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(option(page, 'ocaen')).toBeHidden()
})

test('a failed request keeps the results and can be tried again; a slash focuses the field @full', async ({ page }) => {
  await page.goto('/clips')
  await waitForHydration(page)
  const cards = page.locator('article')
  const count = await cards.count()
  await page.route('**/clips.data?*', route => route.fulfill({ status: 503, body: 'busy' }))
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await field(page).fill('fire')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'couldn’t be updated' })).toBeVisible()
  await expect(cards).toHaveCount(count)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/of “fire”/)
  await expect.poll(() => cards.count()).toBeLessThan(count)
})

test('close matches come below a divider and say what they don’t have', async ({ page }) => {
  await page.goto('/clips?q=aurora+mirrored+campfire')
  await expect(page.getByRole('heading', { name: /^Close matches/ })).toBeVisible()
  await expect(page.getByText('Without campfire').first()).toBeVisible()
  await expectAccessible(page, 'close matches')
})

test('a late response does not replace a newer one', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route(/suggest\?q=forest/, async route => {
    await released
    await route.continue().catch(() => {})
  })
  await openPage(page, '/clips')
  const request = page.waitForRequest(/suggest\?q=forest/)
  await field(page).fill('forest')
  await request
  await field(page).fill('swell')
  await expect(option(page, /Southern Swell/)).toBeVisible()
  release()
  await expect(option(page, /Southern Swell/)).toBeVisible()
  await expect(option(page, 'forest')).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the search field works as a form', async ({ page }) => {
    await page.goto('/')
    await field(page).fill('aerial ocean')
    await field(page).press('Enter')
    await expect(page).toHaveURL('/clips?q=aerial+ocean')
    await expect(chips(page).getByRole('link', { name: /^Aerial/ })).toBeVisible()
    await expect(page.locator('article').first()).toBeVisible()
  })
})

test('on a phone Back closes the search sheet, and a submitted search replaces it in the history @full @phone', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'desktops show suggestions below the field')
  await page.goto('/collections')
  await page.goto('/stock-footage')
  const sheet = page.getByText('Describe it in your own words')
  await waitForHydration(page)
  await field(page).tap()
  await expect(sheet).toBeVisible()
  await field(page).pressSequentially('oc')
  await expect(option(page, /ocean/i).first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page).toHaveURL(/\/stock-footage$/)

  await field(page).tap()
  await page.getByRole('button', { name: 'Close the search' }).tap()
  await expect(page.getByRole('button', { name: 'Close the search' })).toBeHidden()
  await expect(page).toHaveURL(/\/stock-footage$/)

  await field(page).tap()
  await field(page).fill('ocean')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/\/clips\?q=ocean$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/stock-footage$/)
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/\/collections$/)
})
