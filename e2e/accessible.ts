import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No serious or critical barrier on the page as it stands now. Payment fields, frames and what stands around them, are the provider’s. */
export const expectAccessible = async (page: Page, where: string) => {
  // A color that is still changing has no contrast to measure.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(animation => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
  // One run in the page itself, and no lists of what is well: half of the time of a story would go into them.
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .exclude('[data-braintree-direction]')
    .options({ resultTypes: ['violations'], iframes: false })
    .setLegacyMode()
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 120)).join(' | ')}`),
    `accessibility of ${where}`,
  ).toEqual([])
}
