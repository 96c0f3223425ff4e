/** One buyer, from a quote to an invoice that is forgotten and paid: what the shop says and mails on the way, and what our people see of it. */
import { chromium, expect, test, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { fillCard } from './card.ts'
import { launchOptions } from './launch.ts'
import { demoShop, inOwnShop, own_shop_story_ms } from './own-shop.ts'
import { alive, askShop, clipsOf, password, register, saveBilling } from './shop.ts'

// What is not there says so, long before the story's time is over.
test.use({ actionTimeout: 30_000 })

/** The job that becomes aware of the day every morning. */
const job = 'checkout.follow-invoices'
const orderPage = /\/workspace\/orders\/LT-\d{4}-\d{6}/
const numberIn = (page: Page) => /(?:Q|LT)-\d{4}-\d{6}/.exec(page.url())?.[0] ?? ''

/** Puts the nth clip of the catalog into the cart, as somebody does who looks around. */
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
  await page.getByRole('button', { name: 'Complete purchase' }).click()
  await expect(page).toHaveURL(orderPage)
}

const expectPdf = async (page: Page, name: string) => {
  const pdf = await page.request.get((await page.getByRole('link', { name }).getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
}

test('a buyer on account: a quote, an invoice, reminders, overdue, closed, paid, and open again', async () => {
  test.setTimeout(own_shop_story_ms + 300_000)
  await inOwnShop(demoShop(), {}, async (baseURL, sandbox, { tlsPort, pass }) => {
    const browser = await chromium.launch(launchOptions(tlsPort))
    const open = async () => (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const [page, desk] = [await open(), await open()]
    const { id, email } = await register(page)
    await saveBilling(page, id)
    const [quoted] = await clipsOf(page)
    if (!quoted) throw new Error('The demo has clips.')
    // Days later nobody of us is logged in any more.
    const deskAt = async (address: string) => {
      await askShop(desk, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
      await desk.goto(address)
      await alive(desk)
    }
    await deskAt('/admin')
    await askShop(desk, 'POST', '/user/feature-banner/dismiss')
    const inMailbox = (subject: string) =>
      page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })
    /** Opens the one mail with this subject in the mailbox; answers where it leads, in a tab of the buyer's. */
    const followMail = async (subject: string, button: string) => {
      await page.goto(`${sandbox}/mailbox`)
      await inMailbox(subject).getByRole('link').click()
      const opened = page.waitForEvent('popup')
      await page.frameLocator('article iframe').getByRole('link', { name: button }).click()
      return opened
    }

    await test.step('our people put the workspace on account', async () => {
      await deskAt(`/admin/workspaces?search=${encodeURIComponent(email)}`)
      await desk.getByRole('link', { name: new RegExp(email) }).click()
      await desk.getByRole('checkbox', { name: 'Buys on account' }).check()
      await desk.getByLabel('Credit limit, in dollars').fill('2,000')
      await desk.getByLabel('Net term, in days').fill('30')
      await desk.getByLabel('Reason').fill('References are good')
      await desk.getByRole('button', { name: 'Save the terms' }).click()
      await expect(desk.getByText(/^The terms of .* are changed\.$/)).toBeVisible()
      await expect(desk.getByText('References are good')).toBeVisible()
      await expect(desk.getByText('$0.00 of $2,000.00')).toBeVisible()
    })

    let quote = ''
    await test.step('they build a quote for it', async () => {
      await desk.getByRole('link', { name: 'New quote' }).click()
      await alive(desk)
      await desk.getByLabel('Add clips').fill(`#${quoted.id}`)
      await desk.getByLabel('Add clips').press('Enter')
      await desk.getByLabel(`Agreed price of ${quoted.name}`).fill('120')
      await desk.getByLabel('Note to the buyer').fill('For the harbor trailer')
      await desk.getByRole('button', { name: 'Send the quote' }).click()
      await expect(desk).toHaveURL(/\/admin\/quotes\/Q-\d{4}-\d{6}$/)
      quote = numberIn(desk)
    })

    await test.step('the buyer comes by its mail, and accepts it by paying', async () => {
      await page.goto(`${sandbox}/mailbox`)
      await expect(inMailbox(quote)).toHaveCount(1)
      const tab = await followMail(quote, 'Look at the quote')
      await expect(tab.getByRole('blockquote')).toHaveText('For the harbor trailer')
      await desk.reload()
      await expect(desk.getByText(`${email} looked once`)).toBeVisible()
      await tab.getByRole('link', { name: 'Accept and pay' }).click()
      // A quote is paid now, whatever the workspace's terms are.
      await expect(tab.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
      await expect(tab.getByRole('radio', { name: 'On account' })).toHaveCount(0)
      await payByCard(tab)
      await tab.close()
      await desk.reload()
      await expect(desk.getByRole('article').getByText('Accepted')).toBeVisible()
    })

    let invoice = ''
    await test.step('more clips come from the catalog, and are bought on account', async () => {
      await addFromCatalog(page, 1)
      await addFromCatalog(page, 2)
      await goToCheckout(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Project Details' })).toBeVisible()
      await expect(page.getByText('The invoice is due within 30 days', { exact: false })).toBeVisible()
      await createInvoice(page)
      await expect(page).toHaveURL(orderPage)
      invoice = numberIn(page)
    })

    const order = `/workspace/orders/${invoice}`
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: invoice }) })
    const files = page.getByRole('button', { name: /^HD/ })
    const expectOpen = async () => {
      await expect(files.first()).toBeEnabled()
      const started = page.waitForEvent('download')
      await files.first().click()
      expect((await started).suggestedFilename()).toMatch(/\.\w+$/)
    }
    /** What the room says of the order just now. */
    const expectAtDesk = async (state: string, due?: string) => {
      await deskAt(`/admin/orders?search=${invoice}`)
      await desk.getByRole('link', { name: invoice }).click()
      const article = desk.getByRole('article')
      await expect(article.locator('header').getByText(state, { exact: true })).toBeVisible()
      if (due) await expect(article.locator('header').getByText(due, { exact: true })).toBeVisible()
    }

    await test.step('the order is invoiced and due in 30 days; its paper and its files are there', async () => {
      await expect(head).toContainText('Invoiced')
      await expect(head).toContainText('Due in 30 days')
      await expectPdf(page, 'Invoice')
      await expectOpen()
      await expectAtDesk('Invoiced', 'Due in 30 days')
    })

    await test.step('a week before the day a mail asks for it; the buyer logs in again and looks', async () => {
      await pass({ days: 23, job })
      await page.goto(`${sandbox}/mailbox`)
      await expect(inMailbox(`${invoice} is due on`)).toHaveCount(1)
      await page.goto(order)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('checkbox', { name: 'Remember me' }).check()
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL(order)
      await expect(head).toContainText('Due in 7 days')
    })

    await test.step('on the day another comes', async () => {
      await pass({ days: 7, job })
      await page.goto(`${sandbox}/mailbox`)
      await expect(inMailbox(`${invoice} is due today`)).toHaveCount(1)
      await page.goto(order)
      await expect(head).toContainText('Invoiced')
      await expect(head).toContainText('Due today')
    })

    await test.step('a day later it is overdue, and still open', async () => {
      await pass({ days: 1, job })
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: invoice })
      await expect(async () => {
        await page.goto('/workspace/orders')
        await expect(row).toContainText('Payment overdue', { timeout: 2_000 })
      }).toPass({ timeout: 60_000 })
      await expect(row).toContainText('1 day overdue')
      await expectAccessible(page, 'orders of which one is overdue')
      await row.getByRole('link', { name: invoice }).click()
      await expect(head).toContainText('Payment overdue')
      await expect(head).toContainText('1 day overdue')
      await expect(page.getByText('when it is more than 14 days overdue', { exact: false })).toBeVisible()
      await expectAccessible(page, 'an overdue order')
      await expectOpen()
      await expectAtDesk('Payment overdue', '1 day overdue')
      await desk.goto('/admin/workspaces?account=owing')
      await expect(desk.getByRole('link', { name: new RegExp(`${email}.*owes \\$`) })).toBeVisible()
    })

    await test.step('mails come a week and two weeks after the day', async () => {
      for (const [days, subject] of [
        [6, '7 days overdue'],
        [7, '14 days overdue'],
      ] as const) {
        await pass({ days, job })
        await page.goto(`${sandbox}/mailbox`)
        await expect(inMailbox(`${invoice} is ${subject}`)).toHaveCount(1)
      }
    })

    await test.step('more than 14 days late its files are closed', async () => {
      await pass({ days: 1, job })
      await page.goto(order)
      await expect(
        page.getByText('more than 14 days overdue, so its downloads are closed', { exact: false }),
      ).toBeVisible()
      for (const file of await files.all()) await expect(file).toBeDisabled()
      await expectAccessible(page, 'an order that is closed')
    })

    await test.step('and the workspace cannot buy on account', async () => {
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

    await test.step('the buyer pays by the button of the last mail', async () => {
      const tab = await followMail(`${invoice} is 14 days overdue`, 'Pay the invoice')
      await expect(tab).toHaveURL(`/checkout/${invoice}`)
      await payByCard(tab)
      await tab.close()
    })

    await test.step('the order is paid, with a receipt, and its files are open', async () => {
      await page.goto(order)
      await expect(head).toContainText('Paid')
      await expect(head).not.toContainText('overdue')
      await expectPdf(page, 'Receipt')
      await expectOpen()
    })

    await test.step('the cart that waited is bought on account', async () => {
      await page.goto('/checkout')
      await createInvoice(page)
      await expect(page).toHaveURL(orderPage)
      await expect(page.getByText('Due in 30 days', { exact: false })).toBeVisible()
    })

    await test.step('nothing more is asked for, and our people see every move and mail', async () => {
      await pass({ days: 1, job })
      await expectAtDesk('Paid')
      const told = async (name: string) => desk.getByRole('region', { name }).getByRole('listitem').allTextContents()
      const history = await told('History')
      const states = ['Checkout began', 'Invoiced', 'Payment overdue', 'Paid']
      expect(history).toHaveLength(states.length)
      for (const [place, state] of states.entries()) expect(history[place]).toContain(state)
      expect(history[2]).toContain('the shop')
      const mails = await told('Mails')
      const kinds = [
        'Order confirmation',
        'a week before its day',
        'on its day',
        'a week after its day',
        'two weeks after its day',
      ]
      expect(mails).toHaveLength(kinds.length)
      for (const [place, kind] of kinds.entries()) expect(mails[place]).toContain(kind)
    })
    await browser.close()
  })
})
