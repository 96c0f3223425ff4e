import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vitest/config'

/** Tests that drive a real browser or start the complete shop run separately. */
const browser = process.env['BROWSER_TESTS'] === '1'

const include = browser
  ? ['**/*.browser.test.ts', '**/*.slow.test.ts']
  : ['src/**/*.test.{ts,tsx}', 'sandbox/**/*.test.ts', 'testing/**/*.test.ts', 'demo/*.test.ts']
const exclude = ['node_modules/**', 'build/**', ...(browser ? [] : ['**/*.browser.test.ts'])]

/** Files that replace modules. They need modules of their own. */
const mockingFiles = globSync(include, { exclude }).filter(file =>
  /\bvi\.(mock|resetModules)\(/.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  test: {
    // Pages without a build.
    alias: { 'virtual:react-router/server-build': path.resolve('testing/server-build.ts') },
    globalSetup: ['testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Only for hanging tests: a busy machine may be slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      // Loading the shop's modules once per worker instead of once per file takes two thirds off the run.
      { extends: true, test: { name: 'shared', include, exclude: [...exclude, ...mockingFiles], isolate: false } },
      { extends: true, test: { name: 'mocking', include: mockingFiles } },
    ],
  },
})
