/** A staff day: footage is ingested, reviewed, curated, quoted, sold and partly refunded, and the audit log shows all of it. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { requirePrograms } from '../src/media/ffmpeg.server.ts'
import { goToAdminPage } from './admin-nav.ts'
import { demoShop, withOwnShop, OWN_SHOP_TIMEOUT_MS } from './own-shop.ts'
import { settleCharge } from './sandbox.ts'
import { waitForHydration, callApi, listClips, password, solveCaptcha, register, saveBilling } from './shop.ts'
import { createTestVideo } from './video.ts'

// Fail on a missing element long before the story's timeout.
test.use({ actionTimeout: 30_000 })

/** A slow machine needs up to a minute to check a two-second video. */
const CHECK_TIMEOUT_MS = 180_000

type OrderCharges = { lines: { name: string }[]; attempts: { transaction_id: string }[] }
type QuoteCart = { number: string; cart: { fingerprint: string } }

/** Pays the quote as the buyer, with the gateway's test nonce. Returns the order number. */
const acceptQuote = async (buyer: Page, number: string): Promise<string> => {
  const { cart } = await callApi<QuoteCart>(buyer, 'GET', `/workspace/quotes/${number}`)
  const order = await callApi<{ invoice_number: string }>(
    buyer,
    'POST',
    `/v2/checkout/${number}`,
    {
      nonce: 'fake-valid-nonce',
      payment_type: 'card',
      payment_method_id: null,
      remember_payment_method: false,
      seen: cart.fingerprint,
      'g-recaptcha-response': await solveCaptcha(buyer, 'checkout_form'),
    },
    { 'idempotency-key': randomUUID() },
  )
  return order.invoice_number
}

