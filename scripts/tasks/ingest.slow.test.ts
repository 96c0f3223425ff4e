/** `npm run ingest` as a person types it: stopped, killed, told no, and begun again. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { lockDirectory } from '../../src/platform/lock.server.ts'
import { openFootage } from '../../testing/footage.ts'
import { ffmpeg } from './tools.ts'

const minutes = 60_000
const home = mkdtempSync(path.join(os.tmpdir(), 'longtake-ingest-'))
const folder = path.join(home, 'Ada Reyes', 'Northern shore')
/** In the very folder that is taken in: the shop's own files are no footage. */
const data = path.join(home, 'data')
const running: ChildProcess[] = []

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  const { make } = openFootage(ffmpeg(), folder)
  for (const name of ['one', 'two', 'three'])
    make(`${name}.mov`, ['-preset', 'ultrafast', '-metadata', `title=${name}`], '30', '1280x720')
})
afterAll(() => rmSync(home, { recursive: true, force: true }))
afterEach(() => {
  for (const { pid = 0 } of running.splice(0)) for (const left of leftOf(pid)) process.kill(left.pid, 'SIGKILL')
})

/** In a process group of its own, as a terminal does it. */
const ingest = (args: string[], env: Record<string, string> = {}) => {
  const child = spawn('npm', ['run', 'ingest', '--', ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: data,
      DEMO: '0',
      MASTER_MIN_SIDE_PX: '64',
      MASTER_MIN_SECONDS: '1',
      ...env,
    },
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (said += String(text)))
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { pid: child.pid ?? 0, exit, said: () => said }
}

/** Every process of this group that still runs, with what it runs. */
const leftOf = (group: number) =>
  readdirSync('/proc').flatMap(pid => {
    try {
      const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (Number(pgrp) !== group || state === 'Z') return []
      return [{ pid: Number(pid), runs: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
    } catch {
      return []
    }
  })

test('who names no folder, or no real one, is told how it goes', { timeout: minutes }, async () => {
  const nothing = ingest([])
  expect(await nothing.exit).toBe(1)
  expect(nothing.said()).toMatch(/Name one folder\.[^]*--manifest file\.csv/)
  const wrong = ingest(['/nowhere/at/all'])
  expect(await wrong.exit).toBe(1)
  expect(wrong.said()).toContain('/nowhere/at/all is not a folder.')
  expect(wrong.said()).not.toMatch(/ {4}at /)
})

test('without ffmpeg it says how to get it', { timeout: minutes }, async () => {
  const run = ingest([home], { FFMPEG_PATH: '/nowhere/ffmpeg' })
  expect(await run.exit).toBe(1)
  expect(run.said()).toMatch(/ffmpeg and ffprobe were not found\. Install ffmpeg 5\.1 or newer/)
})

test('while a shop holds the data it says who does and what helps', { timeout: minutes }, async () => {
  const release = await lockDirectory(path.join(data, 'database'))
  const run = ingest([home])
  expect(await run.exit).toBe(1)
  release()
  expect(run.said()).toMatch(/in use by process \d+, running since[^]*PostgreSQL \(DATABASE_URL\) can stay open/)
})

test('mistakes are told all at once, and nothing is done', { timeout: minutes }, async () => {
  const run = ingest([folder, '--publish', '--category', 'Oceans'])
  expect(await run.exit).toBe(1)
  expect(run.said()).toMatch(/Nothing was done yet:[^]*Who filmed one\.mov and 2 more\?[^]*takes a manifest/)
})

const begun = (run: ReturnType<typeof ingest>) =>
  expect
    .poll(() => leftOf(run.pid).some(({ runs }) => runs.includes('filter_complex')), { timeout: minutes })
    .toBe(true)

test(
  'Ctrl-C, then kill -9, then to the end: each time the same command goes on',
  async () => {
    const stopped = ingest([home])
    await begun(stopped)
    process.kill(-stopped.pid, 'SIGINT')
    expect(await stopped.exit).toBe(130)
    expect(stopped.said()).toMatch(/Stopped with \d to go: the same command goes on from there\./)
    expect(leftOf(stopped.pid)).toEqual([])

    const killed = ingest([home])
    await begun(killed)
    for (const { pid, runs } of leftOf(killed.pid))
      if (runs.includes('tasks/ingest.ts') || runs.includes('npm')) process.kill(pid, 'SIGKILL')
    await killed.exit
    // What it had begun ends with it.
    await expect.poll(() => leftOf(killed.pid), { timeout: 20_000 }).toEqual([])

    const whole = ingest([home])
    expect(await whole.exit).toBe(0)
    expect(whole.said()).toMatch(/3 of 3 {2}Ada Reyes\/Northern shore\/two\.mov: in/)
    expect(whole.said()).toMatch(/^3 files in .*: .*in review/m)
    expect(readdirSync(path.join(data, 'ingest'))).toEqual([])

    const again = ingest([home])
    expect(await again.exit).toBe(0)
    expect(again.said()).toMatch(/3 files in .*: 3 in the shop already\./)
  },
  5 * minutes,
)

test('a file that is refused makes the whole end with 1', { timeout: minutes }, async () => {
  openFootage(ffmpeg(), folder).text('empty.mov', '')
  const run = ingest([home])
  expect(await run.exit).toBe(1)
  expect(run.said()).toMatch(/3 in the shop already, 1 refused\.[^]*Refused:\s+.*empty\.mov: The file is empty\./)
})
