/** `npm run screens`: takes the README's screenshots, phone and desktop in both themes, and creates the sharing pictures. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { chromium as browsers, type Page } from '@playwright/test'
import sharp from 'sharp'

import { fillDemo } from '../../demo/fill.ts'
import { PUBLISHED_PASSWORD } from '../../demo/people.ts'
import { startShop } from '../../src/app/main.ts'
import { buildWhenStale } from './build.ts'
import { freePort } from './postgres.ts'
import { startSandboxProcess } from './sandbox.ts'
import { makeSharingPictures } from './sharing-pictures.ts'
import { findChromium } from './tools.ts'

const OUTPUT_DIR = 'docs/screens'
const sizes = [
  { name: 'desktop', width: 1440, height: 900, outputWidth: 1_080 },
  { name: 'phone', width: 390, height: 844, outputWidth: 390 },
]

process.env['NODE_ENV'] = 'production'
await makeSharingPictures()
const folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-screens-'))
const build = await buildWhenStale('sandbox')
const sandbox = await startSandboxProcess(path.join(folder, 'sandbox'))
const port = await freePort()
const shop = await startShop(
  { ...sandbox.env, NODE_ENV: 'production', DEMO: '1', PORT: String(port), DATA_DIR: folder, RATE_LIMITS: '0' },
  build,
  { fill: fillDemo },
)
const browser = await browsers.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-background-networking'],
})

const callApi = (page: Page, method: string, address: string, body: object) =>
  page.evaluate(
    async ([method, address, body]) => {
      const response = await fetch(`/api${address}`, {
        method: method as string,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await response.json()) as unknown
    },
    [method, address, body] as const,
  )

/** Id of the demo's clip “Aurora Mirrored in a Still Lake”. */
const AURORA_CLIP_ID = 14

const cartItem = (clips: number[], distribution_ids = [3]) => ({
  clips,
  format_id: 3,
  distribution_ids,
  end_client_size: 2,
  org_type: 'commercial',
})

/** Each screen and the steps to reach it. */
const screens: [string, (page: Page) => Promise<unknown>][] = [
  ['home', page => page.goto('/')],
  ['category', page => page.goto('/category')],
  ['filmmaker', page => page.goto('/filmmakers/brine-and-lens/2')],
  ['shoot', page => page.goto('/shoots/southern-swell/1')],
  ['search', page => page.goto('/clips?q=night')],
  ['clip', page => page.goto(`/clips/aurora/${AURORA_CLIP_ID}`)],
  [
    'license',
    async page => {
      await page.getByRole('button', { name: 'Change license' }).click()
      await page.getByRole('checkbox', { name: 'Broadcast TV' }).check()
    },
  ],
  [
    'cart',
    async page => {
      await callApi(page, 'POST', '/auth/login', {
        login: 'mara@northlight.example',
        password: PUBLISHED_PASSWORD,
        remember: false,
      })
      await callApi(page, 'DELETE', '/v2/cart', {})
      await callApi(page, 'POST', '/v2/cart/items', cartItem([AURORA_CLIP_ID, 25]))
      await callApi(page, 'POST', '/v2/cart/items', cartItem([9], [3, 7]))
      await page.goto('/cart')
    },
  ],
  [
    'checkout',
    async page => {
      await page.goto('/cart/billing')
      await page.getByRole('button', { name: 'Continue to checkout' }).click()
      await page.waitForURL('**/checkout')
      await page.frameLocator('iframe[name="braintree-hosted-field-number"]').locator('input').first().waitFor()
    },
  ],
  [
    'order',
    async page => {
      for (const [name, value] of Object.entries({
        cardholderName: 'Mara Lindqvist',
        number: '4111111111111111',
        expirationDate: '1230',
        cvv: '123',
        postalCode: '11201',
      }))
        await page
          .frameLocator(`iframe[name="braintree-hosted-field-${name}"]`)
          .locator('input')
          .first()
          .pressSequentially(value)
      await page.getByRole('button', { name: 'Complete purchase' }).click()
      await page.waitForURL('**/workspace/orders/**')
      const project = page.getByRole('dialog', { name: 'Assign to a project' })
      await project.getByLabel('Client name').fill('Halden Arts Council')
      await project.getByLabel('Project name').fill('The Long Night')
      await project.getByLabel('Project description').fill('A documentary about polar winters.')
      await project.getByLabel('Start date').fill('2026-12-01')
      await project.getByRole('button', { name: 'Assign' }).click()
      await project.waitFor({ state: 'hidden' })
    },
  ],
]

try {
  mkdirSync(OUTPUT_DIR, { recursive: true })
  for (const { name: size, width, height, outputWidth } of sizes)
    for (const theme of ['dark', 'light'] as const) {
      const context = await browser.newContext({
        baseURL: `http://localhost:${port}`,
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const [name, openScreen] of screens) {
        await openScreen(page)
        await page.waitForLoadState('networkidle')
        const picture = await page.screenshot()
        await sharp(picture)
          .resize({ width: outputWidth })
          .webp({ quality: 72 })
          .toFile(path.join(OUTPUT_DIR, `${name}-${size}-${theme}.webp`))
      }
      await context.close()
    }
} finally {
  await browser.close()
  await shop.stop()
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
