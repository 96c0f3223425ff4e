/** Clip previews on hover, by keyboard and by touch, and the player on the clip page. */
import { expect, test, type Locator, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { listClips } from './shop.ts'

type Clip = { id: number; slug: string; name: string; fps: number; duration_in_seconds: number; flashing: boolean }
const listPreviewClips = async (page: Page) => (await listClips(page, 'per_page=24')) as Clip[]

const cardOf = (page: Page, { id }: Pick<Clip, 'id'>) => page.locator(`article[data-clip="${id}"]`).first()
const loopVideo = (card: Locator) => card.locator('video')
const quickPreviewOf = (page: Page, { name }: Pick<Clip, 'name'>) =>
  page.getByRole('complementary', { name: `Quick preview: ${name}` })

/** The timecode at a fraction of a clip, 0 to 1, such as `00:00:04:12`. */
const timecodeAt = ({ fps, duration_in_seconds }: Clip, fraction: number) => {
  const frame = Math.floor(Math.round(fps * duration_in_seconds) * fraction)
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `00:00:${twoDigits(Math.floor(frame / fps))}:${twoDigits(frame % fps)}`
}

/** Two clips that play on hover. */
const findMovingClips = async (page: Page) => {
  const clips = (await listPreviewClips(page)).filter(clip => !clip.flashing && clip.fps === 24)
  const [first, second] = clips
  if (!first || !second) throw new Error('The demo has clips that move.')
  return [first, second] as const
}

/** Opens a page and waits until the script that handles its cards has run. */
const openGrid = async (page: Page, path: string) => {
  const script = page.waitForResponse(/\/assets\/watch-cards-.*\.js/)
  await page.goto(path)
  // The page imports the script when its style sheet has loaded.
  await page.waitForFunction(
    () => document.querySelector<HTMLLinkElement>('link[href*="/watch-cards-"][rel="stylesheet"]')?.sheet,
  )
  await page.evaluate(url => import(url), (await script).url())
}

/** Opens a clip and waits until the shop's controls replace the browser's. */
const openClip = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.getByRole('region', { name: /^Player/ }).locator('video:not([controls])')).toBeVisible()
}

const moveOver = async (page: Page, card: Locator, fraction = 0.5) => {
  await card.scrollIntoViewIfNeeded()
  const box = await card.boundingBox()
  if (!box) throw new Error('The card is not on the screen.')
  await page.mouse.move(box.x + box.width * fraction, box.y + box.height / 2, { steps: 3 })
}

test('a card plays on hover, and its download is canceled when the pointer leaves', async ({ page, isMobile }) => {
  test.skip(isMobile, 'touch has no hover')
  const [clip, otherClip] = await findMovingClips(page)
  await openGrid(page, '/clips')
  const requestErrors: string[] = []
  // Never respond, so that the download is still pending when the pointer leaves.
  await page.route('**/hover.*.mp4', () => {})
  page.on('requestfailed', request => requestErrors.push(request.failure()?.errorText ?? ''))
  const request = page.waitForRequest('**/hover.*.mp4')
  await moveOver(page, cardOf(page, clip))
  await request
  expect(requestErrors).toEqual([])
  await moveOver(page, cardOf(page, otherClip))
  await expect.poll(() => requestErrors).toContain('net::ERR_ABORTED')
  await expect(loopVideo(cardOf(page, clip))).toHaveCount(0)
  await page.unroute('**/hover.*.mp4')

  await moveOver(page, cardOf(page, clip))
  await expect(loopVideo(cardOf(page, clip))).toHaveJSProperty('paused', false)
  await expect(page.locator('article video')).toHaveCount(1)
  await page.mouse.move(5, 5)
  await expect(page.locator('article video')).toHaveCount(0)
})

