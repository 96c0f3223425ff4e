/** From an empty database to the first paid and downloaded order, in the browsers of a shop's owner and its first buyer. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { chromium, expect, test, type Page, type Response } from '@playwright/test'
import { TOTP } from 'otpauth'

import { startPostgres } from '../scripts/tasks/postgres.ts'
import { requirePrograms } from '../src/media/ffmpeg.server.ts'
import { extractPdfText } from '../testing/pdf.ts'
import { expectAccessible } from './accessibility.ts'
import { fillCard } from './card.ts'
import { launchOptions } from './launch.ts'
import { demoShop, OWN_SHOP_TIMEOUT_MS, withOwnShop } from './own-shop.ts'
import { getRegistrationCode, listMails, waitForMail } from './sandbox.ts'
import { password, waitForHydration } from './shop.ts'
import { createTestVideo } from './video.ts'

const email = 'ada@aster.example'
const buyerEmail = 'bo@harbor.example'
/** A slow machine needs some minutes to check a master and make its previews. */
const CHECK_TIMEOUT_MS = 240_000
const ACTION_TIMEOUT_MS = 30_000

/** Sets up an authenticator app with the buttons of the owner's step. */
const addSecondStep = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}

const expectSaved = (page: Page) => expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()

/** The id by which the sandbox stands in for Google is not of the shop. */
const DEFAULT_NAME = /longtake(?!-sandbox)/i

const expectNoDefaultName = async (page: Page, where: string) => {
  const texts = await page.evaluate(() => [
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('[aria-label], [alt], meta[content]')].map(
      element => element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? element.getAttribute('content'),
    ),
  ])
  for (const text of texts) expect(text ?? '', where).not.toMatch(DEFAULT_NAME)
}

/** Names in the API that never change with the company. */
const API_NAMES = /email_longtake_films|longtake-films/g
/** Scripts are the same in every shop. */
const TEXT_TYPES = /html|json|xml|css|calendar|text\/(?!javascript)|x-script/

/** Watches what the shop sends to these pages, headers and texts. Returns a function that lists where the default name is. */
const watchResponses = (pages: readonly Page[], address: string) => {
  const checks: Promise<string[]>[] = []
  const findName = async (response: Response) => {
    const headers = await response.allHeaders()
    const isText = TEXT_TYPES.test(headers['content-type'] ?? '')
    // A redirect has no body, and a page that is left may never get it.
    const body = isText ? await response.text().catch(() => '') : ''
    const text = `${Object.entries(headers).join('\n')}\n${body}`.replaceAll(API_NAMES, '')
    const match = DEFAULT_NAME.exec(text)
    return match ? [`${response.url()}: ${text.slice(Math.max(0, match.index - 80), match.index + 80)}`] : []
  }
  for (const page of pages)
    page.on('response', response => {
      if (response.url().startsWith(`${address}/`)) checks.push(findName(response))
    })
  return async () => {
    expect(checks.length).toBeGreaterThan(50)
    return (await Promise.all(checks)).flat()
  }
}

const LOGO_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><circle cx="20" cy="20" r="18"/></svg>'

