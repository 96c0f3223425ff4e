/** Articles and careers, from the footer to their calls to action. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'

test('the footer links to the articles, a category to an article, and the article to the next one and into the shop @full', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  const section = footer.getByRole('button', { name: 'Longtake' })
  if (isMobile) await section.tap()
  await footer.getByRole('link', { name: 'Articles' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles')
  await expect(page.getByRole('main').getByText('min read')).toHaveCount(9)
  await expectAccessible(page, 'articles')

  await page.getByRole('navigation', { name: 'Article categories' }).getByRole('link', { name: 'Editing' }).click()
  await expect(page).toHaveURL(/\/articles\/editing$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editing')
  await page.getByRole('link', { name: /^LOG footage/ }).click()
  await expect(page).toHaveURL(/\/articles\/editing\/log-footage$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('LOG footage, and how to grade it')
  await expect(page).toHaveTitle('LOG footage, and how to grade it | Longtake')
  // The article's footage plays above the text and links to its clip.
  await expect(page.getByRole('main').locator('a[href^="/clips/"]').first()).toBeVisible()
  const jsonLd = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(jsonLd.map(text => JSON.parse(text) as object)).toContainEqual(
    expect.objectContaining({ '@type': 'Article', headline: 'LOG footage, and how to grade it' }),
  )
  await expectAccessible(page, 'an article')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  const nextLink = page.getByRole('region', { name: 'Next article' }).getByRole('link')
  const address = (await nextLink.getAttribute('href')) ?? ''
  await nextLink.click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await page.getByRole('navigation', { name: 'What to do now' }).getByRole('link', { name: 'Search footage' }).click()
  await expect(page).toHaveURL(/\/clips$/)
})

test('unknown articles and articles under another category are not found @full', async ({ page }) => {
  for (const address of ['/articles/nothing', '/articles/editing/nothing', '/articles/buying/log-footage'])
    expect((await page.request.get(address)).status(), address).toBe(404)
})

test('the careers page links to the contact form with its topic @full', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work on the long take.')
  await expectAccessible(page, 'careers')
  await page.getByRole('link', { name: 'Write to us' }).click()
  await expect(page.getByLabel('Topic')).toHaveValue('career')
})
