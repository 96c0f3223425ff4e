/** Boards: adding clips from the grid, ordering, sharing and undoing. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { callApi, listClips, password, register } from './shop.ts'

type Board = { id: number; name: string; clips: { id: number }[] }

const createBoard = async (page: Page, name: string, clip_ids: number[]) =>
  callApi<Board>(page, 'POST', '/wishlists', { name, clip_id: clip_ids })
const orderOf = async (page: Page, { id }: Board) =>
  (await callApi<Board>(page, 'GET', `/wishlists/${id}`)).clips.map(clip => clip.id)
const pathOf = ({ id }: Board) => `/board/any/${id}`

/** Presses the card's button, which appears on hover or focus. */
const pressAdd = async (page: Page, clip: { id: number }) => {
  const button = page.locator(`[data-board-clip="${clip.id}"]`).first()
  await button.scrollIntoViewIfNeeded()
  await button.focus()
  await button.click()
}
const picker = (page: Page) => page.getByRole('dialog', { name: 'Add to board' })

test('a clip is added to a new and an existing board, and the popover closes automatically @full @phone', async ({
  page,
}) => {
  await register(page)
  const [clip, otherClip] = await listClips(page)
  if (!clip || !otherClip) throw new Error('The demo has clips.')
  await createBoard(page, 'Old board', [otherClip.id])
  await page.goto('/clips')
  await pressAdd(page, clip)
  await picker(page).getByRole('textbox').fill('Night drive')
  await expectAccessible(page, 'the popover of boards')
  await picker(page).getByRole('button', { name: 'Create “Night drive”' }).click()
  await expect(picker(page).getByText('Added to Night drive')).toBeVisible()
  const oldBoardButton = picker(page).getByRole('button', { name: 'Old board' })
  await oldBoardButton.click()
  await expect(oldBoardButton).toHaveAttribute('aria-pressed', 'true')
  await expect(picker(page).getByText('Added to Old board')).toBeVisible()
  await expect(picker(page)).toBeHidden()

  // A clip can be removed in the popover that added it.
  await pressAdd(page, clip)
  await expect(oldBoardButton).toHaveAttribute('aria-pressed', 'true')
  await oldBoardButton.click()
  await expect(oldBoardButton).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Boards', level: 1 })).toBeVisible()
  await expectAccessible(page, 'boards')
  await page.getByRole('link', { name: /Night drive/ }).click()
  await expect(page.getByRole('heading', { name: 'Night drive', level: 1 })).toBeVisible()
  await expect(page.locator(`[data-clip="${clip.id}"]`)).toBeVisible()
})

