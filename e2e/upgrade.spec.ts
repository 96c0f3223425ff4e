/** A license becomes too narrow: it is upgraded from the register for what the wider one costs more. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { aBuyer, clipsOf, payAtOnce, saveBilling } from './shop.ts'

test('a license is upgraded from the register by the difference, and takes the place of the first', async ({
  page,
  browser,
}) => {
  const { id, cart } = await aBuyer(page)
  const number = await payAtOnce(page, cart)
  await saveBilling(page, id)
  const [clip] = await clipsOf(page)
  const name = clip?.name ?? ''
  const { verify_url } = await certificateFrom(page, '/account/licenses')

  await test.step('chooses what the license shall allow besides, and sees what is to pay', async () => {
    await page.goto('/workspace/licenses')
    const row = page.getByRole('row').filter({ hasText: number })
    await row.getByRole('button', { name: 'Upgrade' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upgrade license' })
    await expect(dialog.getByText(`Your license of order ${number}`)).toBeVisible()
    const add = dialog.getByRole('button', { name: 'Add to cart' })
    // The license that is held is no upgrade, and one without what it allows is none either.
    await expect(add).toBeDisabled()
    await expect(dialog.getByText('Choose what to add')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Broadcast TV' }).check()
    await dialog.getByRole('checkbox', { name: 'Web & Social' }).uncheck()
    await expect(dialog.getByText('An upgrade keeps what you already have. Also choose Web & Social.')).toBeVisible()
    await expect(add).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Web & Social' }).check()
    await expect(dialog.getByText('To pay, before tax')).toBeVisible()
    await expect(dialog.getByText('-$199.00')).toBeVisible()
    await expectAccessible(page, 'upgrade dialog')
    await add.click()
  })

  await test.step('the cart takes off what was paid', async () => {
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByText(`Upgrades the license of order ${number}`)).toBeVisible()
    await expect(page.getByText('Upgrade credit')).toBeVisible()
    await expectAccessible(page, 'cart with an upgrade')
  })

  let newer = ''
  await test.step('pays by card', async () => {
    await page.getByRole('link', { name: 'Continue to checkout' }).click()
    await fillCard(page)
    await page.getByRole('button', { name: 'Complete purchase' }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/, { timeout: 30_000 })
    newer = /LT-\d{4}-\d{6}/.exec(page.url())?.[0] ?? ''
    expect(newer).not.toBe(number)
    await page.keyboard.press('Escape')
    await expect(page.getByText(`Upgrade credit, ${number}`)).toBeVisible()
  })

  await test.step('the first is upgraded, the new one in force', async () => {
    await page.goto('/workspace/licenses')
    // The row of the first names both orders.
    const first = page.getByRole('row').filter({ hasText: number })
    await expect(first).toContainText('Upgraded')
    await expect(first.getByRole('link', { name: newer })).toHaveAttribute('href', `/workspace/orders/${newer}`)
    await expect(first.getByRole('button', { name: 'Upgrade' })).toHaveCount(0)
    const second = page.getByRole('row').filter({ hasText: newer }).filter({ hasNotText: number })
    await expect(second).toContainText('In force')
    await expect(second).toContainText('Web & Social and Broadcast TV')
    await expectAccessible(page, 'register with an upgraded license')
    await page.goto('/account/licenses')
    await expect(page.getByText(`Upgraded in order ${newer}`)).toBeVisible()
    await page.goto(`/workspace/orders/${number}`)
    await expect(page.getByText(`Upgraded in order ${newer}`)).toBeVisible()
    await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
    await expect(
      page
        .getByRole('region', { name: 'License and price' })
        .getByRole('button', { name: `Upgrade license of ${name}` }),
    ).toBeVisible()
  })

  await test.step('whoever was shown the first one’s certificate finds the second', async () => {
    const stranger = await browser.newPage()
    await stranger.goto(new URL(verify_url).pathname)
    await expect(stranger.getByRole('heading', { name: 'This license was upgraded' })).toBeVisible()
    await expectAccessible(stranger, 'verify, upgraded')
    await stranger.getByRole('link', { name: 'See the license that holds now' }).click()
    await expect(stranger.getByRole('heading', { name: 'This license is valid' })).toBeVisible()
    await expect(stranger.getByText('Web & Social and Broadcast TV')).toBeVisible()
    await stranger.close()
  })
})

/** What the signed file of the only certificate on this page says. */
const certificateFrom = async (page: Page, path: string) => {
  await page.goto(path)
  const href = await page.getByRole('link', { name: 'signed file' }).getAttribute('href')
  return (await (await page.request.get(href ?? '')).json()) as { verify_url: string }
}
