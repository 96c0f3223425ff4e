/** A license upgrade from the register, at the difference in price. */
import { expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { createBuyer, listClips, payCart, saveBilling } from './shop.ts'

test('a license is upgraded for the price difference and replaces the first one @full', async ({ page, browser }) => {
  const { id, cart } = await createBuyer(page)
  const number = await payCart(page, cart)
  await saveBilling(page, id)
  const [clip] = await listClips(page)
  const name = clip?.name ?? ''
  const { verify_url } = await readCertificate(page, '/account/licenses')

  await test.step('chooses additional uses and sees the price', async () => {
    await page.goto('/workspace/licenses')
    const row = page.getByRole('row').filter({ hasText: number })
    await row.getByRole('button', { name: 'Upgrade' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upgrade license' })
    await expect(dialog.getByText(`Your license of order ${number}`)).toBeVisible()
    const addButton = dialog.getByRole('button', { name: 'Add to cart' })
    // The same license is not an upgrade, and neither is one that drops a use.
    await expect(addButton).toBeDisabled()
    await expect(dialog.getByText('Choose what to add')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Broadcast TV' }).check()
    await dialog.getByRole('checkbox', { name: 'Web & Social' }).uncheck()
    await expect(dialog.getByText('An upgrade keeps what you already have. Also choose Web & Social.')).toBeVisible()
    await expect(addButton).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Web & Social' }).check()
    await expect(dialog.getByText('To pay, before tax')).toBeVisible()
    await expect(dialog.getByText('-$199.00')).toBeVisible()
    await expectAccessible(page, 'upgrade dialog')
    await addButton.click()
  })

  await test.step('the cart subtracts what was paid', async () => {
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByText(`Upgrades the license of order ${number}`)).toBeVisible()
    await expect(page.getByText('Upgrade credit')).toBeVisible()
    await expectAccessible(page, 'cart with an upgrade')
  })

  let newOrderNumber = ''
  await test.step('pays by card', async () => {
    await page.getByRole('link', { name: 'Continue to checkout' }).click()
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/)
    newOrderNumber = /LT-\d{4}-\d{6}/.exec(page.url())?.[0] ?? ''
    expect(newOrderNumber).not.toBe(number)
    await page.keyboard.press('Escape')
    await expect(page.getByText(`Upgrade credit, ${number}`)).toBeVisible()
  })

  await test.step('the first license is marked as upgraded, and the new one is in force', async () => {
    await page.goto('/workspace/licenses')
    // The row of the first license names both orders.
    const oldRow = page.getByRole('row').filter({ hasText: number })
    await expect(oldRow).toContainText('Upgraded')
    await expect(oldRow.getByRole('link', { name: newOrderNumber })).toHaveAttribute(
      'href',
      `/workspace/orders/${newOrderNumber}`,
    )
    await expect(oldRow.getByRole('button', { name: 'Upgrade' })).toHaveCount(0)
    const newRow = page.getByRole('row').filter({ hasText: newOrderNumber }).filter({ hasNotText: number })
    await expect(newRow).toContainText('In force')
    await expect(newRow).toContainText('Web & Social and Broadcast TV')
    await expectAccessible(page, 'register with an upgraded license')
    await page.goto('/account/licenses')
    await expect(page.getByText(`Upgraded in order ${newOrderNumber}`)).toBeVisible()
    await page.goto(`/workspace/orders/${number}`)
    await expect(page.getByText(`Upgraded in order ${newOrderNumber}`)).toBeVisible()
    await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
    await expect(
      page
        .getByRole('region', { name: 'License and price' })
        .getByRole('button', { name: `Upgrade license of ${name}` }),
    ).toBeVisible()
  })

  await test.step('the certificate of the first license links to the new one', async () => {
    const visitor = await browser.newPage()
    await visitor.goto(new URL(verify_url).pathname)
    await expect(visitor.getByRole('heading', { name: 'This license was upgraded' })).toBeVisible()
    await expectAccessible(visitor, 'verify, upgraded')
    await visitor.getByRole('link', { name: 'See the license in force now' }).click()
    await expect(visitor.getByRole('heading', { name: 'This license is valid' })).toBeVisible()
    await expect(visitor.getByText('Web & Social and Broadcast TV')).toBeVisible()
    await visitor.close()
  })
})

/** The contents of the only certificate file on this page. */
const readCertificate = async (page: Page, path: string) => {
  await page.goto(path)
  const href = await page.getByRole('link', { name: 'signed license data (JSON)' }).getAttribute('href')
  return (await (await page.request.get(href ?? '')).json()) as { verify_url: string }
}
