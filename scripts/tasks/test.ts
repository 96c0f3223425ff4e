/** `npm test`: runs everything, fast tests first. `npm test -- unit` runs one part. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { buildWhenStale } from './build.ts'
import { freePort, startPostgres } from './postgres.ts'
import { findChromium, findFfmpeg } from './tools.ts'

const RESULTS_DIR = 'test-results'
const parts = ['types', 'lint', 'format', 'tables', 'unit', 'postgres', 'browser', 'stories'] as const
type Part = (typeof parts)[number]

const selectedParts = process.argv.slice(2) as Part[]
const isSelected = (part: Part) => selectedParts.length === 0 || selectedParts.includes(part)
let passed = 0
let failed = 0
/** Names of failed tests, repeated at the very end, where readers of a long log look first. */
const failures: string[] = []

const count = (passedCount: number, failedCount: number) => {
  passed += passedCount
  failed += failedCount
}

const runTool = (file: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [path.join('node_modules', file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  }).status === 0

const check = (part: Part, file: string, args: string[]) => {
  if (!isSelected(part)) return
  const isOk = runTool(file, args)
  console.log(`${part}: ${isOk ? 'ok' : 'FAILED'}`)
  if (!isOk) failures.push(part)
  count(isOk ? 1 : 0, isOk ? 0 : 1)
}

/**
 * Test files that open a shop on a database. They run once, on PostgreSQL: the platform's own tests and the stories cover
 * the embedded database.
 */
const databaseTests = globSync(['src/**/*.test.{ts,tsx}', 'demo/*.test.ts']).filter(file =>
  /testing\/(app|builders|process)\b|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8')),
)
const runsOnBoth = (file: string) => /^src\/platform\/(?!admin\/)/.test(file)

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

const failedTests = ({ testResults }: VitestReport) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative('.', name)
      const failedAssertions = assertionResults.filter(({ status }) => status === 'failed')
      return failedAssertions.length === 0 ? [file] : failedAssertions.map(({ fullName }) => `${file} › ${fullName}`)
    })

const vitest = (part: Part, args: string[], env: Record<string, string> = {}) => {
  const report = path.join(RESULTS_DIR, `${part}.json`)
  const isOk = runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    env,
  )
  try {
    const results = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    count(results.numPassedTests, results.numFailedTests || (isOk ? 0 : 1))
    const names = failedTests(results)
    if (!isOk && names.length === 0)
      names.push('exited with an error though no test failed: see "Unhandled Errors" above')
    failures.push(...names.map(name => `${part}: ${name}`))
  } catch {
    failures.push(`${part}: no report`)
    count(0, 1)
  }
}

type PlaywrightSuite = {
  specs?: { title: string; file: string; tests: { projectName: string; status: string }[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = PlaywrightSuite & { stats: { expected: number; unexpected: number; flaky: number } }

const storiesWithStatus = (status: string, { specs = [], suites = [] }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.filter(test => test.status === status).map(test => `stories: [${test.projectName}] ${file} › ${title}`),
  ),
  ...suites.flatMap(suite => storiesWithStatus(status, suite)),
]

const playwright = (env: Record<string, string>) => {
  const report = path.join(RESULTS_DIR, 'stories.json')
  const isOk = runTool('@playwright/test/cli.js', ['test'], { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  try {
    const results = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
    for (const story of storiesWithStatus('flaky', results)) console.log(`passed on the second attempt only: ${story}`)
    count(results.stats.expected + results.stats.flaky, results.stats.unexpected || (isOk ? 0 : 1))
    const names = storiesWithStatus('unexpected', results)
    failures.push(...(isOk || names.length > 0 ? names : ['stories: exited with an error though no story failed']))
  } catch {
    failures.push('stories: no report')
    count(0, 1)
  }
}

rmSync(RESULTS_DIR, { recursive: true, force: true })
mkdirSync(RESULTS_DIR, { recursive: true })

if (isSelected('types')) runTool('@react-router/dev/dist/cli/index.js', ['typegen'])
check('types', 'typescript/bin/tsc', ['--noEmit'])
check('lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'])
check('format', 'oxfmt/bin/oxfmt', ['--check'])
if (isSelected('tables')) {
  const isOk = spawnSync(process.execPath, ['scripts/tasks/tables.ts', '--check'], { stdio: 'inherit' }).status === 0
  if (!isOk) failures.push('tables')
  count(isOk ? 1 : 0, isOk ? 0 : 1)
}
if (isSelected('unit')) {
  const excluded = databaseTests.filter(file => !runsOnBoth(file)).flatMap(file => ['--exclude', file])
  vitest('unit', excluded, { FFMPEG_PATH: findFfmpeg() })
}
if (isSelected('postgres')) {
  const postgres = await startPostgres()
  vitest('postgres', databaseTests, { TEST_DATABASE_URL: postgres.url, FFMPEG_PATH: findFfmpeg() })
  await postgres.stop()
}
if (isSelected('browser')) vitest('browser', [], { BROWSER_TESTS: '1', CHROMIUM_PATH: findChromium() })
if (isSelected('stories')) {
  await buildWhenStale('production')
  const [story, tls, sandbox] = [await freePort(), await freePort(), await freePort()]
  playwright({
    CHROMIUM_PATH: findChromium(),
    FFMPEG_PATH: findFfmpeg(),
    STORY_PORT: String(story),
    STORY_TLS_PORT: String(tls),
    STORY_SANDBOX_PORT: String(sandbox),
  })
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map(name => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
