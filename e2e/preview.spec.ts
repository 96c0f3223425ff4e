/** Looking at footage before opening it: under the pointer, with keys, with fingers; and the editor's player. */
import { expect, test, type Locator, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { clipsOf } from './shop.ts'

type Clip = { id: number; slug: string; name: string; fps: number; duration_in_seconds: number; flashing: boolean }
const clipList = async (page: Page) => (await clipsOf(page, 'per_page=24')) as Clip[]

const cardOf = (page: Page, { id }: Pick<Clip, 'id'>) => page.locator(`article[data-clip="${id}"]`).first()
const loop = (card: Locator) => card.locator('video')
const quickOf = (page: Page, { name }: Pick<Clip, 'name'>) =>
  page.getByRole('complementary', { name: `Quick preview: ${name}` })

/** `00:00:04:12` of a part of a clip, 0 to 1. */
const codeAt = ({ fps, duration_in_seconds }: Clip, share: number) => {
  const frame = Math.floor(Math.round(fps * duration_in_seconds) * share)
  const two = (n: number) => String(n).padStart(2, '0')
  return `00:00:${two(Math.floor(frame / fps))}:${two(frame % fps)}`
}

/** Clips of the list that move when touched. */
const lively = async (page: Page) => {
  const found = (await clipList(page)).filter(clip => !clip.flashing && clip.fps === 24)
  const [first, second] = found
  if (!first || !second) throw new Error('The demo has clips that move.')
  return [first, second] as const
}

/** Cards answer once the script that watches them is there. */
const openPage = async (page: Page, address: string) => {
  const script = page.waitForResponse(/\/assets\/attend-/)
  await page.goto(address)
  await (await script).finished()
}

/** The browser's own controls give way once ours are alive. */
const openClip = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('region', { name: /^Player/ }).locator('video:not([controls])')).toBeVisible()
}

const moveOver = async (page: Page, card: Locator, share = 0.5) => {
  await card.scrollIntoViewIfNeeded()
  const box = await card.boundingBox()
  if (!box) throw new Error('The card is not on the screen.')
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 3 })
}

test('a card moves under the pointer, and its download ends when it is left', async ({ page, isMobile }) => {
  test.skip(isMobile, 'fingers do not hover')
  const [one, other] = await lively(page)
  await openPage(page, '/clips')
  const ended: string[] = []
  // Never answered, so that the download is still under way when the pointer leaves.
  await page.route('**/hover.*.mp4', () => {})
  page.on('requestfailed', request => ended.push(request.failure()?.errorText ?? ''))
  const asked = page.waitForRequest('**/hover.*.mp4')
  await moveOver(page, cardOf(page, one))
  await asked
  expect(ended).toEqual([])
  await moveOver(page, cardOf(page, other))
  await expect.poll(() => ended).toContain('net::ERR_ABORTED')
  await expect(loop(cardOf(page, one))).toHaveCount(0)
  await page.unroute('**/hover.*.mp4')

  await moveOver(page, cardOf(page, one))
  await expect(loop(cardOf(page, one))).toHaveJSProperty('paused', false)
  await expect(page.locator('article video')).toHaveCount(1)
  await page.mouse.move(5, 5)
  await expect(page.locator('article video')).toHaveCount(0)
})

for (const key of ['Meta', 'Alt'])
  test(`${key} held scrubs with the timecode of where the pointer is`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'fingers draw instead')
    const [one, other] = await lively(page)
    await openPage(page, '/clips')
    const card = cardOf(page, one)
    await moveOver(page, card, 0.25)
    await expect(loop(card)).toBeVisible()
    await page.keyboard.down(key)
    await expect(card.getByText(codeAt(one, 0.25))).toBeVisible()
    await expect(loop(card)).toHaveCount(0)
    await moveOver(page, card, 0.75)
    await expect(card.getByText(codeAt(one, 0.75))).toBeVisible()
    await moveOver(page, cardOf(page, other), 0.5)
    await expect(cardOf(page, other).getByText(codeAt(other, 0.5))).toBeVisible()
    await expect(card.getByText(/^00:00:/)).toHaveCount(0)
    await page.keyboard.up(key)
    await expect(page.getByText(/^00:00:\d\d:\d\d$/)).toHaveCount(0)
    await expect(loop(cardOf(page, other))).toBeVisible()
  })

