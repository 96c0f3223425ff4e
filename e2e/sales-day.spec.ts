/** A sales day: a quote is made in the room and paid by its buyer, a coupon works in a cart, new prices are looked at before they come. */
import { randomUUID } from 'node:crypto'

import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { goToRoom } from './rooms.ts'
import { addToCart, alive, askShop, clipsOf, password, register, saveBilling } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the same code as on a desktop')

const aDesk = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext()
  const desk = await context.newPage()
  await askShop(desk, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
  return desk
}

test('a quote for a workspace, a coupon, and the prices of next month', async ({ page, browser }) => {
  const { id, email } = await register(page)
  await saveBilling(page, id)
  const desk = await aDesk(browser)
  const [first, second] = await clipsOf(desk)
  if (!first || !second) throw new Error('The demo has clips.')
  let number = ''

  await test.step('our people build a quote from pasted addresses, and send it', async () => {
    await desk.goto('/admin/quotes/new')
    await alive(desk)
    await desk.getByRole('button', { name: 'Send the quote' }).click()
    await expect(desk.getByText('Choose a workspace.')).toBeVisible()
    await expect(desk.getByText('Add at least one clip.')).toBeVisible()
    await desk.getByLabel('Workspace', { exact: true }).fill(email)
    await desk.getByRole('list', { name: 'Workspaces found' }).getByRole('button').first().click()
    const clips = desk.getByLabel('Add clips')
    await clips.fill(`https://longtake.example/clips/${first.slug}/${first.id}\n#${second.id}`)
    await clips.press('Enter')
    await expect(desk.getByLabel(`Agreed price of ${second.name}`)).toBeVisible()
    await desk.getByLabel('Agree on all').fill('150')
    await desk.getByRole('button', { name: 'Apply' }).click()
    await desk.getByLabel(`Agreed price of ${second.name}`).fill('free')
    await desk.getByRole('button', { name: 'Send the quote' }).click()
    await expect(desk.getByText(`The price of “${second.name}” isn’t an amount`)).toBeVisible()
    await desk.getByLabel(`Agreed price of ${second.name}`).fill('120.50')
    await expect(desk.getByText('$270.50')).toBeVisible()
    await desk.getByLabel('Note to the buyer').fill('For the harbor trailer')
    await expectAccessible(desk, 'the builder of a quote')
  })

  await test.step('it waits as a draft that the buyer knows nothing of, and is sent from there', async () => {
    await desk.getByRole('button', { name: 'Save the draft' }).click()
    await expect(desk).toHaveURL(/\/admin\/quotes\/drafts\/\d+$/)
    expect(await askShop(page, 'GET', '/workspace/quotes')).toEqual([])
    await desk.goto('/admin/quotes')
    await desk.getByRole('link', { name: /^\d+ drafts?$/ }).click()
    // Last saved first.
    await expect(desk.getByRole('cell', { name: 'For the harbor trailer' }).first()).toBeVisible()
    await desk.getByRole('table').getByRole('link').first().click()
    await expect(desk.getByRole('heading', { level: 1, name: 'Draft of an offer' })).toBeVisible()
    await alive(desk)
    await expect(desk.getByLabel(`Agreed price of ${second.name}`)).toHaveValue('120.50')
    await expect(desk.getByText('Since it was saved')).toHaveCount(0)
    await desk.getByLabel('PO number').fill('PO-77')
    await desk.getByRole('button', { name: 'Save the draft' }).click()
    await expect(desk.getByText('The draft is saved.')).toBeVisible()
    await expectAccessible(desk, 'a draft of a quote')
    await desk.keyboard.press('Control+Enter')
    await expect(desk).toHaveURL(/\/admin\/quotes\/Q-\d{4}-\d{6}$/)
    number = /Q-\d{4}-\d{6}/.exec(desk.url())?.[0] ?? ''
    await expect(desk.getByText('Nobody has looked at it.')).toBeVisible()
    await expectAccessible(desk, 'a quote in its room')
  })

  await test.step('it is revised, beginning from what it says', async () => {
    await desk.getByRole('link', { name: 'Revise' }).click()
    await expect(desk.getByLabel(`Agreed price of ${second.name}`)).toHaveValue('120.50')
    await desk.getByLabel(`Agreed price of ${second.name}`).fill('100')
    await desk.getByRole('button', { name: 'Send the new version' }).click()
    await expect(desk.getByRole('heading', { name: 'Version 2, the present one' })).toBeVisible()
  })

  await test.step('the buyer sees it and pays; the room says so', async () => {
    await page.goto(`/workspace/quotes/${number}`)
    await expect(page.getByRole('blockquote')).toHaveText('For the harbor trailer')
    await desk.reload()
    await expect(desk.getByText(`${email} looked once`)).toBeVisible()
    await page.getByRole('link', { name: 'Accept and pay' }).click()
    await fillCard(page)
    await page.getByRole('button', { name: 'Complete purchase' }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/)
    await desk.reload()
    await expect(desk.getByRole('article').getByText('Accepted')).toBeVisible()
    await expect(desk.getByRole('link', { name: 'Revise' })).toHaveCount(0)
  })

  await test.step('a coupon made in the room works in the cart', async () => {
    const code = `DAY-${randomUUID().slice(0, 8)}`.toUpperCase()
    await goToRoom(desk, 'Coupons')
    await expect(desk).toHaveURL(/\/admin\/coupons$/)
    await desk.getByRole('link', { name: 'New', exact: true }).click()
    await expect(desk.getByText('Random code', { exact: true })).toBeVisible()
    await desk.getByLabel('Choose a word instead of a random code').check()
    await expect(desk.getByText('Words can be guessed')).toBeVisible()
    await desk.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
    await desk.getByRole('textbox', { name: 'Percent' }).fill('120')
    await desk.getByLabel('Reason').fill('A story')
    await desk.getByRole('button', { name: 'Make the coupon' }).click()
    await expect(desk.getByText('No more than 100 percent can be taken off.')).toBeVisible()
    await desk.getByRole('textbox', { name: 'Percent' }).fill('25')
    await expectAccessible(desk, 'a new coupon')
    await desk.getByRole('button', { name: 'Make the coupon' }).click()
    await expect(desk.getByRole('heading', { name: code })).toBeVisible()
    await addToCart(page)
    const { discount } = await askShop<{ discount: { text: string; note: string | null } }>(
      page,
      'PUT',
      '/v2/cart/coupon',
      {
        code,
      },
    )
    expect(discount).toMatchObject({ text: '25% off', note: null })
    await desk.getByRole('button', { name: 'End' }).click()
    await desk.getByRole('dialog').getByLabel('Reason').fill('The story is over')
    await desk.getByRole('button', { name: 'End the coupon' }).click()
    await expect(desk.getByText('The story is over')).toBeVisible()
    const cart = await askShop<{ discount: { note: string | null } }>(page, 'GET', '/v2/cart')
    expect(cart.discount.note).toBe('This discount code has ended.')
  })

  await test.step('new prices: none in the past, and what they change is seen before they are made', async () => {
    await goToRoom(desk, 'Prices')
    await desk.getByRole('link', { name: 'New version' }).click()
    const cell = desk.getByLabel('Web & Social, 2–50 people, in dollars')
    await cell.fill('249')
    await cell.press('Enter')
    await expect(desk.getByLabel('Paid Digital Advertising, 2–50 people, in dollars')).toBeFocused()
    const moment = desk.getByLabel('Takes effect, in UTC')
    await moment.fill('2026-01-02T00:00')
    await desk.getByRole('button', { name: 'Preview' }).click()
    await expect(desk.getByText('Prices take effect in the future')).toBeVisible()
    await moment.fill('2099-01-01T00:00')
    await expect(desk.getByRole('button', { name: 'Make this version' })).toHaveCount(0)
    await desk.getByRole('button', { name: 'Preview' }).click()
    const changes = desk.getByRole('region', { name: 'What changes' })
    await expect(changes.getByRole('row', { name: 'Web & Social, 2–50 people $199 $249 +25%' })).toBeVisible()
    await expect(desk.getByRole('region', { name: 'Open carts' })).toContainText('open carts would change')
    await expect(desk.getByRole('button', { name: 'Make this version' })).toBeVisible()
    await expectAccessible(desk, 'a new price version')
  })
  await desk.context().close()
})
