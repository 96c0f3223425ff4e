/** Visual search: by color, by an image, and by the frame on screen. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { listClips } from './shop.ts'

const cards = (page: Page) => page.locator('article')
const firstClip = (page: Page) => cards(page).first().getByRole('link').first()

/** The poster of a demo clip, as a file to upload. */
const posterOf = (clip: string) => {
  const folder = path.join('demo/renditions', clip)
  const file = readdirSync(folder).find(name => /^poster\..*\.jpg$/.test(name)) ?? ''
  return { name: 'frame.jpg', mimeType: 'image/jpeg', buffer: readFileSync(path.join(folder, file)) }
}

test('a color is chosen with the keyboard, and the clips with most of it come first', async ({ page }) => {
  await page.goto('/clips')
  await page.getByRole('link', { name: /^By color/ }).click()
  await expect(page).toHaveURL(/\/clips\/look$/)
  const teal = page.getByRole('radio', { name: 'Deep teal' }).first()
  // The swatches are one tab stop. Arrow keys move between them.
  await page.getByRole('radio').first().focus()
  await teal.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?color=[\da-f]{6}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Deep teal' })).toBeVisible()
  await expect(teal).toBeChecked()
  await expect(teal).toBeFocused()
  await expect(firstClip(page)).toHaveAttribute('href', /ocean-drone-tropical|underwater/)
  await expect(page.getByText(/(Mostly|Much of) this color/).first()).toBeVisible()
  await expectAccessible(page, 'clips of a color')

  await page.getByLabel('Exact shade').fill('#7a1f1c')
  await expect(page).toHaveURL(/\?color=7a1f1c$/)
  await expect(firstClip(page)).toHaveAttribute('href', /silk-crimson/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Deep teal' })).toBeVisible()
})

test('an image finds similar clips, and the result page can be reloaded and shared', async ({ page, browser }) => {
  await page.goto('/clips/look')
  await expectAccessible(page, 'find by eye')
  await page.getByLabel('Choose a picture').setInputFiles(posterOf('milky-way-ridge'))
  await expect(page.getByRole('heading', { level: 1, name: 'Clips that look like your frame' })).toBeVisible()
  await expect(page).toHaveURL(/\/clips\/look\?like=[\w-]{116}$/)
  await expect(page.getByAltText('Your frame')).toBeVisible()
  await expect(firstClip(page)).toHaveAttribute('href', /milky-way-ridge/)
  await expect(page.getByText('Similar colors').first()).toBeVisible()
  await expectAccessible(page, 'clips like a frame')

  const sharedPage = await (await browser.newContext()).newPage()
  await sharedPage.goto(page.url())
  await expect(firstClip(sharedPage)).toHaveAttribute('href', /milky-way-ridge/)
  await expect(sharedPage.getByRole('img', { name: 'The colors of your frame by position' })).toBeVisible()
  await expect(sharedPage.getByAltText('Your frame')).toBeHidden()
  await sharedPage.close()

  await firstClip(page).click()
  await expect(page.getByRole('region', { name: /^Player/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByAltText('Your frame')).toBeVisible()
})

test('an invalid image shows an error, and the next upload works @full', async ({ page }) => {
  await page.goto('/clips/look')
  const field = page.getByLabel('Choose a picture')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await field.setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: svg })
  await expect(page.getByRole('alert')).toHaveText(
    'We cannot read that picture. Please choose a JPEG, PNG, WebP or AVIF.',
  )
  await field.setInputFiles(posterOf('lava-flow-crust'))
  await expect(firstClip(page)).toHaveAttribute('href', /lava-flow/)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a clip shows similar footage with reasons, and its current frame starts a search @full', async ({ page }) => {
  const clip = (await listClips(page, 'per_page=100')).find(candidate => candidate.slug === 'underwater-god-rays')
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  const similar = page.getByRole('region', { name: 'Similar footage' })
  await expect(similar.getByText(/Similar colors|Similar composition/).first()).toBeVisible()
  await similar.getByRole('button', { name: 'More like the frame on screen' }).click()
  await expect(page).toHaveURL(/\/clips\/look\?like=/)
  await expect(firstClip(page)).toHaveAttribute('href', /underwater-god-rays/)

  await page.goBack()
  await page.getByRole('region', { name: 'Colors' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/clips\/look\?color=/)
  await expect(cards(page).first()).toBeVisible()
})

test('an incomplete link shows an error @full', async ({ page }) => {
  await page.goto('/clips/look?like=abc')
  await expect(page.getByRole('alert')).toContainText('That link is incomplete.')
})
