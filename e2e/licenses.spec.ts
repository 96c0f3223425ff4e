/** All licenses of a workspace: searching them, assigning them to a project, and downloading. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { createBuyer, callApi, billCart, listClips, payCart } from './shop.ts'

test('a licensed clip can be found, assigned to a project and downloaded in the account @full @phone', async ({
  page,
}) => {
  const { cart } = await createBuyer(page)
  const [clip] = await listClips(page)
  await page.goto('/account/licenses')
  await expect(page.getByRole('heading', { name: 'Nothing licensed yet' })).toBeVisible()
  const number = await payCart(page, cart)
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

  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: /^HD/ }).click()
  expect((await download).suggestedFilename()).toContain(`-${clip?.id}-`)
})

test('selected clips of an order are assigned to a project together @full', async ({ page }) => {
  const { id } = await createBuyer(page)
  const [, second, third] = await listClips(page)
  const choice = { org_type: 'commercial', end_client_size: 2, distribution_ids: [3], format_id: 3 }
  await callApi(page, 'POST', '/v2/cart/items', { ...choice, clips: [second?.id, third?.id] })
  await page.goto(`/workspace/orders/${await payCart(page, await billCart(page, id))}`)
  const bar = page.getByRole('region', { name: 'Chosen clips' })
  for (const clip of [second, third])
    await page.getByRole('checkbox', { name: `Select ${clip?.name} for a project` }).check()
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

test('switching the theme on the licenses page reloads it @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same code')
  await createBuyer(page)
  await page.goto('/account/licenses')
  await page.getByRole('button', { name: 'Your account' }).click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Switch between dark and light' }).click()
  await reloaded
  await expect(page).toHaveURL(/\/account\/licenses$/)
})
