import { defineConfig, devices } from '@playwright/test'

import { launchOptions } from './e2e/launch.ts'
import { sandboxPort } from './e2e/sandbox.ts'

const port = Number(process.env['STORY_PORT'] ?? 4390)
const tlsPort = Number(process.env['STORY_TLS_PORT'] ?? 4391)

/** `npm test` runs a choice of the stories. `npm test -- all`, and Playwright started by hand, run all at both widths. */
const runsAll = process.env['DEFAULT_STORIES'] !== '1'

/** Stories that do not depend on the viewport width never run on the phone. */
const widthIndependent = [
  'banners',
  'buyer-on-account',
  'visual-search',
  'hydration',
  'errors-and-seo',
  'maintenance',
  'opening',
  'legacy-cart',
  'payment-failures',
  'privacy',
  'staff-day',
  'team-of-four',
  'timing',
  'two-step',
  'uploads',
].map(name => `**/${name}.spec.ts`)

/** Stories run the production bundle; the payment provider's hosts resolve to the sandbox. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json']],
  outputDir: 'test-results/stories',
  timeout: 600_000,
  // Only for stories that hang: a busy machine may be slow.
  expect: { timeout: 60_000, toPass: { timeout: 180_000 } },
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(tlsPort),
  },
  projects: [
    {
      name: 'desktop',
      ...(!runsAll && { grepInvert: /@full/ }),
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: widthIndependent,
      ...(!runsAll && { grep: /@phone/ }),
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: `exec ${JSON.stringify(process.execPath)} e2e/serve.ts`,
    url: `http://localhost:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      SANDBOX_TLS_PORT: String(tlsPort),
      SANDBOX_PORT: String(sandboxPort),
      NODE_ENV: 'production',
    },
    stdout: 'ignore',
  },
})
