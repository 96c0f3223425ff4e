/** A one-page shop in real Chromium for tests, with the official browser SDK unmodified (A) or rewritten (B). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { build, type Plugin } from 'vite'

import type { Sandbox } from '../start.ts'
import { sdk } from './testing.ts'
import { braintreeSandboxAbsent, braintreeSandboxRewrite } from './vite-rewrite.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export type TestShop = {
  /** The merchant's script, a file in this folder. */
  script: string
  /** The page's markup. */
  markup: string
  /** The customer that the client token is issued for. */
  customerId?: string
}

/** Bundles a merchant's script as the shop's build would. Returns its text. */
export async function bundle(name: string, plugins: Plugin[]) {
  const outDir = mkdtempSync(path.join(tmpdir(), 'merchant-'))
  const input = fileURLToPath(new URL(name, import.meta.url))
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins,
    build: { outDir, rolldownOptions: { input, output: { entryFileNames: 'shop.js' } } },
  }).catch((error: unknown) => {
    rmSync(outDir, { recursive: true })
    throw error
  })
  const script = readFileSync(path.join(outDir, 'shop.js'), 'utf8')
  rmSync(outDir, { recursive: true })
  return script
}

/** Serves the page with the content security policy that the README documents. */
async function serveShop(
  sandbox: Sandbox,
  { markup, customerId }: TestShop,
  script: string,
  head: string,
  policy: string,
) {
  const page = `<!doctype html><html lang="en"><head><title>Shop</title>${head}<style>
    .field { height: 40px; width: 300px; border: 1px solid gray; margin: 4px }
    </style></head><body>${markup}<script type="module" src="/shop.js"></script></body></html>`
  const server = createServer((request, response) => {
    if (request.url === '/shop.js') return response.setHeader('content-type', 'text/javascript').end(script)
    if (request.url === '/token')
      return void sdk(sandbox)
        .clientToken.generate(customerId ? { customerId } : {})
        .then(({ clientToken }) => response.end(clientToken))
    response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy).end(page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export type RunningShop = Awaited<ReturnType<typeof launchShop>>

/** Starts a browser for the shop and collects the errors of its pages. */
async function launchShop(shop: { server: Server; origin: string }, args: string[]) {
  const browser: Browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...args] })
  const pageErrors: string[] = []
  const collectErrors = (context: BrowserContext) =>
    context.on('page', page => {
      page.on('console', message => message.type() === 'error' && pageErrors.push(message.text()))
      page.on('pageerror', error => pageErrors.push(error.message))
      page.on('requestfailed', request => {
        const errorText = request.failure()?.errorText ?? ''
        // Leaving a page cancels its pending requests.
        if (errorText !== 'net::ERR_ABORTED') pageErrors.push(`${request.url()} ${errorText}`)
      })
    })
  return {
    shop,
    pageErrors,
    async open(options: { viewport?: { width: number; height: number } } = {}): Promise<Page> {
      const context = await browser.newContext(options)
      collectErrors(context)
      const page = await context.newPage()
      await page.goto(shop.origin)
      await page.waitForFunction(() => Reflect.get(window, 'ready') as unknown, null, { timeout: 20_000 })
      return page
    },
    async close() {
      await browser.close()
      shop.server.close()
    },
  }
}

const officialSources = {
  script: 'https://c.paypal.com https://www.paypal.com https://songbirdstag.cardinalcommerce.com',
  connect: 'https://api.sandbox.braintreegateway.com https://payments.sandbox.braintree-api.com https://www.paypal.com',
  frame: 'https://assets.braintreegateway.com https://0merchantacsstag.cardinalcommerce.com https://www.paypal.com',
}
const buildPolicy = ({ script, connect, frame }: typeof officialSources) =>
  `default-src 'none'; style-src 'unsafe-inline'; script-src 'self' ${script}; connect-src 'self' ${connect}; frame-src ${frame}`

const mappedHosts = [
  '*.braintreegateway.com',
  '*.braintree-api.com',
  '*.paypal.com',
  '*.braintreepayments.com',
  '*.cardinalcommerce.com',
]

/** Mode A: the production bundle. Chromium maps the official hosts to the sandbox. */
export async function startOfficial(sandbox: Sandbox, shop: TestShop) {
  const script = await bundle(shop.script, [braintreeSandboxAbsent()])
  const rules = mappedHosts.map(host => `MAP ${host}:443 127.0.0.1:${sandbox.ports.tls}`).join(',')
  return launchShop(await serveShop(sandbox, shop, script, '', buildPolicy(officialSources)), [
    `--host-resolver-rules=${rules}`,
    '--ignore-certificate-errors',
  ])
}

/** Mode B: the rewritten bundle, for any browser. A meta tag in the page has the sandbox's origin. */
export async function startRewritten(sandbox: Sandbox, shop: TestShop) {
  const origin = sandbox.origins.http
  const meta = `<meta name="payments-sandbox" content="${origin}">`
  const script = await bundle(shop.script, [braintreeSandboxRewrite()])
  const policy = buildPolicy({ script: origin, connect: origin, frame: origin })
  return launchShop(await serveShop(sandbox, shop, script, meta, policy), [])
}
