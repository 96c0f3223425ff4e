/** Several clips at once: select them in the results by pointer and keyboard, compare them, and add them to the cart. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForHydration } from './shop.ts'

test('clips are selected with a range, compared, and added to the cart under one license', async ({ page }) => {
  await page.goto('/clips?q=ocean')
  await waitForHydration(page)
  const marks = page.locator('[data-select]')
  const bar = page.getByRole('region', { name: 'Selected clips' })
  // The grid hydrates after the page around it.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-select]') ?? {}).some(key => key.startsWith('__reactProps')),
  )
  await marks.nth(0).click({ force: true })
  await expect(bar.getByText('1 selected')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Compare' })).toBeDisabled()
  await marks.nth(1).click({ force: true, modifiers: ['Shift'] })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await expectAccessible(page, 'selected clips')

  await bar.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Compare 2 clips' })
  await expect(dialog.locator('video')).toHaveCount(2)
  await expectAccessible(page, 'clips side by side')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await bar.getByRole('button', { name: 'Add all to cart' }).click()
  const license = page.getByRole('dialog').filter({ hasText: '2 clips of your selection' })
  await expect(license).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(bar).toBeHidden()
})

test('the keyboard moves through the results, selects clips and adds one to the cart @full', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'phones have no keyboard')
  await page.goto('/clips?q=ocean')
  await waitForHydration(page)
  const links = page.locator('article a')
  await links.first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog')).toBeVisible()
})