test('Shift held shows a clip large beside the pointer; release, a lost window and Escape end it', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'fingers press long instead')
  const [one, other] = await lively(page)
  await openPage(page, '/clips')
  const quick = quickOf(page, one)
  await moveOver(page, cardOf(page, one))
  // Moving, it is being watched: on a busy machine the script is there before it has run.
  await expect(loop(cardOf(page, one))).toBeVisible()
  await page.keyboard.down('Shift')
  await expect(quick.locator('video')).toHaveJSProperty('paused', false)
  await expect(quick.getByText(/^00:00:0\d:\d\d$/)).not.toHaveText('00:00:00:00')
  const width = (await quick.boundingBox())?.width ?? 0
  expect(width).toBeGreaterThan((await cardOf(page, one).boundingBox())?.width ?? Infinity)
  await moveOver(page, cardOf(page, other))
  await expect(quickOf(page, other)).toBeVisible()
  await expect(quick).toHaveCount(0)
  await page.keyboard.up('Shift')
  await expect(quickOf(page, other)).toHaveCount(0)

  for (const [held, way] of [
    ['Shift', () => page.evaluate(() => dispatchEvent(new Event('blur')))],
    ['Shift', () => page.keyboard.press('Escape')],
    ['Shift', () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
    ['Meta', () => page.evaluate(() => dispatchEvent(new Event('blur')))],
  ] as const) {
    await page.keyboard.down(held)
    const shown = held === 'Shift' ? quickOf(page, other) : cardOf(page, other).getByText(codeAt(other, 0.5))
    await expect(shown).toBeVisible()
    await way()
    await expect(shown).toHaveCount(0)
    // Still held, it asks for nothing more.
    await moveOver(page, cardOf(page, other), 0.5)
    await expect(shown).toHaveCount(0)
    await page.keyboard.up(held)
  }

  await test.step('a release that nobody told of', async () => {
    await page.keyboard.down('Shift')
    await expect(quickOf(page, other)).toBeVisible()
    await page.evaluate(() => addEventListener('keyup', event => event.stopImmediatePropagation(), { capture: true }))
    await page.keyboard.up('Shift')
    await expect(quickOf(page, other)).toBeVisible()
    await moveOver(page, cardOf(page, other), 0.6)
    await expect(quickOf(page, other)).toHaveCount(0)
  })
})

test('keys do the same for the card with the focus', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no keys')
  const [one] = await lively(page)
  await openPage(page, '/clips')
  const card = cardOf(page, one)
  await card.getByRole('link').focus()
  // The ring, and with it the loop, is for those who came by key.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link')).toBeFocused()
  await expect(loop(card)).toBeVisible()

  await test.step('a quick preview, which follows the arrows', async () => {
    await page.keyboard.press('Space')
    await expect(quickOf(page, one)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(quickOf(page, one)).toHaveCount(0)
    const quick = page.getByRole('complementary', { name: /^Quick preview: / })
    await expect(quick).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(quickOf(page, one)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(quick).toHaveCount(0)
  })

  await test.step('scrubbing, in which the arrows go through the clip', async () => {
    await page.keyboard.press('s')
    const code = card.getByRole('status')
    await expect(code).toHaveText('00:00:00:00')
    await page.keyboard.press('End')
    const end = await code.textContent()
    expect(end).not.toBe('00:00:00:00')
    await page.keyboard.press('ArrowLeft')
    await expect(code).not.toHaveText(end ?? '')
    await page.keyboard.press('ArrowRight')
    await expect(code).toHaveText(end ?? '')
    await expect(card.getByRole('link')).toBeFocused()
    await page.keyboard.press('s')
    await expect(code).toHaveCount(0)
  })

  await test.step('the question mark tells them', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Looking at footage' })
    await expect(help.getByText('Quick preview beside the pointer')).toBeVisible()
    await expectAccessible(page, 'help for looking at footage')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
  })
})

