/** A buyer's bank takes the money back: the buyer is told and has a credit note, our people see the same, and of a part they decide. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { loseDispute, mailTo, settleCharge } from './sandbox.ts'
import { addToCart, askShop, billCart, password, payAtOnce, register } from './shop.ts'

type Facts = { attempts: { transaction_id: string }[] }

/** A buyer who has paid, and our desk at their order. */
const atOrder = async (page: Page, browser: Browser) => {
  const { id, email } = await register(page)
  await addToCart(page)
  const number = await payAtOnce(page, await billCart(page, id))
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const desk = await context.newPage()
  await askShop(desk, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  await askShop(desk, 'POST', '/user/feature-banner/dismiss')
  await desk.goto(`/admin/orders?search=${number}`)
  await desk.getByRole('link', { name: number }).click()
  await expect(desk.getByRole('heading', { level: 1, name: number })).toBeVisible()
  return { number, email, desk, close: () => context.close() }
}

/** The bank takes all of it, or a part, and the desk sees the credit note. */
const bankTakes = async (desk: Page, amount?: string) => {
  const { attempts } = await askShop<Facts>(desk, 'GET', new URL(desk.url()).pathname)
  const charge = attempts[0]?.transaction_id ?? ''
  await settleCharge(charge)
  await loseDispute(charge, amount)
  await expect(async () => {
    await desk.reload()
    await expect(desk.getByRole('link', { name: /^Credit note LC-\d{4}-\d{6}, lost dispute$/ })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 60_000 })
}

test('a payment that the bank took back', async ({ page, browser }) => {
  const { number, email, desk, close } = await atOrder(page, browser)

  await test.step('the bank takes its money, and the desk sees it', async () => {
    await bankTakes(desk)
    await expect(desk.getByText('Taken by their bank')).toBeVisible()
    await expectAccessible(desk, 'an order that was lost in a dispute')
  })

  await test.step('the buyer is mailed, and has the paper', async () => {
    const mail = await mailTo(email, 'Your bank took back')
    expect(mail.text).toContain(number)
    await page.goto(`/workspace/orders/${number}`)
    await expect(page.getByText(/, taken back by your bank$/)).toBeVisible()
    await expect(page.getByText('Taken back by your bank', { exact: true })).toBeVisible()
    const note = page.getByRole('link', { name: /^LC-\d{4}-\d{6}$/ })
    const pdf = await page.request.get((await note.getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    await expectAccessible(page, 'an order that the bank took back')
  })
  await close()
})

test('a part that the bank took back: one of us ends the dispute, and the order goes on', async ({ page, browser }) => {
  const { number, email, desk, close } = await atOrder(page, browser)

  await test.step('the bank takes a part: the order is on hold', async () => {
    await bankTakes(desk, '60.00')
    await expect(desk.getByText('The bank took $60.00 of this payment')).toBeVisible()
    await page.goto(`/workspace/orders/${number}`)
    await expect(page.getByText('Payment disputed').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign to a project' })).toHaveCount(0)
  })

  await test.step('somebody at the desk ends the dispute, with the keys, and says why', async () => {
    await desk.getByRole('button', { name: 'End dispute' }).focus()
    await desk.keyboard.press('Enter')
    const dialog = desk.getByRole('dialog', { name: 'End the dispute' })
    await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7')
    await expectAccessible(desk, 'the end of a dispute')
    await dialog.getByRole('button', { name: 'End dispute' }).press('Enter')
    await expect(desk.getByText(`The dispute of ${number} has ended.`)).toBeVisible()
    await expect(desk.getByRole('button', { name: 'End dispute' })).toHaveCount(0)
    await expect(desk.getByText('The bank took $60.00 of this payment')).toHaveCount(0)
  })

  await test.step('what the bank took does not go back again', async () => {
    await desk.getByRole('button', { name: 'Refund' }).click()
    await expect(desk.getByRole('dialog', { name: 'Refund' }).getByText('Taken by their bank')).toBeVisible()
    await desk.keyboard.press('Escape')
  })

  await test.step('the buyer is mailed, and the clips are theirs again', async () => {
    expect((await mailTo(email, 'has ended')).text).toContain('You keep the $60.00')
    await page.reload()
    await expect(page.getByText('Partly refunded').first()).toBeVisible()
    await expect(page.getByText('Dispute ended')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign to a project' }).first()).toBeVisible()
    await expectAccessible(page, 'an order whose dispute has ended')
  })
  await close()
})

test('a colleague is faster: the dialog still names what the bank took, and says what happened', async ({
  page,
  browser,
}) => {
  const { desk, close } = await atOrder(page, browser)
  await bankTakes(desk, '60.00')
  await desk.getByRole('button', { name: 'End dispute' }).click()
  const dialog = desk.getByRole('dialog', { name: 'End the dispute' })
  await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7')
  const path = `${new URL(desk.url()).pathname}/end-dispute`
  await askShop(desk, 'POST', path, { reason: 'Ticket 3F9A21C7', seen_cents: 6_000 })
  await dialog.getByRole('button', { name: 'End dispute' }).click()
  await expect(dialog.getByText('so there is no dispute that could be ended.')).toBeVisible()
  await expect(desk.getByText('The bank took $60.00 of this payment')).toHaveCount(0)
  await expect(dialog.getByText('The buyer keeps the $60.00 that their bank took')).toBeVisible()
  await close()
})
