/** A curator creates, orders and publishes a collection; a visitor sees it until it is withdrawn. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Locator, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { goToAdminPage } from './admin-nav.ts'
import { waitForHydration, callApi, listClips, password } from './shop.ts'

const logInAsCurator = async (page: Page) => {
  await callApi(page, 'POST', '/auth/login', { login: 'noor@longtake.example', password })
  await callApi(page, 'POST', '/user/feature-banner/dismiss')
}

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is on the screen.')
  return { ...box, x_middle: box.x + box.width / 2, y_middle: box.y + box.height / 2 }
}

test('catalog admin: a collection is created, ordered, published and withdrawn @full', async ({ page, browser }) => {
  const name = `Drift ${randomUUID().slice(0, 8)}`
  await logInAsCurator(page)
  const [a, b, c] = await listClips(page)
  if (!a || !b || !c) throw new Error('The demo has clips.')
  const grid = page.getByRole('list', { name: `Clips of ${name}` })
  const handle = (clip: { id: number }) => grid.locator(`[data-handle="${clip.id}"]`)
  const tile = (clip: { id: number }) => grid.locator(`[data-place="${clip.id}"]`)
  const visibleOrder = () =>
    grid.locator('[data-place]').evaluateAll(elements => elements.map(element => Number(element.dataset['place'])))
  const waitForSave = () => page.waitForResponse(response => response.url().endsWith('/order') && response.ok())

  await test.step('a draft is created, and filled by search and by pasted lines', async () => {
    await page.goto('/admin')
    await goToAdminPage(page, 'Collections')
    await page.getByRole('link', { name: 'New', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'New collection' })).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Description').fill('What moves by itself.')
    await page.getByRole('button', { name: 'Create draft' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.getByLabel('Find clips to add').fill(a.name)
    // The first “Find” button belongs to the search bar of the admin panel.
    await page.getByRole('button', { name: 'Find', exact: true }).last().click()
    await page
      .getByRole('button', { name: `Add ${a.name}`, exact: true })
      .first()
      .click()
    await expect(tile(a)).toBeVisible()
    await page.getByText('Paste numbers or addresses').click()
    await page.getByLabel('Clips', { exact: true }).fill(`${b.id}\na lake\n/clips/${c.slug}/${c.id}`)
    await page.getByRole('button', { name: 'Add clips' }).click()
    await expect(page.getByText('Line 2: “a lake” is not a clip number or address.')).toBeVisible()
    await expect.poll(visibleOrder).toEqual([a.id, b.id, c.id])
    await expectAccessible(page, 'a collection in the admin panel')
  })

  await test.step('a clip is dragged to the front, and moved back by key', async () => {
    await page.reload()
    await waitForHydration(page)
    await tile(c).scrollIntoViewIfNeeded()
    await handle(c).focus()
    const from = await boxOf(handle(c))
    const to = await boxOf(tile(a).locator('[data-frame]'))
    const dropSaved = waitForSave()
    await page.mouse.move(from.x_middle, from.y_middle)
    await page.mouse.down()
    await page.mouse.move(from.x_middle - 20, from.y_middle + 20)
    await page.mouse.move(to.x + 8, to.y_middle, { steps: 8 })
    await page.mouse.up()
    await expect.poll(visibleOrder).toEqual([c.id, a.id, b.id])
    await dropSaved
    const stepSaved = waitForSave()
    await handle(c).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(visibleOrder).toEqual([a.id, c.id, b.id])
    await expect(handle(c)).toBeFocused()
    await stepSaved
  })

  await test.step('a removed clip comes back in its place', async () => {
    await tile(c).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: `Remove ${c.name} from the collection` }).focus()
    await page.keyboard.press('Enter')
    await expect(tile(c)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(visibleOrder).toEqual([a.id, c.id, b.id])
  })

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const visitor = await context.newPage()
  const collectionLink = visitor.getByRole('link', { name: new RegExp(name) })

  /** Guests get a cached page for a few seconds, so poll until it is up to date. */
  const isListed = async () => {
    await visitor.goto('/collections')
    await expect(visitor.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
    return (await collectionLink.count()) > 0
  }

  await test.step('a draft is not public, and a published collection has the saved order', async () => {
    await visitor.goto('/collections')
    await expect(visitor.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
    await expect(collectionLink).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('link', { name: 'View in the shop' })).toBeVisible()
    await expect.poll(isListed).toBe(true)
    await collectionLink.first().click()
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
    const order = visitor.getByRole('list', { name: `Clips of ${name}` }).locator('[data-clip]')
    await expect
      .poll(() =>
        order.evaluateAll(elements => elements.map(element => Number((element as HTMLElement).dataset['clip']))),
      )
      .toEqual([a.id, c.id, b.id])
  })

  await test.step('a collection withdrawn with a reason is gone from the shop', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click()
    const dialog = page.getByRole('dialog', { name: `Withdraw ${name}` })
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await dialog.getByLabel('Reason').fill('The season is over')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('The season is over')).toBeVisible()
    await expect.poll(async () => (await visitor.reload())?.status()).toBe(404)
    await expect.poll(isListed).toBe(false)
  })
  await context.close()
})
