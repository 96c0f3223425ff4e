/** A collection admin makes a collection, puts it in order and opens it; a visitor finds it so, until it is withdrawn. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Locator, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { goToRoom } from './rooms.ts'
import { alive, askShop, clipsOf, password } from './shop.ts'

const logInAsCurator = async (page: Page) => {
  await askShop(page, 'POST', '/auth/login', { login: 'noor@longtake.example', password })
  await askShop(page, 'POST', '/user/feature-banner/dismiss')
}

const middleOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is on the screen.')
  return { ...box, x_middle: box.x + box.width / 2, y_middle: box.y + box.height / 2 }
}

test('catalog desk: a collection is made, put in order, published, and withdrawn', async ({ page, browser }) => {
  const name = `Drift ${randomUUID().slice(0, 8)}`
  await logInAsCurator(page)
  const [a, b, c] = await clipsOf(page)
  if (!a || !b || !c) throw new Error('The demo has clips.')
  const grid = page.getByRole('list', { name: `Clips of ${name}` })
  const handle = (clip: { id: number }) => grid.locator(`[data-handle="${clip.id}"]`)
  const tile = (clip: { id: number }) => grid.locator(`[data-place="${clip.id}"]`)
  const shown = () => grid.locator('[data-place]').evaluateAll(all => all.map(one => Number(one.dataset['place'])))
  const saved = () => page.waitForResponse(answer => answer.url().endsWith('/order') && answer.ok())

  await test.step('a draft is made, and filled by search and by pasted lines', async () => {
    await page.goto('/admin')
    await goToRoom(page, 'Collections')
    await page.getByRole('link', { name: 'New', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New collection' })).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Description').fill('What moves by itself.')
    await page.getByRole('button', { name: 'Make a draft' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByLabel('Find clips to add').fill(a.name)
    // The first one is the bar's, for all rooms.
    await page.getByRole('button', { name: 'Find', exact: true }).last().click()
    await page
      .getByRole('button', { name: `Add ${a.name}`, exact: true })
      .first()
      .click()
    await expect(tile(a)).toBeVisible()
    await page.getByText('Paste numbers or addresses').click()
    await page.getByLabel('Clips', { exact: true }).fill(`${b.id}\na lake\n/clips/${c.slug}/${c.id}`)
    await page.getByRole('button', { name: 'Add them' }).click()
    await expect(page.getByText('Line 2: “a lake” is no number or address of a clip.')).toBeVisible()
    await expect.poll(shown).toEqual([a.id, b.id, c.id])
    await expectAccessible(page, 'a collection at the desk')
  })

  await test.step('the last is dragged to the front, and sent one back by key', async () => {
    await page.reload()
    await alive(page)
    await tile(c).scrollIntoViewIfNeeded()
    await handle(c).focus()
    const from = await middleOf(handle(c))
    const to = await middleOf(tile(a).locator('[data-frame]'))
    const dropped = saved()
    await page.mouse.move(from.x_middle, from.y_middle)
    await page.mouse.down()
    await page.mouse.move(from.x_middle - 20, from.y_middle + 20)
    await page.mouse.move(to.x + 8, to.y_middle, { steps: 8 })
    await page.mouse.up()
    await expect.poll(shown).toEqual([c.id, a.id, b.id])
    await dropped
    const stepped = saved()
    await handle(c).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(shown).toEqual([a.id, c.id, b.id])
    await expect(handle(c)).toBeFocused()
    await stepped
  })

  await test.step('what is taken out comes back where it was', async () => {
    await tile(c).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: `Take ${c.name} out of the collection` }).focus()
    await page.keyboard.press('Enter')
    await expect(tile(c)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(shown).toEqual([a.id, c.id, b.id])
  })

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const visitor = await context.newPage()
  const onCollections = visitor.getByRole('link', { name: new RegExp(name) })

  /** Guests share a page for some seconds: whoever looks again sees it as it is now. */
  const isListed = async () => {
    await visitor.goto('/collections')
    await expect(visitor.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
    return (await onCollections.count()) > 0
  }

  await test.step('nobody finds it before it is published; then a visitor sees that order', async () => {
    await visitor.goto('/collections')
    await expect(visitor.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
    await expect(onCollections).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('link', { name: 'See it in the shop' })).toBeVisible()
    await expect.poll(isListed, { timeout: 60_000 }).toBe(true)
    await onCollections.first().click()
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
    const order = visitor.getByRole('list', { name: `Clips of ${name}` }).locator('[data-clip]')
    await expect
      .poll(() => order.evaluateAll(all => all.map(one => Number((one as HTMLElement).dataset['clip']))))
      .toEqual([a.id, c.id, b.id])
  })

  await test.step('withdrawn, with a reason, it is not there any more', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click()
    const dialog = page.getByRole('dialog', { name: `Withdraw ${name}` })
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await dialog.getByLabel('Reason').fill('The season is over')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('The season is over')).toBeVisible()
    await expect.poll(async () => (await visitor.reload())?.status(), { timeout: 60_000 }).toBe(404)
    await expect.poll(isListed, { timeout: 60_000 }).toBe(false)
  })
  await context.close()
})