test('a finger scrubs from side to side, presses long for a quick preview, and still scrolls and taps', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'for fingers')
  const [one] = await lively(page)
  await openPage(page, '/clips')
  const card = cardOf(page, one)
  await card.scrollIntoViewIfNeeded()
  let box = { x: 0, y: 0, width: 0, height: 0 }
  /** Where the card stands now. */
  const look = async () => {
    const seen = await card.locator('picture').locator('..').boundingBox()
    if (!seen) throw new Error('The card is not on the screen.')
    box = seen
  }
  await look()
  const wire = await page.context().newCDPSession(page)
  const at = (share: number, down = 0) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 + down })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    wire.send('Input.dispatchTouchEvent', { type, touchPoints })
  const address = page.url()

  await test.step('scrub', async () => {
    await touch('touchStart', at(0.3))
    for (const share of [0.35, 0.45, 0.6, 0.75]) await touch('touchMove', at(share))
    await expect(card.getByText(codeAt(one, 0.75))).toBeVisible()
    await touch('touchEnd')
    await expect(card.getByText(/^00:00:/)).toHaveCount(0)
    expect(page.url()).toBe(address)
  })

  await test.step('scroll', async () => {
    const before = await page.evaluate(() => scrollY)
    await touch('touchStart', at(0.5))
    for (const down of [-20, -60, -120, -200]) await touch('touchMove', at(0.5, down))
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
    await expect(card.getByText(/^00:00:/)).toHaveCount(0)
    // It goes on by its own momentum.
    await openPage(page, '/clips')
    await card.scrollIntoViewIfNeeded()
    await look()
  })

  await test.step('a long press, and the button', async () => {
    const sheet = page.getByRole('dialog', { name: one.name })
    await touch('touchStart', at(0.5))
    await expect(sheet.getByRole('region', { name: `Player: ${one.name}` })).toBeVisible()
    await touch('touchEnd')
    await expect(sheet.locator('video')).toHaveJSProperty('paused', false)
    await expectAccessible(page, 'a quick preview on a phone')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    expect(page.url()).toBe(address)
    await card.getByRole('button', { name: `Quick preview of ${one.name}` }).tap()
    await sheet.getByRole('button', { name: 'Open this clip' }).click()
    await expect(page).toHaveURL(new RegExp(`/clips/${one.slug}/${one.id}$`))
  })

  await test.step('tap', async () => {
    await page.goBack()
    await expect(page).toHaveURL(address)
    await card.getByRole('link').tap()
    await expect(page).toHaveURL(new RegExp(`/clips/${one.slug}/${one.id}$`))
  })
})

test.describe('for who asked for less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('nothing moves by itself, and scrubbing and playing still work on demand', async ({ page, isMobile }) => {
    test.skip(isMobile, 'the same for fingers')
    const [one] = await lively(page)
    const films: string[] = []
    page.on('request', request => {
      if (request.url().includes('.mp4')) films.push(request.url())
    })
    await openPage(page, '/clips')
    const card = cardOf(page, one)
    await moveOver(page, card, 0.5)
    await page.keyboard.down('Meta')
    await expect(card.getByText(codeAt(one, 0.5))).toBeVisible()
    await page.keyboard.up('Meta')
    await page.keyboard.down('Shift')
    await expect(quickOf(page, one).getByText(one.name)).toBeVisible()
    await page.keyboard.up('Shift')
    await expect(page.locator('video')).toHaveCount(0)
    expect(films).toEqual([])

    await openClip(page, `/clips/${one.slug}/${one.id}`)
    const video = page.getByRole('region', { name: /^Player/ }).locator('video')
    await expect(video).toHaveJSProperty('paused', true)
    await page.keyboard.press('Space')
    await expect(video).toHaveJSProperty('paused', false)
  })
})

test('what flashes never plays by itself', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same for fingers')
  const clip = ((await clipsOf(page, 'per_page=100')) as Clip[]).find(one => one.flashing)
  if (!clip) throw new Error('The demo has a clip that flashes.')
  await openPage(page, `/clips?q=${encodeURIComponent(clip.name)}`)
  const card = cardOf(page, clip)
  await moveOver(page, card)
  await page.keyboard.down('Shift')
  await expect(quickOf(page, clip).getByText(/^Flashing light/)).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await page.keyboard.up('Shift')
  await card.getByRole('link').click()
  const video = page.getByRole('region', { name: /^Player/ }).locator('video')
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible()
  await expect(video).toHaveJSProperty('paused', true)
})

