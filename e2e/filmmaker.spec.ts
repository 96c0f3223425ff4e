/** A buyer pays, and the filmmaker's dashboard shows the sale. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { askShop, billCart, clipsOf, password, payAtOnce, register } from './shop.ts'

type Money = { formatted: string; unformatted: number }
type Seen = { filmmaker: { id: number }; balance: Money; licenses_count: number }

test('filmmaker sees the sale', async ({ page, browser, isMobile }) => {
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const desk = await context.newPage()
  await askShop(desk, 'POST', '/auth/login', { login: 'samira@siroccoreel.example', password })
  await askShop(desk, 'POST', '/user/feature-banner/dismiss')
  const before = await askShop<Seen>(desk, 'GET', '/filmmaker/earnings')

  const { id } = await register(page)
  const [clip] = await clipsOf(page, 'filmmaker=sirocco-reel')
  if (!clip) throw new Error('The filmmaker has clips.')
  const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await askShop(page, 'POST', '/v2/cart/items', { ...license, clips: [clip.id] })
  const number = await payAtOnce(page, await billCart(page, id))
  const order = await askShop<{ sub_total: Money }>(page, 'GET', `/workspace/orders/${number}`)
  const share = order.sub_total.unformatted / 2

  await test.step('the money is on the dashboard, with its clip', async () => {
    // Buyers of other stories license the same filmmaker’s clips.
    await expect
      .poll(async () => (await askShop<Seen>(desk, 'GET', '/filmmaker/earnings')).balance.unformatted)
      .toBeGreaterThanOrEqual(before.balance.unformatted + share)
    if (isMobile) await desk.goto('/filmmaker')
    else {
      await desk.goto('/')
      await desk.getByRole('button', { name: 'Your account' }).click()
      await desk.getByRole('link', { name: 'Artist Dashboard' }).click()
    }
    await expect(desk.getByRole('heading', { level: 1, name: 'Sirocco Reel' })).toBeVisible()
    await expect(async () => {
      await desk.reload()
      const { balance } = await askShop<Seen>(desk, 'GET', '/filmmaker/earnings')
      await expect(desk.getByText(balance.formatted).first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(desk.locator('tr', { hasText: clip.name })).toContainText('In the shop')
    await desk.getByRole('link', { name: 'Last 12 months' }).click()
    await expect(desk.getByRole('link', { name: 'Last 12 months' })).toHaveAttribute('aria-current', 'true')
    await desk.getByRole('link', { name: 'Views', exact: true }).click()
    await expect(desk.getByRole('columnheader', { name: 'Views' }).last()).toHaveAttribute('aria-sort', 'descending')
    await expectAccessible(desk, 'a filmmaker’s dashboard')
  })

  await test.step('says where payouts go', async () => {
    await desk.getByRole('link', { name: 'Payouts' }).click()
    await expect(desk.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
    await desk.getByLabel('PayPal address').fill('')
    await desk.getByRole('button', { name: 'Save' }).click()
    await expect(desk.getByText('PayPal address is required')).toBeVisible()
    await desk.getByLabel('Name of the payee').fill('Samira Haddad')
    await desk.getByLabel('PayPal address').fill('samira@siroccoreel.example')
    await desk.getByLabel('Your password', { exact: true }).fill(password)
    await desk.getByRole('button', { name: 'Save' }).click()
    await expect(desk.getByText('Saved. It counts from the next payout on')).toBeVisible()
    await expectAccessible(desk, 'payouts')
    const pdf = await desk.request.get(
      (await desk.getByRole('link', { name: /^PDF/ }).first().getAttribute('href')) ?? '',
    )
    expect(pdf.headers()['content-type']).toBe('application/pdf')
  })

  await test.step('the buyer finds nothing of it', async () => {
    const answer = await page.goto('/filmmaker')
    expect(answer?.status()).toBe(404)
  })
  await context.close()
})
