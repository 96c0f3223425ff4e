import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no serious or critical accessibility violation. The payment provider's fields and frames are excluded. */
export const expectAccessible = async (page: Page, pageName: string) => {
  // Contrast cannot be measured while a color transition runs.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(animation => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
  // Legacy mode runs in the page itself and skips the lists of passed checks, which halves the time of a story.
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .exclude('[data-braintree-direction]')
    // A notice may begin to fade while this runs.
    .exclude('section[aria-label="Notices"]')
    .options({ resultTypes: ['violations'], iframes: false })
    .setLegacyMode()
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`),
    `accessibility of ${pageName}`,
  ).toEqual([])
}
