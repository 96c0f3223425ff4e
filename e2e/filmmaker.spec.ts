/** A buyer pays, and the filmmaker's dashboard shows the sale. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { callApi, billCart, listClips, password, payCart, register } from './shop.ts'

type Money = { formatted: string; unformatted: number }
type FilmmakerEarnings = { filmmaker: { id: number }; balance: Money; licenses_count: number }

test('a filmmaker sees the sale of a clip @full', async ({ page, browser, isMobile }) => {
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: test.info().project.use.baseURL })
  const filmmakerPage = await context.newPage()
  await callApi(filmmakerPage, 'POST', '/auth/login', { login: 'samira@siroccoreel.example', password })
  await callApi(filmmakerPage, 'POST', '/user/feature-banner/dismiss')
  const earningsBefore = await callApi<FilmmakerEarnings>(filmmakerPage, 'GET', '/filmmaker/earnings')

  const { id } = await register(page)
  const [clip] = await listClips(page, 'filmmaker=sirocco-reel')
  if (!clip) throw new Error('The filmmaker has clips.')
  const license = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await callApi(page, 'POST', '/v2/cart/items', { ...license, clips: [clip.id] })
  const number = await payCart(page, await billCart(page, id))
  const order = await callApi<{ sub_total: Money }>(page, 'GET', `/workspace/orders/${number}`)
  const share = order.sub_total.unformatted / 2

  await test.step('the dashboard shows the earnings with the clip', async () => {
    // Other stories license this filmmaker's clips at the same time.
    await expect
      .poll(
        async () => (await callApi<FilmmakerEarnings>(filmmakerPage, 'GET', '/filmmaker/earnings')).balance.unformatted,
      )
      .toBeGreaterThanOrEqual(earningsBefore.balance.unformatted + share)
    if (isMobile) await filmmakerPage.goto('/filmmaker')
    else {
      await filmmakerPage.goto('/')
      await filmmakerPage.getByRole('button', { name: 'Your account' }).click()
      await filmmakerPage.getByRole('link', { name: 'Artist Dashboard' }).click()
    }
    await expect(filmmakerPage.getByRole('heading', { level: 1, name: 'Sirocco Reel' })).toBeVisible()
    await expect(async () => {
      await filmmakerPage.reload()
      const { balance } = await callApi<FilmmakerEarnings>(filmmakerPage, 'GET', '/filmmaker/earnings')
      await expect(filmmakerPage.getByText(balance.formatted).first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(filmmakerPage.locator('tr', { hasText: clip.name })).toContainText('In the shop')
    await filmmakerPage.getByRole('link', { name: 'Last 12 months' }).click()
    await expect(filmmakerPage.getByRole('link', { name: 'Last 12 months' })).toHaveAttribute('aria-current', 'true')
    await filmmakerPage.getByRole('link', { name: 'Views', exact: true }).click()
    await expect(filmmakerPage.getByRole('columnheader', { name: 'Views' }).last()).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await expectAccessible(filmmakerPage, 'a filmmaker’s dashboard')
  })

  await test.step('the filmmaker sets the payout details', async () => {
    await filmmakerPage.getByRole('link', { name: 'Payouts' }).click()
    await expect(filmmakerPage.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
    await filmmakerPage.getByLabel('PayPal address').fill('')
    await filmmakerPage.getByRole('button', { name: 'Save' }).click()
    await expect(filmmakerPage.getByText('PayPal address is required')).toBeVisible()
    await filmmakerPage.getByLabel('Name of the payee').fill('Samira Haddad')
    await filmmakerPage.getByLabel('PayPal address').fill('samira@siroccoreel.example')
    await filmmakerPage.getByLabel('Your password', { exact: true }).fill(password)
    await filmmakerPage.getByRole('button', { name: 'Save' }).click()
    await expect(filmmakerPage.getByText('Saved. It applies from the next payout')).toBeVisible()
    await expectAccessible(filmmakerPage, 'payouts')
    const pdf = await filmmakerPage.request.get(
      (await filmmakerPage.getByRole('link', { name: /^PDF/ }).first().getAttribute('href')) ?? '',
    )
    expect(pdf.headers()['content-type']).toBe('application/pdf')
  })

  await test.step('the buyer cannot open the dashboard', async () => {
    const response = await page.goto('/filmmaker')
    expect(response?.status()).toBe(404)
  })
  await context.close()
})