test('an empty database becomes a shop that sells its first clip @full', async () => {
  test.setTimeout(OWN_SHOP_TIMEOUT_MS + 2 * CHECK_TIMEOUT_MS)
  const programs = requirePrograms()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-first-sale-'))
  createTestVideo(folder, programs.ffmpeg, 'ridge_line.mp4', 24, '1920x1080')
  writeFileSync(path.join(folder, 'notes.txt'), 'The light was best at nine.')
  const postgres = await startPostgres()
  const env = {
    DEMO: '0',
    DATABASE_URL: postgres.url,
    FFMPEG_PATH: programs.ffmpeg,
    FFPROBE_PATH: programs.ffprobe,
  }
  await withOwnShop(demoShop(), env, async (address, sandbox, { setupCode, tlsPort }) => {
    const browser = await chromium.launch(launchOptions(tlsPort))
    const openPage = async () => {
      const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } })
      context.setDefaultTimeout(ACTION_TIMEOUT_MS)
      return context.newPage()
    }
    const [page, visitor] = [await openPage(), await openPage()]
    const listOwnerMails = () => listMails(email, '', '', sandbox)
    let earlierMails: string[] = []
    let listDefaultNames = async (): Promise<string[]> => []

    await test.step('visitors see that the shop opens soon', async () => {
      const response = await visitor.goto('/clips?q=sea')
      expect(response?.status()).toBe(200)
      await expect(visitor).toHaveURL(`${address}/opening-soon`)
      await expect(visitor.getByRole('heading', { name: 'Opening soon.' })).toBeVisible()
      await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
      await expectAccessible(visitor, 'opening soon')
    })

    await test.step('the owner gets an account with a second step', async () => {
      await page.goto(`/setup?code=${await setupCode}`)
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Byron')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('password')
      await page.getByRole('button', { name: 'Create the account' }).click()
      await expect(page.getByText('The password must contain at least one uppercase letter.')).toBeVisible()
      await expectAccessible(page, 'the account of the owner')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Create the account' }).click()
      await expect(page.getByRole('heading', { name: 'Protect your login' })).toBeVisible()
      await expectAccessible(page, 'the second step of the owner')
      await addSecondStep(page)
      await expect(page.getByText('Two-step sign-in is on')).toBeVisible()
    })

    await test.step('the company and its look', async () => {
      // Later mails have the company's name.
      await waitForMail(email, 'Two-step sign-in is on', sandbox)
      await page.getByRole('link', { name: 'Next: Company' }).click()
      await expect(page.getByRole('heading', { name: 'Company', exact: true })).toBeVisible()
      await waitForHydration(page)
      for (const [name, value] of [
        ['name', 'Aster Film'],
        ['legal_name', 'Aster Film GmbH'],
        ['tagline', 'Light from the north.'],
        ['file_prefix', 'aster'],
        ['address1', 'Lindenweg 4'],
        ['postal_code', '20095'],
        ['city', 'Hamburg'],
        ['phone', '+49 40 555 0199'],
        ['email', 'moin@aster.example'],
        ['tax_ids.0.number', 'DE136695976'],
      ] as const)
        await page.locator(`[name="${name}"]`).fill(value)
      for (const name of ['country', 'tax_ids.0.country']) await page.locator(`[name="${name}"]`).selectOption('DE')
      await page.getByRole('button', { name: 'Save' }).click()
      await expectSaved(page)
      earlierMails = (await listOwnerMails()).map(({ id }) => id)
      // The company's own page shows the earlier name in its history.
      await page.goto('/admin/settings/tax')
      listDefaultNames = watchResponses([page, visitor], address)
      await waitForHydration(page)
      await page.getByRole('button', { name: 'Add a registration' }).click()
      await page.getByLabel('Place').first().selectOption('DE')
      await page.getByLabel('Number').fill('DE136695976')
      await page.getByLabel('First day').fill('2026-01-01')
      await page.getByRole('button', { name: 'Save' }).click()
      await expectSaved(page)
      await page.goto('/admin/settings/look')
      await waitForHydration(page)
      await page.getByLabel('Headline').fill('Light from the north.')
      const logo = { name: 'aster.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO_SVG) }
      await page.getByLabel('On light pages, mails and documents').setInputFiles(logo)
      await expect(page.getByRole('img', { name: 'On light pages, mails and documents' })).toBeVisible()
      await page.getByLabel('Use a custom color').check()
      await page.getByLabel('In the light theme').fill('#0a6a5a')
      await page.getByLabel('In the dark theme').fill('#5ad0b8')
      for (const theme of ['Light theme', 'Dark theme']) {
        const preview = page.locator('figure').filter({ hasText: theme })
        for (const screen of ['Front page', 'Search', 'Clip', 'License', 'Order'])
          await expect(preview.getByText(screen, { exact: true }).first()).toBeVisible()
        await expect(preview.getByText('which is enough for text')).toBeVisible()
      }
      await expectAccessible(page, 'the look of the shop')
      await page.getByRole('button', { name: 'Save' }).click()
      await expectSaved(page)
    })

    await test.step('prices and services', async () => {
      await page.goto('/setup/prices')
      await page.getByRole('radio', { name: /^Volume/ }).check()
      await expectAccessible(page, 'the first prices')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download as CSV' }).click()
      const csv = readFileSync(await (await download).path(), 'utf8')
      const readTable = (table: string) =>
        page
          .getByLabel('Import a CSV')
          .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
      await readTable(csv.replace('"Web & Social"', '"Billboards"'))
      await expect(page.getByText('Line 4: “Billboards” is not a row of the price table.')).toBeVisible()
      await readTable(csv.replace(/"Web & Social","\d+"/, '"Web & Social","123"'))
      await expect(page.getByLabel('Web & Social, 1 person, in dollars')).toHaveValue('123')
      await page.getByRole('button', { name: 'Use these prices' }).click()
      await expect(page.getByRole('heading', { name: 'Try the services' })).toBeVisible()
      for (const name of ['Payments', 'Storage', 'ffmpeg'])
        await page.getByRole('button', { name: `Check ${name}` }).click()
      await expect(page.getByText('One dollar was authorized and voided')).toBeVisible()
      await expect(page.getByText('A file was written, read and deleted.')).toBeVisible()
      await expect(page.getByText('encoded a second of video')).toBeVisible()
      await page.getByRole('button', { name: 'Check Mail' }).click()
      await expect(page.getByText('Waiting for its link')).toBeVisible()
      const mail = await waitForMail(email, 'Mail works', sandbox)
      await visitor.goto(/\S+\/setup\/mail\/[\w-]+/.exec(mail.text)?.[0] ?? '')
      await expect(visitor.getByRole('heading', { name: 'Mail works.' })).toBeVisible()
      await page.reload()
      await expect(page.getByText('The mail arrived in the sandbox’s mailbox.')).toBeVisible()
      await expectAccessible(page, 'the checks of services')
    })

    await test.step('the owner confirms the texts', async () => {
      await page.getByRole('link', { name: 'Next: Texts' }).click()
      // The hidden heading has the focus, and takes no space.
      const heading = page.getByRole('heading', { level: 1, name: 'Pages' })
      await expect(heading).toBeFocused()
      expect(await heading.boundingBox()).toMatchObject({ width: 1, height: 1 })
      const unconfirmed = page.getByRole('link').filter({ hasText: 'not confirmed' })
      await expect(unconfirmed.first()).toBeVisible()
      while ((await unconfirmed.count()) > 0) {
        const left = await unconfirmed.count()
        await unconfirmed.first().click()
        await page.getByRole('button', { name: 'Confirm the text' }).click()
        await expect(unconfirmed).toHaveCount(left - 1)
      }
    })

    await test.step('the first clip is dropped in, described and published', async () => {
      await page.goto('/setup/footage')
      await expect(page.getByRole('heading', { name: 'Add your first footage' })).toBeVisible()
      await page.goto('/admin/filmmakers/new')
      await waitForHydration(page)
      await page.getByLabel('Name', { exact: true }).fill('Jonna Lind')
      await page.getByRole('button', { name: 'Create filmmaker' }).click()
      await page.goto('/admin/ingest')
      await waitForHydration(page)
      await page.getByLabel('Filmmaker').selectOption({ label: 'Jonna Lind' })
      await page.getByLabel('Shoot').fill('Ridges')
      await page.getByLabel('Folder of masters').setInputFiles(folder)
      const clipLink = page.getByRole('link', { name: /Ridge line/ })
      await expect(clipLink.first()).toBeVisible({ timeout: CHECK_TIMEOUT_MS })
      await expect(page.getByText('notes.txt')).toHaveCount(0)
      await clipLink.first().click()
      await waitForHydration(page)
      await page.getByLabel('Description').fill('A ridge in the last light.')
      await page.getByLabel('Keywords').fill('ridge, light, zephyrine')
      await page.getByLabel('Camera look').selectOption('wide')
      await page.getByLabel('Motion').selectOption('realtime')
      await page.getByLabel('Time of day').selectOption('dusk')
      await page.getByLabel('No release needed').check()
      await page.getByRole('button', { name: 'Save details' }).click()
      await expect(page.getByText('Saved. The search is up to date.')).toBeVisible()
      await page.getByRole('button', { name: 'Put in review' }).click()
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByText('1 clip is published.')).toBeVisible()
    })

    await test.step('the owner opens the shop', async () => {
      await page.goto('/admin')
      await expect(page.getByRole('heading', { name: 'Open your shop' })).toBeVisible()
      await expectAccessible(page, 'the checklist')
      await page.getByRole('button', { name: 'Open the shop' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Open the shop' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Open your shop' })).toHaveCount(0)
      await visitor.goto('/opening-soon')
      await expect(visitor).toHaveURL(`${address}/`)
    })

    await test.step('a visitor finds the clip, registers and gets to the payment', async () => {
      await expect(async () => {
        await visitor.goto('/clips?q=zephyrine')
        await expect(visitor.locator('article')).toHaveCount(1, { timeout: 3_000 })
      }).toPass({ timeout: CHECK_TIMEOUT_MS })
      await waitForHydration(visitor)
      await visitor.locator('article').getByRole('link').first().click()
      await expect(visitor.getByRole('heading', { level: 1, name: 'Ridge line' })).toBeVisible()
      await expectNoDefaultName(visitor, 'the clip page')
      await visitor.getByRole('button', { name: 'Add to cart' }).click()
      await expect(visitor.getByRole('link', { name: 'In your cart' })).toBeVisible()
      await visitor.goto('/cart')
      await waitForHydration(visitor)
      await visitor.getByRole('button', { name: 'Login to checkout' }).click()
      const dialog = visitor.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create Free Account' }).click()
      await dialog.getByLabel('Email').fill(buyerEmail)
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Create Free Account' }).click()
      await dialog.getByLabel('Code', { exact: true }).fill(await getRegistrationCode(buyerEmail, sandbox))
      await dialog.getByRole('button', { name: 'Confirm email' }).click()
      await expect(visitor.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
      await visitor.getByLabel('Company name').fill('Harbor Pictures')
      await visitor.getByLabel('Address', { exact: true }).fill('12 Harbor Way')
      await visitor.getByLabel('City').fill('Oakland')
      await visitor.getByLabel('Country').selectOption({ label: 'United States' })
      await visitor.getByLabel('State').selectOption({ label: 'California' })
      await visitor.getByLabel('Zip code').fill('94607')
      await visitor.getByRole('button', { name: 'Continue to checkout' }).click()
      await expect(visitor).toHaveURL(/\/checkout$/)
    })

    let orderUrl = ''
    await test.step('pays by card and downloads the file', async () => {
      await fillCard(visitor)
      await expectNoDefaultName(visitor, 'the checkout')
      await visitor.getByRole('button', { name: /^Pay \$/ }).click()
      await expect(visitor).toHaveURL(/\/workspace\/orders\/[A-Z]+-\d{4}-\d{6}/)
      orderUrl = visitor.url()
      const confirmation = visitor.getByRole('region', { name: 'It’s yours.' })
      await confirmation.getByLabel('Project name').fill('Tidal')
      await confirmation.getByLabel('Project description').fill('A film about the sea')
      await confirmation.getByRole('button', { name: 'Assign' }).click()
      await expect(confirmation.getByRole('button', { name: /^Download/ })).toBeVisible()
      const download = visitor.waitForEvent('download', { timeout: CHECK_TIMEOUT_MS })
      await visitor.getByRole('button', { name: /^HD ?: Ridge line$/ }).click()
      const file = await (await download).path()
      const fields = ['-show_entries', 'stream=codec_name,width,height,nb_frames', '-of', 'csv=p=0']
      const facts = execFileSync(programs.ffprobe, ['-v', 'error', ...fields, file], { encoding: 'utf8' })
      expect(facts.trim()).toBe('prores,1920,1080,48')
    })

    await test.step('pages, mails and documents name the company only', async () => {
      await expectNoDefaultName(visitor, 'the order')
      for (const at of [
        '/',
        '/clips',
        '/pricing',
        '/about',
        '/faq',
        '/imprint',
        '/privacy-policy',
        '/contact',
        '/nowhere',
      ]) {
        await visitor.goto(at)
        await expectNoDefaultName(visitor, at)
      }
      await visitor.goto('/imprint')
      await expect(visitor.getByText('Aster Film GmbH').first()).toBeVisible()
      const calendar = await visitor.evaluate(async () => {
        const headers = { 'idempotency-key': crypto.randomUUID() }
        const response = await fetch('/api/workspace/licenses/calendar', { method: 'POST', headers })
        return ((await response.json()) as { data: { url: string } }).data.url
      })
      const sitemap = await (await visitor.request.get('/sitemap.xml')).text()
      const sitemaps = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
      expect(sitemaps).toContain('/sitemaps/pages.xml')
      const files = [
        '/robots.txt',
        '/sitemap.xml',
        ...sitemaps,
        '/.well-known/security.txt',
        new URL(calendar).pathname,
      ]
      for (const at of files) {
        const response = await visitor.request.get(at)
        expect(response.status(), at).toBe(200)
        expect(`${JSON.stringify(response.headers())}\n${await response.text()}`, at).not.toMatch(DEFAULT_NAME)
      }
      const listBuyerMails = () => listMails(buyerEmail, '', '', sandbox)
      await expect.poll(async () => (await listBuyerMails()).length).toBeGreaterThan(1)
      // The owner's first mail came before the company had a name.
      const ownerMails = (await listOwnerMails()).filter(({ id }) => !earlierMails.includes(id))
      expect(ownerMails.length).toBeGreaterThan(0)
      for (const { subject, text, html } of [...ownerMails, ...(await listBuyerMails())]) {
        expect(html, subject).toContain('Aster Film')
        expect(`${subject}\n${text}\n${html}`).not.toMatch(DEFAULT_NAME)
      }
      const number = /[A-Z]+-\d{4}-\d{6}/.exec(orderUrl)?.[0] ?? ''
      for (const kind of ['receipt', 'license-agreement']) {
        const response = await visitor.request.get(`/api/workspace/orders/${number}/${kind}`)
        expect(response.headers()['content-disposition'], kind).toContain('aster-')
        const text = await extractPdfText(await response.body())
        expect(text).toContain('Aster Film GmbH')
        expect(text).not.toMatch(DEFAULT_NAME)
      }
      expect(await listDefaultNames()).toEqual([])
    })
    await browser.close()
  })
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})
