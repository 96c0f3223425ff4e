/** Boards: collecting from the grid, putting in order, sharing with a stranger, and taking things back. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { askShop, clipsOf, password, register } from './shop.ts'

type Board = { id: number; name: string; clips: { id: number }[] }

const aBoard = async (page: Page, name: string, clip_ids: number[]) =>
  askShop<Board>(page, 'POST', '/wishlists', { name, clip_id: clip_ids })
const orderOf = async (page: Page, { id }: Board) =>
  (await askShop<Board>(page, 'GET', `/wishlists/${id}`)).clips.map(clip => clip.id)
const pathOf = ({ id }: Board) => `/board/any/${id}`

/** On a card the buttons come with the pointer. */
const pressAdd = async (page: Page, clip: { id: number }) => {
  const button = page.locator(`[data-board-clip="${clip.id}"]`).first()
  await button.scrollIntoViewIfNeeded()
  await button.focus()
  await button.click()
}
const picker = (page: Page) => page.getByRole('dialog', { name: 'Add to board' })

test('a clip goes from the grid onto a new board and an old one; the popover closes by itself', async ({ page }) => {
  await register(page)
  const [clip, other] = await clipsOf(page)
  if (!clip || !other) throw new Error('The demo has clips.')
  await aBoard(page, 'Old board', [other.id])
  await page.goto('/clips')
  await pressAdd(page, clip)
  await picker(page).getByRole('textbox').fill('Night drive')
  await expectAccessible(page, 'the popover of boards')
  await picker(page).getByRole('button', { name: 'Create “Night drive”' }).click()
  await expect(picker(page).getByText('Added to Night drive')).toBeVisible()
  const old = picker(page).getByRole('button', { name: 'Old board' })
  await old.click()
  await expect(old).toHaveAttribute('aria-pressed', 'true')
  await expect(picker(page).getByText('Added to Old board')).toBeVisible()
  await expect(picker(page)).toBeHidden()

  // What is on a board can be taken off where it was put on.
  await pressAdd(page, clip)
  await expect(old).toHaveAttribute('aria-pressed', 'true')
  await old.click()
  await expect(old).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Boards', level: 1 })).toBeVisible()
  await expectAccessible(page, 'boards')
  await page.getByRole('link', { name: /Night drive/ }).click()
  await expect(page.getByRole('heading', { name: 'Night drive', level: 1 })).toBeVisible()
  await expect(page.locator(`[data-clip="${clip.id}"]`)).toBeVisible()
})

