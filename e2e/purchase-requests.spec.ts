/** Asking others of a team to buy, and asking us for a license that no list has. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { mailTo } from './sandbox.ts'
import { addToCart, askShop, clipsOf, register } from './shop.ts'

/** A browser that nobody has used yet, of the same kind as the one that the story began in. */
const another = async (browser: Browser, page: Page) => {
  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: new URL(page.url()).origin })
  return context.newPage()
}

/** An owner, and a colleague in the same workspace who may not buy, in a browser of their own. */
const aTeam = async (page: Page, browser: Browser) => {
  const owner = await register(page)
  await page.goto('/workspace/overview')
  const mate = await another(browser, page)
  const colleague = await register(mate)
  await askShop(page, 'POST', '/workspace/invite', { invitees: [{ email: colleague.email, role: 'asset_manager' }] })
  const { links } = await mailTo(colleague.email, 'Join')
  const link = new URL(links.find(one => one.includes('invite_token=')) ?? '')
  // Whoever joins works there from now on.
  await askShop(mate, 'POST', '/workspaces/invite/accept', { invite_token: link.searchParams.get('invite_token') })
  return { owner, mate, colleague }
}

test('a cart goes to those who may buy, who approve it into their own', async ({ page, browser }) => {
  const { owner, mate } = await aTeam(page, browser)
  await addToCart(mate)
  await mate.goto('/cart')

  await test.step('whoever may not buy reads why, and asks', async () => {
    await expect(mate.getByText("It looks like your role doesn't include purchasing access.")).toBeVisible()
    await mate.getByRole('button', { name: 'Request purchase' }).click()
    const dialog = mate.getByRole('dialog', { name: 'Request purchase' })
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(dialog.getByText('A note is required.')).toBeVisible()
    await expectAccessible(mate, 'request dialog')
    await dialog.getByLabel('What is it for?').fill('The harbor trailer, by Friday')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(mate.getByRole('heading', { level: 1, name: 'Purchase request' })).toBeVisible()
    await expect(mate.getByText('Waiting for approval')).toBeVisible()
    await expectAccessible(mate, 'own request')
  })

  await test.step('the owner comes by the mail, sees who asks and why, and approves', async () => {
    const { links } = await mailTo(owner.email, 'asks you to license')
    await page.goto(new URL(links.find(link => link.includes('/purchase-requests/')) ?? '').pathname)
    await expect(page.getByText('The harbor trailer, by Friday')).toBeVisible()
    await expect(page.getByText('$', { exact: false }).first()).toBeVisible()
    await expectAccessible(page, 'request')
    await page.getByRole('button', { name: 'Approve and go to cart' }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('(1 item)')
  })

  await test.step('whoever asked sees it', async () => {
    await mate.goto('/workspace/purchase-requests')
    await expect(mate.getByRole('listitem').filter({ hasText: 'asked for by you' })).toContainText('Approved')
    await expectAccessible(mate, 'requests')
  })
})

test('a request is declined with a word, and the clips can be asked for again', async ({ page, browser }) => {
  const { mate } = await aTeam(page, browser)
  await addToCart(mate)
  const { id } = await askShop<{ id: number }>(mate, 'POST', '/workspace/purchase-requests', { note: 'For a pitch' })
  await page.goto(`/workspace/purchase-requests/${id}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByLabel('Why').fill('Next quarter, please')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await mate.goto(`/workspace/purchase-requests/${id}`)
  await expect(mate.getByText('Next quarter, please')).toBeVisible()
  await mate.getByRole('button', { name: 'Put the clips back in my cart' }).click()
  await expect(mate.getByRole('heading', { level: 1 })).toContainText('(1 item)')
})

test('a custom license is asked for where one is chosen', async ({ page }) => {
  const { email } = await register(page)
  const [clip] = await clipsOf(page)
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
