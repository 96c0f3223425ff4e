/** `npm run ingest` from a terminal: stopped, killed, refused, and restarted. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { lockDirectory } from '../../src/platform/db/lock.server.ts'
import { openFootage } from '../../testing/footage.ts'
import { findFfmpeg } from './tools.ts'

const MINUTE_MS = 60_000
const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-ingest-'))
const folder = path.join(home, 'Ada Reyes', 'Northern shore')
/** Inside the ingested folder: the shop's own files must not count as footage. */
const dataDir = path.join(home, 'data')
const running: ChildProcess[] = []

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  const { make } = openFootage(findFfmpeg(), folder)
  for (const name of ['one', 'two', 'three'])
    make(`${name}.mov`, ['-preset', 'ultrafast', '-metadata', `title=${name}`], '30', '1280x720')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
afterEach(() => {
  for (const { pid = 0 } of running.splice(0))
    for (const survivor of runningInGroup(pid)) process.kill(survivor.pid, 'SIGKILL')
})

/** Runs in its own process group, as in a terminal. */
const runIngest = (args: string[], env: Record<string, string> = {}) => {
  const child = spawn('npm', ['run', 'ingest', '--', ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: dataDir,
      DEMO: '0',
      MASTER_MIN_SIDE_PX: '64',
      MASTER_MIN_SECONDS: '1',
      ...env,
    },
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += String(text)))
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { pid: child.pid ?? 0, exit, output: () => output }
}

/** Lists the running processes of a group with their command lines. */
const runningInGroup = (group: number) =>
  readdirSync('/proc').flatMap(pid => {
    try {
      const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(pgrp) !== group || state === 'Z') return []
      return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
    } catch {
      return []
    }
  })

test('without a folder, or with a wrong one, it prints the usage', { timeout: MINUTE_MS }, async () => {
  const nothing = runIngest([])
  expect(await nothing.exit).toBe(1)
  expect(nothing.output()).toMatch(/Name one folder\.[^]*--manifest file\.csv/)
  const wrong = runIngest(['/nowhere/at/all'])
  expect(await wrong.exit).toBe(1)
  expect(wrong.output()).toContain('/nowhere/at/all is not a folder.')
  expect(wrong.output()).not.toMatch(/ {4}at /)
})

test('without ffmpeg it prints install instructions', { timeout: MINUTE_MS }, async () => {
  const run = runIngest([home], { FFMPEG_PATH: '/nowhere/ffmpeg' })
  expect(await run.exit).toBe(1)
  expect(run.output()).toMatch(/ffmpeg and ffprobe were not found\. Install ffmpeg 5\.1 or newer/)
})

test('while a shop uses the data, it names the process and a solution', { timeout: MINUTE_MS }, async () => {
  const release = await lockDirectory(path.join(dataDir, 'database'))
  const run = runIngest([home])
  expect(await run.exit).toBe(1)
  release()
  expect(run.output()).toMatch(/in use by process \d+, running since[^]*PostgreSQL \(DATABASE_URL\) can stay open/)
})

test('it reports all mistakes together and changes nothing', { timeout: MINUTE_MS }, async () => {
  const run = runIngest([folder, '--publish', '--category', 'Oceans'])
  expect(await run.exit).toBe(1)
  expect(run.output()).toMatch(
    /Nothing was done yet:[^]*The filmmaker of one\.mov and 2 more is unknown[^]*takes a manifest/,
  )
})

const waitForStart = (run: ReturnType<typeof runIngest>) =>
  expect
    .poll(() => runningInGroup(run.pid).some(({ command }) => command.includes('filter_complex')), {
      timeout: MINUTE_MS,
    })
    .toBe(true)

test(
  'after Ctrl-C and after kill -9 the same command resumes, until everything is done',
  async () => {
    const stopped = runIngest([home])
    await waitForStart(stopped)
    process.kill(-stopped.pid, 'SIGINT')
    expect(await stopped.exit).toBe(130)
    expect(stopped.output()).toMatch(/Stopped with \d to go: run the same command to continue\./)
    expect(runningInGroup(stopped.pid)).toEqual([])

    const killed = runIngest([home])
    await waitForStart(killed)
    for (const { pid, command } of runningInGroup(killed.pid))
      if (command.includes('tasks/ingest.ts') || command.includes('npm')) process.kill(pid, 'SIGKILL')
    await killed.exit
    // Its child processes end with it.
    await expect.poll(() => runningInGroup(killed.pid)).toEqual([])

    const complete = runIngest([home])
    expect(await complete.exit).toBe(0)
    expect(complete.output()).toMatch(/3 of 3 {2}Ada Reyes\/Northern shore\/two\.mov: in/)
    expect(complete.output()).toMatch(/^3 files in .*: .*in review/m)
    expect(readdirSync(path.join(dataDir, 'ingest'))).toEqual([])

    const repeated = runIngest([home])
    expect(await repeated.exit).toBe(0)
    expect(repeated.output()).toMatch(/3 files in .*: 3 in the shop already\./)
  },
  5 * MINUTE_MS,
)

test('a refused file makes the command exit with 1', { timeout: MINUTE_MS }, async () => {
  openFootage(findFfmpeg(), folder).text('empty.mov', '')
  const run = runIngest([home])
  expect(await run.exit).toBe(1)
  expect(run.output()).toMatch(/3 in the shop already, 1 refused\.[^]*Refused:\s+.*empty\.mov: The file is empty\./)
})