for (const key of ['Meta', 'Alt'])
  test(`holding ${key} scrubs with the timecode under the pointer`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'touch scrubs by dragging')
    const [clip, otherClip] = await findMovingClips(page)
    await openGrid(page, '/clips')
    const card = cardOf(page, clip)
    await moveOver(page, card, 0.25)
    await expect(loopVideo(card)).toBeVisible()
    await page.keyboard.down(key)
    await expect(card.getByText(timecodeAt(clip, 0.25))).toBeVisible()
    await expect(loopVideo(card)).toHaveCount(0)
    await moveOver(page, card, 0.75)
    await expect(card.getByText(timecodeAt(clip, 0.75))).toBeVisible()
    await moveOver(page, cardOf(page, otherClip), 0.5)
    await expect(cardOf(page, otherClip).getByText(timecodeAt(otherClip, 0.5))).toBeVisible()
    await expect(card.getByText(/^00:00:/)).toHaveCount(0)
    await page.keyboard.up(key)
    await expect(page.getByText(/^00:00:\d\d:\d\d$/)).toHaveCount(0)
    await expect(loopVideo(cardOf(page, otherClip))).toBeVisible()
  })

test('holding Shift shows a quick preview; releasing it, losing the window focus and Escape close it', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'touch uses a long press')
  const [clip, otherClip] = await findMovingClips(page)
  await openGrid(page, '/clips')
  const quickPreview = quickPreviewOf(page, clip)
  await moveOver(page, cardOf(page, clip))
  // A playing card is ready: on a slow machine the script can load before it runs.
  await expect(loopVideo(cardOf(page, clip))).toBeVisible()
  await page.keyboard.down('Shift')
  await expect(quickPreview.locator('video')).toHaveJSProperty('paused', false)
  await expect(quickPreview.getByText(/^00:00:0\d:\d\d$/)).not.toHaveText('00:00:00:00')
  const width = (await quickPreview.boundingBox())?.width ?? 0
  expect(width).toBeGreaterThan((await cardOf(page, clip).boundingBox())?.width ?? Infinity)
  await moveOver(page, cardOf(page, otherClip))
  await expect(quickPreviewOf(page, otherClip)).toBeVisible()
  await expect(quickPreview).toHaveCount(0)
  await page.keyboard.up('Shift')
  await expect(quickPreviewOf(page, otherClip)).toHaveCount(0)

  for (const [key, interrupt] of [
    ['Shift', () => page.evaluate(() => dispatchEvent(new Event('blur')))],
    ['Shift', () => page.keyboard.press('Escape')],
    ['Shift', () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
    ['Meta', () => page.evaluate(() => dispatchEvent(new Event('blur')))],
  ] as const) {
    await page.keyboard.down(key)
    const preview =
      key === 'Shift' ? quickPreviewOf(page, otherClip) : cardOf(page, otherClip).getByText(timecodeAt(otherClip, 0.5))
    await expect(preview).toBeVisible()
    await interrupt()
    await expect(preview).toHaveCount(0)
    // While the key stays down, nothing opens again.
    await moveOver(page, cardOf(page, otherClip), 0.5)
    await expect(preview).toHaveCount(0)
    await page.keyboard.up(key)
  }

  await test.step('a keyup event that was missed', async () => {
    await page.keyboard.down('Shift')
    await expect(quickPreviewOf(page, otherClip)).toBeVisible()
    await page.evaluate(() => addEventListener('keyup', event => event.stopImmediatePropagation(), { capture: true }))
    await page.keyboard.up('Shift')
    await expect(quickPreviewOf(page, otherClip)).toBeVisible()
    await moveOver(page, cardOf(page, otherClip), 0.6)
    await expect(quickPreviewOf(page, otherClip)).toHaveCount(0)
  })
})

