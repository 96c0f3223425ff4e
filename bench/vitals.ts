/**
 * `npm run bench -- vitals`: LCP, CLS and INP in a real Chromium that emulates a mid-range phone on a slow connection: CPU
 * slowed down four times, 1.6 Mbit/s, 150 ms latency. `-- vitals <address>` measures a running shop.
 */
import { spawn } from 'node:child_process'

import { chromium as browsers, devices, type Browser, type Page } from '@playwright/test'

import { freePort } from '../scripts/tasks/postgres.ts'
import { findChromium } from '../scripts/tasks/tools.ts'
import { describeMachine } from './machine.ts'
import { resetLongest, watchVitals, type PageVitals } from './vitals-watch.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const CPU_SLOWDOWN = 4
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1440, height: 900 } }

/** Opens a page as a new visitor with the emulated CPU and network. */
const openPage = async (browser: Browser, device: object, address: string): Promise<Page> => {
  const context = await browser.newContext({ ...device, baseURL: address })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', network)
  await page.addInitScript(watchVitals)
  return page
}

const waitForHydration = (page: Page) =>
  page.waitForFunction(() => document.readyState === 'complete' && !('early' in window))
/** Waits for late entries of performance observers; there is no event for them. */
const waitForEntries = (page: Page) => page.waitForTimeout(1_500)
const readVitals = (page: Page) => page.evaluate(() => window.vitals)

const filtersDialog = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
const cameraLookFilter = (page: Page) => page.getByRole('region', { name: 'Camera look' })

type JourneyStep = [name: string, action: (page: Page) => Promise<unknown>]

const typingStep: JourneyStep = [
  'typing in search',
  async page => {
    const field = page.getByRole('combobox', { name: 'Search footage' }).last()
    await field.tap()
    await field.pressSequentially('ocean at d', { delay: 180 })
  },
]
const filteringSteps: JourneyStep[] = [
  ['opening the filters', page => page.getByRole('link', { name: 'Filters' }).tap()],
  [
    'toggling a filter value',
    page =>
      filtersDialog(page)
        .getByRole('link', { name: /^Aerial/ })
        .tap(),
  ],
  [
    'showing what it finds',
    page =>
      filtersDialog(page)
        .getByRole('button', { name: /^Show \d/ })
        .tap(),
  ],
]
const licenseStep: JourneyStep = [
  'opening the license modal',
  page =>
    page
      .getByRole('button', { name: /^Add .* to cart$/ })
      .first()
      .tap(),
]
const licensingSteps: JourneyStep[] = [
  ['adding to the cart', page => page.getByRole('button', { name: 'Add to cart' }).first().tap()],
  ['opening the license modal', page => page.getByRole('button', { name: 'Change license' }).tap()],
  ['choosing in it', page => page.getByRole('checkbox', { name: 'Broadcast TV' }).tap()],
]
const desktopSteps: JourneyStep[] = [
  [
    'toggling a filter value',
    page =>
      cameraLookFilter(page)
        .getByRole('link', { name: /^Aerial/ })
        .click(),
  ],
  ['opening a filter', page => page.getByRole('region', { name: 'Duration' }).getByText('Duration').click()],
  ['hovering a card', page => page.locator('article').nth(1).hover()],
]

type Journey = { name: string; device: object; path: string; steps: JourneyStep[] }

/** Each page and the steps on it, in order. */
const journeys: Journey[] = [
  { name: 'Listing of 60, phone', device: phone, path: '/clips', steps: filteringSteps },
  { name: 'Listing of 60, phone: search', device: phone, path: '/clips', steps: [typingStep] },
  { name: 'Listing of 60, phone: cart', device: phone, path: '/clips', steps: [licenseStep] },
  { name: 'Clip page, phone', device: phone, path: '/clips/clip/1', steps: licensingSteps },
  { name: 'Listing of 60, desktop', device: desktop, path: '/clips', steps: desktopSteps },
  { name: 'Front page, phone', device: phone, path: '/', steps: [] },
]

type JourneyFigures = { load: PageVitals[]; cls: number[]; steps: Map<string, number[]> }

const runJourney = async (
  browser: Browser,
  address: string,
  { device, path, steps }: Journey,
  { load, cls, steps: durations }: JourneyFigures,
) => {
  const page = await openPage(browser, device, address)
  try {
    await page.goto(path)
    await waitForHydration(page)
    await waitForEntries(page)
    load.push(await readVitals(page))
    for (const [name, action] of steps) {
      await page.evaluate(resetLongest)
      await action(page)
      await waitForEntries(page)
      durations.set(name, [...(durations.get(name) ?? []), (await readVitals(page)).longest_ms])
    }
    cls.push((await readVitals(page)).cls)
  } finally {
    await page.context().close()
  }
}

/** Formats the minimum and the median of all rounds; other load on the machine only adds time. */
const formatDurations = (durations: readonly number[]) => {
  const sorted = durations.toSorted((a, b) => a - b)
  const [least = 0, middle = 0] = [sorted[0], sorted[sorted.length >> 1]]
  return `${String(Math.round(least)).padStart(5)} ms, median ${String(Math.round(middle)).padStart(5)} ms`
}

const printFigures = ({ name }: Journey, { load, cls, steps }: JourneyFigures) => {
  console.log(`${name}: CLS ${Math.max(...cls).toFixed(3)}`)
  console.log(`  ${'first paint'.padEnd(30)} ${formatDurations(load.map(vitals => vitals.fcp_ms))}`)
  console.log(`  ${'LCP'.padEnd(30)} ${formatDurations(load.map(vitals => vitals.lcp_ms))}   ${load[0]?.lcp_what}`)
  console.log(`  ${'hydrated'.padEnd(30)} ${formatDurations(load.map(vitals => vitals.alive_ms))}`)
  for (const [step, durations] of steps) console.log(`  ${step.padEnd(30)} ${formatDurations(durations)}`)
}

const measureVitals = async (address: string) => {
  const browser = await browsers.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  try {
    console.log(describeMachine(`Chromium ${browser.version()}`))
    for (const journey of journeys) {
      const figures: JourneyFigures = { load: [], cls: [], steps: new Map() }
      for (let round = 0; round < rounds; round++) await runJourney(browser, address, journey, figures)
      printFigures(journey, figures)
    }
  } finally {
    await browser.close()
  }
}

/** Runs against the demo of the end-to-end tests in a temporary folder. */
const withDemo = async (benchmark: (address: string) => Promise<void>) => {
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
    await benchmark(address)
  } finally {
    shop.kill('SIGTERM')
  }
}

const address = process.argv[3]
await (address ? measureVitals(address) : withDemo(measureVitals))
