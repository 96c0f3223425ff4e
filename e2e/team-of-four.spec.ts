/** Four roles around one order: an editor requests it, a purchaser pays, the editor downloads, and a guest is refused. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { waitForMail } from './sandbox.ts'
import { addToCart, callApi, listClips, register, saveBilling } from './shop.ts'

/** Registers a colleague in a new context who joins the owner's workspace. */
const joinTeam = async (owner: Page, browser: Browser, role: 'purchaser' | 'asset_manager' | 'guest') => {
  const context = await browser.newContext({
    viewport: owner.viewportSize(),
    baseURL: test.info().project.use.baseURL ?? '',
  })
  const page = await context.newPage()
  const { email } = await register(page)
  await callApi(owner, 'POST', '/workspace/invite', { invitees: [{ email, role }] })
  const { links } = await waitForMail(email, 'Join')
  const link = new URL(links.find(url => url.includes('invite_token=')) ?? '')
  await callApi(page, 'POST', '/workspaces/invite/accept', { invite_token: link.searchParams.get('invite_token') })
  return { page, email, close: () => context.close() }
}

test('a team of four roles around one order @full', async ({ page: owner, browser }) => {
  const { id: owner_id } = await register(owner)
  await saveBilling(owner, owner_id)
  const buyer = await joinTeam(owner, browser, 'purchaser')
  const editor = await joinTeam(owner, browser, 'asset_manager')
  const viewer = await joinTeam(owner, browser, 'guest')
  const [clip] = await listClips(editor.page)
  const name = clip?.name ?? ''
  let order = ''

  await test.step('the editor cannot buy and sends a purchase request', async () => {
    await addToCart(editor.page)
    await editor.page.goto('/cart')
    await editor.page.getByRole('button', { name: 'Request purchase' }).click()
    const dialog = editor.page.getByRole('dialog', { name: 'Request purchase' })
    await dialog.getByLabel('What is it for?').fill('Opening shot of the ferry film')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(editor.page.getByText('Waiting for approval')).toBeVisible()
  })

  await test.step('the purchaser follows the mail, approves and pays', async () => {
    const { page } = buyer
    const { links } = await waitForMail(buyer.email, 'asks you to license')
    await page.goto(new URL(links.find(link => link.includes('/purchase-requests/')) ?? '').pathname)
    await expect(page.getByText('Opening shot of the ferry film')).toBeVisible()
    await page.getByRole('button', { name: 'Approve and go to cart' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('(1 item)')
    // The workspace already has billing details.
    await page.getByRole('link', { name: 'Continue to checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/)
    order = /LT-\d{4}-\d{6,}/.exec(page.url())?.[0] ?? ''
  })

  await test.step('the editor finds the order, assigns a project and downloads', async () => {
    const { page } = editor
    await page.goto('/workspace/orders')
    await page.getByRole('link', { name: new RegExp(order) }).click()
    await expect(page.getByRole('heading', { level: 1, name: order })).toBeVisible()
    await page.getByRole('button', { name: 'Assign to a project', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign to a project' })
    await dialog.getByLabel('Client name').fill('Northwind Ferries')
    await dialog.getByLabel('Project name').fill('Winter timetable')
    await dialog.getByLabel('Project description').fill('A 30-second spot')
    await dialog.getByLabel('Start date').fill('2026-12-01')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expect(dialog).toBeHidden()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: new RegExp(`^HD ?: ${name}$`) }).click()
    expect((await download).suggestedFilename()).toContain(String(clip?.id))
    await expectAccessible(page, 'an order as an asset manager sees it')
  })

  await test.step('the viewer sees clips, but has no access to orders', async () => {
    const { page } = viewer
    await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goto('/workspace/overview')
    await expect(page.getByRole('link', { name: 'Orders', exact: true })).toHaveCount(0)
    const forbiddenPages = [
      ['/workspace/orders', 'Your role in this workspace does not include orders.'],
      [`/workspace/orders/${order}`, 'Your role in this workspace does not include orders.'],
      ['/workspace/licenses', 'Your role in this workspace does not include orders.'],
      ['/workspace/quotes', 'Your role in this workspace does not include quotes.'],
      ['/workspace/team', 'Only owners and admins can see this page of the workspace.'],
      ['/workspace/billing', 'Only owners and admins can see this page of the workspace.'],
      ['/workspace/audit', 'Only owners and admins can see this page of the workspace.'],
      ['/workspace/preferred-rates', 'Only owners and admins can see this page of the workspace.'],
    ] as const
    for (const [path, message] of forbiddenPages) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(403)
      await expect(page.getByText(message)).toBeVisible()
      // The page keeps the workspace navigation and names whom to ask.
      await expect(page.getByRole('navigation', { name: 'Workspace' }).getByRole('link').first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Nora Brandt' })).toBeVisible()
    }
    await expectAccessible(page, 'an order for a guest')
  })

  await test.step('the owner finds the order, its project and its purchase request', async () => {
    await owner.goto(`/workspace/orders/${order}`)
    await expect(owner.getByRole('heading', { level: 1, name: order })).toBeVisible()
    await expect(owner.getByRole('complementary', { name: 'Order facts' })).toContainText('Winter timetable')
    await owner.goto('/workspace/purchase-requests')
    await expect(owner.getByRole('listitem').filter({ hasText: 'Ordered' })).toBeVisible()
  })
  for (const { close } of [buyer, editor, viewer]) await close()
})
