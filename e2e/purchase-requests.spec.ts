/** Purchase requests within a team, and requests for a custom license. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { waitForMail } from './sandbox.ts'
import { addToCart, callApi, listClips, register } from './shop.ts'

/** Opens a page in a new context with the same viewport and base URL. */
const openNewContext = async (browser: Browser, page: Page) => {
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: new URL(page.url()).origin })
  return context.newPage()
}

/** Registers an owner and a colleague in the same workspace who cannot buy. */
const createTeam = async (page: Page, browser: Browser) => {
  const owner = await register(page)
  await page.goto('/workspace/overview')
  const matePage = await openNewContext(browser, page)
  const colleague = await register(matePage)
  await callApi(page, 'POST', '/workspace/invite', { invitees: [{ email: colleague.email, role: 'asset_manager' }] })
  const { links } = await waitForMail(colleague.email, 'Join')
  const link = new URL(links.find(url => url.includes('invite_token=')) ?? '')
  // Accepting the invitation also switches to the workspace.
  await callApi(matePage, 'POST', '/workspaces/invite/accept', { invite_token: link.searchParams.get('invite_token') })
  return { owner, matePage, colleague }
}

test('a purchase request goes to the purchasers, who approve it into their own cart @full @phone', async ({
  page,
  browser,
}) => {
  const { owner, matePage } = await createTeam(page, browser)
  await addToCart(matePage)
  await matePage.goto('/cart')

  await test.step('a user who cannot buy sees the reason and sends a request', async () => {
    await expect(matePage.getByText("It looks like your role doesn't include purchasing access.")).toBeVisible()
    await matePage.getByRole('button', { name: 'Request purchase' }).click()
    const dialog = matePage.getByRole('dialog', { name: 'Request purchase' })
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(dialog.getByText('A note is required.')).toBeVisible()
    await expectAccessible(matePage, 'request dialog')
    await dialog.getByLabel('What is it for?').fill('The harbor trailer, by Friday')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(matePage.getByRole('heading', { level: 1, name: 'Purchase request' })).toBeVisible()
    await expect(matePage.getByText('Waiting for approval')).toBeVisible()
    await expectAccessible(matePage, 'own request')
  })

  await test.step('the owner follows the mail, sees the request and approves it', async () => {
    const { links } = await waitForMail(owner.email, 'asks you to license')
    await page.goto(new URL(links.find(link => link.includes('/purchase-requests/')) ?? '').pathname)
    await expect(page.getByText('The harbor trailer, by Friday')).toBeVisible()
    await expect(page.getByText('$', { exact: false }).first()).toBeVisible()
    await expectAccessible(page, 'request')
    await page.getByRole('button', { name: 'Approve and go to cart' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('(1 item)')
  })

  await test.step('the requester sees the approval', async () => {
    await matePage.goto('/workspace/purchase-requests')
    await expect(matePage.getByRole('listitem').filter({ hasText: 'requested by you' })).toContainText('Approved')
    await expectAccessible(matePage, 'requests')
  })
})

test('a declined request has a reason, and its clips can be put back into the cart @full', async ({
  page,
  browser,
}) => {
  const { matePage } = await createTeam(page, browser)
  await addToCart(matePage)
  const { id } = await callApi<{ id: number }>(matePage, 'POST', '/workspace/purchase-requests', {
    note: 'For a pitch',
  })
  await page.goto(`/workspace/purchase-requests/${id}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByLabel('Why').fill('Next quarter, please')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await matePage.goto(`/workspace/purchase-requests/${id}`)
  await expect(matePage.getByText('Next quarter, please')).toBeVisible()
  await matePage.getByRole('button', { name: 'Put the clips back in my cart' }).click()
  await expect(matePage.getByRole('heading', { level: 1 })).toContainText('(1 item)')
})

test('a custom license can be requested in the license dialog @full', async ({ page }) => {
  const { email } = await register(page)
  const [clip] = await listClips(page)
  await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
  await page.getByRole('button', { name: 'Change license' }).click()
  await page.getByRole('button', { name: 'Ask for a custom license' }).click()
  const dialog = page.getByRole('dialog', { name: 'Custom license' })
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByText('All-Media Buyout', { exact: false }).click()
  await dialog.getByRole('button', { name: 'Ask for a quote' }).click()
  await expect(dialog.getByText('What you need is required.')).toBeVisible()
  await expectAccessible(page, 'custom license')
  await dialog.getByLabel('What you need').fill('Exclusive in France for two years')
  await dialog.getByRole('button', { name: 'Ask for a quote' }).click()
  await expect(dialog.getByRole('heading', { name: 'It’s with us.' })).toBeVisible()
})
