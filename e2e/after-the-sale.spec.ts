/** What a buyer gets after the purchase: the mail, the order page and the receipt. No other account can see them. */
import { expect, test } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { callApi, createBuyer, listClips, payCart, register } from './shop.ts'

test.skip(({ isMobile }) => isMobile, 'the main story covers orders at phone width')

test('the confirmation mail links to the order, and the order to its receipt @full', async ({ page }) => {
  const { email, cart } = await createBuyer(page)
  const number = await payCart(page, cart)

  const mail = await waitForMail(email, 'Your clips are ready')
  const link = mail.links.find(url => url.endsWith(`/workspace/orders/${number}`))
  if (!link) throw new Error(`No link to the order in the mail: ${mail.links.join(', ')}`)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()

  const address = await page.getByRole('link', { name: 'Receipt' }).getAttribute('href')
  const receipt = await page.request.get(address ?? '')
  expect(receipt.headers()['content-type']).toBe('application/pdf')
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a consumer withdraws from the clip of an order that they have not downloaded', async ({ page }) => {
  const { id } = await register(page)
  const [first, second] = await listClips(page)
  const license = { org_type: 'commercial', end_client_size: 1, distribution_ids: [3], format_id: 3 }
  await callApi(page, 'POST', '/v2/cart/items', { ...license, clips: [first?.id, second?.id] })
  const countries = await callApi<{ id: number; name: string }[]>(page, 'GET', '/countries/regions')
  const country_id = countries.find(({ name }) => name === 'Germany')?.id
  const address = { address: 'Lindenweg 4', city: 'Hamburg', postal_code: '20095', region: 'Hamburg', country_id }
  const buyer = { company: '', is_private: true, billing_contact_user_id: id }
  const number = await payCart(page, await callApi(page, 'PUT', '/v2/cart/billing', { ...buyer, ...address }))
  await page.goto(`/workspace/orders/${number}`)
  await expect(page.getByText('20095 Hamburg', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Assign to a project', exact: true }).click()
  const project = page.getByRole('dialog', { name: 'Assign to a project' })
  await project.getByLabel('Client name').fill('Aster')
  await project.getByLabel('Project name').fill('Tidal')
  await project.getByLabel('Project description').fill('A film about the sea')
  await project.getByLabel('Start date').fill('2026-12-01')
  await project.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('you can withdraw from 2 clips')).toBeVisible()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: first?.name ?? '' }) })
  await row.getByRole('button', { name: /^HD/ }).click()
  const consent = page.getByRole('dialog', { name: 'Before the first download' })
  await consent.getByRole('checkbox').check()
  await expectAccessible(page, 'the consent to delivery')
  const download = page.waitForEvent('download')
  await consent.getByRole('button', { name: 'Agree and download' }).click()
  expect((await download).suggestedFilename()).toContain(`-${first?.id}-`)
  await expect(page.getByText('We’ll confirm your answer by email.')).toBeVisible()

  await expect(page.getByText('you can withdraw from 1 clip')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw from this order' }).click()
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(page.getByText('You withdrew from this order on')).toBeVisible()
  await expect(row.getByRole('button', { name: /^HD/ })).toBeVisible()
})

test('an order of another account is not found @full', async ({ page }) => {
  const { cart } = await createBuyer(page)
  const number = await payCart(page, cart)
  await page.context().clearCookies()
  await register(page)
  await page.goto(`/workspace/orders/${number}`)
  await expect(page).toHaveURL(/\/workspace\/orders$/)
  await expect(page.getByText(number)).toHaveCount(0)
  expect((await page.request.get(`/api/workspace/orders/${number}`)).status()).toBe(404)
  expect((await page.request.get(`/api/workspace/orders/${number}/receipt`)).status()).toBe(404)
})
