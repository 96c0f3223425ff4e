/**
 * `npm test`: runs every part, fast tests first. `npm test -- unit` runs one part. `npm test -- all` also runs the
 * stories tagged `@full`, each story at both widths, each database test on both databases, tests that take half a minute,
 * and more fuzz inputs; `-- all stories` does so for one part.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { buildWhenStale } from './build.ts'
import { freePort, startPostgres } from './postgres.ts'
import { useTempFolder } from './temp-folder.ts'
import { findChromium, findFfmpeg } from './tools.ts'

const RESULTS_DIR = 'test-results'
const parts = ['types', 'lint', 'format', 'tables', 'unit', 'postgres', 'browser', 'stories'] as const
type Part = (typeof parts)[number]

const args = process.argv.slice(2)
const runsAll = args.includes('all')
const selectedParts = args.filter(arg => arg !== 'all')
for (const arg of selectedParts)
  if (!parts.some(part => part === arg)) throw new Error(`${arg} is not a part: choose ${parts.join(', ')} or all.`)
const isSelected = (part: Part) => selectedParts.length === 0 || selectedParts.includes(part)
/** What each part took, for the summary. */
const durations: string[] = []
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

const check = (part: Part, isOk: boolean) => {
  console.log(`${part}: ${isOk ? 'ok' : 'FAILED'}`)
  if (!isOk) failures.push(part)
  count(isOk ? 1 : 0, isOk ? 0 : 1)
}

/** Runs a part when it is selected, and measures it. */
const runPart = async (part: Part, run: () => unknown) => {
  if (!isSelected(part)) return
  const start_ms = performance.now()
  await run()
  durations.push(`${part} ${Math.round((performance.now() - start_ms) / 1000)} s`)
}

const allTests = globSync('{src,sandbox,testing,demo}/**/*.test.{ts,tsx}').filter(file => !file.includes('.browser.'))
/** Test files that open a shop on a database. They run on PostgreSQL; `runsOnBoth` chooses those that also run embedded. */
const databaseTests = allTests.filter(file =>
  /testing\/(app|builders|process)\b|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8')),
)
/** What depends on the database's driver, and one test of each path of money. */
const embeddedTests = [
  'src/platform/{db,jobs,flags,storage}/*.test.ts',
  'src/platform/http/{idempotency,serve}.test.ts',
  'src/checkout/checkout.test.ts',
  'src/refunds/refunds.test.ts',
  'src/cart/merge.test.ts',
]
const runsOnBoth = (file: string) => runsAll || embeddedTests.some(pattern => path.matchesGlob(file, pattern))

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
    { ...env, ...(runsAll && { FUZZ_INPUTS: '40', LONG_TESTS: '1' }) },
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
type PlaywrightReport = PlaywrightSuite & { stats: { expected: number; unexpected: number } }

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
    count(results.stats.expected, results.stats.unexpected || (isOk ? 0 : 1))
    const names = storiesWithStatus('unexpected', results)
    failures.push(...(isOk || names.length > 0 ? names : ['stories: exited with an error though no story failed']))
  } catch {
    failures.push('stories: no report')
    count(0, 1)
  }
}

useTempFolder()
rmSync(RESULTS_DIR, { recursive: true, force: true })
mkdirSync(RESULTS_DIR, { recursive: true })

await runPart('types', () => {
  runTool('@react-router/dev/dist/cli/index.js', ['typegen'])
  check('types', runTool('typescript/bin/tsc', ['--noEmit']))
})
await runPart('lint', () => check('lint', runTool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'])))
await runPart('format', () => check('format', runTool('oxfmt/bin/oxfmt', ['--check'])))
await runPart('tables', () =>
  check(
    'tables',
    spawnSync(process.execPath, ['scripts/tasks/tables.ts', '--check'], { stdio: 'inherit' }).status === 0,
  ),
)
const unitFiles = () => allTests.filter(file => !databaseTests.includes(file) || runsOnBoth(file))
/** The commands for operators start many processes; what they do is also tested without. */
const browserFiles = () =>
  globSync('{sandbox,scripts,src}/**/*.{browser,slow}.test.ts').filter(
    file => runsAll || !file.startsWith(path.join('scripts', 'shop')),
  )
// Together they take less time: those that start a shop wait a lot.
const runsTogether = isSelected('unit') && isSelected('browser')
await runPart('unit', () =>
  runsTogether
    ? vitest('unit', [...unitFiles(), ...browserFiles()], {
        FFMPEG_PATH: findFfmpeg(),
        CHROMIUM_PATH: findChromium(),
        BROWSER_TESTS: 'too',
      })
    : vitest('unit', unitFiles(), { FFMPEG_PATH: findFfmpeg() }),
)
await runPart('postgres', async () => {
  const postgres = await startPostgres()
  vitest('postgres', databaseTests, { TEST_DATABASE_URL: postgres.url, FFMPEG_PATH: findFfmpeg() })
  await postgres.stop()
})
if (!runsTogether)
  await runPart('browser', () =>
    vitest('browser', browserFiles(), { BROWSER_TESTS: 'only', CHROMIUM_PATH: findChromium() }),
  )
await runPart('stories', async () => {
  await buildWhenStale('production')
  const [story, tls, sandbox] = [await freePort(), await freePort(), await freePort()]
  playwright({
    CHROMIUM_PATH: findChromium(),
    FFMPEG_PATH: findFfmpeg(),
    STORY_PORT: String(story),
    STORY_TLS_PORT: String(tls),
    STORY_SANDBOX_PORT: String(sandbox),
    DEFAULT_STORIES: runsAll ? '0' : '1',
  })
})

console.log(`\nTimes: ${durations.join(', ')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(name => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
