import { once } from 'node:events'
import net from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../../testing/app.ts'
import { handleParserError } from './parser-errors.server.ts'

let shop: TestApp
let address = ''
beforeAll(async () => {
  shop = await openTestApp()
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const longQuery = '海'.repeat(10_000)

test('a URL of 90 kB gets a 431 as JSON from the API and as text from pages', async () => {
  const call = await fetch(`${address}/api/clips?q=${encodeURIComponent(longQuery)}`)
  expect(call.status).toBe(431)
  expect(call.headers.get('x-request-id')).toBeTruthy()
  expect(await call.json()).toEqual({
    message: 'This address is too long. Please use fewer words or filters.',
    errors: {},
  })
  const page = await fetch(`${address}/clips?q=${encodeURIComponent(longQuery)}`)
  expect(page.status).toBe(431)
  expect(page.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await page.text()).toBe('This address is too long. Please use fewer words or filters.')
})

test('a malformed request gets a 400, and the next request is served', async () => {
  const received = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1', () => socket.write('one two three\r\n\r\n'))
    let response = ''
    socket.on('data', chunk => (response += chunk.toString()))
    socket.on('end', () => resolve(response))
    socket.on('error', reject)
  })
  expect(received).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  expect(received).toMatch(/This request could not be read\.$/)
  expect((await fetch(`${address}/api/clips`)).status).toBe(200)
})

/** Opens a connection that never closes its own side. */
const connect = (url = address) =>
  new Promise<net.Socket>((resolve, reject) => {
    const { port } = new URL(url)
    const socket = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })

test('a slow client that never closes its side is disconnected after the response', async () => {
  // Like Node's HTTP server: when one side ends, the other stays open.
  const server = net.createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = once(server, 'connection')
  const { port } = server.address() as net.AddressInfo
  const socket = await connect(`http://127.0.0.1:${port}`)
  const [accepted] = (await connection) as [net.Socket]
  handleParserError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, accepted)
  await once(accepted, 'close')
  socket.destroy()
  server.close()
})

test('headers may take twenty seconds, a whole request two minutes; what is slower is ended', async () => {
  const { server } = shop.app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([20_000, 120_000])
  // The same server with a shorter limit: one byte of a header now and then doesn't count as progress.
  server.headersTimeout = 200
  try {
    const socket = await connect()
    socket.setEncoding('utf8').write('GET /api/clips HTTP/1.1\r\nhost: shop.example\r\nx-slow: ')
    const drip = setInterval(() => socket.writable && socket.write('a'), 50)
    let answer = ''
    socket.on('data', piece => (answer += String(piece)))
    await once(socket, 'end')
    clearInterval(drip)
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*The request took too long to arrive/)
  } finally {
    server.headersTimeout = 20_000
  }
}, 60_000)

test('connections per address are limited, and a closed one makes room for the next', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1', CONNECTIONS_PER_ADDRESS: '3', MAX_CONNECTIONS: '50' })
  try {
    const url = await limited.app.listen({ port: 0, host: '127.0.0.1' })
    expect(limited.app.server.maxConnections).toBe(50)
    const sockets = [await connect(url), await connect(url), await connect(url)]
    const fourth = await connect(url)
    fourth.resume()
    fourth.on('error', () => {})
    await once(fourth, 'end')
    const [first] = sockets
    first?.destroy()
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    for (const socket of sockets) socket.destroy()
  } finally {
    await limited.close()
  }
})

test('behind a proxy, the proxy may open as many connections as it needs', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1', CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '1' })
  try {
    const url = await limited.app.listen({ port: 0, host: '127.0.0.1' })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connect(url)))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  } finally {
    await limited.close()
  }
})

test.each([
  ['TRACE /', 'shop', 405],
  ['TRACE /api/clips', 'shop', 405],
  ['POST /', 'shop', 405],
  ['POST /webhooks/braintree', 'shop', 400],
  ['GET /', '"><script>', 400],
  ['GET /api/clips', 'a b', 400],
] as const)(
  '%s with the host %s gets a %i without further processing and is not reported as a fault',
  async (line, host, status) => {
    const reportCount = shop.reporter.reported.length
    const socket = await connect()
    socket
      .setEncoding('utf8')
      .write(`${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    let response = ''
    socket.on('data', chunk => (response += String(chunk)))
    await once(socket, 'end')
    socket.destroy()
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(shop.reporter.reported.length).toBe(reportCount)
  },
)

test('CONNECT closes the connection', async () => {
  const socket = await connect()
  socket.resume().write('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n')
  await once(socket, 'end')
  socket.destroy()
  expect((await fetch(`${address}/api/clips`)).status).toBe(200)
})
