/** A shop that is closed for a while: every page says so, in either theme, and tells programs when to come back. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { emptyShop, inOwnShop, own_shop_story_ms } from './own-shop.ts'

test('under maintenance every page is the maintenance page', async ({ page }) => {
  test.setTimeout(own_shop_story_ms)
  await inOwnShop(emptyShop(), { DEMO: '0', MAINTENANCE: '1' }, async address => {
    for (const theme of ['light', 'dark'] as const) {
      await page.context().addCookies([{ name: 'theme', value: theme, url: address }])
      for (const asked of ['/', '/workspace/overview']) {
        const answer = await page.goto(address + asked)
        expect([answer?.status(), answer?.headers()['retry-after']], asked).toEqual([503, '600'])
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changing the reel.')
      }
      await expectAccessible(page, `maintenance, ${theme}`)
    }
  })
})
