/** A buyer's bank takes the money back: the buyer is told and has a credit note, and our people see the same. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { loseDispute, mailTo, settleCharge } from './sandbox.ts'
import { addToCart, askShop, billCart, password, payAtOnce, register } from './shop.ts'

type Facts = { attempts: { transaction_id: string }[] }

test('a payment that the bank took back', async ({ page, browser }) => {
  const { id, email } = await register(page)
  await addToCart(page)
  const number = await payAtOnce(page, await billCart(page, id))
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const desk = await context.newPage()
  await askShop(desk, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  await askShop(desk, 'POST', '/user/feature-banner/dismiss')

  await test.step('the desk finds the order, and the bank takes its money', async () => {
    await desk.goto(`/admin/orders?search=${number}`)
    await desk.getByRole('link', { name: number }).click()
    await expect(desk.getByRole('heading', { level: 1, name: number })).toBeVisible()
    const { attempts } = await askShop<Facts>(desk, 'GET', new URL(desk.url()).pathname)
    const charge = attempts[0]?.transaction_id ?? ''
    await settleCharge(charge)
    await loseDispute(charge)
    await expect(async () => {
      await desk.reload()
      await expect(desk.getByRole('link', { name: /^Credit note LC-\d{4}-\d{6}, lost dispute$/ })).toBeVisible({
        timeout: 2_000,
      })
    }).toPass({ timeout: 60_000 })
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
  await context.close()
})
