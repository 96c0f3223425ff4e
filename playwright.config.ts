import { defineConfig, devices } from '@playwright/test'

import { launchOptions } from './e2e/launch.ts'
import { sandboxPort } from './e2e/sandbox.ts'

const port = Number(process.env['STORY_PORT'] ?? 4390)
const tlsPort = Number(process.env['STORY_TLS_PORT'] ?? 4391)

/** What these show does not hang on the width of a window: one width is enough, and minutes are saved. */
const sameAtAnyWidth = [
  'banners',
  'buyer-on-account',
  'find-by-eye',
  'hydration',
  'lost-and-found',
  'maintenance',
  'older-cart',
  'payment-goes-wrong',
  'privacy',
  'staff-day',
  'team-of-four',
  'timing',
  'two-step',
  'uploads',
].map(name => `**/${name}.spec.ts`)

/** Stories run the production bundle: the payment provider's hosts lead to the sandbox, nothing is rewritten. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A browser on a busy machine misses a moment now and then; what is broken fails twice.
  retries: 1,
  reporter: [['list'], ['json']],
  outputDir: 'test-results/stories',
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording costs a fifth of the run: only what failed is done again with it.
    trace: 'on-first-retry',
    launchOptions: launchOptions(tlsPort),
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: sameAtAnyWidth,
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