test('a guest who adds a clip logs in, comes back and goes on', async ({ page }) => {
  const { email } = await register(page)
  await page.context().clearCookies()
  const [clip] = await clipsOf(page)
  if (!clip) throw new Error('The demo has clips.')
  await page.goto('/clips')
  await pressAdd(page, clip)
  await expect(page).toHaveURL(/\/login\?next=%2Fclips$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/clips$/)
  await picker(page).getByRole('textbox').fill('First board')
  await expect(picker(page).getByRole('button', { name: 'Create “First board”' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(picker(page).getByText('Added to First board')).toBeVisible()
})

test('clips are put in order by hand, by key and by words, and it stays so', async ({ page, isMobile }) => {
  await register(page)
  const [a, b, c] = (await clipsOf(page)).map(clip => clip.id)
  if (!a || !b || !c) throw new Error('The demo has clips.')
  const board = await aBoard(page, 'Order', [a, b, c])
  await page.goto(pathOf(board))
  await expect(page).toHaveURL(new RegExp(`/board/order/${board.id}$`))
  const handle = (id: number) => page.locator(`[data-handle="${id}"]`)
  const shown = () => page.locator('[data-handle]').evaluateAll(all => all.map(one => Number(one.dataset['handle'])))

  // Each step is shown at once and saved after it.
  const saved = () => page.waitForResponse(answer => answer.url().endsWith('/order') && answer.ok())
  const one = saved()
  await handle(c).focus()
  await page.keyboard.press('Home')
  await expect.poll(shown).toEqual([c, a, b])
  await expect(handle(c)).toBeFocused()
  await one
  const two = saved()
  await page.keyboard.press('ArrowRight')
  await expect.poll(shown).toEqual([a, c, b])
  await two

  const three = saved()
  await handle(b).click()
  await page.getByRole('button', { name: 'Move to the beginning' }).click()
  await expect.poll(shown).toEqual([b, a, c])
  await three

  const four = saved()
  await handle(b).scrollIntoViewIfNeeded()
  const from = await handle(b).boundingBox()
  const to = await page.locator(`[data-clip="${a}"] [data-frame]`).boundingBox()
  if (!from || !to) throw new Error('Both are on the screen.')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 30)
  // Behind the other: on a phone cards stand under each other.
  const end = isMobile ? [to.x + to.width / 2, to.y + to.height - 10] : [to.x + to.width - 20, to.y + to.height / 2]
  await page.mouse.move(end[0] ?? 0, end[1] ?? 0, { steps: 8 })
  await page.mouse.up()
  await expect.poll(shown).toEqual([a, b, c])
  await four
  expect(await orderOf(page, board)).toEqual([a, b, c])

  // Faster than the server: what the page shows is what is kept, in whatever time the first move takes.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isFirst = true
  let kept = 0
  page.on('response', answer => {
    if (answer.url().endsWith('/order') && answer.ok()) kept++
  })
  await page.route('**/order', async route => {
    if (isFirst) {
      isFirst = false
      await released
    }
    await route.continue()
  })
  await handle(c).focus()
  for (const [key, order] of [
    ['Home', [c, a, b]],
    ['ArrowRight', [a, c, b]],
    ['End', [a, b, c]],
    ['ArrowLeft', [a, c, b]],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(shown).toEqual(order)
    await expect(handle(c)).toBeFocused()
  }
  release()
  // All four: the second leaves the same order as the last.
  await expect.poll(() => kept).toBe(4)
  expect(await orderOf(page, board)).toEqual([a, c, b])
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect.poll(shown).toEqual([a, c, b])
  await expectAccessible(page, 'a board')
})

test('what is taken off or deleted comes back with Undo', async ({ page }) => {
  await register(page)
  const [a, b, c] = await clipsOf(page)
  if (!a || !b || !c) throw new Error('The demo has clips.')
  const board = await aBoard(page, 'Undo', [a.id, b.id, c.id])
  await page.goto(pathOf(board))
  const card = page.locator(`[data-clip="${b.id}"]`)
  const remove = page.getByRole('button', { name: `Take ${b.name} off the board` })
  await remove.focus()
  await remove.click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await expect.poll(() => orderOf(page, board)).toEqual([a.id, b.id, c.id])

  // Two taken off in one go: each has its own way back.
  for (const { name } of [a, b]) {
    const off = page.getByRole('button', { name: `Take ${name} off the board` })
    await off.focus()
    await page.keyboard.press('Enter')
  }
  for (const { name } of [b, a])
    await page
      .getByRole('status')
      .filter({ hasText: `“${name}” removed` })
      .getByRole('button', { name: 'Undo' })
      .click()
  await expect.poll(async () => new Set(await orderOf(page, board))).toEqual(new Set([a.id, b.id, c.id]))

  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(new RegExp(`/board/renamed/${board.id}$`))
  await expect(page.getByRole('heading', { name: 'Renamed', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Delete board' }).click()
  await expect(page).toHaveURL(/\/boards$/)
  await expect(page.getByRole('heading', { name: 'No boards yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: /Renamed/ })).toBeVisible()
})

test('a favorite is marked and stands first; what the server refuses is taken back, and said', async ({ page }) => {
  await register(page)
  const [clip, other] = await clipsOf(page)
  const kept = await aBoard(page, 'Kept', [clip?.id ?? 0])
  await aBoard(page, 'Newer', [other?.id ?? 0])
  await page.goto('/boards')
  const star = page.getByRole('button', { name: 'Kept is a favorite' })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => (await askShop<Board[]>(page, 'GET', '/wishlists?favorites=1&limit=200')).map(({ name }) => name))
    .toEqual(['Kept', 'Newer'])
  await page.reload()
  await expect(star).toHaveAttribute('aria-pressed', 'true')

  // The answer waits until the page has shown what it expects.
  let { promise: seen, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/wishlists\/\d+(\/favorite|\/detach)?(\?.*)?$/, async route => {
    if (route.request().method() === 'GET') return route.continue()
    await seen
    return route.fulfill({ status: 500, json: { message: 'Something went wrong.', errors: {} } })
  })
  const broken = page.getByText('Something went wrong. Your board is as it was.')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  release()
  await expect(broken).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  ;({ promise: seen, resolve: release } = Promise.withResolvers<void>())
  await page.goto(pathOf(kept))
  const card = page.locator(`[data-clip="${clip?.id}"]`)
  const takeOff = page.getByRole('button', { name: `Take ${clip?.name} off the board` })
  await takeOff.focus()
  await takeOff.click()
  await expect(card).toBeHidden()
  release()
  await expect(broken).toBeVisible()
  await expect(card).toBeVisible()
  expect(await orderOf(page, kept)).toEqual([clip?.id])
})

test('a stranger opens the link, sees the clips and can change nothing, until the link ends', async ({
  page,
  browser,
}) => {
  await register(page)
  const clips = (await clipsOf(page)).slice(0, 3)
  const board = await aBoard(
    page,
    'For the client',
    clips.map(clip => clip.id),
  )
  await page.goto(pathOf(board))
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await expectAccessible(page, 'sharing a board')

  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await stranger.goto(url)
  await expect(stranger.getByRole('heading', { name: 'For the client', level: 1 })).toBeVisible()
  await expect(stranger.locator('[data-clip]')).toHaveCount(3)
  await expect(stranger.locator('[data-handle]')).toHaveCount(0)
  await expect(stranger.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
  // Without the key the board is nothing to them: a guest may be one of the team, and is asked to log in.
  await stranger.goto(new URL(url).pathname)
  await expect(stranger).toHaveURL(/\/login\?next=/)
  await register(stranger)
  const lost = await stranger.goto(new URL(url).pathname)
  expect(lost?.status()).toBe(404)

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
  const ended = await stranger.goto(url)
  expect(ended?.status()).toBe(404)
  await elsewhere.close()
})

test('boards need a login; any page opens the window for a new one; old addresses lead on', async ({ page }) => {
  await page.goto('/projects')
  await expect(page).toHaveURL(/\/login\?next=%2Fprojects$/)
  await register(page)
  await page.goto('/collections?modal=newProject')
  await page.getByRole('dialog', { name: 'New board' }).getByLabel('Name').fill('From anywhere')
  await expect(page).toHaveURL(/\/collections$/)
  await page.getByRole('button', { name: 'Create board' }).click()
  await expect(page).toHaveURL(/\/board\/from-anywhere\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Nothing on this board yet' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const moved = await page.request.get(`/project/wrong/${id}`, { maxRedirects: 0 })
  expect(moved.status()).toBe(301)
  expect(moved.headers()['location']).toBe(`/project/from-anywhere/${id}`)
})
