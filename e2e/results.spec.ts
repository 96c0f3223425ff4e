/** A clip over the page that lists it, and the way from result to result. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { callApi, listClips, register, waitForHydration } from './shop.ts'

const cardLinks = (page: Page) => page.locator('article[data-clip] > a')
/** The card of a clip. Other stories may change its place in the results. */
const cardLinkTo = (page: Page, path = '') => page.locator(`article[data-clip] > a[href="${path}"]`)
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Opens a page of clips whose grid reacts to keys. */
const openGrid = async (page: Page, path: string) => {
  await page.goto(path)
  await waitForHydration(page)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-quick]') ?? {}).some(key => key.startsWith('__reactProps')),
  )
}

test('a clip opens over the results with its own address; Back, Escape and reload work', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keys')
  await openGrid(page, '/clips')
  const paths = await cardLinks(page).evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  const dialog = page.getByRole('dialog')
  const card = cardLinks(page).nth(12)
  await card.focus()
  const scrollY = await page.evaluate(() => window.scrollY)
  expect(scrollY).toBeGreaterThan(0)
  await page.keyboard.press('o')
  await expect(dialog).toBeVisible()
  await expect(dialog).toBeFocused()
  await expect(page).toHaveURL(paths[12] ?? '')
  await expect(dialog.getByText('$', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'a clip over the results')

  await test.step('arrow keys step while the player does not have the focus', async () => {
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(paths[13] ?? '')
    await expect(dialog.getByText(/^14 of \d+$/)).toBeVisible()
    await expect(dialog.getByRole('region', { name: /^Player/ }).locator('video:not([controls])')).toBeVisible()
    await page.keyboard.press('k')
    await page.keyboard.press('i')
    await expect(page).toHaveURL(new RegExp(`${paths[13]}\\?in=\\d+$`))
    await page.keyboard.press('ArrowRight')
    expect(pathOf(page)).toBe(paths[13])
    await page.keyboard.press('n')
    await expect(page).toHaveURL(paths[14] ?? '')
    await expect(dialog).toBeFocused()
    await dialog.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL(paths[13] ?? '')
  })

  await test.step('a dialog in front takes Escape alone', async () => {
    await dialog.getByRole('button', { name: 'Change license' }).click()
    const license = page.getByRole('dialog', { name: 'Select a License' })
    await expect(license).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(license).toBeHidden()
    await expect(dialog).toBeVisible()
  })

  await test.step('Escape returns to the card of the clip that was shown last', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/clips')
    await expect(cardLinkTo(page, paths[13])).toBeFocused()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollY)
  })

  await test.step('a reload shows the full page, and Back leads to the results', async () => {
    await page.goForward()
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Results' }).getByText(/^14 of \d+$/)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/clips')
    await expect(cardLinkTo(page, paths[13])).toBeFocused()
  })
})

test('a clip over the page of a clip closes to that page, which has no keys until then', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keys')
  await openGrid(page, '/clips')
  const readPaths = () => cardLinks(page).evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  const results = await readPaths()
  await cardLinks(page).first().click()
  await expect(page.getByRole('navigation', { name: 'Results' }).getByText(/^1 of \d+$/)).toBeVisible()
  const path = pathOf(page)
  // A result of the search that the page of the clip shows, too, and the next result isn't there.
  const paths = await readPaths()
  const opened = paths.findIndex(other => results.includes(other))
  expect(opened).toBeGreaterThanOrEqual(0)
  await cardLinks(page).nth(opened).focus()
  await page.keyboard.press('o')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(paths[opened] ?? '')
  await expect(dialog.getByRole('navigation', { name: 'Results' })).toBeHidden()
  // In one go, because U leads from the page to the results once the clip over it is closed.
  await page.evaluate(() => {
    for (const key of ['Escape', 'u'])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(path)
})

test('boards, filmmakers and collections lead from clip to clip by key, link and swipe @full', async ({
  page,
  isMobile,
}) => {
  await register(page)
  const clips = await listClips(page, 'per_page=3')
  const board = await callApi<{ id: number; slug: string }>(page, 'POST', '/wishlists', {
    name: 'Opening',
    clip_id: clips.map(({ id }) => id),
  })
  const [filmmaker] = await callApi<{ id: number; slug: string }[]>(page, 'GET', '/filmmakers')
  const results = page.getByRole('navigation', { name: 'Results' })
  const expectResult = async (position: number, path: string | null | undefined) => {
    await expect(page).toHaveURL(path ?? '')
    await expect(results.getByText(new RegExp(`^${position} of \\d+$`))).toBeVisible()
  }
  for (const path of [`/board/${board.slug}/${board.id}`, `/filmmakers/${filmmaker?.slug}/${filmmaker?.id}`]) {
    await openGrid(page, path)
    const list = page.url()
    const [first, second] = await cardLinks(page).evaluateAll(links => links.map(link => link.getAttribute('href')))
    await cardLinks(page).first().click()
    await expectResult(1, first)
    await expect(results.getByRole('button', { name: 'Previous' })).toBeDisabled()
    if (isMobile) {
      await results.getByRole('link', { name: 'Next' }).tap()
      await expectResult(2, second)
      await results.getByRole('link', { name: 'Previous' }).tap()
      await expectResult(1, first)
      await swipe(page, -160)
      await expectResult(2, second)
      await results.getByRole('link', { name: 'Back to results' }).tap()
    } else {
      await page.keyboard.press('n')
      await expectResult(2, second)
      await page.keyboard.press('p')
      await expectResult(1, first)
      await page.keyboard.press('u')
    }
    await expect(page).toHaveURL(list)
  }
})

const swipe = async (page: Page, by_px: number) => {
  const video = page.getByRole('region', { name: /^Player/ }).locator('video:not([controls])')
  const box = await video.boundingBox()
  if (!box) throw new Error('The player is not on the screen.')
  const devtools = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const share of [0.25, 0.5, 0.75, 1])
    await devtools.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + share * by_px, y }],
    })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