test('keyboard shortcuts work for the focused card', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keys')
  const [clip] = await findMovingClips(page)
  await openGrid(page, '/clips')
  const card = cardOf(page, clip)
  await card.getByRole('link').focus()
  // The focus ring and the loop appear only for keyboard focus.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link')).toBeFocused()
  await expect(loopVideo(card)).toBeVisible()

  await test.step('the quick preview follows the arrow keys', async () => {
    await page.keyboard.press('Space')
    await expect(quickPreviewOf(page, clip)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(quickPreviewOf(page, clip)).toHaveCount(0)
    const quickPreview = page.getByRole('complementary', { name: /^Quick preview: / })
    await expect(quickPreview).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(quickPreviewOf(page, clip)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(quickPreview).toHaveCount(0)
  })

  await test.step('arrow keys scrub through the clip', async () => {
    await page.keyboard.press('s')
    const timecode = card.getByRole('status')
    await expect(timecode).toHaveText('00:00:00:00')
    await page.keyboard.press('End')
    const end = await timecode.textContent()
    expect(end).not.toBe('00:00:00:00')
    await page.keyboard.press('ArrowLeft')
    await expect(timecode).not.toHaveText(end ?? '')
    await page.keyboard.press('ArrowRight')
    await expect(timecode).toHaveText(end ?? '')
    await expect(card.getByRole('link')).toBeFocused()
    await page.keyboard.press('s')
    await expect(timecode).toHaveCount(0)
  })

  await test.step('the question mark opens the help', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Preview shortcuts' })
    await expect(help.getByText('Quick preview beside the clip')).toBeVisible()
    await expectAccessible(page, 'help for looking at footage')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
  })
})

test('a horizontal drag scrubs, a long press selects, and scrolling and tapping still work @full @phone', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'for touch')
  const [clip] = await findMovingClips(page)
  await openGrid(page, '/clips')
  const card = cardOf(page, clip)
  await card.scrollIntoViewIfNeeded()
  let box = { x: 0, y: 0, width: 0, height: 0 }
  /** Updates the card's position. */
  const updateBox = async () => {
    const cardBox = await card.locator('picture').locator('..').boundingBox()
    if (!cardBox) throw new Error('The card is not on the screen.')
    box = cardBox
  }
  await updateBox()
  const devtools = await page.context().newCDPSession(page)
  const pointAt = (fraction: number, offset = 0) => ({
    x: box.x + box.width * fraction,
    y: box.y + box.height / 2 + offset,
  })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  const gridUrl = page.url()

  await test.step('scrub', async () => {
    await touch('touchStart', pointAt(0.3))
    for (const fraction of [0.35, 0.45, 0.6, 0.75]) await touch('touchMove', pointAt(fraction))
    await expect(card.getByText(timecodeAt(clip, 0.75))).toBeVisible()
    await touch('touchEnd')
    await expect(card.getByText(/^00:00:/)).toHaveCount(0)
    expect(page.url()).toBe(gridUrl)
  })

  await test.step('scroll', async () => {
    const scrollBefore = await page.evaluate(() => scrollY)
    await touch('touchStart', pointAt(0.5))
    for (const offset of [-20, -60, -120, -200]) await touch('touchMove', pointAt(0.5, offset))
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrollBefore)
    await expect(card.getByText(/^00:00:/)).toHaveCount(0)
    // Momentum scrolling continues, so reload the page.
    await openGrid(page, '/clips')
    await card.scrollIntoViewIfNeeded()
    await updateBox()
  })

  await test.step('a long press, and the button', async () => {
    const mark = card.getByRole('button', { name: `Select ${clip.name}` })
    await touch('touchStart', pointAt(0.5))
    await expect(mark).toHaveAttribute('aria-pressed', 'true')
    await touch('touchEnd')
    await expect(mark).toHaveAttribute('aria-pressed', 'true')
    expect(page.url()).toBe(gridUrl)
    await mark.tap()
    await expect(mark).toHaveAttribute('aria-pressed', 'false')
    const sheet = page.getByRole('dialog', { name: clip.name })
    await card.getByRole('button', { name: `Quick preview of ${clip.name}` }).tap()
    await expect(sheet.getByRole('region', { name: `Player: ${clip.name}` })).toBeVisible()
    await expect(sheet.locator('video')).toHaveJSProperty('paused', false)
    await expectAccessible(page, 'a quick preview on a phone')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    expect(page.url()).toBe(gridUrl)
    await card.getByRole('button', { name: `Quick preview of ${clip.name}` }).tap()
    await sheet.getByRole('link', { name: 'Open full page' }).click()
    await expect(page).toHaveURL(new RegExp(`/clips/${clip.slug}/${clip.id}$`))
  })

  await test.step('tap', async () => {
    await page.goBack()
    await expect(page).toHaveURL(gridUrl)
    await card.getByRole('link').tap()
    await expect(page).toHaveURL(new RegExp(`/clips/${clip.slug}/${clip.id}$`))
  })
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing plays automatically, and scrubbing and playing still work', async ({ page, isMobile }) => {
    test.skip(isMobile, 'the same for touch')
    const [clip] = await findMovingClips(page)
    const videoRequests: string[] = []
    page.on('request', request => {
      if (request.url().includes('.mp4')) videoRequests.push(request.url())
    })
    await openGrid(page, '/clips')
    const card = cardOf(page, clip)
    await moveOver(page, card, 0.5)
    await page.keyboard.down('Meta')
    await expect(card.getByText(timecodeAt(clip, 0.5))).toBeVisible()
    await page.keyboard.up('Meta')
    await page.keyboard.down('Shift')
    await expect(quickPreviewOf(page, clip).getByText(clip.name)).toBeVisible()
    await page.keyboard.up('Shift')
    await expect(page.locator('video')).toHaveCount(0)
    expect(videoRequests).toEqual([])

    await openClip(page, `/clips/${clip.slug}/${clip.id}`)
    const video = page.getByRole('region', { name: /^Player/ }).locator('video')
    await expect(video).toHaveJSProperty('paused', true)
    await page.keyboard.press('Space')
    await expect(video).toHaveJSProperty('paused', false)
  })
})

