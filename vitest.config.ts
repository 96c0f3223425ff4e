import path from 'node:path'

import { defineConfig } from 'vitest/config'

/** Tests that drive a real browser or start the complete shop run separately. */
const browser = process.env['BROWSER_TESTS'] === '1'

export default defineConfig({
  test: {
    // Pages without a build.
    alias: { 'virtual:react-router/server-build': path.resolve('testing/server-build.ts') },
    include: browser
      ? ['**/*.browser.test.ts', '**/*.slow.test.ts']
      : ['src/**/*.test.{ts,tsx}', 'sandbox/**/*.test.ts', 'testing/**/*.test.ts', 'demo/*.test.ts'],
    exclude: ['node_modules/**', 'build/**', ...(browser ? [] : ['**/*.browser.test.ts'])],
    globalSetup: ['testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Only for hanging tests: a busy machine may be slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
