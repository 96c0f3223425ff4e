import { readFileSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { listTestFiles } from './testing/test-files.ts'

/** `npm test` chooses parts (`unit,postgres,browser`). Without them all files run, on the database of TEST_DATABASE_URL. */
const parts = process.env['TEST_PARTS']?.split(',')
const files = listTestFiles(!parts || process.env['LONG_TESTS'] === '1')

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

/** Projects one after another, so that a worker keeps its modules; the longest files of a project first. */
class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const orderOf = ({ moduleId, project }: TestSpecification) => {
      const rank = longFiles.findIndex(name => moduleId.endsWith(name))
      return (
        projects.findIndex(({ test }) => test.name === project.name) * 100 + (rank === -1 ? longFiles.length : rank)
      )
    }
    return (await super.sort(specifications)).toSorted((a, b) => orderOf(a) - orderOf(b))
  }
}

/** Files that replace modules need modules of their own. */
const replacesModules = (file: string) => /\bvi\.(mock|resetModules)\(/.test(readFileSync(file, 'utf8'))

/** Loading the shop's modules once per worker instead of once per file takes two thirds off the run. */
const projectsOf = (name: string, include: string[], env: Record<string, string> = {}) =>
  [
    { name, include: include.filter(file => !replacesModules(file)), isolate: false },
    { name: `${name}, isolated`, include: include.filter(replacesModules), isolate: true },
  ].map(project => ({ ...project, env, globalSetup: ['testing/global-setup.ts'] }))

const unitFiles = [
  ...(parts?.includes('unit') === false ? [] : files.embedded),
  ...(parts?.includes('browser') === false ? [] : files.browser),
]
const postgresUrl = process.env['TEST_POSTGRES_URL']
const projects = [
  ...projectsOf('unit', unitFiles),
  ...(postgresUrl ? projectsOf('postgres', files.postgres, { TEST_DATABASE_URL: postgresUrl }) : []),
]
  .filter(({ include }) => include.length > 0)
  .map(test => ({ extends: true as const, test }))

export default defineConfig({
  test: {
    // Pages without a build.
    alias: { 'virtual:react-router/server-build': path.resolve('testing/server-build.ts') },
    pool: 'forks',
    // More than cores: tests wait for databases and processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only for hanging tests: a busy machine may be slow.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects,
  },
})