test('staff day: ingest, review, curate, quote, refund, and the audit log @full', async ({ browser }) => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS + CHECK_TIMEOUT_MS)
  const programs = requirePrograms()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-day-'))
  const videoFile = createTestVideo(folder, programs.ffmpeg, 'harbor_crane.mp4')
  const env = { FFMPEG_PATH: programs.ffmpeg, FFPROBE_PATH: programs.ffprobe }
  await withOwnShop(demoShop(), env, async (baseURL, sandbox) => {
    const openPage = async () =>
      (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
    const [adminPage, buyer] = [await openPage(), await openPage()]
    const { id, email } = await register(buyer, sandbox)
    await saveBilling(buyer, id)
    await callApi(adminPage, 'POST', '/auth/login', { login: 'otto@longtake.example', password })
    await callApi(adminPage, 'POST', '/user/feature-banner/dismiss')
    const [demoClip] = await listClips(adminPage)
    if (!demoClip) throw new Error('The demo has clips.')

    let clip = ''
    await test.step('staff upload a filmmaker’s footage', async () => {
      await adminPage.goto('/admin/ingest')
      await waitForHydration(adminPage)
      await adminPage.getByLabel('Filmmaker').selectOption({ label: 'Sirocco Reel' })
      await adminPage.getByLabel('Shoot').fill('Night shift')
      await adminPage.getByLabel('Choose masters').setInputFiles(videoFile)
      const uploadLink = adminPage.getByRole('link', { name: 'Harbor crane', exact: true })
      await expect(uploadLink).toBeVisible({ timeout: CHECK_TIMEOUT_MS })
      await uploadLink.click()
      await expect(adminPage.getByRole('heading', { level: 1, name: 'Harbor crane' })).toBeVisible()
      clip = /\/admin\/catalog\/(\d+)/.exec(adminPage.url())?.[1] ?? ''
    })

    await test.step('the clip is described, sent back with a reason, submitted again and published', async () => {
      await waitForHydration(adminPage)
      await adminPage.getByLabel('Description', { exact: true }).fill('A crane lifts a container at night.')
      await adminPage.getByLabel('Keywords', { exact: true }).fill('harbor, crane, zephyrine')
      await adminPage.getByLabel('Camera look', { exact: true }).selectOption({ index: 1 })
      await adminPage.getByLabel('Motion', { exact: true }).selectOption({ index: 1 })
      await adminPage.getByLabel('Time of day', { exact: true }).selectOption({ index: 1 })
      await adminPage.getByRole('button', { name: 'Save details' }).click()
      await expect(adminPage.getByText('Saved. The search is up to date.')).toBeVisible()
      await adminPage.getByRole('button', { name: 'Put in review' }).click()
      await expect(adminPage.getByText('1 clip is in review.')).toBeVisible()
      await adminPage.getByRole('button', { name: 'Send back' }).click()
      const dialog = adminPage.getByRole('dialog', { name: 'Send back Harbor crane' })
      await dialog.getByRole('button', { name: 'Send back' }).click()
      await expect(dialog.getByText('Reason is required')).toBeVisible()
      await dialog.getByLabel('Reason').fill('The horizon leans')
      await dialog.getByRole('button', { name: 'Send back' }).click()
      await expect(dialog).toHaveCount(0)
      // The next clip in review opens. The demo's filmmaker has one.
      await expect(adminPage).not.toHaveURL(new RegExp(`/admin/catalog/${clip}`))
      await expect(adminPage.getByRole('button', { name: 'Publish' })).toBeVisible()
      await adminPage.goto(`/admin/catalog/${clip}`)
      await waitForHydration(adminPage)
      await expect(adminPage.getByText('The horizon leans').first()).toBeVisible()
      await adminPage.getByRole('button', { name: 'Put in review' }).click()
      await adminPage.getByRole('button', { name: 'Publish' }).click()
      await expect(adminPage.getByText('1 clip is published.')).toBeVisible()
    })

    const collection = 'Ports at night'
    await test.step('the clip is added to a collection, which is published', async () => {
      await adminPage.goto('/admin/collections/new')
      await waitForHydration(adminPage)
      await adminPage.getByLabel('Name', { exact: true }).fill(collection)
      await adminPage.getByLabel('Description').fill('Work that never sleeps.')
      await adminPage.getByRole('button', { name: 'Create draft' }).click()
      await expect(adminPage.getByRole('heading', { level: 1, name: collection })).toBeVisible()
      await adminPage.getByText('Paste numbers or addresses').click()
      await adminPage.getByLabel('Clips', { exact: true }).fill(`${clip}\n${demoClip.id}`)
      await adminPage.getByRole('button', { name: 'Add clips' }).click()
      const tiles = adminPage.getByRole('list', { name: `Clips of ${collection}` }).locator('[data-place]')
      await expect(tiles).toHaveCount(2)
      await adminPage.getByRole('button', { name: 'Publish' }).click()
      await adminPage.getByRole('link', { name: 'View in the shop' }).click()
      await expect(adminPage.getByRole('heading', { level: 1, name: collection })).toBeVisible()
    })

    let number = ''
    await test.step('a quote for both clips is created and sent', async () => {
      await adminPage.goto('/admin/quotes/new')
      await waitForHydration(adminPage)
      await adminPage.getByLabel('Workspace', { exact: true }).fill(email)
      await adminPage.getByRole('list', { name: 'Workspaces found' }).getByRole('button').first().click()
      await adminPage.getByLabel('Add clips').fill(`#${clip}\n#${demoClip.id}`)
      await adminPage.getByLabel('Add clips').press('Enter')
      await expect(adminPage.getByLabel('Agreed price of Harbor crane')).toBeVisible()
      await adminPage.getByLabel('Agreed price of Harbor crane').fill('120')
      await adminPage.getByLabel(`Agreed price of ${demoClip.name}`).fill('80.50')
      await expect(adminPage.getByText('$200.50')).toBeVisible()
      await adminPage.getByRole('button', { name: 'Send quote' }).click()
      await expect(adminPage).toHaveURL(/\/admin\/quotes\/Q-\d{4}-\d{6}$/)
      number = /Q-\d{4}-\d{6}/.exec(adminPage.url())?.[0] ?? ''
    })

    let invoice = ''
    await test.step('the buyer accepts the quote', async () => {
      invoice = await acceptQuote(buyer, number)
      await adminPage.reload()
      await expect(adminPage.getByRole('article').getByText('Accepted')).toBeVisible()
    })

    await test.step('one of the clips is refunded', async () => {
      await adminPage.goto(`/admin/orders?search=${encodeURIComponent(email)}`)
      await adminPage.getByRole('link', { name: invoice }).click()
      await expect(adminPage.getByRole('heading', { level: 1, name: invoice })).toBeVisible()
      await waitForHydration(adminPage)
      const { attempts } = await callApi<OrderCharges>(adminPage, 'GET', new URL(adminPage.url()).pathname)
      await settleCharge(attempts[0]?.transaction_id ?? '', sandbox)
      await adminPage.getByRole('button', { name: 'Refund' }).click()
      const dialog = adminPage.getByRole('dialog', { name: 'Refund' })
      await dialog.getByLabel('All remaining clips (2)').uncheck()
      await dialog.getByLabel(demoClip.name, { exact: false }).check()
      await dialog.getByLabel('Reason').fill('Cut from the film')
      await dialog.getByRole('button', { name: /^Refund \$/ }).click()
      await expect(dialog).toHaveCount(0)
      await expect(adminPage.getByText('Partly refunded').first()).toBeVisible()
    })

    await test.step('the audit log has all actions, newest first', async () => {
      await adminPage.goto('/admin')
      await goToAdminPage(adminPage, 'Log', 'Site')
      await expect(adminPage.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible()
      await adminPage.getByLabel('Who').selectOption({ label: 'otto@longtake.example' })
      await expect(adminPage).toHaveURL(/staff=\d+/)
      const entries = adminPage.getByRole('list', { name: 'The log' }).getByRole('listitem')
      // The demo's own entries are older.
      const expectedEntries = [
        ['Order', 'Cut from the film'],
        [`Quote ${number}`, 'Created and sent'],
        ['Collection', 'Published'],
        ['Clip Harbor crane', 'Published'],
        ['Clip Harbor crane', 'Put in review'],
        ['Clip Harbor crane', 'The horizon leans'],
        ['Clip Harbor crane', 'Put in review'],
      ]
      const entryTexts = await entries.allTextContents()
      const indexes = expectedEntries.map(texts =>
        entryTexts.findIndex(entry => texts.every(text => entry.includes(text))),
      )
      expect(indexes, entryTexts.join('\n')).not.toContain(-1)
      expect(
        entryTexts.filter(entry => entry.includes('Clip Harbor crane') && entry.includes('Put in review')),
      ).toHaveLength(2)
      const [refund = 0, quote = 0, curated = 0, published = 0] = indexes
      expect([refund, quote, curated, published]).toEqual([refund, quote, curated, published].toSorted((a, b) => a - b))
      await adminPage.getByLabel('Text').fill('The horizon leans')
      await adminPage.getByRole('button', { name: 'Show' }).click()
      await expect(entries).toHaveCount(1)
      await entries.getByRole('link', { name: 'Clip Harbor crane' }).click()
      await expect(adminPage.getByRole('heading', { level: 1, name: 'Harbor crane' })).toBeVisible()
    })
  })
  rmSync(folder, { recursive: true, force: true })
})
