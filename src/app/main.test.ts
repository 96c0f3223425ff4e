/** The shop as a process: start, errors at the start, and shutdown. Pages are stubbed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { freePort } from '../../scripts/tasks/postgres.ts'

let buildDir: string
let dataDir: string
const running: ChildProcess[] = []
const readSecret = () => readFileSync(path.join(dataDir, 'secret'), 'utf8')

beforeAll(() => {
  buildDir = mkdtempSync(path.join(os.tmpdir(), 'longtake-main-'))
  dataDir = path.join(buildDir, 'data')
  mkdirSync(path.join(buildDir, 'client'))
  mkdirSync(path.join(buildDir, 'server'))
  const source = (file: string) => JSON.stringify(path.resolve('src/app', file))
  writeFileSync(
    path.join(buildDir, 'server/index.js'),
    `export { createApi as createApp } from ${source('api.ts')}\nexport { startWorker } from ${source('worker.ts')}\n`,
  )
  writeFileSync(path.join(buildDir, 'package.json'), '{"type":"module"}')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(buildDir, { recursive: true, force: true })
})

const start = async (env: Record<string, string> = {}) => {
  const port = await freePort()
  const child = spawn(process.execPath, ['bench/serve.ts', buildDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Without VIES_URL the start would print a warning.
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      DEMO: '0',
      PORT: String(port),
      VIES_URL: 'http://127.0.0.1:9',
      ...env,
    },
  })
  running.push(child)
  const exit = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string)
  const stderr = text(child.stderr)
  const ready = Promise.race([
    once(child.stdout, 'data'),
    exit.then(async () => Promise.reject(new Error(await stderr))),
  ])
  return { child, port, exit, stderr, ready, url: `http://127.0.0.1:${port}` }
}

/** Begins a request; the test decides when to send the rest of it. */
const beginRequest = async (port: number) => {
  const body = JSON.stringify({ login: 'ada@example.com', password: 'x' })
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
  let response = ''
  socket.on('data', chunk => (response += String(chunk)))
  socket.on('error', () => {})
  const responseText = once(socket, 'close').then(() => response)
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  // The headers have arrived once a later request on another connection is answered.
  await fetch(`http://127.0.0.1:${port}/healthz`)
  return { response: responseText, finish: () => socket.write(body.slice(10)) }
}

/** The secret of the first start. */
let secret: string

describe('the first start', () => {
  let shop: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o777)
    shop = await start()
    await shop.ready
  })

  test('only this user can read the data folder, even if it was open before', () => {
    const permissions = (name: string) => statSync(path.join(dataDir, name)).mode & 0o777
    expect(permissions('.')).toBe(0o700)
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(files).toContain('secret')
    expect(files.some(name => name.startsWith('database/base/'))).toBe(true)
    expect(files.filter(name => permissions(name) & 0o077)).toEqual([])
  })

  test('the secret is random', () => {
    secret = readSecret()
    expect(secret).toMatch(/^[\w-]{43}$/)
  })

  test('a second process on the same data names the one that holds it', async () => {
    const second = await start()
    await expect(second.ready).rejects.toThrow(
      `The shop's data in ${dataDir} is in use by process ${shop.child.pid}, running since`,
    )
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  })

  test('on SIGTERM it completes open requests, accepts no new ones, and exits with 0', async () => {
    const request = await beginRequest(shop.port)
    shop.child.kill('SIGTERM')
    await expect
      .poll(() =>
        fetch(shop.url).then(
          () => 'open',
          () => 'shut',
        ),
      )
      .toBe('shut')
    request.finish()
    expect(await request.response).toMatch(/^HTTP\/1\.1 422 [^]*This email and password do not match an account\./)
    expect(await shop.exit).toBe(0)
    expect(await shop.stderr).toBe('')
  })
})

test('after kill -9 the next process starts with the same secret, and a request that never ends does not block its shutdown', async () => {
  const killed = await start()
  await killed.ready
  killed.child.kill('SIGKILL')
  expect(await killed.exit).toBe('SIGKILL')
  const next = await start()
  await next.ready
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  expect(readSecret()).toBe(secret)
  const request = await beginRequest(next.port)
  next.child.kill('SIGTERM')
  expect(await request.response).toBe('')
  expect(await next.exit).toBe(0)
})

test('a damaged secret stops the start with an explanation', async () => {
  writeFileSync(path.join(dataDir, 'secret'), '')
  await expect((await start()).ready).rejects.toThrow('secret is damaged')
  writeFileSync(path.join(dataDir, 'secret'), secret)
})

test.each([
  [
    'a port in use',
    async () => ({ PORT: String((await openUsedPort()).port) }),
    /Port \d+ is in use by another program/,
  ],
  [
    'a data folder that is a file',
    async () => ({ DATA_DIR: path.join(buildDir, 'package.json') }),
    /DATA_DIR is .*, which is not writable/,
  ],
  ['an unreachable database', async () => ({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }), /ECONNREFUSED/],
  [
    'an invalid configuration',
    async () => ({ LOG_LEVEL: 'loud', DATABASE_POOL: '0' }),
    /DATABASE_POOL must be a whole number between 1 and 200\.\n.*LOG_LEVEL must be one of trace, /,
  ],
] as const)('%s stops the start with an explanation', async (_, env, sentence) => {
  const shop = await start(await env())
  await expect(shop.ready).rejects.toThrow(sentence)
  expect(await shop.exit).toBe(1)
})

const openUsedPort = async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return server.address() as net.AddressInfo
}
