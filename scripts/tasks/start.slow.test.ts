/** `npm start` from a terminal: on a fresh folder, with a used port, twice, and stopped. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { buildWhenStale } from './build.ts'
import { freePort } from './postgres.ts'

const MINUTE_MS = 60_000
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'longtake-start-'))
const running: ChildProcess[] = []

beforeAll(() => buildWhenStale('sandbox'), 5 * MINUTE_MS)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL')
})

/** Runs in its own process group, as in a terminal. */
const start = async (env: Record<string, string> = {}) => {
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn('npm', ['start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, PORT: port, ENV_FILE: '', ...env },
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += String(text)))
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  const ready = () =>
    expect
      .poll(() => (child.exitCode === null ? output : `ended: ${output}`), { timeout: 2 * MINUTE_MS })
      .toContain('Stop with Ctrl-C')
  return {
    pid: child.pid ?? 0,
    exit,
    ready,
    output: () => output,
    url: () => /Longtake +(http:\S+)/.exec(output)?.[1] ?? '',
    sandbox: () => /Sandbox +(http:\S+)/.exec(output)?.[1] ?? '',
  }
}

/** Lists the running processes of a group. */
const runningInGroup = (group: number) =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        const [state, , pgrp] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return Number(pgrp) === group && state !== 'Z'
      } catch {
        return false
      }
    })

const isUnreachable = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  )

test(
  'it serves the shop and the sandbox and prints their addresses and the accounts',
  async () => {
    const shop = await start()
    await shop.ready()
    expect(shop.output()).toMatch(/^ +\S.* +\S+@\S+ +\S+$/m)
    const page = await fetch(shop.url())
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-[^']+'(;|$)/)
    expect((await fetch(`${shop.url()}/api`)).headers.get('content-type')).toContain('application/json')
    expect((await fetch(`${shop.url()}/readyz`)).status).toBe(200)
    expect((await fetch(`${shop.sandbox()}/mailbox`)).status).toBe(200)

    // A second process on the same data is refused and does not affect the first.
    const second = await start()
    expect(await second.exit).toBe(1)
    expect(second.output()).toMatch(
      /The shop's data in .* is in use by process \d+, running since .*\. Stop that one first/,
    )
    expect((await fetch(`${shop.url()}/readyz`)).status).toBe(200)

    // The signal goes to npm only, which forwards it.
    process.kill(shop.pid, 'SIGTERM')
    expect(await shop.exit).toBe(0)
    expect([await isUnreachable(shop.url()), await isUnreachable(shop.sandbox())]).toEqual([true, true])
    expect(runningInGroup(shop.pid)).toEqual([])
  },
  4 * MINUTE_MS,
)

test(
  'with its port in use it takes the next one, and Ctrl-C ends all processes',
  async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as net.AddressInfo
    const shop = await start({ PORT: String(port) })
    await shop.ready()
    expect(Number(new URL(shop.url()).port)).toBeGreaterThan(port)
    expect(shop.output()).toContain(`Port ${port} is in use`)
    expect((await fetch(shop.url())).status).toBe(200)
    blocker.close()

    // An open request delays the shutdown.
    const socket = net.connect(Number(new URL(shop.url()).port), '127.0.0.1')
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
    )
    await fetch(shop.url())
    // Several signals arrive: from the terminal, and forwarded between the processes. They must not force the exit.
    process.kill(-shop.pid, 'SIGINT')
    await expect.poll(() => isUnreachable(shop.url())).toBe(true)
    process.kill(-shop.pid, 'SIGINT')
    await new Promise<void>(resolve => socket.end('{}', () => resolve()))
    expect(await shop.exit).toBe(0)
    await expect.poll(() => runningInGroup(shop.pid)).toEqual([])
    expect([await isUnreachable(shop.url()), await isUnreachable(shop.sandbox())]).toEqual([true, true])

    // After a clean shutdown the folder is unlocked, so a restart works immediately.
    const restarted = await start()
    await restarted.ready()
    process.kill(-restarted.pid, 'SIGINT')
    await restarted.exit
    await expect.poll(() => runningInGroup(restarted.pid)).toEqual([])
  },
  4 * MINUTE_MS,
)

test(
  'killed immediately, it leaves no sandbox behind',
  async () => {
    const shop = await start()
    await shop.ready()
    const pids = runningInGroup(shop.pid)
    expect(pids.length).toBeGreaterThanOrEqual(3)
    const sandbox = pids.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/main.ts'))
    for (const pid of pids) if (pid !== sandbox) process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => runningInGroup(shop.pid)).toEqual([])
  },
  4 * MINUTE_MS,
)

test(
  'configuration errors are reported in sentences before anything starts',
  async () => {
    const shop = await start({ PORT: 'x', DATABASE_URL: 'mysql://a', PUBLIC_URL: 'https://shop.example' })
    expect(await shop.exit).toBe(1)
    expect(shop.output()).toMatch(
      /PORT must be a port number\.[^]*DATABASE_URL must be an address that starts with postgres:/,
    )
    expect(shop.output()).not.toMatch(/Building| {4}at /)
  },
  MINUTE_MS,
)
