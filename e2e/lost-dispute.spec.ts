/** A lost dispute: the buyer is notified and gets a credit note, staff see it, and end a partial dispute. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { loseDispute, waitForMail, settleCharge } from './sandbox.ts'
import { addToCart, callApi, billCart, password, payCart, register } from './shop.ts'

type OrderAttempts = { attempts: { transaction_id: string }[] }

/** Pays for an order, and opens it in the admin panel. */
const openPaidOrder = async (page: Page, browser: Browser) => {
  const { id, email } = await register(page)
  await addToCart(page)
  const number = await payCart(page, await billCart(page, id))
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const adminPage = await context.newPage()
  await callApi(adminPage, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  await callApi(adminPage, 'POST', '/user/feature-banner/dismiss')
  await adminPage.goto(`/admin/orders?search=${number}`)
  await adminPage.getByRole('link', { name: number }).click()
  await expect(adminPage.getByRole('heading', { level: 1, name: number })).toBeVisible()
  return { number, email, adminPage, close: () => context.close() }
}

/** Settles the charge, loses a dispute for all or part of it, and waits for the credit note in the admin panel. */
const loseDisputeFor = async (adminPage: Page, amount?: string) => {
  const { attempts } = await callApi<OrderAttempts>(adminPage, 'GET', new URL(adminPage.url()).pathname)
  const charge = attempts[0]?.transaction_id ?? ''
  await settleCharge(charge)
  await loseDispute(charge, amount)
  await expect(async () => {
    await adminPage.reload()
    await expect(adminPage.getByRole('link', { name: /^Credit note LC-\d{4}-\d{6}, lost dispute$/ })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
}

test('a payment lost in a dispute @full', async ({ page, browser }) => {
  const { number, email, adminPage, close } = await openPaidOrder(page, browser)

  await test.step('the dispute is lost, and staff see it', async () => {
    await loseDisputeFor(adminPage)
    await expect(adminPage.getByText('Taken by their bank')).toBeVisible()
    await expectAccessible(adminPage, 'an order that was lost in a dispute')
  })

  await test.step('the buyer gets a mail and a credit note', async () => {
    const mail = await waitForMail(email, 'Your bank took back')
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

test('a partly lost dispute is ended by staff, and the order continues @full', async ({ page, browser }) => {
  const { number, email, adminPage, close } = await openPaidOrder(page, browser)

  await test.step('the bank takes a part, and the order is on hold', async () => {
    await loseDisputeFor(adminPage, '60.00')
    await expect(adminPage.getByText('The bank withdrew $60.00 of this payment')).toBeVisible()
    await page.goto(`/workspace/orders/${number}`)
    await expect(page.getByText('Payment disputed').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign to a project' })).toHaveCount(0)
  })

  await test.step('a staff member ends the dispute by keyboard, with a reason', async () => {
    await adminPage.getByRole('button', { name: 'End dispute' }).focus()
    await adminPage.keyboard.press('Enter')
    const dialog = adminPage.getByRole('dialog', { name: 'End the dispute' })
    await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7')
    await expectAccessible(adminPage, 'the end of a dispute')
    await dialog.getByRole('button', { name: 'End dispute' }).press('Enter')
    await expect(adminPage.getByText(`The dispute of ${number} has ended.`)).toBeVisible()
    await expect(adminPage.getByRole('button', { name: 'End dispute' })).toHaveCount(0)
    await expect(adminPage.getByText('The bank withdrew $60.00 of this payment')).toHaveCount(0)
  })

  await test.step('the disputed amount cannot be refunded again', async () => {
    await adminPage.getByRole('button', { name: 'Refund' }).click()
    await expect(adminPage.getByRole('dialog', { name: 'Refund' }).getByText('Taken by their bank')).toBeVisible()
    await adminPage.keyboard.press('Escape')
  })

  await test.step('the buyer gets a mail and can use the clips again', async () => {
    expect((await waitForMail(email, 'has ended')).text).toContain('You keep the $60.00')
    await page.reload()
    await expect(page.getByText('Partly refunded').first()).toBeVisible()
    await expect(page.getByText('Dispute ended')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign to a project' }).first()).toBeVisible()
    await expectAccessible(page, 'an order whose dispute has ended')
  })
  await close()
})

test('when another staff member ends the dispute first, the dialog still names the amount and reports it @full', async ({
  page,
  browser,
}) => {
  const { adminPage, close } = await openPaidOrder(page, browser)
  await loseDisputeFor(adminPage, '60.00')
  await adminPage.getByRole('button', { name: 'End dispute' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'End the dispute' })
  await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7')
  const path = `${new URL(adminPage.url()).pathname}/end-dispute`
  await callApi(adminPage, 'POST', path, { reason: 'Ticket 3F9A21C7', expected_cents: 6_000 })
  await dialog.getByRole('button', { name: 'End dispute' }).click()
  await expect(dialog.getByText('so it has no dispute to end.')).toBeVisible()
  await expect(adminPage.getByText('The bank withdrew $60.00 of this payment')).toHaveCount(0)
  await expect(dialog.getByText('The buyer keeps the $60.00 that their bank withdrew')).toBeVisible()
  await close()
})
