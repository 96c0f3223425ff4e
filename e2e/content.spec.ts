/** The content pages, the contact form and the price calculator. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { callApi } from './shop.ts'

const pages: [address: string, title: string, heading: string][] = [
  ['/about', 'Our story | Longtake', 'Hold the shot.'],
  ['/articles', 'Articles | Longtake', 'Articles'],
  ['/articles/buying', 'Buying articles | Longtake', 'Buying'],
  ['/careers', 'Careers | Longtake', 'Work on the long take.'],
  ['/contact', 'Contact | Longtake', 'Talk to a person.'],
  ['/pricing', 'Pricing | Longtake', 'From $79. Once. Forever.'],
  ['/faq', 'Frequent questions | Longtake', 'Good question.'],
  ['/services', 'Services | Longtake', 'We find your footage.'],
  ['/license-terms', 'License terms | Longtake', 'License terms'],
  ['/terms-and-conditions', 'Terms of use | Longtake', 'Terms of use'],
  ['/privacy-policy', 'Privacy policy | Longtake', 'Privacy policy'],
  ['/privacy-policy/ccpa', 'California privacy | Longtake', 'California privacy'],
  ['/refund-policy', 'Refund policy | Longtake', 'Refund policy'],
  ['/imprint', 'Imprint | Longtake', 'Imprint'],
  ['/always-sunny', 'Always sunny | Longtake', 'It’s always sunny somewhere.'],
  ['/maintenance', 'Back soon | Longtake', 'Changing the reel.'],
]
const UNLISTED_PATH = '/maintenance'

test('every content page fits the viewport, has its title and one heading, and is accessible @full @phone', async ({
  page,
}) => {
  const sitemap = await (await page.request.get('/sitemaps/pages.xml')).text()
  for (const [address, title, heading] of pages)
    await test.step(address, async () => {
      const response = await page.goto(address)
      expect(response?.status()).toBe(200)
      await expect(page).toHaveTitle(title)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`://[^/]+${address}$`))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      expect(sitemap.includes(`${address}</loc>`)).toBe(address !== UNLISTED_PATH)
      await expect(page.locator('meta[name=robots]')).toHaveCount(address === UNLISTED_PATH ? 1 : 0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await expectAccessible(page, address)
    })
})

test('the landing and maintenance pages have no header or footer, and maintenance has no script @full', async ({
  page,
}) => {
  for (const address of ['/always-sunny', '/maintenance']) {
    await page.goto(address)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  }
  await expect(page.locator('script[src], script[type=module]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changing the reel.')
})

const readPriceCents = async (page: Page) => {
  const text = await page.getByRole('definition').last().textContent()
  return Math.round(Number(text?.replaceAll(/[$,]/g, '')) * 100)
}

const HD_FORMAT_ID = 3
const tiers = ['standard', 'premium', 'signature']
type PricedClip = { id: number; tier: string; formats: { id: number }[] }

test('the price on the pricing page is the price in the cart @full', async ({ page }) => {
  await page.goto('/pricing')
  expect(await readPriceCents(page)).toBe(19_900)
  await page.getByRole('checkbox', { name: 'Broadcast TV' }).check()
  await page.getByRole('checkbox', { name: 'Theatrical & Festivals' }).check()
  await page.getByRole('radio', { name: 'Medium' }).check()
  await page.getByRole('radio', { name: 'Non-profit' }).check()
  const clips = await callApi<PricedClip[]>(page, 'GET', '/clips?per_page=100')
  const [clip] = clips
    .filter(({ formats }) => formats.some(({ id }) => id === HD_FORMAT_ID))
    .toSorted((a, b) => tiers.indexOf(b.tier) - tiers.indexOf(a.tier))
  if (!clip) throw new Error('No clip of the demo comes in HD.')
  await page.getByRole('radio', { name: new RegExp(`^${clip.tier}$`, 'i') }).check()
  const calculatedCents = await readPriceCents(page)
  expect(calculatedCents).toBeGreaterThan(100_000)

  const cart = await callApi<{ total: { unformatted: number } }>(page, 'POST', '/v2/cart/items', {
    clips: [clip.id],
    org_type: 'nonprofit',
    end_client_size: 3,
    distribution_ids: [3, 7, 8],
    format_id: HD_FORMAT_ID,
  })
  expect(cart.total.unformatted).toBe(calculatedCents)
  await page.goto('/cart')
  const formattedPrice = (calculatedCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await expect(page.getByText(formattedPrice).first()).toBeVisible()
})

test('the license chosen on the pricing page is the default for the next clip @full', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('checkbox', { name: 'Out-of-Home' }).check()
  await page.getByRole('button', { name: 'Browse footage' }).click()
  await expect(page).toHaveURL(/\/clips$/)
  await page.locator('article').first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'License and price' })).toContainText('Out-of-Home')
})

test('questions can be searched and linked to', async ({ page }) => {
  await page.goto('/faq#charged-twice')
  const linkedQuestion = page.locator('#charged-twice')
  await expect(linkedQuestion).toHaveAttribute('open', '')
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('EIN')
  await expect(page.getByRole('status').filter({ hasText: /question/ })).toHaveText('1 question')
  await expect(page.getByText('The cart asks for the EIN before checkout.')).toBeVisible()
  await page.getByRole('searchbox').fill('zebra crossing')
  await expect(page.getByRole('heading', { name: 'Nobody asked that yet.' })).toBeVisible()
  await expectAccessible(page, 'questions that nobody asked')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(linkedQuestion).toBeVisible()
  const jsonLdTexts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const jsonLd = jsonLdTexts.map(text => JSON.parse(text) as { '@type': string; mainEntity?: unknown[] })
  expect(jsonLd.find(item => item['@type'] === 'FAQPage')?.mainEntity).toHaveLength(
    await page.locator('details[id]').count(),
  )
})

test('the contact form reports missing fields, then sends the message and a confirmation mail @full', async ({
  page,
}) => {
  const email = `story-${randomUUID()}@example.com`
  await page.goto('/contact?topic=buyout')
  await expect(page.getByLabel('Topic')).toHaveValue('buyout')
  await page.getByRole('button', { name: 'Send message' }).click()
  for (const text of ['Name is required.', 'Email is required.', 'Message is required.'])
    await expect(page.getByText(text)).toBeVisible()
  await expectAccessible(page, 'a message with mistakes')
  await page.getByLabel('Name').fill('Dana Reyes')
  await page.getByLabel('Email').last().fill(email)
  await page.getByLabel('Message').fill('All media for one clip, please.\nWhich terms?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'It’s with us.' })).toBeFocused()
  const reference = await page.getByRole('definition').nth(1).textContent()
  await expectAccessible(page, 'a message that was sent')
  const receipt = await waitForMail(email)
  expect(receipt.subject).toBe(`We have your message (${reference})`)
  expect(receipt.text).not.toContain('Which terms?')
})

test('registration links to the terms and the privacy policy @full', async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByText('Create a free account. No credit card needed.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms-and-conditions')
  await expect(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy-policy')
})
