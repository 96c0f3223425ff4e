import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that drive a real browser or start the complete shop run only with BROWSER_TESTS: `only`, or `too`. */
const browserTests = process.env['BROWSER_TESTS']

const include = [
  ...(browserTests ? ['**/*.browser.test.ts', '**/*.slow.test.ts'] : []),
  ...(browserTests === 'only'
    ? []
    : ['src/**/*.test.{ts,tsx}', 'sandbox/**/*.test.ts', 'testing/**/*.test.ts', 'demo/*.test.ts']),
]
const exclude = ['node_modules/**', 'build/**', ...(browserTests ? [] : ['**/*.browser.test.ts'])]

/** The longest files, longest first: one that starts last would leave the other workers idle. */
const longFiles = [
  'start.slow',
  'main',
  'fuzz',
  'transcodes',
  'ingest.slow',
  'payments.browser',
  'fault-matrix',
  'browser.browser',
  'outbox',
  'limits',
  'fill',
].map(name => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longFiles.findIndex(name => moduleId.endsWith(name))
      return rank === -1 ? longFiles.length : rank
    }
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

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
    // More than cores: tests wait for databases and processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only for hanging tests: a busy machine may be slow.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // Loading the shop's modules once per worker instead of once per file takes two thirds off the run.
      { extends: true, test: { name: 'shared', include, exclude: [...exclude, ...mockingFiles], isolate: false } },
      { extends: true, test: { name: 'mocking', include: mockingFiles } },
    ],
  },
})
