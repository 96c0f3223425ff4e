/** The shop as a process: how it starts, what it says when it cannot, how it ends. Its pages are left out: a stub stands for the build. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { freePort } from '../scripts/tasks/postgres.ts'

let folder: string
let data: string
const running: ChildProcess[] = []

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'longtake-main-'))
  data = path.join(folder, 'data')
  mkdirSync(path.join(folder, 'client'))
  mkdirSync(path.join(folder, 'server'))
  const source = (file: string) => JSON.stringify(path.resolve('src', file))
  writeFileSync(
    path.join(folder, 'server/index.js'),
    `export { createApi as createApp } from ${source('api.ts')}\nexport { startWorker } from ${source('worker.ts')}\n`,
  )
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

const start = async (env: Record<string, string> = {}) => {
  const port = await freePort()
  const child = spawn(process.execPath, ['bench/serve.ts', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // With VIES_URL a start has nothing to warn about.
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: data,
      DEMO: '0',
      PORT: String(port),
      VIES_URL: 'http://127.0.0.1:9',
      ...env,
    },
  })
  running.push(child)
  const exit = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string)
  const said = text(child.stderr)
  const ready = Promise.race([once(child.stdout, 'data'), exit.then(async () => Promise.reject(new Error(await said)))])
  return { child, port, exit, said, ready, url: `http://127.0.0.1:${port}` }
}

/** A request whose end the test sends when it wants to. */
const beginRequest = async (port: number) => {
  const body = JSON.stringify({ login: 'ada@example.com', password: 'x' })
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', chunk => (answer += String(chunk)))
  socket.on('error', () => {})
  const ended = once(socket, 'close').then(() => answer)
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  // Its headers have arrived when a later request on another connection has been answered.
  await fetch(`http://127.0.0.1:${port}/healthz`)
  return { ended, finish: () => socket.write(body.slice(10)) }
}

test('told to stop, it answers what is in progress, takes nothing new, and ends well', async () => {
  const shop = await start()
  await shop.ready
  const request = await beginRequest(shop.port)
  shop.child.kill('SIGTERM')
  await expect
    .poll(
      () =>
        fetch(shop.url).then(
          () => 'open',
          () => 'shut',
        ),
      { timeout: 5_000 },
    )
    .toBe('shut')
  request.finish()
  expect(await request.ended).toMatch(/^HTTP\/1\.1 422 [^]*This email and password do not match an account\./)
  expect(await shop.exit).toBe(0)
  expect(await shop.said).toBe('')
}, 60_000)

test('a request that never ends does not keep it', async () => {
  const shop = await start()
  await shop.ready
  const request = await beginRequest(shop.port)
  shop.child.kill('SIGTERM')
  expect(await request.ended).toBe('')
  expect(await shop.exit).toBe(0)
}, 60_000)

test('a second one on the same data says who holds it; after kill -9 the next one starts', async () => {
  const first = await start()
  await first.ready
  const second = await start()
  await expect(second.ready).rejects.toThrow(
    `The shop's data in ${data} is in use by process ${first.child.pid}, running since`,
  )
  first.child.kill('SIGKILL')
  expect(await first.exit).toBe('SIGKILL')
  const third = await start()
  await third.ready
  expect((await fetch(`${third.url}/readyz`)).status).toBe(200)
}, 60_000)

test('the data folder is for this user alone, also one that was open before', async () => {
  const open_data = path.join(folder, 'open-data')
  mkdirSync(open_data)
  chmodSync(open_data, 0o777)
  const shop = await start({ DATA_DIR: open_data })
  await shop.ready
  const permissions = (name: string) => statSync(path.join(open_data, name)).mode & 0o777
  expect(permissions('.')).toBe(0o700)
  // The embedded database sets permissions of its own files by itself; its folder is what closes them.
  const shared = readdirSync(open_data, { recursive: true, encoding: 'utf8' }).filter(
    name => !name.startsWith('database/') && permissions(name) & 0o077,
  )
  expect(shared).toEqual([])
}, 60_000)

test('the secret is made once, for this user alone', async () => {
  const secret = readFileSync(path.join(data, 'secret'), 'utf8')
  expect(secret).toMatch(/^[\w-]{43}$/)
  const shop = await start()
  await shop.ready
  expect(readFileSync(path.join(data, 'secret'), 'utf8')).toBe(secret)
  writeFileSync(path.join(data, 'secret'), '')
  shop.child.kill('SIGTERM')
  await shop.exit
  await expect((await start()).ready).rejects.toThrow('secret is damaged')
  writeFileSync(path.join(data, 'secret'), secret)
}, 60_000)

test.each([
  [
    'a port that is taken',
    async () => ({ PORT: String((await takenPort()).port) }),
    /Port \d+ is taken by another program/,
  ],
  [
    'a folder that is a file',
    async () => ({ DATA_DIR: path.join(folder, 'package.json') }),
    /DATA_DIR is .*, where nothing can be written/,
  ],
  ['a database that is away', async () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }), /ECONNREFUSED/],
  [
    'mistakes in its configuration',
    async () => ({ LOG_LEVEL: 'loud', DATABASE_POOL: '0' }),
    /DATABASE_POOL must be a whole number between 1 and 200\.\n.*LOG_LEVEL must be one of trace, /,
  ],
] as const)(
  '%s stops the start with a sentence',
  async (_, env, sentence) => {
    const shop = await start(await env())
    await expect(shop.ready).rejects.toThrow(sentence)
    expect(await shop.exit).toBe(1)
  },
  60_000,
)

const takenPort = async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return server.address() as net.AddressInfo
}
