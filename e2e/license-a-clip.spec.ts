/** The main story: find clips, license them, pay and download. */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { enterRegistrationCode } from './shop.ts'

type DemoCatalog = { clips: { title: string; sha256: string; width: number; height: number }[] }
const catalog = JSON.parse(readFileSync('demo/catalog.json', 'utf8')) as DemoCatalog
const masterHashOf = (title: string) => catalog.clips.find(clip => clip.title === title)?.sha256
/** Above HD a clip's HD file is made on request, so it isn't the master. */
const titlesAboveHd = catalog.clips
  .filter(({ width, height }) => Math.min(width, height) > 1080)
  .map(clip => clip.title)

/** Opens the nth clip of the page's grid whose master is HD. Returns its name. */
const openClip = async (page: Page, nth: number) => {
  const card = page
    .locator('article')
    .filter({ hasNotText: new RegExp(titlesAboveHd.join('|')) })
    .nth(nth)
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/clips\/[a-z0-9-]+\/\d+$/)
  await expect(page.getByRole('region', { name: 'License and price' })).toBeVisible()
  return (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
}

/** Waits for the results: the clip page has cards, too. */
const backToResults = async (page: Page) => {
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/clips of “ocean”/)
}

const addToCart = async (page: Page) => {
  const purchase = page.getByRole('region', { name: 'License and price' })
  await purchase.getByRole('button', { name: 'Add to cart' }).click()
  await expect(purchase.getByRole('link', { name: 'In your cart' })).toBeVisible()
}

test('a guest finds clips, licenses them, pays and downloads @phone', async ({ page, isMobile }) => {
  const problems: string[] = []
  page.on('pageerror', error => problems.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && /Content Security Policy|hydrat/i.test(message.text()))
      problems.push(message.text())
  })

  await test.step('searches and filters', async () => {
    await page.goto('/')
    await expectAccessible(page, 'home')
    await page.getByRole('combobox', { name: 'Search footage' }).first().fill('ocean')
    await page.getByRole('combobox', { name: 'Search footage' }).first().press('Enter')
    await expect(page).toHaveURL(/[?&]q=ocean/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/ocean/i)
    const totalCount = await page.locator('article').count()
    expect(totalCount).toBeGreaterThan(3)
    await page.goto('/clips?q=ocean&look=aerial')
    await expect(page.locator('article').first()).toBeVisible()
    expect(await page.locator('article').count()).toBeLessThan(totalCount)
    await expectAccessible(page, 'search')
    await page.goBack()
    await expect(page.locator('article')).toHaveCount(totalCount)
  })

  await test.step('a preview plays on hover', async () => {
    if (isMobile) return
    const card = page.locator('article').first()
    // Cards don't react to a pointer before hydration, so it comes again.
    await expect(async () => {
      await page.mouse.move(2, 2)
      await card.hover()
      await expect(card.locator('video')).toHaveJSProperty('paused', false, { timeout: 3_000 })
    }).toPass()
    await page.mouse.move(2, 2)
    await expect(card.locator('video')).toHaveCount(0)
  })

  const names: string[] = []
  await test.step('adds two clips with one license', async () => {
    names.push(await openClip(page, 0))
    await expectAccessible(page, 'clip page')
    await addToCart(page)
    await backToResults(page)
    names.push(await openClip(page, 1))
    await addToCart(page)
  })

  await test.step('adds a clip with another license', async () => {
    await backToResults(page)
    names.push(await openClip(page, 2))
    await page.getByRole('button', { name: 'Change license' }).click()
    const dialog = page.getByRole('dialog', { name: 'Select a License' })
    if (!isMobile) await expect(dialog.getByRole('radio', { name: 'HD' })).toBeInViewport()
    await dialog.getByRole('checkbox', { name: 'Broadcast TV' }).check()
    await expectAccessible(page, 'license dialog')
    await dialog.getByRole('button', { name: 'Use this license' }).click()
    await expect(dialog).toBeHidden()
    await addToCart(page)
  })

  await test.step('sees the cart grouped by license', async () => {
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: 'Cart (3 items)' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^License 1/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^License 2/ })).toBeVisible()
    await expect(page.getByText('Calculated at checkout')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Login to checkout' })).toBeInViewport()
    await expectAccessible(page, 'cart')
  })

  await test.step('applies one license to all clips', async () => {
    await page.getByRole('button', { name: 'Edit License' }).click()
    const dialog = page.getByRole('dialog', { name: 'Select a License' })
    await dialog.getByRole('checkbox', { name: 'Use this license for all 3 clips' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('License Updated!')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^License 2/ })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Cart (3 items)' })).toBeVisible()
  })

  const email = `story-${randomUUID()}@example.com`
  await test.step('registers and keeps the cart', async () => {
    await page.getByRole('button', { name: 'Login to checkout' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Login to speed up your checkout experience' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Create Free Account' }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill('Footage2026')
    const confirm = dialog.getByLabel(/confirm|again|repeat/i)
    if ((await confirm.count()) > 0) await confirm.fill('Footage2026')
    await dialog.getByRole('button', { name: 'Create Free Account' }).click()
    await enterRegistrationCode(dialog, email)
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
  })

  await test.step('enters the billing details', async () => {
    await page.getByRole('button', { name: 'Continue to checkout' }).click()
    await expect(page.getByText('Company name is required')).toBeVisible()
    await expect(page.getByLabel('Country').locator('option:checked')).toHaveText('United States')
    await page.getByLabel('Company name').fill('Aster & Daughters')
    await page.getByLabel('Address', { exact: true }).fill('12 Harbor Way')
    await page.getByLabel('City').fill('Oakland')
    await page.getByLabel('State').selectOption({ label: 'California' })
    await page.getByLabel('Zip code').fill('not a zip')
    await page.getByRole('button', { name: 'Continue to checkout' }).click()
    await expect(page.getByText('Please enter a valid zip code')).toBeVisible()
    await page.getByLabel('Zip code').fill('94607')
    await expectAccessible(page, 'billing')
    await page.getByRole('button', { name: 'Continue to checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
  })

  await test.step('pays by card', async () => {
    await fillCard(page)
    await expectAccessible(page, 'checkout')
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/)
  })

  await test.step('assigns the order to a project', async () => {
    const confirmation = page.getByRole('region', { name: 'It’s yours.' })
    const paidText = /^Order LT-\d{4}-\d{6} is paid: \$[\d,.]+\. The receipt went to (.+)\.$/
    await expect(confirmation.getByText(paidText)).toContainText(email)
    await expectAccessible(page, 'the confirmation of the purchase')
    await expect(confirmation.getByLabel('Client name')).not.toHaveValue('')
    await expect(confirmation.getByLabel('Start date')).not.toHaveValue('')
    await confirmation.getByLabel('Project name').fill('Tidal')
    await confirmation.getByLabel('Project description').fill('A film about the sea')
    await confirmation.getByRole('button', { name: 'Assign' }).click()
    await expect(confirmation.getByRole('button', { name: /^Download \(3 files, / })).toBeVisible()
    await expectAccessible(page, 'order')
  })

  await test.step('downloads each clip without a changed byte', async () => {
    for (const name of names) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: new RegExp(`^HD ?: ${name}$`) }).click()
      const file = await readFile(await (await download).path())
      expect(createHash('sha256').update(file).digest('hex')).toBe(masterHashOf(name))
    }
  })

  await test.step('no errors occurred', () => expect(problems).toEqual([]))
})
