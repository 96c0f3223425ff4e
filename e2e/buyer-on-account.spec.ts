/** A buyer on account, from a quote to an overdue invoice that is paid: the pages and mails, and what staff see. */
import { chromium, expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { launchOptions } from './launch.ts'
import { demoShop, withOwnShop, OWN_SHOP_TIMEOUT_MS } from './own-shop.ts'
import { waitForHydration, callApi, listClips, password, register, saveBilling } from './shop.ts'

// Fail on a missing element long before the story's timeout.
test.use({ actionTimeout: 30_000 })

/** The daily job that follows invoices. */
const FOLLOW_INVOICES_JOB = 'checkout.process-due-invoices'
const ORDER_URL_PATTERN = /\/workspace\/orders\/LT-\d{4}-\d{6}/
const numberIn = (page: Page) => /(?:Q|LT)-\d{4}-\d{6}/.exec(page.url())?.[0] ?? ''

/** Adds the nth clip of the catalog to the cart. */
const addFromCatalog = async (page: Page, nth: number) => {
  await page.goto('/clips')
  await page.locator('article').nth(nth).getByRole('link').first().click()
  const purchase = page.getByRole('region', { name: 'License and price' })
  await purchase.getByRole('button', { name: 'Add to cart' }).click()
  await expect(purchase.getByRole('link', { name: 'In your cart' })).toBeVisible()
}

const goToCheckout = async (page: Page) => {
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Continue to checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
}

const createInvoice = async (page: Page) => {
  await page.getByLabel('Client name').fill('Aster')
  await page.getByLabel('Project name').fill('Tidal')
  await page.getByLabel('Project description').fill('A film about the sea')
  await page.getByLabel('Start date').fill('2026-12-01')
  await page.getByRole('button', { name: 'Create invoice' }).click()
}

const payByCard = async (page: Page) => {
  await fillCard(page)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(ORDER_URL_PATTERN)
}

const expectPdf = async (page: Page, name: string) => {
  const pdf = await page.request.get((await page.getByRole('link', { name }).getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
}

test('a buyer on account: quote, invoice, reminders, overdue, closed downloads, payment and open downloads @full', async () => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS + 300_000)
  await withOwnShop(demoShop(), {}, async (baseURL, sandbox, { tlsPort, advance }) => {
    const browser = await chromium.launch(launchOptions(tlsPort))
    const openPage = async () =>
      (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const [page, adminPage] = [await openPage(), await openPage()]
    const { id, email } = await register(page, sandbox)
    await saveBilling(page, id)
    const [quotedClip] = await listClips(page)
    if (!quotedClip) throw new Error('The demo has clips.')
    // The staff session expires between the days, so each visit logs in again.
    const openAdmin = async (address: string) => {
      await callApi(adminPage, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
      await adminPage.goto(address)
      await waitForHydration(adminPage)
    }
    await openAdmin('/admin')
    await callApi(adminPage, 'POST', '/user/feature-banner/dismiss')
    const inMailbox = (subject: string) =>
      page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })
    /** Opens the only mail with this subject and follows its button. Returns the buyer's new tab. */
    const followMail = async (subject: string, button: string) => {
      await page.goto(`${sandbox}/mailbox`)
      await inMailbox(subject).getByRole('link').click()
      const popup = page.waitForEvent('popup')
      await page.frameLocator('article iframe').getByRole('link', { name: button }).click()
      return popup
    }

    await test.step('staff let the workspace buy on account', async () => {
      await openAdmin(`/admin/workspaces?search=${encodeURIComponent(email)}`)
      await adminPage.getByRole('link', { name: new RegExp(email) }).click()
      await adminPage.getByRole('checkbox', { name: 'Buys on account' }).check()
      await adminPage.getByLabel('Credit limit, in dollars').fill('2,000')
      await adminPage.getByLabel('Net term, in days').fill('30')
      await adminPage.getByLabel('Reason').fill('References are good')
      await adminPage.getByRole('button', { name: 'Save terms' }).click()
      await expect(adminPage.getByText(/^Terms of .* saved\.$/)).toBeVisible()
      await expect(adminPage.getByText('References are good')).toBeVisible()
      await expect(adminPage.getByText('$0.00 of $2,000.00')).toBeVisible()
    })

    let quote = ''
    await test.step('staff create a quote', async () => {
      await adminPage.getByRole('link', { name: 'New quote' }).click()
      await waitForHydration(adminPage)
      await adminPage.getByLabel('Add clips').fill(`#${quotedClip.id}`)
      await adminPage.getByLabel('Add clips').press('Enter')
      await adminPage.getByLabel(`Agreed price of ${quotedClip.name}`).fill('120')
      await adminPage.getByLabel('Note to the buyer').fill('For the harbor trailer')
      await adminPage.getByRole('button', { name: 'Send quote' }).click()
      await expect(adminPage).toHaveURL(/\/admin\/quotes\/Q-\d{4}-\d{6}$/)
      quote = numberIn(adminPage)
    })

    await test.step('the buyer follows the mail and accepts the quote by paying', async () => {
      await page.goto(`${sandbox}/mailbox`)
      await expect(inMailbox(quote)).toHaveCount(1)
      const tab = await followMail(quote, 'View quote')
      await expect(tab.getByRole('blockquote')).toHaveText('For the harbor trailer')
      await adminPage.reload()
      await expect(adminPage.getByText(`${email} viewed it once`)).toBeVisible()
      await tab.getByRole('link', { name: 'Accept and pay' }).click()
      // A quote is paid at once, even if the workspace buys on account.
      await expect(tab.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
      await expect(tab.getByRole('radio', { name: 'On account' })).toHaveCount(0)
      await payByCard(tab)
      await tab.close()
      await adminPage.reload()
      await expect(adminPage.getByRole('article').getByText('Accepted')).toBeVisible()
    })

    let invoice = ''
    await test.step('clips from the catalog are bought on account', async () => {
      await addFromCatalog(page, 1)
      await addFromCatalog(page, 2)
      await goToCheckout(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Project Details' })).toBeVisible()
      await expect(page.getByText('The invoice is due within 30 days', { exact: false })).toBeVisible()
      await createInvoice(page)
      await expect(page).toHaveURL(ORDER_URL_PATTERN)
      invoice = numberIn(page)
    })

    const order = `/workspace/orders/${invoice}`
    const orderHeader = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: invoice }) })
    const files = page.getByRole('button', { name: /^HD/ })
    const expectDownload = async () => {
      await expect(files.first()).toBeEnabled()
      const download = page.waitForEvent('download')
      await files.first().click()
      expect((await download).suggestedFilename()).toMatch(/\.\w+$/)
    }
    /** Expects the order's state in the admin panel. */
    const expectInAdmin = async (state: string, due?: string) => {
      await openAdmin(`/admin/orders?search=${invoice}`)
      await adminPage.getByRole('link', { name: invoice }).click()
      const article = adminPage.getByRole('article')
      await expect(article.locator('header').getByText(state, { exact: true })).toBeVisible()
      if (due) await expect(article.locator('header').getByText(due, { exact: true })).toBeVisible()
    }

    await test.step('the order is invoiced and due in 30 days, with its invoice and downloads', async () => {
      await expect(orderHeader).toContainText('Invoiced')
      await expect(orderHeader).toContainText('Due in 30 days')
      await expectPdf(page, 'Invoice')
      await expectDownload()
      await expectInAdmin('Invoiced', 'Due in 30 days')
    })

    await test.step('a mail reminds the buyer a week before the due date, and the buyer logs in again', async () => {
      await advance({ days: 23, job: FOLLOW_INVOICES_JOB })
      await page.goto(`${sandbox}/mailbox`)
      await expect(inMailbox(`${invoice} is due on`)).toHaveCount(1)
      await page.goto(order)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('checkbox', { name: 'Remember me' }).check()
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL(order)
      await expect(orderHeader).toContainText('Due in 7 days')
    })

    await test.step('another reminder arrives on the due date', async () => {
      await advance({ days: 7, job: FOLLOW_INVOICES_JOB })
      await page.goto(`${sandbox}/mailbox`)
      await expect(inMailbox(`${invoice} is due today`)).toHaveCount(1)
      await page.goto(order)
      await expect(orderHeader).toContainText('Invoiced')
      await expect(orderHeader).toContainText('Due today')
    })

    await test.step('a day later the order is overdue and its downloads are still open', async () => {
      await advance({ days: 1, job: FOLLOW_INVOICES_JOB })
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: invoice })
      await expect(async () => {
        await page.goto('/workspace/orders')
        await expect(row).toContainText('Payment overdue', { timeout: 2_000 })
      }).toPass()
      await expect(row).toContainText('1 day overdue')
      await expectAccessible(page, 'orders of which one is overdue')
      await row.getByRole('link', { name: invoice }).click()
      await expect(orderHeader).toContainText('Payment overdue')
      await expect(orderHeader).toContainText('1 day overdue')
      await expect(page.getByText('when it is more than 14 days overdue', { exact: false })).toBeVisible()
      await expectAccessible(page, 'an overdue order')
      await expectDownload()
      await expectInAdmin('Payment overdue', '1 day overdue')
      await adminPage.goto('/admin/workspaces?account=owing')
      await expect(adminPage.getByRole('link', { name: new RegExp(`${email}.*owes \\$`) })).toBeVisible()
    })

    await test.step('reminders arrive one and two weeks after the due date', async () => {
      for (const [days, subject] of [
        [6, '7 days overdue'],
        [7, '14 days overdue'],
      ] as const) {
        await advance({ days, job: FOLLOW_INVOICES_JOB })
        await page.goto(`${sandbox}/mailbox`)
        await expect(inMailbox(`${invoice} is ${subject}`)).toHaveCount(1)
      }
    })

    await test.step('downloads close when the order is more than 14 days overdue', async () => {
      await advance({ days: 1, job: FOLLOW_INVOICES_JOB })
      await page.goto(order)
      await expect(
        page.getByText('more than 14 days overdue, so its downloads are closed', { exact: false }),
      ).toBeVisible()
      for (const file of await files.all()) await expect(file).toBeDisabled()
      await expectAccessible(page, 'an order that is closed')
    })

    await test.step('the workspace can no longer buy on account', async () => {
      await addFromCatalog(page, 3)
      await goToCheckout(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
      await expect(
        page.getByText(`Your invoice ${invoice} has been overdue for more than 14 days`, { exact: false }),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: `Pay ${invoice}` })).toHaveAttribute('href', `/checkout/${invoice}`)
      await expect(page.getByRole('button', { name: 'Create invoice' })).toHaveCount(0)
      await expectAccessible(page, 'checkout without the account')
    })

    await test.step('the buyer pays with the link in the last mail', async () => {
      const tab = await followMail(`${invoice} is 14 days overdue`, 'Pay the invoice')
      await expect(tab).toHaveURL(`/checkout/${invoice}`)
      await payByCard(tab)
      await tab.close()
    })

    await test.step('the order is paid, with a receipt, and its downloads are open', async () => {
      await page.goto(order)
      await expect(orderHeader).toContainText('Paid')
      await expect(orderHeader).not.toContainText('overdue')
      await expectPdf(page, 'Receipt')
      await expectDownload()
    })

    await test.step('the saved cart can be bought on account again', async () => {
      await page.goto('/checkout')
      await createInvoice(page)
      await expect(page).toHaveURL(ORDER_URL_PATTERN)
      await expect(page.getByText('Due in 30 days', { exact: false })).toBeVisible()
    })

    await test.step('no further reminder is sent, and staff see every status change and mail', async () => {
      await advance({ days: 1, job: FOLLOW_INVOICES_JOB })
      await expectInAdmin('Paid')
      const listItems = async (name: string) =>
        adminPage.getByRole('region', { name }).getByRole('listitem').allTextContents()
      const history = await listItems('History')
      const states = ['Checkout began', 'Invoiced', 'Payment overdue', 'Paid']
      expect(history).toHaveLength(states.length)
      for (const [index, state] of states.entries()) expect(history[index]).toContain(state)
      expect(history[2]).toContain('system')
      const mails = await listItems('Mails')
      const kinds = [
        'Order confirmation',
        'a week before the due date',
        'on the due date',
        'a week after the due date',
        'two weeks after the due date',
      ]
      expect(mails).toHaveLength(kinds.length)
      for (const [index, kind] of kinds.entries()) expect(mails[index]).toContain(kind)
    })
    await browser.close()
  })
})
