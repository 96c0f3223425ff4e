/** `npm test`: everything, fast tests first, and one closing line. `npm test -- unit` runs one part. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

import { buildWhenStale } from './build.ts'
import { freePort, startPostgres } from './postgres.ts'
import { chromium, ffmpeg } from './tools.ts'

const results = 'test-results'
const parts = ['types', 'lint', 'format', 'tables', 'unit', 'postgres', 'browser', 'stories'] as const
type Part = (typeof parts)[number]

const chosen = process.argv.slice(2) as Part[]
const wants = (part: Part) => chosen.length === 0 || chosen.includes(part)
let passed = 0
let failed = 0
/** What failed, by name: told again at the very end, where a long log is read first. */
const failures: string[] = []

const count = (good: number, bad: number) => {
  passed += good
  failed += bad
}

const run = (file: string, args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [path.join('node_modules', file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  }).status === 0

const check = (part: Part, file: string, args: string[]) => {
  if (!wants(part)) return
  const good = run(file, args)
  console.log(`${part}: ${good ? 'ok' : 'FAILED'}`)
  if (!good) failures.push(part)
  count(good ? 1 : 0, good ? 0 : 1)
}

/**
 * The files whose tests open a shop on a database. Once is enough, on PostgreSQL: what the embedded one does otherwise,
 * the platform's own tests and all stories show.
 */
const onDatabase = globSync(['src/**/*.test.{ts,tsx}', 'demo/*.test.ts']).filter(file =>
  /testing\/(app|builders|process)\b|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8')),
)
const onBoth = (file: string) => file.startsWith(path.join('src', 'platform'))

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
      const bad = assertionResults.filter(({ status }) => status === 'failed')
      return bad.length === 0 ? [file] : bad.map(({ fullName }) => `${file} › ${fullName}`)
    })

const vitest = (part: Part, args: string[], env: Record<string, string> = {}) => {
  const report = path.join(results, `${part}.json`)
  const good = run(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    env,
  )
  try {
    const told = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    count(told.numPassedTests, told.numFailedTests || (good ? 0 : 1))
    const names = failedTests(told)
    if (!good && names.length === 0) names.push('ended badly though no test failed: see "Unhandled Errors" above')
    failures.push(...names.map(name => `${part}: ${name}`))
  } catch {
    failures.push(`${part}: no report`)
    count(0, 1)
  }
}

type Suite = {
  specs?: { title: string; file: string; tests: { projectName: string; status: string }[] }[]
  suites?: Suite[]
}
type PlaywrightReport = Suite & { stats: { expected: number; unexpected: number; flaky: number } }

const storiesThat = (status: string, { specs = [], suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.filter(test => test.status === status).map(test => `stories: [${test.projectName}] ${file} › ${title}`),
  ),
  ...suites.flatMap(suite => storiesThat(status, suite)),
]

const playwright = (env: Record<string, string>) => {
  const report = path.join(results, 'stories.json')
  const good = run('@playwright/test/cli.js', ['test'], { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  try {
    const told = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport
    for (const story of storiesThat('flaky', told)) console.log(`passed at its second try only: ${story}`)
    count(told.stats.expected + told.stats.flaky, told.stats.unexpected || (good ? 0 : 1))
    const names = storiesThat('unexpected', told)
    failures.push(...(good || names.length > 0 ? names : ['stories: ended badly though no story failed']))
  } catch {
    failures.push('stories: no report')
    count(0, 1)
  }
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

if (wants('types')) run('@react-router/dev/dist/cli/index.js', ['typegen'])
check('types', 'typescript/bin/tsc', ['--noEmit'])
check('lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'])
check('format', 'oxfmt/bin/oxfmt', ['--check'])
if (wants('tables')) {
  const good = spawnSync(process.execPath, ['scripts/tasks/tables.ts', '--check'], { stdio: 'inherit' }).status === 0
  if (!good) failures.push('tables')
  count(good ? 1 : 0, good ? 0 : 1)
}
if (wants('unit')) {
  const elsewhere = onDatabase.filter(file => !onBoth(file)).flatMap(file => ['--exclude', file])
  vitest('unit', elsewhere, { FFMPEG_PATH: ffmpeg() })
}
if (wants('postgres')) {
  const postgres = await startPostgres()
  vitest('postgres', onDatabase, { TEST_DATABASE_URL: postgres.url, FFMPEG_PATH: ffmpeg() })
  await postgres.stop()
}
if (wants('browser')) vitest('browser', [], { BROWSER_TESTS: '1', CHROMIUM_PATH: chromium() })
if (wants('stories')) {
  await buildWhenStale('production')
  const [story, tls, sandbox] = [await freePort(), await freePort(), await freePort()]
  playwright({
    CHROMIUM_PATH: chromium(),
    FFMPEG_PATH: ffmpeg(),
    STORY_PORT: String(story),
    STORY_TLS_PORT: String(tls),
    STORY_SANDBOX_PORT: String(sandbox),
  })
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map(name => `  ${name}`).join('\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
