/** Four roles of a team around one order: one asks, one pays, one downloads, one looks on, and each is told what is not theirs. */
import { expect, test, type Browser, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { mailTo } from './sandbox.ts'
import { addToCart, askShop, clipsOf, register, saveBilling } from './shop.ts'

/** A colleague in the owner's workspace, in a browser of their own. */
const join = async (owner: Page, browser: Browser, role: 'purchaser' | 'asset_manager' | 'guest') => {
  const context = await browser.newContext({
    viewport: owner.viewportSize(),
    baseURL: test.info().project.use.baseURL ?? '',
  })
  const page = await context.newPage()
  const { email } = await register(page)
  await askShop(owner, 'POST', '/workspace/invite', { invitees: [{ email, role }] })
  const { links } = await mailTo(email, 'Join')
  const link = new URL(links.find(one => one.includes('invite_token=')) ?? '')
  await askShop(page, 'POST', '/workspaces/invite/accept', { invite_token: link.searchParams.get('invite_token') })
  return { page, email, close: () => context.close() }
}

test('a team of four roles around one order', async ({ page: owner, browser }) => {
  const { id: owner_id } = await register(owner)
  await saveBilling(owner, owner_id)
  const buyer = await join(owner, browser, 'purchaser')
  const editor = await join(owner, browser, 'asset_manager')
  const viewer = await join(owner, browser, 'guest')
  const [clip] = await clipsOf(editor.page)
  const name = clip?.name ?? ''
  let order = ''

  await test.step('the editor may not buy, and asks for it', async () => {
    await addToCart(editor.page)
    await editor.page.goto('/cart')
    await editor.page.getByRole('button', { name: 'Request purchase' }).click()
    const dialog = editor.page.getByRole('dialog', { name: 'Request purchase' })
    await dialog.getByLabel('What is it for?').fill('Opening shot of the ferry film')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect(editor.page.getByText('Waiting for approval')).toBeVisible()
  })

  await test.step('the buyer comes by the mail, approves and pays', async () => {
    const { page } = buyer
    const { links } = await mailTo(buyer.email, 'asks you to license')
    await page.goto(new URL(links.find(link => link.includes('/purchase-requests/')) ?? '').pathname)
    await expect(page.getByText('Opening shot of the ferry film')).toBeVisible()
    await page.getByRole('button', { name: 'Approve and go to cart' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('(1 item)')
    // The workspace says already who is billed.
    await page.getByRole('link', { name: 'Continue to checkout' }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await fillCard(page)
    await page.getByRole('button', { name: 'Complete purchase' }).click()
    await expect(page).toHaveURL(/\/workspace\/orders\/LT-\d{4}-\d{6}/, { timeout: 60_000 })
    order = /LT-\d{4}-\d{6,}/.exec(page.url())?.[0] ?? ''
  })

  await test.step('the editor finds it, says what it is for, and downloads', async () => {
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
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: new RegExp(`^HD ?: ${name}$`) }).click()
    expect((await started).suggestedFilename()).toContain(String(clip?.id))
    await expectAccessible(page, 'an order as an asset manager sees it')
  })

  await test.step('the viewer sees footage, and is told that orders are not theirs', async () => {
    const { page } = viewer
    await page.goto(`/clips/${clip?.slug}/${clip?.id}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goto('/workspace/overview')
    await expect(page.getByRole('link', { name: 'Orders', exact: true })).toHaveCount(0)
    const refused = [
      ['/workspace/orders', 'Your role in this workspace does not include orders.'],
      [`/workspace/orders/${order}`, 'Your role in this workspace does not include orders.'],
      ['/workspace/licenses', 'Your role in this workspace does not include orders.'],
      ['/workspace/quotes', 'Your role in this workspace does not include quotes.'],
      ['/workspace/team', 'Only owners and admins can see this page of the workspace.'],
      ['/workspace/billing', 'Only owners and admins can see this page of the workspace.'],
      ['/workspace/audit', 'Only owners and admins can see this page of the workspace.'],
      ['/workspace/preferred-rates', 'Only owners and admins can see this page of the workspace.'],
    ] as const
    for (const [address, why] of refused) {
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(403)
      await expect(page.getByText(why)).toBeVisible()
      // Inside the workspace's navigation, with whom to ask.
      await expect(page.getByRole('navigation', { name: 'Workspace' }).getByRole('link').first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Nora Brandt' })).toBeVisible()
    }
    await expectAccessible(page, 'an order for a guest')
  })

  await test.step('the owner finds the order, its project and the request that it came of', async () => {
    await owner.goto(`/workspace/orders/${order}`)
    await expect(owner.getByRole('heading', { level: 1, name: order })).toBeVisible()
    await expect(owner.getByRole('complementary', { name: 'Order facts' })).toContainText('Winter timetable')
    await owner.goto('/workspace/purchase-requests')
    await expect(owner.getByRole('listitem').filter({ hasText: 'Ordered' })).toBeVisible()
  })
  for (const { close } of [buyer, editor, viewer]) await close()
})
