/** Maintenance mode: every page is the maintenance page, in both themes, with a Retry-After header. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { emptyShop, withOwnShop, OWN_SHOP_TIMEOUT_MS } from './own-shop.ts'

test('in maintenance mode every page is the maintenance page @full', async ({ page }) => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS)
  await withOwnShop(emptyShop(), { DEMO: '0', MAINTENANCE: '1' }, async address => {
    for (const theme of ['light', 'dark'] as const) {
      await page.context().addCookies([{ name: 'theme', value: theme, url: address }])
      for (const path of ['/', '/workspace/overview']) {
        const response = await page.goto(address + path)
        expect([response?.status(), response?.headers()['retry-after']], path).toEqual([503, '600'])
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changing the reel.')
      }
      await expectAccessible(page, `maintenance, ${theme}`)
    }
  })
})
