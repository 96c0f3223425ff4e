/** Editfest: staff set one up, and a team enters with its code and downloads a clip. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { callApi, listClips, password, register } from './shop.ts'

test('a team enters with its code and downloads a clip that all its members can see @full', async ({ page }) => {
  await page.goto('/about')
  await register(page)
  await page.goto('/account/editfest')
  await expect(page.getByRole('heading', { name: 'Editfest', level: 1 })).toBeVisible()
  await expectAccessible(page, 'Editfest code')
  const code = page.getByLabel('Editfest code')
  await code.fill('NOT-A-CODE')
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(page.getByText('This Editfest code is not valid.')).toBeVisible()
  await code.fill('editfest')
  await code.press('Enter')
  await expect(page.getByRole('heading', { name: /is in Editfest \d{4}$/ })).toBeVisible()
  await expect(page.getByText('12 of 12')).toBeVisible()

  const [clip] = await listClips(page, 'sort=newest')
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  const useButton = page.getByRole('button', { name: /^Use in Editfest/ })
  await expect(page.getByText('12 clips are left', { exact: false })).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), useButton.click()])
  expect(download.suggestedFilename()).toContain(`-${clip?.id}-`)
  await expect(page.getByRole('button', { name: /^Download again for Editfest/ })).toBeVisible()

  await page.goto('/workspace/editfest')
  await expect(page.getByText('11 of 12')).toBeVisible()
  await expect(page.getByRole('link', { name: clip?.name ?? '', exact: true })).toBeVisible()
  await expectAccessible(page, 'Editfest clips')
})

test('staff set up an Editfest and change it @full', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the admin panel is for desktops')
  await page.goto('/about')
  await callApi(page, 'POST', '/auth/login', { login: 'vera@longtake.example', password })
  await page.goto('/admin/editfests')
  await page.getByRole('button', { name: 'Set one up' }).click()
  const name = `Winter Cut ${Date.now()}`
  await page.getByLabel('Code').fill(name.replaceAll(' ', '-'))
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('First day').fill('2030-01-10')
  await page.getByLabel('Last day').fill('2030-01-02')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The last day comes before the first.')).toBeVisible()
  await page.getByLabel('Last day').fill('2030-02-20')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: name.replaceAll(' ', '-').toUpperCase() })).toBeVisible()
  await expectAccessible(page, 'Editfests in the admin')
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await page.getByLabel('Clips for each workspace').fill('8')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name}, 8 clips each`)).toBeVisible()
})