test('a clip with flashing light never plays automatically', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same for touch')
  const clip = ((await listClips(page, 'per_page=100')) as Clip[]).find(candidate => candidate.flashing)
  if (!clip) throw new Error('The demo has a clip that flashes.')
  await openGrid(page, `/clips?q=${encodeURIComponent(clip.name)}`)
  const card = cardOf(page, clip)
  await moveOver(page, card)
  await page.keyboard.down('Shift')
  await expect(quickPreviewOf(page, clip).getByText(/^Flashing light/)).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await page.keyboard.up('Shift')
  await card.getByRole('link').click()
  const video = page.getByRole('region', { name: /^Player/ }).locator('video')
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
  await expect(video).toHaveJSProperty('paused', true)
})

test('in and out marks loop, can be jumped to, and are stored in the URL @full', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(isMobile, 'phones have no keys')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [clip] = await findMovingClips(page)
  const path = `/clips/${clip.slug}/${clip.id}`
  await openClip(page, `${path}?from=mail`)
  const player = page.getByRole('region', { name: `Player: ${clip.name}` })
  const video = player.locator('video')
  const position = player.getByRole('slider', { name: 'Position' })
  const press = (...keys: string[]) =>
    keys.reduce((previous, key) => previous.then(() => page.keyboard.press(key)), Promise.resolve())
  const expectTimecode = (text: string) => expect(position).toHaveAttribute('aria-valuetext', text)
  /** Records the next frames that the video shows. */
  const recordFrames = (count: number) =>
    video.evaluate(
      (element: HTMLVideoElement, [fps, frameCount]) =>
        new Promise<number[]>(resolve => {
          const frames: number[] = []
          const recordFrame = (_: number, { mediaTime }: { mediaTime: number }) => {
            frames.push(Math.floor(mediaTime * fps + 1e-3))
            if (frames.length < frameCount) element.requestVideoFrameCallback(recordFrame)
            else resolve(frames)
          }
          element.requestVideoFrameCallback(recordFrame)
        }),
      [clip.fps, count] as const,
    )
  await expect(video).toHaveJSProperty('paused', false)

  await test.step('marks are set by key', async () => {
    await press('Space', 'Home', 'Shift+ArrowRight', 'i', 'Shift+ArrowRight', 'ArrowRight', 'ArrowRight', 'o')
    await expect(page).toHaveURL(new RegExp(`${path}\\?from=mail&in=10&out=22$`))
    await expect(player.getByTitle('Length between the marks')).toHaveText('00:00:00:13')
  })

  await test.step('only the marked frames play, in a loop', async () => {
    await press('Space')
    const frames = await recordFrames(40)
    // A slow machine drops frames and jumps late. Without marks most frames would be outside.
    expect(Math.min(...frames)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...frames)).toBeGreaterThanOrEqual(20)
    expect(frames.filter(frame => frame > 22).length).toBeLessThan(frames.length / 4)
    expect(frames.some((frame, index) => frame < (frames[index - 1] ?? 0))).toBe(true)
    await press('Space')
    await press('r', 'Space')
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await expectTimecode('00:00:00:22')
    await press('r')
  })

  await test.step('marks can be jumped to, and the timecode can be copied', async () => {
    await press('Shift+I')
    await expectTimecode('00:00:00:10')
    await press('Shift+O')
    await expectTimecode('00:00:00:22')
    await press('c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('00:00:00:22')
    await press('End')
    await expectTimecode(timecodeAt(clip, 1 - 1e-9))
  })

  await test.step('marks are restored from the URL', async () => {
    await openClip(page, `${path}?in=10&out=22`)
    await expect(player.getByTitle('Length between the marks')).toHaveText('00:00:00:13')
    const frames = await recordFrames(20)
    expect(Math.min(...frames)).toBeGreaterThanOrEqual(10)
    expect(frames.filter(frame => frame > 22).length).toBeLessThan(frames.length / 4)
    await press('Space', 'x')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await openClip(page, `${path}?in=9999999&out=none`)
    await expect(player.getByTitle('Length', { exact: true })).toBeVisible()
    await expect(player.getByTitle('Length between the marks')).toHaveCount(0)
  })

  await test.step('the help opens, and Escape leaves full screen without leaving the page', async () => {
    await press('?')
    const shortcuts = player.getByRole('group', { name: 'Keys of the player' })
    await expect(shortcuts.getByText('Mark in, mark out; with Shift go there')).toBeVisible()
    await expectAccessible(page, 'keys of the player')
    await press('Escape')
    await expect(shortcuts).toHaveCount(0)
    await press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await press('Escape')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false)
    await expect(page).toHaveURL(new RegExp(path))
  })
})

test('the number of event listeners does not grow with the number of cards @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same for touch')
  await page.addInitScript(() => {
    const addEventListener = Document.prototype.addEventListener
    let count = 0
    Document.prototype.addEventListener = function counted(
      this: Document,
      ...args: Parameters<typeof addEventListener>
    ) {
      count += 1
      document.documentElement.dataset['listeners'] = String(count)
      addEventListener.apply(this, args)
    } as typeof addEventListener
  })
  await openGrid(page, '/clips')
  await expect(page.locator('article[data-clip]').first()).toBeVisible()
  await moveOver(page, page.locator('article[data-clip]').first())
  await expect(page.locator('article video')).toHaveCount(1)
  const listenersBefore = await page.locator('html').getAttribute('data-listeners')
  await page.getByText(/^\d+ of \d+ clips$/).scrollIntoViewIfNeeded()
  await expect(page.getByText(/^All \d+ clips$/)).toBeAttached()
  expect(await page.locator('html').getAttribute('data-listeners')).toBe(listenersBefore)
})
