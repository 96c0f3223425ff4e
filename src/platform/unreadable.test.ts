import { once } from 'node:events'
import net from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestApp, type TestApp } from '../../testing/app.ts'
import { answerUnreadable } from './unreadable.server.ts'

let shop: TestApp
let address = ''
beforeAll(async () => {
  shop = await openTestApp()
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const long = '海'.repeat(10_000)

test('an address of ninety kilobytes is answered in the shape of the API, or with a sentence', async () => {
  const call = await fetch(`${address}/api/clips?q=${encodeURIComponent(long)}`)
  expect(call.status).toBe(431)
  expect(call.headers.get('x-request-id')).toBeTruthy()
  expect(await call.json()).toEqual({
    message: 'This address is too long. Please use fewer words or filters.',
    errors: {},
  })
  const page = await fetch(`${address}/clips?q=${encodeURIComponent(long)}`)
  expect(page.status).toBe(431)
  expect(page.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await page.text()).toBe('This address is too long. Please use fewer words or filters.')
})

test('what is no request is told so, and the next one is answered', async () => {
  const said = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1', () => socket.write('one two three\r\n\r\n'))
    let answer = ''
    socket.on('data', piece => (answer += piece.toString()))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
  expect(said).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  expect(said).toMatch(/This request could not be read\.$/)
  expect((await fetch(`${address}/api/clips`)).status).toBe(200)
})

/** Opens a connection that stays half open: it never closes its own side. */
const connect = (to = address) =>
  new Promise<net.Socket>((resolve, reject) => {
    const { port } = new URL(to)
    const socket = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })

test('a client that is too slow and never closes its side loses the connection after the answer', async () => {
  // As Node's HTTP server opens them: the end of one side leaves the other open, and nothing looks after it any more.
  const server = net.createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepting = once(server, 'connection')
  const { port } = server.address() as net.AddressInfo
  const socket = await connect(`http://127.0.0.1:${port}`)
  const [accepted] = (await accepting) as [net.Socket]
  answerUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, accepted)
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

test('connections of one address are bounded; the next one is answered when one has closed', async () => {
  const limited = await openTestApp({ RATE_LIMITS: '1', CONNECTIONS_PER_ADDRESS: '3', MAX_CONNECTIONS: '50' })
  try {
    const to = await limited.app.listen({ port: 0, host: '127.0.0.1' })
    expect(limited.app.server.maxConnections).toBe(50)
    const sockets = [await connect(to), await connect(to), await connect(to)]
    const fourth = await connect(to)
    fourth.resume()
    fourth.on('error', () => {})
    await once(fourth, 'end')
    const [first] = sockets
    first?.destroy()
    await expect
      .poll(() =>
        fetch(`${to}/healthz`).then(
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
    const to = await limited.app.listen({ port: 0, host: '127.0.0.1' })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => connect(to)))
    expect((await fetch(`${to}/healthz`)).status).toBe(200)
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
  '%s of the host %s is answered with %i before anything looks at it, and reported as no fault',
  async (line, host, status) => {
    const before = shop.reporter.reported.length
    const socket = await connect()
    socket
      .setEncoding('utf8')
      .write(`${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    let answer = ''
    socket.on('data', piece => (answer += String(piece)))
    await once(socket, 'end')
    socket.destroy()
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(shop.reporter.reported.length).toBe(before)
  },
)

test('CONNECT closes the connection', async () => {
  const socket = await connect()
  socket.resume().write('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n')
  await once(socket, 'end')
  socket.destroy()
  expect((await fetch(`${address}/api/clips`)).status).toBe(200)
})
