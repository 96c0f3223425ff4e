/** Clip pages: their URLs and the player. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForHydration, listClips } from './shop.ts'

const cards = (page: Page) => page.locator('article')

test('a wrong slug redirects, and an unknown address is a 404 @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same at any width')
  const [clip] = await listClips(page, 'per_page=1')
  await page.goto(`/clips/an-older-name/${clip?.id}`)
  await expect(page).toHaveURL(new RegExp(`/clips/${clip?.slug}/${clip?.id}$`))
  for (const path of ['/nowhere', '/clips/nothing/99999999', '/collections/nothing/none']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'The page you are looking for can’t be found...' })).toBeVisible()
  }
  await expectAccessible(page, 'the page of nothing')
  await page.getByRole('link', { name: 'Back to Browse' }).click()
  await expect(cards(page).first()).toBeVisible()
})

test('a skipped view transition is not reported as an error, and the clip opens', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same at any width')
  const problems: string[] = []
  page.on('pageerror', error => problems.push(String(error)))
  await page.addInitScript(() => {
    const { startViewTransition } = Document.prototype
    Document.prototype.startViewTransition = function (update) {
      const transition = startViewTransition.call(this, update)
      transition.skipTransition()
      document.documentElement.dataset['skipped'] = 'yes'
      return transition
    }
  })
  await page.goto('/clips')
  await waitForHydration(page)
  await cards(page).first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'License and price' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-skipped', 'yes')
  expect(problems).toEqual([])
})

test('the player responds to its keyboard shortcuts', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keys')
  const [clip] = await listClips(page, 'per_page=1&motion=realtime')
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  const player = page.getByRole('region', { name: `Player: ${clip?.name}` })
  const video = player.locator('video')
  const currentTime = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const press = (key: string) => page.keyboard.press(key)
  await expect(video).toHaveJSProperty('paused', false)

  await test.step('Space works anywhere on the page', async () => {
    await press('Space')
    await expect(video).toHaveJSProperty('paused', true)
    await expect(player).toBeFocused()
    await press('Space')
    await expect(video).toHaveJSProperty('paused', false)
  })

  await test.step('J, K and L', async () => {
    await press('l')
    await expect(video).toHaveJSProperty('playbackRate', 2)
    await press('k')
    await expect(video).toHaveJSProperty('paused', true)
    await press('l')
    await expect(video).toHaveJSProperty('playbackRate', 1)
    await expect(video).toHaveJSProperty('paused', false)
    await press('k')
    await press('End')
    const end = await currentTime()
    await press('j')
    await expect(player.getByText('◀ 1×')).toBeVisible()
    await expect.poll(currentTime).toBeLessThan(end)
    await press('k')
  })

  await test.step('K and L in quick succession, before the pause event arrives', async () => {
    await press('Home')
    await press('l')
    await expect(video).toHaveJSProperty('paused', false)
    await player.evaluate(element => {
      for (const key of ['k', 'l']) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    const timeBefore = await currentTime()
    await expect.poll(currentTime).toBeGreaterThan(timeBefore + 0.5)
    await press('k')
  })

  await test.step('arrow keys step frame by frame', async () => {
    const position = player.getByRole('slider', { name: 'Position' })
    await press('Home')
    await expect(position).toHaveAttribute('aria-valuetext', '00:00:00:00')
    await press('ArrowRight')
    await expect(position).toHaveAttribute('aria-valuetext', '00:00:00:01')
    await press('Shift+ArrowRight')
    await expect(position).toHaveAttribute('aria-valuetext', '00:00:00:11')
    await press('ArrowLeft')
    await expect(position).toHaveAttribute('aria-valuetext', '00:00:00:10')
  })

  await test.step('repeat', async () => {
    await press('r')
    await expect(player.getByRole('button', { name: 'Repeat' })).toHaveAttribute('aria-pressed', 'false')
    await press('End')
    await press('ArrowLeft')
    await press('l')
    await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
    await press('r')
    await press('l')
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  await test.step('full screen', async () => {
    await press('f')
    await expect(player.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
    expect(await player.evaluate(element => document.fullscreenElement === element)).toBe(true)
    await press('f')
    await expect(player.getByRole('button', { name: 'Full screen' })).toBeVisible()
  })
})
