/**
 * `npm run bench -- vitals`: what a person on a mid-range phone with a slow line waits for, in a real Chromium: LCP, CLS, and how long
 * each press takes until the screen answers (INP). The processor four times slower, 1.6 Mbit/s, 150 ms. `-- vitals <address>` for a shop that runs.
 */
import { spawn } from 'node:child_process'

import { chromium as browsers, devices, type Browser, type Page } from '@playwright/test'

import { freePort } from '../scripts/tasks/postgres.ts'
import { chromium } from '../scripts/tasks/tools.ts'
import { machineLine } from './machine.ts'
import { forgetLongest, watchVitals, type Vitals } from './vitals-watch.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const slower = 4
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }
const desk = { viewport: { width: 1440, height: 900 } }

/** A page of a new visitor on a slow machine. */
const visit = async (browser: Browser, device: object, address: string): Promise<Page> => {
  const context = await browser.newContext({ ...device, baseURL: address })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', line)
  await page.addInitScript(watchVitals)
  return page
}

const isAlive = (page: Page) => page.waitForFunction(() => document.readyState === 'complete' && !('early' in window))
/** What the browser says of it comes a moment after; there is nothing to wait for but time. */
const settled = (page: Page) => page.waitForTimeout(1_500)
const vitals = (page: Page) => page.evaluate(() => window.vitals)

const inFilters = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
const inLooks = (page: Page) => page.getByRole('region', { name: 'Camera look' })

type Step = [name: string, act: (page: Page) => Promise<unknown>]

const typing: Step = [
  'typing in search',
  async page => {
    const field = page.getByRole('combobox', { name: 'Search footage' }).last()
    await field.tap()
    await field.pressSequentially('ocean at d', { delay: 180 })
  },
]
const filtering: Step[] = [
  ['opening the filters', page => page.getByRole('link', { name: 'Filters' }).tap()],
  [
    'toggling a filter value',
    page =>
      inFilters(page)
        .getByRole('link', { name: /^Aerial/ })
        .tap(),
  ],
  [
    'showing what it finds',
    page =>
      inFilters(page)
        .getByRole('button', { name: /^Show \d/ })
        .tap(),
  ],
]
const licenseOfCard: Step = [
  'opening the license modal',
  page =>
    page
      .getByRole('button', { name: /^Add .* to cart$/ })
      .first()
      .tap(),
]
const licensing: Step[] = [
  ['adding to the cart', page => page.getByRole('button', { name: 'Add to cart' }).first().tap()],
  ['opening the license modal', page => page.getByRole('button', { name: 'Change license' }).tap()],
  ['choosing in it', page => page.getByRole('checkbox', { name: 'Broadcast TV' }).tap()],
]
const atDesk: Step[] = [
  [
    'toggling a filter value',
    page =>
      inLooks(page)
        .getByRole('link', { name: /^Aerial/ })
        .click(),
  ],
  ['opening a filter', page => page.getByRole('region', { name: 'Duration' }).getByText('Duration').click()],
  ['hovering a card', page => page.locator('article').nth(1).hover()],
]

type Journey = { name: string; device: object; path: string; steps: Step[] }

/** Each page, and what is done on it, one after the other. */
const journeys: Journey[] = [
  { name: 'Listing of 60, phone', device: phone, path: '/clips', steps: filtering },
  { name: 'Listing of 60, phone: words', device: phone, path: '/clips', steps: [typing] },
  { name: 'Listing of 60, phone: cart', device: phone, path: '/clips', steps: [licenseOfCard] },
  { name: 'Clip page, phone', device: phone, path: '/clips/clip/1', steps: licensing },
  { name: 'Listing of 60, desk', device: desk, path: '/clips', steps: atDesk },
  { name: 'Front page, phone', device: phone, path: '/', steps: [] },
]

type Figures = { load: Vitals[]; cls: number[]; steps: Map<string, number[]> }

const walk = async (
  browser: Browser,
  address: string,
  { device, path, steps }: Journey,
  { load, cls, steps: taken }: Figures,
) => {
  const page = await visit(browser, device, address)
  try {
    await page.goto(path)
    await isAlive(page)
    await settled(page)
    load.push(await vitals(page))
    for (const [name, act] of steps) {
      await page.evaluate(forgetLongest)
      await act(page)
      await settled(page)
      taken.set(name, [...(taken.get(name) ?? []), (await vitals(page)).longest_ms])
    }
    cls.push((await vitals(page)).cls)
  } finally {
    await page.context().close()
  }
}

/** The least of all rounds, and the middle one: what else the machine does only ever adds. */
const shown = (taken: readonly number[]) => {
  const sorted = taken.toSorted((a, b) => a - b)
  const [least = 0, middle = 0] = [sorted[0], sorted[sorted.length >> 1]]
  return `${String(Math.round(least)).padStart(5)} ms, mostly ${String(Math.round(middle)).padStart(5)} ms`
}

const show = ({ name }: Journey, { load, cls, steps }: Figures) => {
  console.log(`${name}: CLS ${Math.max(...cls).toFixed(3)}`)
  console.log(`  ${'first paint'.padEnd(30)} ${shown(load.map(one => one.fcp_ms))}`)
  console.log(`  ${'LCP'.padEnd(30)} ${shown(load.map(one => one.lcp_ms))}   ${load[0]?.lcp_what}`)
  console.log(`  ${'alive'.padEnd(30)} ${shown(load.map(one => one.alive_ms))}`)
  for (const [step, taken] of steps) console.log(`  ${step.padEnd(30)} ${shown(taken)}`)
}

const measure = async (address: string) => {
  const browser = await browsers.launch({
    executablePath: chromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    console.log(machineLine(`Chromium ${browser.version()}`))
    for (const journey of journeys) {
      const figures: Figures = { load: [], cls: [], steps: new Map() }
      for (let round = 0; round < rounds; round++) await walk(browser, address, journey, figures)
      show(journey, figures)
    }
  } finally {
    await browser.close()
  }
}

/** The shop of the stories: the demo on a fresh folder, gone afterwards. */
const inDemo = async (show: (address: string) => Promise<void>) => {
  const [port, tls, sandbox] = [await freePort(), await freePort(), await freePort()]
  const address = `http://localhost:${port}`
  const shop = spawn(process.execPath, ['e2e/serve.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      SANDBOX_TLS_PORT: String(tls),
      SANDBOX_PORT: String(sandbox),
    },
  })
  try {
    for (let ready = false; !ready;) {
      await new Promise(resolve => setTimeout(resolve, 500))
      ready = await fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (shop.exitCode !== null) throw new Error('The shop did not start.')
    }
    await show(address)
  } finally {
    shop.kill('SIGTERM')
  }
}

const address = process.argv[3]
await (address ? measure(address) : inDemo(measure))
