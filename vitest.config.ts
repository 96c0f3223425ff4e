import { defineConfig } from 'vitest/config'

/** Tests that drive a real browser, or start the whole shop, are a run of their own. */
const browser = process.env['BROWSER_TESTS'] === '1'

export default defineConfig({
  test: {
    include: browser
      ? ['**/*.browser.test.ts', '**/*.slow.test.ts']
      : ['src/**/*.test.{ts,tsx}', 'sandbox/**/*.test.ts', 'testing/**/*.test.ts', 'demo/*.test.ts'],
    exclude: ['node_modules/**', 'build/**', ...(browser ? [] : ['**/*.browser.test.ts'])],
    globalSetup: ['testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Only for what hangs: a busy machine is slow, not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
