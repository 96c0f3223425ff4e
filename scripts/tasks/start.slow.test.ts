/** `npm start` as a person types it: on a fresh folder, with a port taken, twice, and told to stop. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { buildWhenStale } from './build.ts'
import { freePort } from './postgres.ts'

const minutes = 60_000
const data = mkdtempSync(path.join(os.tmpdir(), 'longtake-start-'))
const running: ChildProcess[] = []

beforeAll(() => buildWhenStale('sandbox'), 5 * minutes)
afterAll(() => rmSync(data, { recursive: true, force: true }))
afterEach(() => {
  for (const child of running.splice(0)) if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL')
})

/** In a process group of its own, as a terminal does it. */
const start = async (env: Record<string, string> = {}) => {
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn('npm', ['start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: data, PORT: port, ...env },
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (said += String(text)))
  const exit = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  const ready = () =>
    expect
      .poll(() => (child.exitCode === null ? said : `ended: ${said}`), { timeout: 2 * minutes })
      .toContain('Stop with Ctrl-C')
  return {
    pid: child.pid ?? 0,
    exit,
    ready,
    said: () => said,
    url: () => /Longtake +(http:\S+)/.exec(said)?.[1] ?? '',
    sandbox: () => /Sandbox +(http:\S+)/.exec(said)?.[1] ?? '',
  }
}

/** Every process of this group that still runs. */
const leftOf = (group: number) =>
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

const isGone = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  )

test(
  'it serves the shop and the sandbox, and says where they are and who may log in',
  async () => {
    const shop = await start()
    await shop.ready()
    expect(shop.said()).toMatch(/^ +\S.* +\S+@\S+ +\S+$/m)
    const page = await fetch(shop.url())
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-[^']+'(;|$)/)
    expect((await fetch(`${shop.url()}/api`)).headers.get('content-type')).toContain('application/json')
    expect((await fetch(`${shop.url()}/readyz`)).status).toBe(200)
    expect((await fetch(`${shop.sandbox()}/mailbox`)).status).toBe(200)

    // A second one on the same data is told who holds it, and ends nothing.
    const second = await start()
    expect(await second.exit).toBe(1)
    expect(second.said()).toMatch(
      /The shop's data in .* is in use by process \d+, running since .*\. Stop that one first/,
    )
    expect((await fetch(`${shop.url()}/readyz`)).status).toBe(200)

    // npm alone is told: it hands it on.
    process.kill(shop.pid, 'SIGTERM')
    expect(await shop.exit).toBe(0)
    expect([await isGone(shop.url()), await isGone(shop.sandbox())]).toEqual([true, true])
    expect(leftOf(shop.pid)).toEqual([])
  },
  4 * minutes,
)

test(
  'with its port taken it goes to the next, and Ctrl-C ends everything well',
  async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as net.AddressInfo
    const shop = await start({ PORT: String(port) })
    await shop.ready()
    expect(Number(new URL(shop.url()).port)).toBeGreaterThan(port)
    expect(shop.said()).toContain(`Port ${port} is taken`)
    expect((await fetch(shop.url())).status).toBe(200)
    taken.close()

    // Something is in progress, so that the end takes its time.
    const socket = net.connect(Number(new URL(shop.url()).port), '127.0.0.1')
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
    )
    await fetch(shop.url())
    // A terminal tells every process of the group, and they tell each other: that must not count as impatience.
    process.kill(-shop.pid, 'SIGINT')
    await expect.poll(() => isGone(shop.url()), { timeout: 15_000 }).toBe(true)
    process.kill(-shop.pid, 'SIGINT')
    await new Promise<void>(resolve => socket.end('{}', () => resolve()))
    expect(await shop.exit).toBe(0)
    await expect.poll(() => leftOf(shop.pid), { timeout: 15_000 }).toEqual([])
    expect([await isGone(shop.url()), await isGone(shop.sandbox())]).toEqual([true, true])

    // It ended well: the folder is free, and the shop is there again at once.
    const again = await start()
    await again.ready()
    process.kill(-again.pid, 'SIGINT')
    await again.exit
    await expect.poll(() => leftOf(again.pid), { timeout: 15_000 }).toEqual([])
  },
  4 * minutes,
)

test(
  'killed at once, it leaves no sandbox behind',
  async () => {
    const shop = await start()
    await shop.ready()
    const pids = leftOf(shop.pid)
    expect(pids.length).toBeGreaterThanOrEqual(3)
    const sandbox = pids.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sandbox/main.ts'))
    for (const pid of pids) if (pid !== sandbox) process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => leftOf(shop.pid), { timeout: 15_000 }).toEqual([])
  },
  4 * minutes,
)

test(
  'mistakes in its configuration are told in sentences, before anything is started',
  async () => {
    const shop = await start({ PORT: 'x', DATABASE_URL: 'mysql://a', PUBLIC_URL: 'https://shop.example' })
    expect(await shop.exit).toBe(1)
    expect(shop.said()).toMatch(
      /PORT must be a port number\.[^]*DATABASE_URL must be an address that starts with postgres:/,
    )
    expect(shop.said()).not.toMatch(/Building| {4}at /)
  },
  minutes,
)