test('marks loop, can be gone to, stand in the address and come with it', async ({ page, context, isMobile }) => {
  test.skip(isMobile, 'phones have no keys')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [clip] = await lively(page)
  const address = `/clips/${clip.slug}/${clip.id}`
  await openClip(page, `${address}?from=mail`)
  const player = page.getByRole('region', { name: `Player: ${clip.name}` })
  const video = player.locator('video')
  const position = player.getByRole('slider', { name: 'Position' })
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const code = (text: string) => expect(position).toHaveAttribute('aria-valuetext', text)
  /** The frames that were on the screen since the call, by the video's own account. */
  const framesSeen = (count: number) =>
    video.evaluate(
      (element: HTMLVideoElement, [fps, wanted]) =>
        new Promise<number[]>(done => {
          const seen: number[] = []
          const note = (_: number, { mediaTime }: { mediaTime: number }) => {
            seen.push(Math.floor(mediaTime * fps + 1e-3))
            if (seen.length < wanted) element.requestVideoFrameCallback(note)
            else done(seen)
          }
          element.requestVideoFrameCallback(note)
        }),
      [clip.fps, count] as const,
    )
  await expect(video).toHaveJSProperty('paused', false)

  await test.step('set by key', async () => {
    await press('Space', 'Home', 'Shift+ArrowRight', 'i', 'Shift+ArrowRight', 'ArrowRight', 'ArrowRight', 'o')
    await expect(page).toHaveURL(new RegExp(`${address}\\?from=mail&in=10&out=22$`))
    await expect(player.getByTitle('Length between the marks')).toHaveText('00:00:00:13')
  })

  await test.step('what plays is the marked frames, again and again', async () => {
    await press('Space')
    const seen = await framesSeen(40)
    // A busy machine skips frames, jumps late and plays a little more; without marks most of the clip would be seen.
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...seen)).toBeGreaterThanOrEqual(20)
    expect(seen.filter(frame => frame > 22).length).toBeLessThan(seen.length / 4)
    expect(seen.some((frame, i) => frame < (seen[i - 1] ?? 0))).toBe(true)
    await press('Space')
    await press('r', 'Space')
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await code('00:00:00:22')
    await press('r')
  })

  await test.step('gone to, copied', async () => {
    await press('Shift+I')
    await code('00:00:00:10')
    await press('Shift+O')
    await code('00:00:00:22')
    await press('c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('00:00:00:22')
    await press('End')
    await code(codeAt(clip, 1 - 1e-9))
  })

  await test.step('the address brings them along', async () => {
    await openClip(page, `${address}?in=10&out=22`)
    await expect(player.getByTitle('Length between the marks')).toHaveText('00:00:00:13')
    const seen = await framesSeen(20)
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(10)
    expect(seen.filter(frame => frame > 22).length).toBeLessThan(seen.length / 4)
    await press('Space', 'x')
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await openClip(page, `${address}?in=9999999&out=none`)
    await expect(player.getByTitle('Length', { exact: true })).toBeVisible()
    await expect(player.getByTitle('Length between the marks')).toHaveCount(0)
  })

  await test.step('help, and Escape out of the full screen without leaving the page', async () => {
    await press('?')
    const keys = player.getByRole('group', { name: 'Keys of the player' })
    await expect(keys.getByText('Mark in, mark out; with Shift go there')).toBeVisible()
    await expectAccessible(page, 'keys of the player')
    await press('Escape')
    await expect(keys).toHaveCount(0)
    await press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await press('Escape')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false)
    await expect(page).toHaveURL(new RegExp(address))
  })
})

test('cards share their listeners, however many they are', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same for fingers')
  await page.addInitScript(() => {
    const add = Document.prototype.addEventListener
    let count = 0
    Document.prototype.addEventListener = function counted(this: Document, ...given: Parameters<typeof add>) {
      count += 1
      document.documentElement.dataset['listeners'] = String(count)
      add.apply(this, given)
    } as typeof add
  })
  await openPage(page, '/clips')
  await expect(page.locator('article[data-clip]').first()).toBeVisible()
  await moveOver(page, page.locator('article[data-clip]').first())
  await expect(page.locator('article video')).toHaveCount(1)
  const before = await page.locator('html').getAttribute('data-listeners')
  await page.getByText(/^\d+ of \d+ clips$/).scrollIntoViewIfNeeded()
  await expect(page.getByText(/^All \d+ clips$/)).toBeAttached()
  expect(await page.locator('html').getAttribute('data-listeners')).toBe(before)
})
