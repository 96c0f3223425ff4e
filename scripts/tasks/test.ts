/**
 * `npm test`: runs every part, fast tests first. `npm test -- unit` runs one part. `npm test -- all` also runs the
 * stories tagged `@full`, each story at both widths, each database test on both databases, tests that take half a minute,
 * and more fuzz inputs; `-- all stories` does so for one part.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

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

/** Measures what several parts take together. */
const measure = async (names: readonly string[], run: () => unknown) => {
  if (names.length === 0) return
  const start_ms = performance.now()
  await run()
  durations.push(`${names.join('+')} ${Math.round((performance.now() - start_ms) / 1000)} s`)
}

/** Runs a program beside others, and prints its output when it ends, so that outputs don't mix. */
const runBeside = async (...args: string[]): Promise<boolean> => {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  process.stdout.write(Buffer.concat(output))
  return status === 0
}

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

const vitest = (env: Record<string, string>) => {
  const report = path.join(RESULTS_DIR, 'tests.json')
  const isOk = runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { ...env, ...(runsAll && { FUZZ_INPUTS: '40', LONG_TESTS: '1' }) },
  )
  try {
    const results = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    count(results.numPassedTests, results.numFailedTests || (isOk ? 0 : 1))
    const names = failedTests(results)
    if (!isOk && names.length === 0)
      names.push('exited with an error though no test failed: see "Unhandled Errors" above')
    failures.push(...names)
  } catch {
    failures.push('tests: no report')
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

const node_modules = (file: string) => path.join('node_modules', file)
const staticChecks: Partial<Record<Part, readonly string[]>> = {
  types: [node_modules('typescript/bin/tsc'), '--noEmit'],
  lint: [node_modules('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'],
  format: [node_modules('oxfmt/bin/oxfmt'), '--check'],
  tables: ['scripts/tasks/tables.ts', '--check'],
}
const selectedChecks = Object.entries(staticChecks).filter(([part]) => isSelected(part as Part)) as [Part, string[]][]

// The build for the stories runs beside the checks, because most of each uses one core.
let isBuilt = true
await measure([...selectedChecks.map(([part]) => part), ...(isSelected('stories') ? ['build'] : [])], async () => {
  // Types and lint read the generated types of routes.
  runTool('@react-router/dev/dist/cli/index.js', ['typegen'])
  const build = isSelected('stories') ? runBeside('scripts/tasks/build.ts') : true
  await Promise.all(selectedChecks.map(async ([part, args]) => check(part, await runBeside(...args))))
  isBuilt = await build
})

const testParts = (['unit', 'browser', 'postgres'] as const).filter(isSelected)
await measure(testParts, async () => {
  const postgres = isSelected('postgres') ? await startPostgres() : undefined
  vitest({
    TEST_PARTS: testParts.join(','),
    FFMPEG_PATH: findFfmpeg(),
    ...(isSelected('browser') && { CHROMIUM_PATH: findChromium() }),
    ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
  })
  await postgres?.stop()
})

await measure(
  ['stories'].filter(() => isSelected('stories')),
  async () => {
    if (!isBuilt) return check('stories', false)
    const [story, tls, sandbox] = [await freePort(), await freePort(), await freePort()]
    playwright({
      CHROMIUM_PATH: findChromium(),
      FFMPEG_PATH: findFfmpeg(),
      STORY_PORT: String(story),
      STORY_TLS_PORT: String(tls),
      STORY_SANDBOX_PORT: String(sandbox),
      DEFAULT_STORIES: runsAll ? '0' : '1',
    })
  },
)

console.log(`\nTimes: ${durations.join(', ')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map(name => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
