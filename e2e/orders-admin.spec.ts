/** A refund by item: staff find the order and refund one clip, and the buyer gets a credit note. */
import { randomUUID } from 'node:crypto'

import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { goToAdminPage } from './admin-nav.ts'
import { waitForMail, settleCharge } from './sandbox.ts'
import { callApi, billCart, listClips, password, payCart, register, waitForHydration } from './shop.ts'

type OrderLineAmounts = { name: string; price: Money; discount: Money; tax: Money }
type Money = { formatted: string; unformatted: number }
type RefundOrderDetail = { id: number; lines: OrderLineAmounts[]; total: Money; attempts: { transaction_id: string }[] }

const formatDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

test('refund by item in the admin panel', async ({ page, browser }) => {
  const { id, email } = await register(page)
  const clips = await listClips(page)
  const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await callApi(page, 'POST', '/v2/cart/items', { ...license, clips: clips.slice(0, 2).map(clip => clip.id) })
  const number = await payCart(page, await billCart(page, id))

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const adminPage = await context.newPage()
  await callApi(adminPage, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
  await callApi(adminPage, 'POST', '/user/feature-banner/dismiss')

  await test.step('staff find the order by the buyer’s email, by keyboard', async () => {
    await adminPage.goto('/admin')
    await goToAdminPage(adminPage, 'Orders', 'Clients')
    // The previous admin page has a search box too.
    const search = adminPage.getByRole('searchbox', { name: 'Number, email, workspace, clip, project or PO' })
    await expect(search).toBeVisible()
    await waitForHydration(adminPage)
    await adminPage.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill(email)
    await search.press('Enter')
    await expect(adminPage.getByText('1 order', { exact: false })).toBeVisible()
    await expectAccessible(adminPage, 'orders of everybody')
    await search.focus()
    await adminPage.keyboard.press('ArrowDown')
    await expect(adminPage.getByRole('link', { name: number })).toBeFocused()
    await adminPage.keyboard.press('Enter')
    await expect(adminPage.getByRole('heading', { level: 1, name: number })).toBeVisible()
    await expect(adminPage.getByText('Charged', { exact: true })).toBeVisible()
    await expectAccessible(adminPage, 'an order')
  })

  const orderPath = new URL(adminPage.url()).pathname
  const order = await callApi<RefundOrderDetail>(adminPage, 'GET', orderPath)
  const [first, second] = order.lines
  if (!first || !second) throw new Error('Two lines were ordered.')
  const refund_cents = first.price.unformatted - first.discount.unformatted + first.tax.unformatted

  await test.step('one clip is refunded with an exact preview and a reason', async () => {
    await settleCharge(order.attempts[0]?.transaction_id ?? '')
    await adminPage.getByRole('button', { name: 'Refund' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Refund' })
    await expect(dialog.getByRole('button', { name: `Refund ${order.total.formatted}` })).toBeVisible()
    await dialog.getByLabel('All remaining clips (2)').uncheck()
    await expect(dialog.getByRole('button', { name: /^Refund/ })).toBeDisabled()
    await dialog.getByLabel(first.name, { exact: false }).check()
    const button = dialog.getByRole('button', { name: `Refund ${formatDollars(refund_cents)}` })
    await button.click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Ticket 3F9A21C7, the wrong take')
    await expectAccessible(adminPage, 'a refund')
    await button.click()
    await expect(dialog).toHaveCount(0)
    await expect(adminPage.getByText('Partly refunded').first()).toBeVisible()
    await expect(adminPage.getByText('Refunded', { exact: true }).first()).toBeVisible()
    await expect(adminPage.getByText('Ticket 3F9A21C7, the wrong take', { exact: false }).first()).toBeVisible()
    await expect(adminPage.getByRole('link', { name: /^Credit note LC-/ })).toBeVisible()
  })

  await test.step('the buyer gets a mail, sees the refund and gets the credit note', async () => {
    const mail = await waitForMail(email, `refund of ${formatDollars(refund_cents)}`)
    expect(mail.text).toContain(number)
    await page.goto(`/workspace/orders/${number}`)
    await expect(page.getByText('Refunded, so its license has ended.')).toHaveCount(1)
    await expect(page.getByText(`−${formatDollars(refund_cents)}`)).toBeVisible()
    const note = page.getByRole('link', { name: /^LC-\d{4}-\d{6}$/ })
    const pdf = await page.request.get((await note.getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    await expectAccessible(page, 'an order with a credit note')
  })

  await test.step('the remaining amount is refunded once, and nothing is left', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const expected_cents = order.total.unformatted - refund_cents
    const body = { order_item_ids: null, expected_cents, reason: 'Ticket 3F9A21C7' }
    await callApi(adminPage, 'POST', `${orderPath}/refunds`, body, key)
    await callApi(adminPage, 'POST', `${orderPath}/refunds`, body, key)
    await adminPage.reload()
    await expect(adminPage.getByText('Refunded', { exact: true }).first()).toBeVisible()
    await expect(adminPage.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    await expect(adminPage.getByRole('link', { name: /^Credit note LC-/ })).toHaveCount(2)
  })
  await context.close()
})

test('a refund above the limit of support is approved by another person @full', async ({ page, browser, isMobile }) => {
  test.skip(isMobile, 'the same code as on a desktop')
  const { id, email } = await register(page)
  const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3, 7], format_id: 3 }
  const clips = (await listClips(page)).slice(0, 2).map(clip => clip.id)
  await callApi(page, 'POST', '/v2/cart/items', { ...license, clips })
  const number = await payCart(page, await billCart(page, id))
  const signedIn = async (login: string) => {
    const context = await browser.newContext({
      viewport: page.viewportSize(),
      baseURL: test.info().project.use.baseURL,
    })
    const staff = await context.newPage()
    await callApi(staff, 'POST', '/auth/login', { login, password })
    await callApi(staff, 'POST', '/user/feature-banner/dismiss')
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
    await dialog.getByRole('button', { name: /^Refund/ }).click()
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
