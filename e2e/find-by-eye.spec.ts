/** Finding footage by what it looks like: a color, a picture, the frame on screen. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { clipsOf } from './shop.ts'

const cards = (page: Page) => page.locator('article')
const firstClip = (page: Page) => cards(page).first().getByRole('link').first()

/** The poster of one of the demo's clips. */
const posterOf = (clip: string) => {
  const folder = path.join('demo/renditions', clip)
  const file = readdirSync(folder).find(name => /^poster\..*\.jpg$/.test(name)) ?? ''
  return { name: 'frame.jpg', mimeType: 'image/jpeg', buffer: readFileSync(path.join(folder, file)) }
}

test('a color is picked with the keyboard, and the clips with the most of it come first', async ({ page }) => {
  await page.goto('/clips')
  await page.getByRole('link', { name: /^By color/ }).click()
  await expect(page).toHaveURL(/\/clips\/look$/)
  const teal = page.getByRole('radio', { name: 'Deep teal' }).first()
  // One stop for all swatches; arrows walk through them.
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

test('a picture finds what looks like it; the result can be reloaded and shared', async ({ page, browser }) => {
  await page.goto('/clips/look')
  await expectAccessible(page, 'find by eye')
  await page.getByLabel('Choose a picture').setInputFiles(posterOf('milky-way-ridge'))
  await expect(page.getByRole('heading', { level: 1, name: 'Clips that look like your frame' })).toBeVisible()
  await expect(page).toHaveURL(/\/clips\/look\?like=[\w-]{116}$/)
  await expect(page.getByAltText('Your frame')).toBeVisible()
  await expect(firstClip(page)).toHaveAttribute('href', /milky-way-ridge/)
  await expect(page.getByText('Similar colors').first()).toBeVisible()
  await expectAccessible(page, 'clips like a frame')

  const shared = await (await browser.newContext()).newPage()
  await shared.goto(page.url())
  await expect(firstClip(shared)).toHaveAttribute('href', /milky-way-ridge/)
  await expect(shared.getByRole('img', { name: 'The colors of your frame, where they lie' })).toBeVisible()
  await expect(shared.getByAltText('Your frame')).toBeHidden()
  await shared.close()

  await firstClip(page).click()
  await expect(page.getByRole('region', { name: /^Player/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByAltText('Your frame')).toBeVisible()
})

test('what is no picture is answered with a sentence, and the next try works', async ({ page }) => {
  await page.goto('/clips/look')
  const field = page.getByLabel('Choose a picture')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await field.setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: svg })
  await expect(page.getByRole('alert')).toHaveText(
    'That is no picture we can read. Please choose a JPEG, PNG, WebP or AVIF.',
  )
  await field.setInputFiles(posterOf('lava-flow-crust'))
  await expect(firstClip(page)).toHaveAttribute('href', /lava-flow/)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('a clip says what is similar and why, and its frame on screen leads on', async ({ page }) => {
  const clip = (await clipsOf(page, 'per_page=100')).find(one => one.slug === 'underwater-god-rays')
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

test('a link that is not complete says so', async ({ page }) => {
  await page.goto('/clips/look?like=abc')
  await expect(page.getByRole('alert')).toContainText('That link is not complete.')
})