test('a guest who adds a clip logs in and continues', async ({ page }) => {
  const { email } = await register(page)
  await page.context().clearCookies()
  const [clip] = await listClips(page)
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

test('clips can be ordered by drag, key and menu, and the order is saved @phone', async ({ page, isMobile }) => {
  await register(page)
  const [a, b, c] = (await listClips(page)).map(clip => clip.id)
  if (!a || !b || !c) throw new Error('The demo has clips.')
  const board = await createBoard(page, 'Order', [a, b, c])
  await page.goto(pathOf(board))
  await expect(page).toHaveURL(new RegExp(`/board/order/${board.id}$`))
  const handle = (id: number) => page.locator(`[data-handle="${id}"]`)
  const visibleOrder = () =>
    page.locator('[data-handle]').evaluateAll(elements => elements.map(element => Number(element.dataset['handle'])))

  // Each step is shown at once and saved afterwards.
  const waitForSave = () => page.waitForResponse(response => response.url().endsWith('/order') && response.ok())
  const firstSave = waitForSave()
  await handle(c).focus()
  await page.keyboard.press('Home')
  await expect.poll(visibleOrder).toEqual([c, a, b])
  await expect(handle(c)).toBeFocused()
  await firstSave
  const secondSave = waitForSave()
  await page.keyboard.press('ArrowRight')
  await expect.poll(visibleOrder).toEqual([a, c, b])
  await secondSave

  const thirdSave = waitForSave()
  await handle(b).click()
  await page.getByRole('button', { name: 'Move to the beginning' }).click()
  await expect.poll(visibleOrder).toEqual([b, a, c])
  await thirdSave

  const fourthSave = waitForSave()
  await handle(b).scrollIntoViewIfNeeded()
  const from = await handle(b).boundingBox()
  const to = await page.locator(`[data-clip="${a}"] [data-frame]`).boundingBox()
  if (!from || !to) throw new Error('Both are on the screen.')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 30)
  // Drop behind the other clip: on a phone cards are in one column.
  const dropPoint = isMobile
    ? [to.x + to.width / 2, to.y + to.height - 10]
    : [to.x + to.width - 20, to.y + to.height / 2]
  await page.mouse.move(dropPoint[0] ?? 0, dropPoint[1] ?? 0, { steps: 8 })
  await page.mouse.up()
  await expect.poll(visibleOrder).toEqual([a, b, c])
  await fourthSave
  expect(await orderOf(page, board)).toEqual([a, b, c])

  // Moves that are faster than the server are saved in order, however long the first one takes.
  const { promise: firstMoveReleased, resolve: release } = Promise.withResolvers<void>()
  let isFirst = true
  let savedCount = 0
  page.on('response', response => {
    if (response.url().endsWith('/order') && response.ok()) savedCount++
  })
  await page.route('**/order', async route => {
    if (isFirst) {
      isFirst = false
      await firstMoveReleased
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
    await expect.poll(visibleOrder).toEqual(order)
    await expect(handle(c)).toBeFocused()
  }
  release()
  // Wait for all four saves: the second leaves the same order as the last.
  await expect.poll(() => savedCount).toBe(4)
  expect(await orderOf(page, board)).toEqual([a, c, b])
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect.poll(visibleOrder).toEqual([a, c, b])
  await expectAccessible(page, 'a board')
})

test('a removed clip and a deleted board come back with Undo', async ({ page }) => {
  await register(page)
  const [a, b, c] = await listClips(page)
  if (!a || !b || !c) throw new Error('The demo has clips.')
  const board = await createBoard(page, 'Undo', [a.id, b.id, c.id])
  await page.goto(pathOf(board))
  const card = page.locator(`[data-clip="${b.id}"]`)
  const remove = page.getByRole('button', { name: `Take ${b.name} off the board` })
  await remove.focus()
  await remove.click()
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await expect.poll(() => orderOf(page, board)).toEqual([a.id, b.id, c.id])

  // Two clips removed in a row each have their own Undo.
  for (const { name } of [a, b]) {
    const removeButton = page.getByRole('button', { name: `Take ${name} off the board` })
    await removeButton.focus()
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

test('favorite boards come first, and a refused change is reverted with a message @full', async ({ page }) => {
  await register(page)
  const [clip, otherClip] = await listClips(page)
  const favoriteBoard = await createBoard(page, 'Kept', [clip?.id ?? 0])
  await createBoard(page, 'Newer', [otherClip?.id ?? 0])
  await page.goto('/boards')
  const star = page.getByRole('button', { name: 'Kept is a favorite' })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => (await callApi<Board[]>(page, 'GET', '/wishlists?favorites=1&limit=200')).map(({ name }) => name))
    .toEqual(['Kept', 'Newer'])
  await page.reload()
  await expect(star).toHaveAttribute('aria-pressed', 'true')

  // The response waits until the page has shown the optimistic state.
  let { promise: optimisticStateSeen, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/wishlists\/\d+(\/favorite|\/detach)?(\?.*)?$/, async route => {
    if (route.request().method() === 'GET') return route.continue()
    await optimisticStateSeen
    return route.fulfill({ status: 500, json: { message: 'Something went wrong.', errors: {} } })
  })
  const errorMessage = page.getByText('Something went wrong. Your board is unchanged.')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  release()
  await expect(errorMessage).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  ;({ promise: optimisticStateSeen, resolve: release } = Promise.withResolvers<void>())
  await page.goto(pathOf(favoriteBoard))
  const card = page.locator(`[data-clip="${clip?.id}"]`)
  const removeButton = page.getByRole('button', { name: `Take ${clip?.name} off the board` })
  await removeButton.focus()
  await removeButton.click()
  await expect(card).toBeHidden()
  release()
  await expect(errorMessage).toBeVisible()
  await expect(card).toBeVisible()
  expect(await orderOf(page, favoriteBoard)).toEqual([clip?.id])
})

test('a visitor with the share link sees the clips and cannot edit, until sharing stops', async ({ page, browser }) => {
  await register(page)
  const clips = (await listClips(page)).slice(0, 3)
  const board = await createBoard(
    page,
    'For the client',
    clips.map(clip => clip.id),
  )
  await page.goto(pathOf(board))
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await expectAccessible(page, 'sharing a board')

  const otherContext = await browser.newContext()
  const visitor = await otherContext.newPage()
  await visitor.goto(url)
  await expect(visitor.getByRole('heading', { name: 'For the client', level: 1 })).toBeVisible()
  await expect(visitor.locator('[data-clip]')).toHaveCount(3)
  await expect(visitor.locator('[data-handle]')).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
  // Without the share key the board is private: a guest may be a team member, so they are asked to log in.
  await visitor.goto(new URL(url).pathname)
  await expect(visitor).toHaveURL(/\/login\?next=/)
  await register(visitor)
  const notFound = await visitor.goto(new URL(url).pathname)
  expect(notFound?.status()).toBe(404)

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
  const ended = await visitor.goto(url)
  expect(ended?.status()).toBe(404)
  await otherContext.close()
})

test('boards require a login, any page can open the new board dialog, and old URLs redirect @full', async ({
  page,
}) => {
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
