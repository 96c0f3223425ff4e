/** Everything a workspace has licensed, in one place: found again, given to a project, downloaded. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { aBuyer, askShop, billCart, clipsOf, payAtOnce } from './shop.ts'

test('a licensed clip is found, given to a project and downloaded in the account', async ({ page }) => {
  const { cart } = await aBuyer(page)
  const [clip] = await clipsOf(page)
  await page.goto('/account/licenses')
  await expect(page.getByRole('heading', { name: 'Nothing licensed yet' })).toBeVisible()
  const number = await payAtOnce(page, cart)
  await page.reload()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: clip?.name ?? '' }) })
  await expect(row.getByRole('link', { name: number })).toHaveAttribute('href', `/workspace/orders/${number}`)
  await expectAccessible(page, 'licenses')

  const search = page.getByRole('search').filter({ has: page.getByLabel('Search licenses') })
  await search.getByLabel('Search licenses').fill('nothing like it')
  await search.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'No license matches' })).toBeVisible()
  await search.getByLabel('Search licenses').fill(number)
  await search.getByRole('button', { name: 'Search' }).click()

  await expect(row.getByRole('button', { name: /^Assign to a project to download/ })).toBeDisabled()
  await row.getByRole('button', { name: /^Assign to a project ?:/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign to a project' })
  await dialog.getByLabel('Client name').fill('Aster')
  await dialog.getByLabel('Project name').fill('Tidal')
  await dialog.getByLabel('Project description').fill('A film about the sea')
  await dialog.getByLabel('Start date').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByText('Tidal for Aster')).toBeVisible()

  const started = page.waitForEvent('download')
  await row.getByRole('button', { name: /^HD/ }).click()
  expect((await started).suggestedFilename()).toContain(`-${clip?.id}-`)
})

test('chosen clips of an order are given to a project together', async ({ page }) => {
  const { id } = await aBuyer(page)
  const [, second, third] = await clipsOf(page)
  const choice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await askShop(page, 'POST', '/v2/cart/items', { ...choice, clips: [second?.id, third?.id] })
  await page.goto(`/workspace/orders/${await payAtOnce(page, await billCart(page, id))}`)
  const bar = page.getByRole('region', { name: 'Chosen clips' })
  for (const clip of [second, third])
    await page.getByRole('checkbox', { name: `Choose ${clip?.name} for a project` }).check()
  await expect(bar).toContainText('2 clips')
  await expectAccessible(page, 'an order with clips chosen')
  await bar.getByRole('button', { name: 'Assign to a project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign to a project' })
  await expect(dialog).toContainText('2 clips of this order.')
  await dialog.getByLabel('Client name').fill('Aster')
  await dialog.getByLabel('Project name').fill('Tidal')
  await dialog.getByLabel('Project description').fill('A film about the sea')
  await dialog.getByLabel('Start date').fill('2026-12-01')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toBeHidden()
  await expect(bar).toBeHidden()
  const clips = page.getByRole('region', { name: 'Clips', exact: true })
  await expect(clips.getByRole('listitem').filter({ hasText: 'Tidal for Aster' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Assign this clip only/ })).toHaveCount(1)
})

test('another theme on the licenses loads the page anew', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same switch')
  await aBuyer(page)
  await page.goto('/account/licenses')
  await page.getByRole('button', { name: 'Your account' }).click()
  const anew = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Switch between dark and light' }).click()
  await anew
  await expect(page).toHaveURL(/\/account\/licenses$/)
})
