/** A buyer wants one clip back: our people find the order, give the clip back to the cent, and the buyer has the credit note. */
import { randomUUID } from 'node:crypto'

import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { goToRoom } from './rooms.ts'
import { mailTo, settleCharge } from './sandbox.ts'
import { alive, askShop, billCart, clipsOf, password, payAtOnce, register } from './shop.ts'

type Line = { name: string; price: Money; discount: Money; tax: Money }
type Money = { formatted: string; unformatted: number }
type Facts = { id: number; lines: Line[]; total: Money; attempts: { transaction_id: string }[] }

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

test('refund by item at the staff desk', async ({ page, browser }) => {
  const { id, email } = await register(page)
  const clips = await clipsOf(page)
  const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await askShop(page, 'POST', '/v2/cart/items', { ...license, clips: clips.slice(0, 2).map(clip => clip.id) })
  const number = await payAtOnce(page, await billCart(page, id))

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const desk = await context.newPage()
  await askShop(desk, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  await askShop(desk, 'POST', '/user/feature-banner/dismiss')

  await test.step('the order is found by the buyer’s email, without the mouse', async () => {
    await desk.goto('/admin')
    await goToRoom(desk, 'Orders')
    // The room before this one has a search, too.
    const search = desk.getByRole('searchbox', { name: 'Number, email, workspace, clip, project or PO' })
    await expect(search).toBeVisible()
    await alive(desk)
    await desk.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill(email)
    await search.press('Enter')
    await expect(desk.getByText('1 order', { exact: false })).toBeVisible()
    await expectAccessible(desk, 'orders of everybody')
    await search.focus()
    await desk.keyboard.press('ArrowDown')
    await expect(desk.getByRole('link', { name: number })).toBeFocused()
    await desk.keyboard.press('Enter')
    await expect(desk.getByRole('heading', { level: 1, name: number })).toBeVisible()
    await expect(desk.getByText('Charged', { exact: true })).toBeVisible()
    await expectAccessible(desk, 'an order')
  })

  const address = new URL(desk.url()).pathname
  const facts = await askShop<Facts>(desk, 'GET', address)
  const [first, second] = facts.lines
  if (!first || !second) throw new Error('Two lines were ordered.')
  const cents = first.price.unformatted - first.discount.unformatted + first.tax.unformatted

  await test.step('one clip goes back, with a preview to the cent and a reason', async () => {
    await settleCharge(facts.attempts[0]?.transaction_id ?? '')
    await desk.getByRole('button', { name: 'Refund' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Refund' })
    await expect(dialog.getByRole('button', { name: `Give back ${facts.total.formatted}` })).toBeVisible()
    await dialog.getByLabel('All that is left, 2 clips').uncheck()
    await expect(dialog.getByRole('button', { name: /^Give back/ })).toBeDisabled()
    await dialog.getByLabel(first.name, { exact: false }).check()
    const button = dialog.getByRole('button', { name: `Give back ${dollars(cents)}` })
    await button.click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7, the wrong take')
    await expectAccessible(desk, 'a refund')
    await button.click()
    await expect(dialog).toHaveCount(0)
    await expect(desk.getByText('Partly refunded').first()).toBeVisible()
    await expect(desk.getByText('Given back', { exact: true }).first()).toBeVisible()
    await expect(desk.getByText('Ticket 3F9A21C7, the wrong take', { exact: false }).first()).toBeVisible()
    await expect(desk.getByRole('link', { name: /^Credit note LC-/ })).toBeVisible()
  })

  await test.step('the buyer is mailed, sees what went back, and has the credit note', async () => {
    const mail = await mailTo(email, `refund of ${dollars(cents)}`)
    expect(mail.text).toContain(number)
    await page.goto(`/workspace/orders/${number}`)
    await expect(page.getByText('Refunded, so its license has ended.')).toHaveCount(1)
    await expect(page.getByText(`−${dollars(cents)}`)).toBeVisible()
    const note = page.getByRole('link', { name: /^LC-\d{4}-\d{6}$/ })
    const pdf = await page.request.get((await note.getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    await expectAccessible(page, 'an order with a credit note')
  })

  await test.step('the rest goes back too, and then nothing is left', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const seen_cents = facts.total.unformatted - cents
    const body = { order_item_ids: null, seen_cents, reason: 'Ticket 3F9A21C7' }
    await askShop(desk, 'POST', `${address}/refunds`, body, key)
    await askShop(desk, 'POST', `${address}/refunds`, body, key)
    await desk.reload()
    await expect(desk.getByText('Refunded', { exact: true }).first()).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    await expect(desk.getByRole('link', { name: /^Credit note LC-/ })).toHaveCount(2)
  })
  await context.close()
})

test('a refund above the limit of support is approved by another person', async ({ page, browser, isMobile }) => {
  test.skip(isMobile, 'the same code as on a desktop')
  const { id, email } = await register(page)
  const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3, 7], format_id: 3 }
  const clips = (await clipsOf(page)).slice(0, 2).map(clip => clip.id)
  await askShop(page, 'POST', '/v2/cart/items', { ...license, clips })
  const number = await payAtOnce(page, await billCart(page, id))
  const signedIn = async (login: string) => {
    const context = await browser.newContext({
      viewport: page.viewportSize(),
      baseURL: test.info().project.use.baseURL,
    })
    const staff = await context.newPage()
    await askShop(staff, 'POST', '/auth/login', { login, password })
    await askShop(staff, 'POST', '/user/feature-banner/dismiss')
    return staff
  }
  const [support, admin] = [await signedIn('otto@longtake.example'), await signedIn('vera@longtake.example')]
  const summary = new RegExp(`^Refund of \\$[\\d,.]+ of ${number}$`)

  await test.step('support requests it', async () => {
    await support.goto(`/admin/orders?search=${encodeURIComponent(email)}`)
    await support.getByRole('link', { name: number }).click()
    await support.getByRole('button', { name: 'Refund' }).click()
    const dialog = support.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7, the wrong take')
    await dialog.getByRole('button', { name: /^Give back/ }).click()
    await expect(support.getByText('need a second person. Your request is sent', { exact: false })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('a platform admin approves it', async () => {
    await admin.goto('/admin/approvals')
    const row = admin.getByRole('row').filter({ has: admin.getByRole('link', { name: summary }) })
    await expect(row).toContainText('otto@longtake.example')
    await row.getByRole('button', { name: /^Approve/ }).click()
    const dialog = admin.getByRole('dialog', { name: 'Approve this request' })
    await dialog.getByLabel('Reason').fill('The ticket says so')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(row).toContainText('Approved by vera@longtake.example: The ticket says so')
    await expect(row).toContainText('Refunded.')
    await expectAccessible(admin, 'approvals')
    await admin.setViewportSize({ width: 390, height: 844 })
    const decision = await admin.getByText('Approved by vera@longtake.example', { exact: false }).first().boundingBox()
    expect((decision?.x ?? 0) + (decision?.width ?? 391)).toBeLessThanOrEqual(390)
  })

  await test.step('the order shows the refund', async () => {
    await support.reload()
    await expect(support.getByText('Refunded', { exact: true }).first()).toBeVisible()
    await expect(support.getByText('Ticket 3F9A21C7, the wrong take', { exact: false }).first()).toBeVisible()
    await expect(support.getByRole('link', { name: /^Credit note LC-/ })).toBeVisible()
  })
  await Promise.all([support.context().close(), admin.context().close()])
})
